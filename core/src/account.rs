//! Limits that the forms of accounts share. Each form has separate messages.

/// Maximum length of a username, in characters.
pub const USERNAME_MAX: usize = 150;

/// Maximum length of a password, in characters.
pub const PASSWORD_MAX: usize = 1_024;
