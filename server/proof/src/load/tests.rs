use std::time::Duration;

use super::{flood::flood, overload::overload, soak::soak, traffic::Traffic};
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

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_signs_in_and_lists_are_read_beside_a_flood_of_wrong_passwords() {
    let product = Product::start().await.unwrap();
    let traffic = Traffic::prepare(&product, false).await.unwrap();
    let flood = flood(&product, &traffic, Duration::from_secs(2)).await.unwrap();
    assert!(flood.compared > 0 && flood.refused > 0, "{} {}", flood.compared, flood.refused);
    for lists in [flood.alone, flood.beside] {
        assert!(lists.served() > 0 && lists.surprises.is_empty(), "{:?}", lists.surprises);
        assert_eq!([lists.refused, lists.turned_away, lists.hung], [0; 3]);
    }
}
