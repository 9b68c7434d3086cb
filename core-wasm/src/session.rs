//! What the stored tokens tell. `now` is in seconds since 1970, corrected by the server's clock.
#![expect(unsafe_code, reason = "an exported name is unsafe because it must be the only one of its kind")]

use agency_core::token::{self, Session};

use form_rules::exchange::{to_u64, with_arguments};

/// Decides a session: its position among all that there are. No access token is the same as an empty one.
#[unsafe(no_mangle)]
pub extern "C" fn decide_session(has_refresh: usize, now: f64, length: usize) -> usize {
    let decided = with_arguments(length, |arguments| {
        token::decide(Some(arguments.take_text()), has_refresh != 0, to_u64(now))
    });
    Session::ALL.iter().position(|session| *session == decided).unwrap_or_default()
}

/// Whether a token can be read and has not expired: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn is_token_live(now: f64, length: usize) -> usize {
    with_arguments(length, |arguments| usize::from(token::is_live(arguments.take_text(), to_u64(now))))
}
