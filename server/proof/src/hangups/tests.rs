use super::HangUps;

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_leaves_nothing_behind_and_disturbs_nobody() {
    let hang_ups = HangUps::set_up(false).await.unwrap();
    let mut visitors = vec![hang_ups.in_turn(600).await.unwrap()];
    visitors.extend(hang_ups.every_byte().await.unwrap());
    for visitors in visitors {
        assert_eq!((visitors.refused, visitors.turned_away, visitors.hung), (0, 0, 0));
        assert!(visitors.served() > 0 && visitors.surprises.is_empty(), "{:?}", visitors.surprises);
    }
    let remains = hang_ups.settle().await.unwrap();
    assert!(remains.are_none(), "{remains:?}");
}
