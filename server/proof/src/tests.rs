use std::process::Command;

use crate::cluster::{act_as_one, kill_pooler, replace_servers, serve_pages_without_database};
use crate::faults::attacks::{Attack, withstand};
use crate::faults::connections::{reuse_connections, take_all_connections};
use crate::faults::hang_ups::{cut_connections, hang_up};
use crate::faults::mail::send_through_faults;
use crate::faults::outages::{kill_servers, restart_postgres};
use crate::faults::webhooks::tell_through_faults;
use crate::harness::prelude::*;

/// Returns the names of the tables, each with a hash of its rows.
const CONTENT: &str = "SELECT string_agg(tablename || ' ' || md5(query_to_xml(\
         format('SELECT * FROM %I AS r ORDER BY r::text', tablename), true, false, '')::text), ', ' ORDER BY tablename) \
     FROM pg_tables WHERE schemaname = 'public'";

#[tokio::test(flavor = "multi_thread")]
async fn keeps_acknowledged_forms_when_server_is_killed() {
    kill_servers(System::start(&[]), 2).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_503_and_keeps_forms_during_postgres_outage() {
    assert!(restart_postgres(2, Signal::QUIT).await.unwrap().refused > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_form_once_after_broken_connection() {
    cut_connections(5).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_visitors_while_one_address_attacks() {
    // `make chaos` runs the other attacks, with the optimized server.
    withstand(Attack::Bodies, 25).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn lets_visitors_wait_while_all_connections_are_taken() {
    take_all_connections().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn says_that_it_ends_connection_of_proxy() {
    reuse_connections(1_100).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_mail_for_every_form_through_faults() {
    send_through_faults(1).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn tells_every_change_through_faults() {
    // `make chaos` verifies them, too.
    tell_through_faults(1, Vec::new()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cleans_up_after_clients_that_leave() {
    hang_up(600).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn shares_sessions_and_limits_between_servers() {
    act_as_one().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn survives_killing_and_replacing_servers_and_pooler() {
    for balance in
        [kill_servers(System::balanced(false), 1).await, replace_servers(1).await, kill_pooler(1).await]
    {
        balance.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_pages_without_database() {
    serve_pages_without_database().await.unwrap();
}

/// The balance includes the API's responses: here a count is too low, and a search misses a record.
#[tokio::test(flavor = "multi_thread")]
async fn detects_wrong_count_and_stale_search() {
    for (before, after, found) in [
        ("DROP TRIGGER count_inserted ON submissions", "", "the count of the list"),
        ("", "UPDATE submissions SET words = ''", "a search for one of the consultations finds 0"),
    ] {
        let (system, ledger) = (System::start(&[]).await.unwrap(), Ledger::default());
        system.postgres.execute(before).await.unwrap();
        send(&Form::new(Kind::Contact), system.address(), &ledger).await;
        system.postgres.execute(after).await.unwrap();
        let error = format!("{:?}", system.compare(&ledger).await.map(drop));
        assert!(error.contains(found), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn restores_backup_completely() {
    let (mut system, ledger) = (System::start(&[]).await.unwrap(), Ledger::default());
    for &kind in Kind::ALL {
        send(&Form::new(kind), system.address(), &ledger).await;
    }
    let folder = temporary_folder().unwrap();
    let (file, url) = (folder.path().join("backup.dump"), system.postgres.url());
    // Nothing changes after the backup.
    system.server(0).unwrap().stop().unwrap();
    script("backup.sh", &file, &url, "").unwrap();
    let before = system.postgres.query_text(CONTENT).await.unwrap();

    // Restores only into an empty database, unless REPLACE is set.
    let refused = script("restore.sh", &file, &url, "").unwrap_err().to_string();
    assert!(refused.contains("the database is not empty"), "{refused}");
    system.postgres.execute("DELETE FROM submissions").await.unwrap();
    assert_ne!(system.postgres.query_text(CONTENT).await.unwrap(), before);
    script("restore.sh", &file, &url, "yes").unwrap();
    assert_eq!(system.postgres.query_text(CONTENT).await.unwrap(), before);
    system.resume(0).await.unwrap();
    send(&Form::new(Kind::Contact), system.address(), &ledger).await;
    system.compare(&ledger).await.unwrap();
}

/// Runs a script of the project on a database.
fn script(name: &str, file: &Path, database_url: &str, replace: &str) -> Result<String> {
    let mut command = Command::new(root().join("scripts").join(name));
    command.arg(file).env("DATABASE_URL", database_url).env("TOKEN_SECRET", "unused").env("REPLACE", replace);
    run_command(&mut command)
}
