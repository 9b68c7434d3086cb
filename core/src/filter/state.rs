//! The boxes of a list.

use serde::{Serialize, Serializer};

use crate::work::RecordState;

/// States that a filter selects (the API's `box`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateFilter {
    /// One state.
    Only(RecordState),
    /// Every state but spam.
    Kept,
}

impl StateFilter {
    /// Every value.
    pub const ALL: [Self; 5] = {
        let [a, b, c, d] = RecordState::ALL;
        [Self::Only(a), Self::Only(b), Self::Only(c), Self::Only(d), Self::Kept]
    };

    /// Returns the value as in a URL.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Only(state) => state.as_str(),
            Self::Kept => "kept",
        }
    }

    /// Parses a value.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|filter| filter.as_str() == text)
    }
}

impl Serialize for StateFilter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
