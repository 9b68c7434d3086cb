//! Where submissions come from: the channels.

use serde::Serialize;

/// Maximum length of each text about a source, in characters.
pub const SOURCE_TEXT_LENGTH: usize = 200;

/// Channel by which a visitor came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Channel {
    /// An advertisement.
    Paid,
    /// A mail or newsletter.
    Email,
    /// A social network.
    Social,
    /// A search engine.
    Search,
    /// A link on another site.
    Referral,
    /// A link that names a campaign in any other way.
    Campaign,
    /// An address that was typed or kept, or a link of a program.
    Direct,
    /// The page noted nothing.
    Unknown,
}

impl Channel {
    /// Every channel, in the order of display.
    pub const ALL: [Self; 8] = [
        Self::Paid,
        Self::Email,
        Self::Social,
        Self::Search,
        Self::Referral,
        Self::Campaign,
        Self::Direct,
        Self::Unknown,
    ];

    /// Returns the name of the channel as sent and stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::Email => "email",
            Self::Social => "social",
            Self::Search => "search",
            Self::Referral => "referral",
            Self::Campaign => "campaign",
            Self::Direct => "direct",
            Self::Unknown => "unknown",
        }
    }

    /// Parses the name of a channel.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.as_str() == text)
    }
}
