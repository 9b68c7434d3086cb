use std::process::Command;

use crate::cluster::{act_as_one, kill_pooler, kill_servers, replace_servers, serve_pages_without_database};
use crate::faults::attacks::{Attack, withstand, withstand_crowd};
use crate::faults::flood::flood;
use crate::faults::hang_ups::{cut_connections, hang_up};
use crate::faults::mail::send_through_faults;
use crate::faults::outages::{kill_server, restart_postgres};
use crate::harness::prelude::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_loses_nothing_it_acknowledged() {
    kill_server(3).await.unwrap().ensure_sound().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_of_postgres_is_answered_503_and_loses_nothing() {
    let balance = restart_postgres(2, Stop::Immediate).await.unwrap();
    balance.ensure_sound().unwrap();
    assert!(balance.refused > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_cut_off_and_sent_again_is_stored_once() {
    cut_connections(5).await.unwrap().ensure_sound().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_does_not_take_all_connections() {
    for (attack, _) in Attack::ALL {
        withstand(attack, 100).await.unwrap().ensure_sound().unwrap();
    }
    withstand_crowd(16, Duration::from_secs(3)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_stored_form_has_its_mail() {
    send_through_faults(2).await.unwrap().ensure_sound().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_signs_in_and_lists_are_read_during_a_flood_of_wrong_passwords() {
    flood(Duration::from_secs(2), f64::INFINITY).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_leave_leave_nothing_behind_and_disturb_nobody() {
    hang_up(600).await.unwrap().ensure_sound().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn three_servers_act_as_one_and_share_their_limits() {
    act_as_one().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_and_pooler_may_be_killed_and_replaced() {
    for balance in [kill_servers(2).await, replace_servers(2).await, kill_pooler(2).await] {
        balance.unwrap().ensure_sound().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_served_without_the_database() {
    serve_pages_without_database().await.unwrap();
}

/// What the API says is compared too: here it counts a record too few, or does not find one.
#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_count_and_a_stale_search_are_found() {
    for (fault, found) in [
        ("DROP TRIGGER count_inserted ON submissions", "the count of the list"),
        ("UPDATE submissions SET words = ''", "a search for one of the consultations finds 0"),
    ] {
        let (system, ledger) = (System::start(&[]).await.unwrap(), Ledger::default());
        let is_before = fault.starts_with("DROP");
        if is_before {
            system.postgres.execute(fault).await.unwrap();
        }
        send(&Form::new(Kind::Contact), system.address(), &ledger).await;
        if !is_before {
            system.postgres.execute(fault).await.unwrap();
        }
        let error = system.compare(&ledger).await.unwrap().ensure_sound().unwrap_err().to_string();
        assert!(error.contains(found), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_brings_everything_back() {
    let (mut system, ledger) = (System::start(&[]).await.unwrap(), Ledger::default());
    for &kind in Kind::ALL {
        send(&Form::new(kind), system.address(), &ledger).await;
    }
    let folder = Folder::new().unwrap();
    let (file, url) = (folder.path().join("backup.dump"), system.database_url());
    assert!(script("backup.sh", &file, &url, "").is_ok());
    // Nothing changes after the backup.
    system.server(0).unwrap().stop().unwrap();
    let before = content(&system).await;

    // Into an empty database only, unless it is told to replace.
    assert!(script("restore.sh", &file, &url, "").unwrap_err().contains("the database is not empty"));
    system.postgres.execute("DELETE FROM submissions").await.unwrap();
    assert_ne!(content(&system).await, before);
    script("restore.sh", &file, &url, "yes").unwrap();
    assert_eq!(content(&system).await, before);
    system.resume(0).await.unwrap();
    send(&Form::new(Kind::Contact), system.address(), &ledger).await;
    system.compare(&ledger).await.unwrap().ensure_sound().unwrap();
}

/// Runs a script of the project on a database; an error is what it printed.
fn script(name: &str, file: &Path, database_url: &str, replace: &str) -> Result<(), String> {
    let mut command = Command::new(root().join("scripts").join(name));
    command.arg(file).env("DATABASE_URL", database_url).env("TOKEN_SECRET", "unused").env("REPLACE", replace);
    let output = command.output().unwrap();
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Every table with a hash of its rows.
async fn content(system: &System) -> BTreeMap<String, String> {
    let mut content = BTreeMap::new();
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'";
    for table in system.postgres.query(tables).await.unwrap() {
        let table: String = table.get(0);
        let hash =
            format!("SELECT md5(string_agg(row::text, '' ORDER BY row::text)) FROM \"{table}\" AS row");
        let hash = system.postgres.text(&format!("SELECT coalesce(({hash}), '')")).await.unwrap();
        content.insert(table, hash);
    }
    content
}
