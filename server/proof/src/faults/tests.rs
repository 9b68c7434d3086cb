use super::{
    attack::{Attack, withstand},
    crash::kill_server,
    cut::{Cut, cut_connections},
    mail::send_through_faults,
    outage::restart_postgres,
    slow::serve_beside_slow_clients,
};
use crate::postgres::Stop;

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_has_lost_nothing_it_acknowledged() {
    let balance = kill_server(3).await.unwrap();
    assert!(balance.is_sound() && balance.silences > 0, "{balance}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_of_postgres_is_answered_503_and_costs_nothing() {
    let balance = restart_postgres(&[Stop::Fast, Stop::Immediate]).await.unwrap();
    assert!(balance.is_sound() && balance.refusals > 0, "{balance}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_stored_form_has_its_mail() {
    let (balance, mails) = send_through_faults(3).await.unwrap();
    assert!(balance.is_sound(), "{balance}");
    assert!(mails.are_sound(), "{mails}");
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_keep_nobody_from_being_served() {
    let balance = serve_beside_slow_clients(200, 100).await.unwrap();
    assert!(balance.is_sound(), "{balance}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_client_takes_neither_all_places_nor_all_memory() {
    for &attack in Attack::ALL {
        let withstood = withstand(attack, 600, 100).await.unwrap();
        assert!(withstood.balance.is_sound(), "{attack:?}: {}", withstood.balance);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_cut_off_and_sent_again_is_stored_once() {
    let cuts = [Cut::Request(1), Cut::Request(60), Cut::Request(250), Cut::Request(350), Cut::Answer];
    let balance = cut_connections(&cuts).await.unwrap();
    assert!(balance.is_sound(), "{balance}");
}
