//! Every sentence that a rule or the server can answer with, each once.

/// The contact form's sentences.
pub mod contact {
    use super::sentences;

    sentences! {
        MESSAGE_REQUIRED = "Message is required";
        MESSAGE_TOO_SHORT = "Message must be at least ten characters";
        MESSAGE_TOO_LONG = "Message must not exceed 10000 characters";
        MESSAGE_CONTROL = "Message contains characters that cannot be used";
        FULL_NAME_REQUIRED = "Your Full Name is Required";
        FULL_NAME_TOO_SHORT = "Your Full Name must be at least three characters";
        FULL_NAME_TOO_LONG = "Your Full Name must not exceed 200 characters";
        FULL_NAME_CONTROL = "Your Full Name contains characters that cannot be used";
        EMAIL_REQUIRED = "Your Email is Required";
        EMAIL_TOO_LONG = "Your Email must not exceed 254 characters";
        EMAIL_CONTROL = "Your Email contains characters that cannot be used";
        EMAIL_INVALID = "Please enter a valid email address";
        REFERRAL_TOO_SHORT = "Too short to be a valid source";
        REFERRAL_TOO_LONG = "The source must not exceed 200 characters";
        REFERRAL_CONTROL = "The source contains characters that cannot be used";
    }
}

/// The application form's sentences.
pub mod application {
    use super::sentences;

    sentences! {
        JOB_TITLE_REQUIRED = "Job title is required";
        JOB_TITLE_TOO_LONG = "Job title must not exceed 200 characters";
        JOB_TITLE_CONTROL = "Job title contains characters that cannot be used";
        FULL_NAME_REQUIRED = "Full name is required";
        FULL_NAME_TOO_SHORT = "FullName must be at least three characters";
        FULL_NAME_TOO_LONG = "FullName must not exceed 200 characters";
        FULL_NAME_CONTROL = "FullName contains characters that cannot be used";
        EMAIL_REQUIRED = "Email is required";
        EMAIL_TOO_LONG = "Email must not exceed 254 characters";
        EMAIL_CONTROL = "Email contains characters that cannot be used";
        EMAIL_INVALID = "Enter a valid email";
        COVER_LETTER_REQUIRED = "Cover letter is required";
        COVER_LETTER_TOO_SHORT = "Cover letter must be at least 20 characters";
        COVER_LETTER_TOO_LONG = "Cover letter must not exceed 1000 characters";
        COVER_LETTER_CONTROL = "Cover letter contains characters that cannot be used";
        CV_REQUIRED = "Please upload your CV";
        CV_TYPE = "Only PDF, DOC, or DOCX files are allowed";
        CV_SIZE = "File size must be under 5MB";
    }
}

/// The login form's sentences.
pub mod login {
    use super::sentences;

    sentences! {
        USERNAME_REQUIRED = "Username is required";
        USERNAME_TOO_LONG = "Username must not exceed 150 characters";
        USERNAME_CONTROL = "Username contains characters that cannot be used";
        PASSWORD_REQUIRED = "Password is required";
        PASSWORD_TOO_LONG = "Password must not exceed 1024 characters";
        PASSWORD_CONTROL = "Password contains characters that cannot be used";
    }
}

/// The sentences of what an admin is called.
pub mod admin {
    use super::sentences;

    sentences! {
        FIRST_NAME_TOO_LONG = "First name must not exceed 150 characters";
        FIRST_NAME_CONTROL = "First name contains characters that cannot be used";
        LAST_NAME_TOO_LONG = "Last name must not exceed 150 characters";
        LAST_NAME_CONTROL = "Last name contains characters that cannot be used";
    }
}

/// What the server answers beside the forms' rules.
pub mod server {
    use super::sentences;

    sentences! {
        REFUSED = "Some fields need your attention";
        PAGE_INVALID = "Page must be a whole number of at least 1";
        SORT_INVALID = "Sort must be newest, oldest, name_asc or name_desc";
        IDEMPOTENCY_KEY_INVALID = "The Idempotency-Key must be 16 to 128 letters, digits, dots, dashes or underscores";
        IDEMPOTENCY_CONFLICT = "This request was already sent with other content";
        INVALID_CREDENTIALS = "Invalid Credentials";
        TOKEN_INVALID = "Unauthorized: Invalid or expired token";
        REFRESH_INVALID = "Your session has ended. Please sign in again.";
        CONSULTATION_NOT_FOUND = "Consultation not found";
        LINK_INVALID = "This link is not valid any more. Please open the application again.";
        APPLICATION_NOT_FOUND = "Application not found";
        NOT_FOUND = "Not found";
        METHOD_NOT_ALLOWED = "This method is not allowed here";
        MALFORMED = "The request could not be read";
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

/// Declares sentences as documented constants.
macro_rules! sentences {
    ($($name:ident = $text:literal;)+) => {
        $(#[doc = concat!("“", $text, "”")] pub const $name: &str = $text;)+
    };
}
use sentences;
