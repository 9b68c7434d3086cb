//! The contact form: a request for an estimate.

use crate::form;

use crate::person;

form! {
    /// Request for an estimate as the visitor typed it.
    pub struct ContactForm, "contact", stored in "consultations" as "Consultation" {
        /// The visitor's message.
        message: Lines {
            required: "Message is required",
            min: 10 => "Message must be at least ten characters",
            max: 10_000 => "Message must not exceed {number} characters",
            control: "Message contains characters that cannot be used",
        }

        /// The visitor's name.
        full_name: Line {
            required: "Your Full Name is Required",
            min: person::FULL_NAME_MIN => "Your Full Name must be at least three characters",
            max: person::FULL_NAME_MAX => "Your Full Name must not exceed {number} characters",
            control: "Your Full Name contains characters that cannot be used",
        }

        /// The visitor's email address.
        email: Email {
            required: "Your Email is Required",
            max: person::EMAIL_MAX => "Your Email must not exceed {number} characters",
            control: "Your Email contains characters that cannot be used",
            pattern: "Please enter a valid email address",
        }

        /// How the visitor heard of the agency (optional).
        referral: Line {
            min: 2 => "Too short to be a valid source",
            max: 200 => "The source must not exceed {number} characters",
            control: "The source contains characters that cannot be used",
        }
    }
}
