//! The login form.

use crate::form;

form! {
    /// Username and password as typed.
    pub struct LoginForm, "login" {
        /// The account's name.
        username: Line {
            required: "Username is required",
            max: 150 => "Username must not exceed {number} characters",
            control: "Username contains characters that cannot be used",
        }

        /// The account's password, taken as typed.
        password: Password {
            required: "Password is required",
            max: 1_024 => "Password must not exceed {number} characters",
            control: "Password contains characters that cannot be used",
        }
    }
}
