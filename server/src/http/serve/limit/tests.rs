use std::{net::IpAddr, time::Duration};

use futures_util::FutureExt as _;
use tokio::time::Instant;

use super::{ConnectionGuard, ConnectionLimit};
use crate::{http::serve::activity::Phase, monitoring::metrics::Refused};

fn limit(at_most: usize, per_address: usize, trusted: &[&str]) -> ConnectionLimit {
    let trusted = trusted.iter().map(|address| address.parse().unwrap()).collect::<Vec<_>>();
    ConnectionLimit::new(at_most, per_address, trusted.into(), None)
}

fn address(address: &str) -> IpAddr {
    address.parse().unwrap()
}

fn is_evicted(guard: &ConnectionGuard) -> bool {
    guard.evicted().now_or_never().is_some()
}

fn working(guard: &ConnectionGuard, since: Instant) {
    guard.activity().enter(Phase::Request, since);
}

#[tokio::test]
async fn who_is_waited_for_gives_way_the_worst_and_the_longest_first() {
    let start = Instant::now();
    let at = |seconds| start + Duration::from_secs(seconds);
    let limit = limit(5, 5, &[]);
    let [idle, head, later_head, request, stalled] =
        [0, 1, 2, 3, 4].map(|second| limit.admit(address("192.0.2.1"), at(second)).ok().unwrap());
    idle.activity().enter(Phase::Idle, at(1));
    working(&request, at(3));
    working(&stalled, at(4));
    stalled.activity().blocked(at(6));
    let mut newcomers = Vec::new();
    for expected in [&head, &later_head, &stalled, &idle] {
        let newcomer = limit.admit(address("192.0.2.2"), at(20)).ok().unwrap();
        assert!(is_evicted(expected));
        working(&newcomer, at(20));
        newcomers.push(newcomer);
    }
    assert!(!is_evicted(&request));
    assert_eq!(limit.admit(address("192.0.2.2"), at(20)).err(), Some(Refused::Full));
}

#[tokio::test]
async fn who_has_just_come_gives_way_to_nobody_while_others_idle() {
    let start = Instant::now();
    let at = |milliseconds| start + Duration::from_millis(milliseconds);
    let limit = limit(3, 3, &[]);
    let [idle, fresh, later_idle] =
        [0, 200, 0].map(|since| limit.admit(address("192.0.2.1"), at(since)).ok().unwrap());
    idle.activity().enter(Phase::Idle, at(100));
    later_idle.activity().enter(Phase::Idle, at(300));
    let mut newcomers = Vec::new();
    for expected in [&idle, &fresh, &later_idle] {
        let newcomer = limit.admit(address("192.0.2.2"), at(400)).ok().unwrap();
        assert!(is_evicted(expected));
        working(&newcomer, at(400));
        newcomers.push(newcomer);
    }
}

#[tokio::test]
async fn a_place_is_held_until_the_last_of_its_guards_is_gone() {
    let limit = limit(1, 1, &[]);
    let now = Instant::now();
    let connection = limit.admit(address("192.0.2.1"), now).ok().unwrap();
    working(&connection, now);
    let of_request = connection.clone();
    drop(connection);
    assert_eq!(limit.admit(address("192.0.2.2"), now).err(), Some(Refused::Full));
    drop(of_request);
    assert!(limit.admit(address("192.0.2.2"), now).is_ok());
}

#[tokio::test]
async fn who_was_evicted_takes_nobodys_place_along() {
    let limit = limit(1, 1, &[]);
    let now = Instant::now();
    let first = limit.admit(address("192.0.2.1"), now).ok().unwrap();
    let second = limit.admit(address("192.0.2.1"), now).ok().unwrap();
    assert!(is_evicted(&first));
    working(&second, now);
    drop(first);
    assert_eq!(limit.admit(address("192.0.2.1"), now).err(), Some(Refused::Share));
}

#[tokio::test]
async fn one_address_has_its_share_and_gives_way_to_itself_only() {
    let now = Instant::now();
    for (clients, is_one) in [
        (["192.0.2.1", "192.0.2.1", "192.0.2.1"], true),
        (["2001:db8::1", "2001:db8::2:0:0:2", "2001:db8::3"], true),
        (["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"], true),
        (["2001:db8::1", "2001:db8:0:1::1", "2001:db8:0:2::1"], false),
        (["192.0.2.1", "192.0.2.2", "192.0.2.3"], false),
        // A trusted proxy connects for many.
        (["10.0.0.1", "10.0.0.1", "10.0.0.1"], false),
    ] {
        let limit = limit(10, 2, &["10.0.0.1"]);
        let other = limit.admit(address("198.51.100.1"), now).ok().unwrap();
        let [first, second, third] = clients.map(|client| limit.admit(address(client), now).ok().unwrap());
        assert_eq!(is_evicted(&first), is_one, "{clients:?}");
        working(&second, now);
        working(&third, now);
        if is_one {
            assert_eq!(limit.admit(address(clients[0]), now).err(), Some(Refused::Share), "{clients:?}");
        }
        assert!(!is_evicted(&second) && !is_evicted(&third) && !is_evicted(&other), "{clients:?}");
    }
}
