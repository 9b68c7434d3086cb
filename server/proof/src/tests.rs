use std::process::Command;

use crate::cluster::{act_as_one, kill_pooler, kill_servers, replace_servers, serve_pages_without_database};
use crate::faults::attacks::{Attack, withstand, withstand_crowd};
use crate::faults::flood::flood;
use crate::faults::hang_ups::{cut_connections, hang_up};
use crate::faults::mail::send_through_faults;
use crate::faults::outages::{kill_server, restart_postgres};
use crate::harness::prelude::*;

#[tokio::test(flavor = "multi_thread")]
async fn keeps_acknowledged_forms_when_server_is_killed() {
    kill_server(3).await.unwrap().ensure_sound().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_503_and_keeps_forms_during_postgres_outage() {
    let balance = restart_postgres(2, Stop::Immediate).await.unwrap();
    balance.ensure_sound().unwrap();
    assert!(balance.refused > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_form_once_after_broken_connection() {
    cut_connections(5).await.unwrap().ensure_sound().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_visitors_while_one_address_attacks() {
    for (attack, _) in Attack::ALL {
        withstand(attack, 100).await.unwrap().ensure_sound().unwrap();
    }
    withstand_crowd(16, Duration::from_secs(3)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_mail_for_every_form_through_faults() {
    send_through_faults(2).await.unwrap().ensure_sound().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_owner_during_flood_of_wrong_passwords() {
    flood(Duration::from_secs(2), f64::INFINITY).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cleans_up_after_clients_that_leave() {
    hang_up(600).await.unwrap().ensure_sound().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn shares_sessions_and_limits_between_servers() {
    act_as_one().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn survives_killing_and_replacing_servers_and_pooler() {
    for balance in [kill_servers(2).await, replace_servers(2).await, kill_pooler(2).await] {
        balance.unwrap().ensure_sound().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_pages_without_database() {
    serve_pages_without_database().await.unwrap();
}

/// The balance includes the API's responses: here a count is too low, and a search misses a record.
#[tokio::test(flavor = "multi_thread")]
async fn detects_wrong_count_and_stale_search() {
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
async fn restores_backup_completely() {
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

    // Restores only into an empty database, unless REPLACE is set.
    assert!(script("restore.sh", &file, &url, "").unwrap_err().contains("the database is not empty"));
    system.postgres.execute("DELETE FROM submissions").await.unwrap();
    assert_ne!(content(&system).await, before);
    script("restore.sh", &file, &url, "yes").unwrap();
    assert_eq!(content(&system).await, before);
    system.resume(0).await.unwrap();
    send(&Form::new(Kind::Contact), system.address(), &ledger).await;
    system.compare(&ledger).await.unwrap().ensure_sound().unwrap();
}

/// Runs a script of the project on a database.
///
/// # Errors
/// The script's standard error.
fn script(name: &str, file: &Path, database_url: &str, replace: &str) -> Result<(), String> {
    let mut command = Command::new(root().join("scripts").join(name));
    command.arg(file).env("DATABASE_URL", database_url).env("TOKEN_SECRET", "unused").env("REPLACE", replace);
    let output = command.output().unwrap();
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Returns a hash of the rows of each table.
async fn content(system: &System) -> BTreeMap<String, String> {
    let mut content = BTreeMap::new();
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'";
    for table in system.postgres.query(tables).await.unwrap() {
        let table: String = table.get(0);
        let hash =
            format!("SELECT md5(string_agg(row::text, '' ORDER BY row::text)) FROM \"{table}\" AS row");
        let hash = system.postgres.query_text(&format!("SELECT coalesce(({hash}), '')")).await.unwrap();
        content.insert(table, hash);
    }
    content
}
