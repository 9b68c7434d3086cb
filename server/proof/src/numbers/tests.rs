use super::{
    balanced::{Leave, replace_instances},
    downloads::read_elsewhere,
    limits::guess_in_turn,
    lists::page_in_turn,
    pooled::{Cluster, kill_pooler},
    repeats::repeat_in_parallel,
    sessions::move_between,
    upgrade::upgrade_together,
};
use crate::forms::Kind;

#[tokio::test(flavor = "multi_thread")]
async fn three_instances_act_as_one() {
    let mut cluster = Cluster::start(&[]).await.unwrap();
    page_in_turn(&cluster).await.unwrap();
    upgrade_together(&mut cluster).await.unwrap();
    read_elsewhere(&cluster, 5).await.unwrap();
    for &kind in Kind::ALL {
        repeat_in_parallel(&cluster, kind, 50).await.unwrap();
    }
    move_between(&cluster).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn three_instances_share_their_limits() {
    let cluster = Cluster::start(&[("RATE_LIMITS", "login")]).await.unwrap();
    guess_in_turn(&cluster).await.unwrap();
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
