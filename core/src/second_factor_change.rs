//! The form that turns two-factor authentication on or off, or replaces the recovery codes.

use crate::form;

use crate::{
    account,
    second_factor::{CODE_MAX, is_code},
};

form! {
    /// Confirms a change of two-factor authentication by password and code.
    pub struct SecondFactorChangeForm, "second_factor_change" {
        /// The current password.
        current_password: Password {
            required: "Current password is required",
            max: account::PASSWORD_MAX => "Current password must not exceed {number} characters",
            control: "Current password contains characters that cannot be used",
        }

        /// A code from the authenticator app, or a recovery code.
        code: Line {
            required: "Code is required",
            max: CODE_MAX => "Code must not exceed {number} characters",
            control: "Code contains characters that cannot be used",
        }
    }
    where {
        code: is_code code => "Enter the six digits of your app, or a recovery code",
    }
}
