//! Passes arguments and results between JavaScript and a module through its memory. `js/exchange.js` is the other half.
//!
//! [`export_forms!`](crate::export_forms!) covers forms. Any other exported function reads its arguments with
//! [`with_arguments`], and returns numbers with [`reply`] or texts with [`reply_texts`]:
//!
//! ```
//! # #![allow(unsafe_code)]
//! use agency_core::form::{exchange::with_arguments, text::normalize};
//!
//! /// Returns the number of bytes of a trimmed text.
//! #[unsafe(no_mangle)]
//! pub extern "C" fn count_bytes(length: usize) -> usize {
//!     with_arguments(length, |arguments| normalize(arguments.take_text()).len())
//! }
//!
//! assert_eq!(count_bytes(0), 0);
//! ```

use std::sync::{Mutex, MutexGuard, PoisonError};

static ARGUMENTS: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<f64>> = Mutex::new(Vec::new());
static TEXTS: Mutex<String> = Mutex::new(String::new());

/// Reserves `length` bytes for arguments and returns their address.
///
/// ```
/// assert_ne!(agency_core::form::exchange::reserve(64), 0);
/// ```
#[must_use]
pub fn reserve(length: usize) -> usize {
    let mut arguments = lock(&ARGUMENTS);
    if arguments.len() < length {
        // The arguments of an earlier call are no longer needed.
        arguments.clear();
        arguments.resize(length, 0);
    }
    arguments.as_mut_ptr().expose_provenance()
}

/// Returns the address of the numbers of the last reply.
///
/// ```
/// # use agency_core::form::exchange::{answer, reply};
/// reply([1.0].into_iter());
/// assert_ne!(answer(), 0);
/// ```
#[must_use]
pub fn answer() -> usize {
    lock(&ANSWER).as_ptr().expose_provenance()
}

/// Calls `read` with the arguments of the current call, which occupy `length` bytes.
///
/// ```
/// # use agency_core::form::exchange::with_arguments;
/// assert_eq!(with_arguments(0, |arguments| arguments.take_text().len()), 0);
/// ```
pub fn with_arguments<T>(length: usize, read: impl FnOnce(&mut Arguments<'_>) -> T) -> T {
    let arguments = lock(&ARGUMENTS);
    read(&mut Arguments(arguments.get(..length).unwrap_or_default()))
}

/// Stores numbers as the reply and returns their count.
///
/// ```
/// assert_eq!(agency_core::form::exchange::reply([1.0, 2.0].into_iter()), 2);
/// ```
pub fn reply(numbers: impl Iterator<Item = f64>) -> usize {
    let mut answer = lock(&ANSWER);
    answer.clear();
    answer.extend(numbers);
    answer.len()
}

/// Stores texts and further numbers as the reply, and returns the count of the further numbers.
///
/// The reply holds the address of the first text, the length of each text in bytes, then `more`. The texts are adjacent
/// in memory.
///
/// ```
/// assert_eq!(agency_core::form::exchange::reply_texts(&["one", "two"], [3.0].into_iter()), 1);
/// ```
pub fn reply_texts(texts: &[&str], more: impl Iterator<Item = f64>) -> usize {
    let mut kept = lock(&TEXTS);
    kept.clear();
    kept.extend(texts.iter().copied());
    let place = std::iter::once(kept.as_ptr().expose_provenance());
    let lengths = texts.iter().map(|text| text.len());
    reply(place.chain(lengths).map(usize_to_number).chain(more)).saturating_sub(texts.len()).saturating_sub(1)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Arguments of a call that have not been read yet.
///
/// ```
/// # use agency_core::form::exchange::Arguments;
/// let mut arguments = Arguments::new(&[3, 0, 0, 0, b'A', b'd', b'a']);
/// assert_eq!(arguments.take_text(), "Ada");
/// ```
pub struct Arguments<'a>(&'a [u8]);

impl<'a> Arguments<'a> {
    /// Creates arguments from their encoded bytes.
    ///
    /// ```
    /// # use agency_core::form::exchange::Arguments;
    /// assert_eq!(Arguments::new(&[]).take_text(), "");
    /// ```
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Takes the next text; empty if there is none or it is not UTF-8.
    ///
    /// ```
    /// # use agency_core::form::exchange::Arguments;
    /// assert_eq!(Arguments::new(&[255, 255, 255, 255, b'A']).take_text(), "");
    /// ```
    pub fn take_text(&mut self) -> &'a str {
        str::from_utf8(self.take_bytes()).unwrap_or_default()
    }

    /// Takes the next bytes; empty if there are none.
    ///
    /// ```
    /// # use agency_core::form::exchange::Arguments;
    /// assert_eq!(Arguments::new(&[1, 0, 0, 0, 9]).take_bytes(), [9]);
    /// ```
    pub fn take_bytes(&mut self) -> &'a [u8] {
        let length =
            self.take_array().map(u32::from_le_bytes).and_then(|length| usize::try_from(length).ok());
        let Some((bytes, rest)) = length.and_then(|length| self.0.split_at_checked(length)) else {
            return &[];
        };
        self.0 = rest;
        bytes
    }

    /// Takes the next number; none if it is missing or NaN.
    ///
    /// ```
    /// # use agency_core::form::exchange::Arguments;
    /// assert_eq!(Arguments::new(&2.5_f64.to_le_bytes()).take_number(), Some(2.5));
    /// ```
    pub fn take_number(&mut self) -> Option<f64> {
        self.take_array().map(f64::from_le_bytes).filter(|number| !number.is_nan())
    }

    fn take_array<const LENGTH: usize>(&mut self) -> Option<[u8; LENGTH]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }
}

/// Returns the address and the length of a message, in bytes.
///
/// ```
/// assert_eq!(agency_core::form::exchange::message_location("Too long")[1], 8.0);
/// ```
#[must_use]
pub fn message_location(message: &'static str) -> [f64; 2] {
    [message.as_ptr().addr(), message.len()].map(usize_to_number)
}

/// Converts a number to an integer: fractions are cut off, and values out of range become the nearest bound.
///
/// ```
/// # use agency_core::form::exchange::to_u64;
/// assert_eq!([to_u64(2.9), to_u64(-1.0), to_u64(f64::NAN)], [2, 0, 0]);
/// ```
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast from a float saturates, and NaN becomes 0"
)]
pub fn to_u64(number: f64) -> u64 {
    number as u64
}

/// Converts an integer to a JavaScript number. Exact up to 2^53.
///
/// ```
/// assert_eq!(agency_core::form::exchange::u64_to_number(7), 7.0);
/// ```
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "no count here reaches 2^53")]
pub fn u64_to_number(number: u64) -> f64 {
    number as f64
}

/// Converts a position, a length or an address to a JavaScript number.
///
/// ```
/// assert_eq!(agency_core::form::exchange::usize_to_number(7), 7.0);
/// ```
#[must_use]
pub fn usize_to_number(number: usize) -> f64 {
    u64_to_number(u64::try_from(number).unwrap_or(u64::MAX))
}
