//! What both forms ask of a person, with the same limits; each form has its own words.

/// The shortest name, in characters.
pub const FULL_NAME_MIN: usize = 3;

/// The longest name, in characters.
pub const FULL_NAME_MAX: usize = 200;

/// The longest e-mail address, in characters.
pub const EMAIL_MAX: usize = 254;
