use std::time::Duration;

use super::{overload::overload, soak::soak, traffic::Traffic};
use crate::product::Product;

#[tokio::test(flavor = "multi_thread")]
async fn all_calls_are_served_or_refused_and_none_hangs() {
    let product = Product::start().await.unwrap();
    let traffic = Traffic::prepare(&product, false).await.unwrap();
    let most = traffic.as_fast_as_possible(16, Duration::from_secs(2)).await;

    let soak = soak(&product, &traffic, Duration::from_secs(3), most).await.unwrap();
    let total = soak.meter.total();
    assert!(total.served() > 0 && total.surprises.is_empty() && total.hung == 0, "{:?}", total.surprises);

    let overload = overload(&product, &traffic, Duration::from_secs(3), most).await.unwrap();
    let total = overload.meter.total();
    assert!(total.served() > 0 && total.surprises.is_empty() && total.hung == 0, "{:?}", total.surprises);
    assert!(overload.memory.peak < 300 << 20, "{:?}", overload.memory);
}
