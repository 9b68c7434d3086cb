use std::time::Duration;

use super::Crowd;

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_leaves_nothing_behind_and_disturbs_nobody() {
    let crowd = Crowd::gather(false).await.unwrap();
    let visitors = crowd.beside(400, 100.0, true).await.unwrap();
    assert_eq!((visitors.refused, visitors.turned_away, visitors.hung), (0, 0, 0));
    assert!(visitors.served() > 0 && visitors.surprises.is_empty(), "{:?}", visitors.surprises);
    crowd.every_byte().await.unwrap();
    let visitors = crowd.storm(2_000, Duration::from_secs(2)).await.unwrap();
    assert_eq!((visitors.refused, visitors.turned_away, visitors.hung), (0, 0, 0));
    assert!(visitors.served() > 0 && visitors.surprises.is_empty(), "{:?}", visitors.surprises);
    let remains = crowd.settle().await.unwrap();
    assert!(remains.are_none(), "{remains:?}");
}
