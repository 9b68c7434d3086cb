//! Messages that contain a limit, filled in at compile time.

use std::str::from_utf8;

/// Fills a number into a template: `{number}` becomes its digits, `{word}` its English name.
///
/// ```
/// use agency_core::sentence;
///
/// const SHORT: &str = sentence!("At least {word} characters", 10);
/// assert_eq!(SHORT, "At least ten characters");
/// ```
#[macro_export]
macro_rules! sentence {
    ($template:expr, $number:expr) => {{
        const TEMPLATE: &str = $template;
        const NUMBER: usize = $number;
        const LENGTH: usize = $crate::form::sentence::fill::<0>(TEMPLATE, NUMBER).1;
        const BYTES: [u8; LENGTH] = $crate::form::sentence::fill(TEMPLATE, NUMBER).0;
        $crate::form::sentence::filled_text(&BYTES)
    }};
}

/// English names of the numbers from zero that `{word}` supports.
///
/// ```
/// assert_eq!(agency_core::form::sentence::WORDS[10], "ten");
/// ```
pub const WORDS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Returns the first `ROOM` bytes of a filled template, and its length in bytes.
#[doc(hidden)]
#[must_use]
pub const fn fill<const ROOM: usize>(template: &str, number: usize) -> ([u8; ROOM], usize) {
    let mut writer = Writer { bytes: [0; ROOM], length: 0 };
    let mut left = template.as_bytes();
    while let [first, rest @ ..] = left {
        left = match left {
            [b'{', b'n', b'u', b'm', b'b', b'e', b'r', b'}', rest @ ..] => {
                writer.digits(number);
                rest
            }
            [b'{', b'w', b'o', b'r', b'd', b'}', rest @ ..] => {
                writer.word(number);
                rest
            }
            _ => {
                writer.push(*first);
                rest
            }
        };
    }
    (writer.bytes, writer.length)
}

/// Converts the bytes from [`fill`] to a text.
#[doc(hidden)]
#[must_use]
pub const fn filled_text(bytes: &'static [u8]) -> &'static str {
    match from_utf8(bytes) {
        Ok(text) => text,
        // Unreachable: templates, digits and words are UTF-8.
        Err(_) => "",
    }
}

struct Writer<const ROOM: usize> {
    bytes: [u8; ROOM],
    length: usize,
}

impl<const ROOM: usize> Writer<ROOM> {
    const fn push(&mut self, byte: u8) {
        if self.length < ROOM {
            let (_, free) = self.bytes.split_at_mut(self.length);
            if let [next, ..] = free {
                *next = byte;
            }
        }
        self.length += 1;
    }

    const fn digits(&mut self, number: usize) {
        if number >= 10 {
            self.digits(number / 10);
        }
        let [digit, ..] = (number % 10).to_le_bytes();
        self.push(b'0' + digit);
    }

    const fn word(&mut self, number: usize) {
        assert!(number < WORDS.len(), "no English name is known for this number");
        let (_, words) = WORDS.split_at(number);
        let [word, ..] = words else { return };
        let mut left = word.as_bytes();
        while let [first, rest @ ..] = left {
            self.push(*first);
            left = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn fills_number_and_word_into_template() {
        assert_eq!(sentence!("At most {number} characters", 10_000), "At most 10000 characters");
        assert_eq!(sentence!("At least {word} characters", 10), "At least ten characters");
        assert_eq!(sentence!("{number}, {word} ≥ {", 0), "0, zero ≥ {");
    }
}
