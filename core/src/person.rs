//! Limits that the contact form and the application form share. Each form has separate messages.

/// Minimum length of a name, in characters.
pub const FULL_NAME_MIN: usize = 3;

/// Maximum length of a name, in characters.
pub const FULL_NAME_MAX: usize = 200;

/// Maximum length of an email address, in characters.
pub const EMAIL_MAX: usize = 254;

/// Returns the stored name for a form without a name field: the address, cut to [`FULL_NAME_MAX`] characters.
#[must_use]
pub fn name_from_email(email: &str) -> &str {
    let end = email.char_indices().nth(FULL_NAME_MAX).map(|(end, _)| end);
    end.and_then(|end| email.get(..end)).unwrap_or(email)
}

#[cfg(test)]
mod tests {
    use super::{EMAIL_MAX, FULL_NAME_MAX, name_from_email};

    #[test]
    fn cuts_address_to_name_length() {
        for short in ["a@b.c".to_owned(), "é".repeat(FULL_NAME_MAX)] {
            assert_eq!(name_from_email(&short), short);
        }
        assert_eq!(name_from_email(&"é".repeat(EMAIL_MAX)), "é".repeat(FULL_NAME_MAX));
    }
}
