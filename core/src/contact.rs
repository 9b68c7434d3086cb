//! The contact form: a request for an estimate.

use form_rules::form;

use crate::person;

form! {
    /// What a visitor typed who asks for an estimate.
    pub struct ContactForm, "contact", stored in "consultations" as "Consultation" {
        /// What the visitor wants to have built.
        message: Lines {
            required: "Message is required",
            min: 10 => "Message must be at least {word} characters",
            max: 10_000 => "Message must not exceed {number} characters",
            control: "Message contains characters that cannot be used",
        }

        /// The visitor's name.
        full_name: Line {
            required: "Your Full Name is Required",
            min: person::FULL_NAME_MIN => "Your Full Name must be at least {word} characters",
            max: person::FULL_NAME_MAX => "Your Full Name must not exceed {number} characters",
            control: "Your Full Name contains characters that cannot be used",
        }

        /// Where the answer goes.
        email: Email {
            required: "Your Email is Required",
            max: person::EMAIL_MAX => "Your Email must not exceed {number} characters",
            control: "Your Email contains characters that cannot be used",
            pattern: "Please enter a valid email address",
        }

        /// How the visitor heard of the agency; may stay empty.
        referral: Line {
            min: 2 => "Too short to be a valid source",
            max: 200 => "The source must not exceed {number} characters",
            control: "The source contains characters that cannot be used",
        }
    }
}
