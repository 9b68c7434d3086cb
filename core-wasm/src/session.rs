//! State of a session. `now` is in seconds since 1970, corrected by the server's clock.
#![expect(unsafe_code, reason = "an exported name is unsafe because it must be unique")]

use agency_core::token::{self, Session};

use agency_core::form::exchange::{to_u64, with_arguments};

/// Returns the position of the session's state among all states. An empty access token counts as missing.
#[unsafe(no_mangle)]
pub extern "C" fn decide_session(has_refresh: usize, now: f64, length: usize) -> usize {
    let decided = with_arguments(length, |arguments| {
        token::decide(Some(arguments.take_text()), has_refresh != 0, to_u64(now))
    });
    Session::ALL.iter().position(|session| *session == decided).unwrap_or_default()
}

/// Returns 1 if a token can be decoded and has not expired, otherwise 0.
#[unsafe(no_mangle)]
pub extern "C" fn is_token_live(now: f64, length: usize) -> usize {
    with_arguments(length, |arguments| usize::from(token::is_live(arguments.take_text(), to_u64(now))))
}
