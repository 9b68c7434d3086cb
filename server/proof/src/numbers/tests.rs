use super::{
    balanced::{Leave, replace_instances},
    downloads::read_elsewhere,
    limits::guess_in_turn,
    lists::page_in_turn,
    pages::serve_pages_without_database,
    pooled::{Cluster, kill_pooler},
    repeats::repeat_in_parallel,
    rolling::replace_over_migration,
    sessions::move_between,
    upgrade::upgrade_together,
};
use crate::forms::Kind;

#[tokio::test(flavor = "multi_thread")]
async fn three_instances_act_as_one() {
    let mut cluster = Cluster::start().await.unwrap();
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
    let cluster = Cluster::start().await.unwrap();
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

#[tokio::test(flavor = "multi_thread")]
async fn a_release_comes_over_a_migration_and_nobody_is_refused() {
    let (balance, reads) = replace_over_migration(3).await.unwrap();
    assert!(balance.is_smooth() && reads > 0, "{balance}");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_served_while_the_database_is_away() {
    serve_pages_without_database(20).await.unwrap();
}
