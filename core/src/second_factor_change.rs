//! The form by which an owner switches the second factor on or off, or has new recovery codes made.

use form_rules::form;

use crate::second_factor::is_code;

form! {
    /// Whoever changes the second factor shows to have both: the password, and a code.
    pub struct SecondFactorChangeForm, "second_factor_change" {
        /// The password.
        current_password: Password {
            required: "Current password is required",
            max: 1_024 => "Current password must not exceed {number} characters",
            control: "Current password contains characters that cannot be used",
        }

        /// A code of the app, or a recovery code.
        code: Line {
            required: "Code is required",
            max: 64 => "Code must not exceed {number} characters",
            control: "Code contains characters that cannot be used",
        }
    }
    where {
        code: is_code code => "Enter the six digits of your app, or a recovery code",
    }
}
