//! The code of a database's error, SQLSTATE: the only part of it that is the same in every language.
//!
//! The driver reads it, but Diesel's errors leave it out. So it is put in front of an error's message while that is on
//! its way from the server, and found there again.

use diesel::result::DatabaseErrorInformation;

const MARK: &str = "SQLSTATE ";

/// The code of an error that the database told; none for those that Diesel or the driver made up.
pub(crate) fn of(error: &dyn DatabaseErrorInformation) -> Option<&str> {
    let (code, _) = error.message().strip_prefix(MARK)?.split_once(": ")?;
    Some(code).filter(|code| code.len() == 5)
}

/// The code that stands somewhere in what was made of an error.
pub(crate) fn within(words: &str) -> Option<&str> {
    let (_, told) = words.split_once(MARK)?;
    told.split_once(": ").map(|(code, _)| code).filter(|code| code.len() == 5)
}

/// The body of an `ErrorResponse` with the code in front of its message.
pub(crate) fn tell(body: &[u8]) -> Vec<u8> {
    let fields = body.split_inclusive(|&byte| byte == 0);
    let code = fields.clone().find_map(|field| field.strip_prefix(b"C")?.strip_suffix(b"\0"));
    let mut told = Vec::with_capacity(body.len().saturating_add(MARK.len()).saturating_add(7));
    for field in fields {
        match (field.strip_prefix(b"M"), code) {
            (Some(message), Some(code)) => {
                told.extend([b"M", MARK.as_bytes(), code, b": ", message].concat());
            }
            _ => told.extend(field),
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::{of, tell};

    #[test]
    fn a_message_tells_its_code() {
        let told = tell(b"SFEHLER\0VERROR\0C57014\0Mstorniere Anfrage\0Fpostgres.c\0\0");
        assert_eq!(told, b"SFEHLER\0VERROR\0C57014\0MSQLSTATE 57014: storniere Anfrage\0Fpostgres.c\0\0");
        // A code may come after its message, and what is no error is left as it is.
        assert_eq!(tell(b"Moh\0C08P01\0\0"), b"MSQLSTATE 08P01: oh\0C08P01\0\0");
        for other in [&b"Moh\0\0"[..], b"C57014\0\0", b"\0", b"", b"Moh", b"C"] {
            assert_eq!(tell(other), other);
        }
    }

    #[test]
    fn only_a_code_in_front_is_one() {
        let code = |message: &str| of(&message.to_owned()).map(str::to_owned);
        assert_eq!(code("SQLSTATE 57014: storniere Anfrage: SQLSTATE 40001: x").as_deref(), Some("57014"));
        for other in
            ["connection closed", "57014: x", "SQLSTATE 5701: x", "SQLSTATE 57014", "no SQLSTATE 57014: x"]
        {
            assert_eq!(code(other), None, "{other}");
        }
    }
}
