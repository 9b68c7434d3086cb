//! Error messages that belong to no form.

/// Messages that only the server says. Those of both sides are next to their rules.
pub mod server {
    use super::sentences;

    sentences! {
        REFUSED = "Some fields need your attention";
        ACTION_INVALID = "Action must be start, finish, reopen, spam, not_spam, assign, note or undo";
        VERSION_INVALID = "Version must be a whole number of at least 1";
        ASSIGNEE_MISSING = "To must be a username, or null to unassign";
        ASSIGNEE_UNKNOWN = "There is no account with this name";
        ASSIGNEE_REMOVED = "The account that this was assigned to before was removed";
        RECORD_CHANGED = "This record has changed since you opened it";
        BULK_NOTE = "A note can be added to one record at a time";
        BULK_EMPTY = "Records must name at least one record";
        BULK_REPEATED = "Records must name each record once";
        USERNAME_RESERVED = "This username is reserved. Choose another one.";
        IDEMPOTENCY_KEY_INVALID = "The Idempotency-Key must be 16 to 128 letters, digits, dots, dashes or underscores";
        IDEMPOTENCY_CONFLICT = "This request was already sent with other content";
        INVALID_CREDENTIALS = "Invalid Credentials";
        TOKEN_INVALID = "Unauthorized: Invalid or expired token";
        PASSWORD_DUE = "Your temporary password has expired. Choose a new one.";
        PASSWORD_WRONG = "This is not your current password";
        PASSWORD_COMMON = "This password is too common. Choose another one.";
        PASSWORD_CHANGED = "Your password was changed in another session. Please sign in with the new one.";
        CHALLENGE_ENDED = "Signing in took too long. Please start again.";
        CODE_WRONG = "This code is invalid or was already used. Enter the next one.";
        SETUP_ENDED = "Setting up took too long. Please start again.";
        SECOND_FACTOR_ON = "Two-factor authentication is already on. Reload the page.";
        SECOND_FACTOR_OFF = "Two-factor authentication is off. Reload the page.";
        ANOTHER_ACCOUNT = "You are signed in to another account. Reload the page.";
        REFRESH_INVALID = "Your session has ended. Please sign in again.";
        EXPORT_LINK_INVALID = "This link has expired. Export the list again.";
        EXPORT_VERSION = "A list can only be exported over HTTP/1.1";
        NOT_FOUND = "Not found";
        METHOD_NOT_ALLOWED = "This method is not allowed here";
        MALFORMED = "The request could not be read";
        NOT_UTF8 = "We could not read the letters that your browser sent. Please write to us by e-mail.";
        FIELD_TWICE = "A field was sent twice";
        TOO_LARGE = "The request is too large";
        UNSUPPORTED_TYPE = "This content type is not supported here";
        TIMED_OUT = "The request took too long";
        TOO_MANY = "Too many attempts. Please try again later.";
        UNAVAILABLE = "The service is not available right now. Please try again shortly.";
        SCHEMA_PENDING = "The database is not up to date yet";
        SCHEMA_NEWER = "The database is newer than this server";
        STOPPING = "The server is stopping";
        INTERNAL = "Something went wrong. Please try again.";
    }
}

/// Declares messages as documented constants.
macro_rules! sentences {
    ($($name:ident = $text:literal;)+) => {
        $(#[doc = concat!("“", $text, "”")] pub const $name: &str = $text;)+
    };
}
use sentences;
