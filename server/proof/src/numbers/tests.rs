use super::{
    balanced::{Leave, replace_instances},
    downloads::read_at_the_other,
    limits::guess_in_turn,
    lists::page_in_turn,
    pooled::{Pair, kill_pooler},
    repeats::repeat_in_parallel,
    sessions::move_between,
    upgrade::upgrade_together,
};
use crate::forms::Kind;

#[tokio::test(flavor = "multi_thread")]
async fn two_instances_behind_a_pooler_act_as_one() {
    let mut pair = Pair::start(&[]).await.unwrap();
    page_in_turn(&pair).await.unwrap();
    upgrade_together(&mut pair).await.unwrap();
    read_at_the_other(&pair, 5).await.unwrap();
    for &kind in Kind::ALL {
        repeat_in_parallel(&pair, kind, 50).await.unwrap();
    }
    move_between(&pair).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_instances_share_their_limits() {
    let pair = Pair::start(&[("RATE_LIMITS", "login")]).await.unwrap();
    guess_in_turn(&pair).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_pooler_costs_no_form() {
    let balance = kill_pooler(2).await.unwrap();
    assert!(balance.is_sound(), "{balance}");
}

#[tokio::test(flavor = "multi_thread")]
async fn instances_behind_a_balancer_may_be_killed_and_replaced() {
    for leave in [Leave::Killed, Leave::Stopped] {
        let balance = replace_instances(2, leave).await.unwrap();
        assert!(balance.is_sound(), "{leave:?}: {balance}");
    }
}
