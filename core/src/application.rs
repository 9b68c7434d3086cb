//! The application form: four texts and a CV.

use crate::{form, person, word_package::is_word_document};

form! {
    /// Application as the applicant typed it.
    pub struct ApplicationForm, "application", stored in "applications" as "Application" {
        /// The job applied for.
        job_title: Line {
            required: "Job title is required",
            max: 200 => "Job title must not exceed {number} characters",
            control: "Job title contains characters that cannot be used",
        }

        /// The applicant's name.
        full_name: Line {
            required: "Full name is required",
            min: person::FULL_NAME_MIN => "FullName must be at least three characters",
            max: person::FULL_NAME_MAX => "FullName must not exceed {number} characters",
            control: "FullName contains characters that cannot be used",
        }

        /// The applicant's email address.
        email: Email {
            required: "Email is required",
            max: person::EMAIL_MAX => "Email must not exceed {number} characters",
            control: "Email contains characters that cannot be used",
            pattern: "Enter a valid email",
        }

        /// Why the applicant fits.
        cover_letter: Lines {
            required: "Cover letter is required",
            min: 20 => "Cover letter must be at least {number} characters",
            max: 1_000 => "Cover letter must not exceed {number} characters",
            control: "Cover letter contains characters that cannot be used",
        }
    }

    /// The applicant's CV.
    file cv {
        required: "Please upload your CV",
        types: [Pdf, Doc, Docx] => "Only PDF, DOC, or DOCX files are allowed",
        megabytes: 5 => "File size must be under {number}MB",
    }
}

/// Checks the whole content of a CV with the name and the first bytes of a DOCX.
///
/// # Errors
/// The message of the form for a file of another type.
pub fn check_docx(content: &[u8]) -> Result<(), &'static str> {
    if is_word_document(content) { Ok(()) } else { Err(RULES.cv.wrong_type) }
}
