//! The login form.

use crate::{account, form};

form! {
    /// Username and password as typed.
    pub struct LoginForm, "login" {
        /// The account's name.
        username: Line {
            required: "Username is required",
            max: account::USERNAME_MAX => "Username must not exceed {number} characters",
            control: "Username contains characters that cannot be used",
        }

        /// The account's password, taken as typed.
        password: Password {
            required: "Password is required",
            max: account::PASSWORD_MAX => "Password must not exceed {number} characters",
            control: "Password contains characters that cannot be used",
        }
    }
}
