//! What both forms ask of a person, with the same limits; each form has its own words.

/// The shortest name, in characters.
pub const FULL_NAME_MIN: usize = 3;

/// The longest name, in characters.
pub const FULL_NAME_MAX: usize = 200;

/// The longest e-mail address, in characters.
pub const EMAIL_MAX: usize = 254;

/// Returns the name under which a form that asks for none is stored: the address, cut to [`FULL_NAME_MAX`] characters.
#[must_use]
pub fn name_from_email(email: &str) -> &str {
    let end = email.char_indices().nth(FULL_NAME_MAX).map(|(end, _)| end);
    end.and_then(|end| email.get(..end)).unwrap_or(email)
}

#[cfg(test)]
mod tests {
    use super::{EMAIL_MAX, FULL_NAME_MAX, name_from_email};

    #[test]
    fn cuts_an_address_to_the_length_of_a_name() {
        for short in ["a@b.c".to_owned(), "é".repeat(FULL_NAME_MAX)] {
            assert_eq!(name_from_email(&short), short);
        }
        assert_eq!(name_from_email(&"é".repeat(EMAIL_MAX)), "é".repeat(FULL_NAME_MAX));
    }
}
