//! The form by which an owner ends sign-ins of the account.

use form_rules::form;

form! {
    /// Whoever ends sign-ins shows to be the owner, and not only somebody at the owner's browser.
    pub struct SignInEndForm, "sign_in_end" {
        /// The password.
        current_password: Password {
            required: "Current password is required",
            max: 1_024 => "Current password must not exceed {number} characters",
            control: "Current password contains characters that cannot be used",
        }
    }
}
