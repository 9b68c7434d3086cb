//! The memory through which JavaScript and the rules exchange arguments and answers: `js/exchange.js` is the other half.
//!
//! [`export_forms!`](crate::export_forms!) exports what forms need. A module with functions of its own
//! [reads](read) their arguments and [replies](reply) here:
//!
//! ```
//! # #![allow(unsafe_code)]
//! use form_rules::{exchange::read, text::normalize};
//!
//! /// Returns the number of bytes of a text, trimmed.
//! #[unsafe(no_mangle)]
//! pub extern "C" fn count_bytes(length: usize) -> usize {
//!     read(length, |arguments| normalize(arguments.text()).len())
//! }
//!
//! assert_eq!(count_bytes(0), 0);
//! ```

use std::sync::{Mutex, MutexGuard, PoisonError};

static ARGUMENTS: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<f64>> = Mutex::new(Vec::new());
static TEXTS: Mutex<String> = Mutex::new(String::new());

/// Makes room for `length` bytes of arguments; returns their address.
///
/// ```
/// assert_ne!(form_rules::exchange::reserve(64), 0);
/// ```
#[must_use]
pub fn reserve(length: usize) -> usize {
    let mut arguments = lock(&ARGUMENTS);
    if arguments.len() < length {
        // What was there belongs to an earlier call and need not be kept.
        arguments.clear();
        arguments.resize(length, 0);
    }
    arguments.as_mut_ptr().expose_provenance()
}

/// Returns the address of the last answer's numbers.
///
/// ```
/// # use form_rules::exchange::{answer, reply};
/// reply([1.0].into_iter());
/// assert_ne!(answer(), 0);
/// ```
#[must_use]
pub fn answer() -> usize {
    lock(&ANSWER).as_ptr().expose_provenance()
}

/// Reads the arguments of a call, in the order in which they were written.
///
/// ```
/// # use form_rules::exchange::read;
/// assert_eq!(read(0, |arguments| arguments.text().len()), 0);
/// ```
pub fn read<T>(length: usize, read: impl FnOnce(&mut Arguments<'_>) -> T) -> T {
    let arguments = lock(&ARGUMENTS);
    read(&mut Arguments(arguments.get(..length).unwrap_or_default()))
}

/// Answers with numbers; returns how many there are.
///
/// ```
/// assert_eq!(form_rules::exchange::reply([1.0, 2.0].into_iter()), 2);
/// ```
pub fn reply(numbers: impl Iterator<Item = f64>) -> usize {
    let mut answer = lock(&ANSWER);
    answer.clear();
    answer.extend(numbers);
    answer.len()
}

/// Answers with texts and then with numbers; returns how many of these numbers there are.
///
/// The texts follow each other in memory. The answer has the address of the first and the length of each.
///
/// ```
/// assert_eq!(form_rules::exchange::reply_texts(&["one", "two"], [3.0].into_iter()), 1);
/// ```
pub fn reply_texts(texts: &[&str], more: impl Iterator<Item = f64>) -> usize {
    let mut kept = lock(&TEXTS);
    kept.clear();
    kept.extend(texts.iter().copied());
    let place = std::iter::once(kept.as_ptr().expose_provenance());
    let lengths = texts.iter().map(|text| text.len());
    reply(place.chain(lengths).map(small).chain(more)).saturating_sub(texts.len()).saturating_sub(1)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The unread arguments of a call.
///
/// ```
/// # use form_rules::exchange::Arguments;
/// let mut arguments = Arguments::new(&[3, 0, 0, 0, b'A', b'd', b'a']);
/// assert_eq!(arguments.text(), "Ada");
/// ```
pub struct Arguments<'a>(&'a [u8]);

impl<'a> Arguments<'a> {
    /// Creates the arguments that some bytes hold.
    ///
    /// ```
    /// # use form_rules::exchange::Arguments;
    /// assert_eq!(Arguments::new(&[]).text(), "");
    /// ```
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns the next text; empty where there is none.
    ///
    /// ```
    /// # use form_rules::exchange::Arguments;
    /// assert_eq!(Arguments::new(&[255, 255, 255, 255, b'A']).text(), "");
    /// ```
    pub fn text(&mut self) -> &'a str {
        str::from_utf8(self.bytes()).unwrap_or_default()
    }

    /// Returns the next bytes; none where there are none.
    ///
    /// ```
    /// # use form_rules::exchange::Arguments;
    /// assert_eq!(Arguments::new(&[1, 0, 0, 0, 9]).bytes(), [9]);
    /// ```
    pub fn bytes(&mut self) -> &'a [u8] {
        let length = self.fixed().map(u32::from_le_bytes).and_then(|length| usize::try_from(length).ok());
        let Some((bytes, rest)) = length.and_then(|length| self.0.split_at_checked(length)) else {
            return &[];
        };
        self.0 = rest;
        bytes
    }

    /// Returns the next number, if it is one.
    ///
    /// ```
    /// # use form_rules::exchange::Arguments;
    /// assert_eq!(Arguments::new(&2.5_f64.to_le_bytes()).number(), Some(2.5));
    /// ```
    pub fn number(&mut self) -> Option<f64> {
        self.fixed().map(f64::from_le_bytes).filter(|number| !number.is_nan())
    }

    fn fixed<const LENGTH: usize>(&mut self) -> Option<[u8; LENGTH]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }
}

/// Returns the address and the length of a sentence.
///
/// ```
/// assert_eq!(form_rules::exchange::sentence("Too long")[1], 8.0);
/// ```
#[must_use]
pub fn sentence(message: &'static str) -> [f64; 2] {
    [message.as_ptr().addr(), message.len()].map(small)
}

/// Returns a number as a whole one of at least 0; what is too large is the largest.
///
/// ```
/// # use form_rules::exchange::whole;
/// assert_eq!([whole(2.9), whole(-1.0), whole(f64::NAN)], [2, 0, 0]);
/// ```
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast from a float saturates, and NaN becomes 0"
)]
pub fn whole(number: f64) -> u64 {
    number as u64
}

/// Returns a whole number as JavaScript has it.
///
/// ```
/// assert_eq!(form_rules::exchange::float(7), 7.0);
/// ```
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "nothing that is counted here comes near to 2^53")]
pub fn float(number: u64) -> f64 {
    number as f64
}

/// Returns a position, a length or an address as JavaScript has it.
///
/// ```
/// assert_eq!(form_rules::exchange::small(7), 7.0);
/// ```
#[must_use]
pub fn small(number: usize) -> f64 {
    float(u64::try_from(number).unwrap_or(u64::MAX))
}
