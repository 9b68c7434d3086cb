//! The memory through which JavaScript and the rules speak.
#![expect(unsafe_code, reason = "an exported name is unsafe because it must be the only one of its kind")]

use std::sync::{Mutex, MutexGuard, PoisonError};

static ARGUMENTS: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<f64>> = Mutex::new(Vec::new());
#[cfg(feature = "staff")]
static TEXTS: Mutex<String> = Mutex::new(String::new());

/// Makes room for so many bytes of arguments, and tells where they are to be written.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> usize {
    let mut arguments = lock(&ARGUMENTS);
    if arguments.len() < length {
        // What was there belongs to an earlier call and need not be kept.
        arguments.clear();
        arguments.resize(length, 0);
    }
    arguments.as_mut_ptr().expose_provenance()
}

/// Where the numbers of the last answer stand.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    lock(&ANSWER).as_ptr().expose_provenance()
}

/// Reads the arguments of a call, in the order in which they were written.
pub(crate) fn read<T>(length: usize, read: impl FnOnce(&mut Arguments<'_>) -> T) -> T {
    let arguments = lock(&ARGUMENTS);
    read(&mut Arguments(arguments.get(..length).unwrap_or_default()))
}

/// Answers with numbers; returns how many there are.
pub(crate) fn reply(numbers: impl Iterator<Item = f64>) -> usize {
    let mut answer = lock(&ANSWER);
    answer.clear();
    answer.extend(numbers);
    answer.len()
}

/// Answers with texts and after them with numbers; returns how many numbers these are. The texts stand one after the
/// other: first comes where, then the length of each.
#[cfg(feature = "staff")]
pub(crate) fn reply_texts(texts: &[&str], more: impl Iterator<Item = f64>) -> usize {
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

/// What is left of a call's arguments.
pub(crate) struct Arguments<'a>(&'a [u8]);

impl<'a> Arguments<'a> {
    /// The next text; empty where there is none.
    pub(crate) fn text(&mut self) -> &'a str {
        str::from_utf8(self.bytes()).unwrap_or_default()
    }

    /// The next bytes; none where there are none.
    pub(crate) fn bytes(&mut self) -> &'a [u8] {
        let length = self.fixed().map(u32::from_le_bytes).and_then(|length| usize::try_from(length).ok());
        let Some((bytes, rest)) = length.and_then(|length| self.0.split_at_checked(length)) else {
            return &[];
        };
        self.0 = rest;
        bytes
    }

    /// The next number, if it is one.
    pub(crate) fn number(&mut self) -> Option<f64> {
        self.fixed().map(f64::from_le_bytes).filter(|number| !number.is_nan())
    }

    fn fixed<const LENGTH: usize>(&mut self) -> Option<[u8; LENGTH]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }
}

/// Where a sentence stands, and how long it is.
pub(crate) fn sentence(message: &'static str) -> [f64; 2] {
    [message.as_ptr().addr(), message.len()].map(small)
}

/// A whole number from 0 on; what is too large is the largest.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast from a float saturates, and NaN becomes 0"
)]
pub(crate) fn whole(number: f64) -> u64 {
    number as u64
}

/// A whole number as JavaScript has it.
#[expect(clippy::cast_precision_loss, reason = "nothing that is counted here comes near to 2^53")]
pub(crate) fn float(number: u64) -> f64 {
    number as f64
}

/// A position, a length or an address as JavaScript has it.
pub(crate) fn small(number: usize) -> f64 {
    float(u64::try_from(number).unwrap_or(u64::MAX))
}
