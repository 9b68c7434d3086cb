//! Usernames as accounts are compared by.

use agency_core::admin;
use unicode_normalization::UnicodeNormalization as _;

/// Returns what usernames are compared by.
pub(crate) fn username_key(username: &str) -> String {
    admin::username_key(username, |text| text.nfc().collect())
}
