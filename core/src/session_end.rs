//! The form that signs out other sessions of an account.

use crate::{account, form};

form! {
    /// Confirms by password that the account's owner signs out a session.
    pub struct SessionEndForm, "session_end" {
        /// The current password.
        current_password: Password {
            required: "Current password is required",
            max: account::PASSWORD_MAX => "Current password must not exceed {number} characters",
            control: "Current password contains characters that cannot be used",
        }
    }
}
