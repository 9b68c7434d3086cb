//! What is set aside as spam: a score from facts that need neither a cookie nor a third party.
//!
//! Nothing is refused for it. Only the server asks, so that no module has any of it.

mod fingerprint;
mod links;
mod scripts;

pub use fingerprint::fingerprint;
pub use links::Links;
pub use scripts::mixed_words;

use serde::Serialize;

/// The field of every stored form that must stay empty: out of a visitor's sight, and filled by programs that fill
/// whatever they find. Browsers and password managers have nothing of this name to fill in.
pub const HONEYPOT: &str = "subject";

/// From this score on a record begins as spam.
pub const THRESHOLD: u32 = 10;

/// What is enough with another such fact, and what is only with more than one.
const HALF: u32 = THRESHOLD / 2;
const LITTLE: u32 = THRESHOLD / 3;

/// From how many addresses the same text comes within an hour before it counts. Two is what a mistyped address makes.
pub const SEVERAL_ADDRESSES: u32 = 3;

/// Why a record began as spam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename_all = "snake_case"))]
pub enum SpamReason {
    /// The field that must stay empty was filled.
    Honeypot,
    /// The name has a link.
    NameLink,
    /// The texts have many links.
    Links,
    /// Words are put together from letters of several scripts.
    MixedScripts,
    /// The same text came from several addresses.
    SameText,
}

impl SpamReason {
    /// Every reason, in the order in which they are told.
    pub const ALL: [Self; 5] =
        [Self::Honeypot, Self::NameLink, Self::Links, Self::MixedScripts, Self::SameText];

    /// The reason's name, as it is sent and stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Honeypot => "honeypot",
            Self::NameLink => "name_link",
            Self::Links => "links",
            Self::MixedScripts => "mixed_scripts",
            Self::SameText => "same_text",
        }
    }

    /// What staff read.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Honeypot => "A hidden field was filled in (bots do this)",
            Self::NameLink => "The name has a link in it",
            Self::Links => "There are many links, or links written as markup",
            Self::MixedScripts => "Words mix letters of different alphabets that look alike",
            Self::SameText => "The same text came from several addresses within an hour",
        }
    }

    /// Reads a reason's name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }
}

/// What is known of a form when it is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether the field that must stay empty was filled.
    pub is_honeypot_filled: bool,
    /// The links of the name.
    pub name_links: Links,
    /// The links of the texts.
    pub links: Links,
    /// How many different words of the name and the texts are put together from letters of several scripts.
    pub mixed_words: usize,
    /// Whether the same text came from [`SEVERAL_ADDRESSES`] within an hour, this one among them.
    pub is_same_text: bool,
}

impl Facts {
    /// What a name and texts tell by themselves.
    #[must_use]
    pub fn of(name: &str, texts: &[&str]) -> Self {
        Self {
            is_honeypot_filled: false,
            name_links: Links::of(&[name]),
            links: Links::of(texts),
            mixed_words: mixed_words([name].iter().chain(texts)),
            is_same_text: false,
        }
    }

    /// What all facts together come to.
    #[must_use]
    pub fn score(&self) -> u32 {
        SpamReason::ALL.into_iter().fold(0, |score, reason| score.saturating_add(self.points(reason)))
    }

    /// Whether a record with these facts begins as spam.
    #[must_use]
    pub fn is_spam(&self) -> bool {
        self.score() >= THRESHOLD
    }

    /// Which facts speak against the record.
    pub fn reasons(&self) -> impl Iterator<Item = SpamReason> {
        SpamReason::ALL.into_iter().filter(|reason| self.points(*reason) > 0)
    }

    fn points(&self, reason: SpamReason) -> u32 {
        match reason {
            SpamReason::Honeypot if self.is_honeypot_filled => THRESHOLD,
            SpamReason::SameText if self.is_same_text => THRESHOLD,
            // People sign with the name of their shop, but never with a link that can be followed.
            SpamReason::NameLink if self.name_links.lead_away() => THRESHOLD,
            SpamReason::NameLink if self.name_links.named_hosts > 0 => LITTLE,
            SpamReason::Honeypot | SpamReason::SameText | SpamReason::NameLink => 0,
            SpamReason::Links => self.links.points(),
            // One is what a slip between two keyboards makes.
            SpamReason::MixedScripts => match self.mixed_words {
                0 => 0,
                1 => HALF,
                _ => THRESHOLD,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Facts, HONEYPOT, Links, SpamReason, THRESHOLD};
    use crate::all_forms;

    #[test]
    fn names_are_read_back() {
        for reason in SpamReason::ALL {
            assert_eq!(SpamReason::parse(reason.as_str()), Some(reason));
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
        }
        assert_eq!(SpamReason::parse("Honeypot"), None);
    }

    #[test]
    fn no_form_asks_for_what_must_stay_empty() {
        for form in all_forms() {
            assert!(form.names().all(|name| name != HONEYPOT), "{}", form.name);
        }
    }

    fn reasons(facts: &Facts) -> Vec<SpamReason> {
        facts.reasons().collect()
    }

    #[test]
    fn some_facts_are_enough_by_themselves() {
        let plain = Facts::of("Ada Lovelace", &["We need a shop.", ""]);
        assert_eq!((plain.score(), reasons(&plain)), (0, vec![]));
        for (facts, reason) in [
            (Facts { is_honeypot_filled: true, ..plain }, SpamReason::Honeypot),
            (Facts { is_same_text: true, ..plain }, SpamReason::SameText),
            (Facts::of("Prize: https://win.example/1", &["Hello there"]), SpamReason::NameLink),
            (Facts::of("Ada", &["B\u{435}st \u{441}rypto rates"]), SpamReason::MixedScripts),
            (
                Facts::of("Ada", &["[url=https://a.example]a[/url] [url=https://a.example]b[/url]"]),
                SpamReason::Links,
            ),
        ] {
            assert!(facts.is_spam(), "{facts:?}");
            assert_eq!(reasons(&facts), [reason]);
        }
    }

    #[test]
    fn others_are_enough_together_only() {
        let code = r#"<a href="https://shop.example">"#;
        let slip = "\u{421}RM for ten people";
        for texts in [&[code][..], &[slip]] {
            let alone = Facts::of("Ada of shop.example", texts);
            assert!(!alone.is_spam(), "{alone:?}");
        }
        let both = Facts::of("Ada", &[code, slip]);
        assert!(both.is_spam());
        assert_eq!(reasons(&both), [SpamReason::Links, SpamReason::MixedScripts]);
    }

    fn links() -> impl Strategy<Value = Links> {
        (0..20_usize, 0..20_usize, 0..5_usize, 0..2_000_usize).prop_map(
            |(hosts, named_hosts, marked_up, prose)| {
                let count = hosts.max(marked_up);
                Links { count, hosts, named_hosts, marked_up, prose }
            },
        )
    }

    fn facts() -> impl Strategy<Value = Facts> {
        (any::<bool>(), links(), links(), 0..5_usize, any::<bool>()).prop_map(
            |(is_honeypot_filled, name_links, links, mixed_words, is_same_text)| Facts {
                is_honeypot_filled,
                name_links,
                links,
                mixed_words,
                is_same_text,
            },
        )
    }

    proptest! {
        #[test]
        fn a_score_has_reasons_and_spam_has_a_score(facts in facts()) {
            prop_assert_eq!(facts.score() == 0, facts.reasons().next().is_none());
            prop_assert_eq!(facts.is_spam(), facts.score() >= THRESHOLD);
        }

        #[test]
        fn another_fact_never_takes_from_the_score(facts in facts()) {
            let Links { count, hosts, marked_up, .. } = facts.links;
            for more in [
                Facts { is_honeypot_filled: true, ..facts },
                Facts { is_same_text: true, ..facts },
                Facts { mixed_words: facts.mixed_words + 1, ..facts },
                Facts { links: Links { count: count + 1, marked_up: marked_up + 1, ..facts.links }, ..facts },
                Facts { links: Links { count: count + 1, hosts: hosts + 1, ..facts.links }, ..facts },
                Facts { name_links: Links { hosts: facts.name_links.hosts + 1, ..facts.name_links }, ..facts },
            ] {
                prop_assert!(more.score() >= facts.score(), "{facts:?} {more:?}");
            }
        }

        #[test]
        fn any_text_has_a_verdict(name in any::<String>(), text in "(https?://|www\\.|\\[url=|<a href=\"|\\PC|\\s){0,60}") {
            let facts = Facts::of(&name, &[&text, &name]);
            prop_assert!(facts.links.hosts.saturating_add(facts.links.named_hosts) <= text.len() + name.len());
        }

        #[test]
        fn words_alone_are_never_spam(text in "([a-zäöüß]{1,12}[.,!?]? |[а-яё]{1,12}[.,]? |[α-ω]{1,12} |[ぁ-ん一-龥]{1,8}。?){0,80}") {
            let facts = Facts::of("Ada", &[&text]);
            prop_assert_eq!(facts.score(), 0);
        }
    }
}
