//! What is declared of a filter's part. The module's types, the API's description and the calls of the web follow.

/// A part of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What an address calls it.
    pub name: &'static str,
    /// Which values make sense.
    pub takes: Takes,
    /// What is answered to the others; nothing where every value makes sense.
    pub refusal: &'static str,
    /// What it asks for, in the API's description.
    pub meaning: &'static str,
}

/// Which values of a filter's part make sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// All of them; none is the same as an empty one.
    Words,
    /// A text of so many characters at the most.
    Text {
        /// The most characters.
        max: usize,
    },
    /// A date in UTC, or an instant.
    Moment,
    /// One of a few.
    OneOf {
        /// All of these.
        values: &'static [&'static str],
        /// The one that goes without saying.
        default: Option<&'static str>,
    },
    /// A whole number from 1 on, which goes without saying.
    Page,
}
