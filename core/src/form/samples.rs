//! Forms for the unit tests.
#![expect(unreachable_pub, reason = "the macro declares for other crates")]

/// Form with one text of each kind.
pub(crate) mod signup {
    crate::form! {
        /// A visitor who signs up.
        pub struct SignupForm, "signup" {
            /// The visitor's name.
            full_name: Line {
                required: "Name is required",
                min: 3 => "Name must have at least three characters",
                max: 200 => "Name must not exceed {number} characters",
                control: "Name contains characters that cannot be used",
            }

            /// The visitor's address.
            email: Email {
                required: "Email is required",
                max: 254 => "Email must not exceed {number} characters",
                control: "Email contains characters that cannot be used",
                pattern: "Enter a valid email",
            }

            /// The reason for signing up (optional).
            reason: Lines {
                min: 10 => "Reason must have at least {number} characters",
                max: 500 => "Reason must not exceed {number} characters",
                control: "Reason contains characters that cannot be used",
            }

            /// The new password.
            password: Password {
                required: "Password is required",
                min: 12 => "Password must have at least {number} characters",
                max: 1_024 => "Password must not exceed {number} characters",
                control: "Password contains characters that cannot be used",
            }
        }
        where {
            password: differs_from full_name => "Password must not be your name",
        }
    }

    fn differs_from(password: &str, full_name: &str) -> bool {
        password != full_name
    }
}

/// Form with a file.
pub(crate) mod upload {
    crate::form! {
        /// A document with a title.
        pub struct UploadForm, "upload", stored in "uploads" as "Upload" {
            /// The document's title.
            title: Line {
                required: "Title is required",
                max: 100 => "Title must not exceed {number} characters",
                control: "Title contains characters that cannot be used",
            }
        }

        /// The document.
        file document {
            required: "Please choose a file",
            types: [Pdf, Doc, Docx] => "Only PDF, DOC, or DOCX files are allowed",
            megabytes: 5 => "File size must be under {number}MB",
        }
    }
}
