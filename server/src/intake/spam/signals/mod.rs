//! Spam score of a form, from what it says.

mod links;
mod scripts;

use agency_core::spam::SpamReason;

use self::{links::Links, scripts::mixed_words};

/// Minimum score of a record that is stored as spam.
const THRESHOLD: u32 = 10;

/// Points of a signal that is spam together with one other such signal.
const HALF: u32 = THRESHOLD / 2;
/// Points of a signal that is spam together with several others.
const LITTLE: u32 = THRESHOLD / 3;

/// Properties of a form from which its spam score derives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SpamSignals {
    /// Whether the hidden field was filled in.
    pub(crate) is_honeypot_filled: bool,
    /// Links in the name.
    pub(crate) name_links: Links,
    /// Links in the texts.
    pub(crate) links: Links,
    /// Different words in the name and the texts that mix letters of several scripts.
    pub(crate) mixed_words: usize,
    /// Whether several addresses, including this one, sent the same text within an hour.
    pub(crate) is_same_text: bool,
}

impl SpamSignals {
    /// Determines the signals of a name and texts. The other two signals are false.
    pub(crate) fn from_texts(name: &str, texts: &[&str]) -> Self {
        Self {
            is_honeypot_filled: false,
            name_links: Links::from_texts(&[name]),
            links: Links::from_texts(texts),
            mixed_words: mixed_words([name].iter().chain(texts)),
            is_same_text: false,
        }
    }

    /// Returns the sum of all points.
    pub(crate) fn score(&self) -> u32 {
        SpamReason::ALL.into_iter().fold(0, |score, reason| score.saturating_add(self.points(reason)))
    }

    /// Returns whether a record with these signals is stored as spam.
    pub(crate) fn is_spam(&self) -> bool {
        self.score() >= THRESHOLD
    }

    /// Returns the reasons with points, in the order of [`SpamReason::ALL`].
    pub(crate) fn reasons(&self) -> impl Iterator<Item = SpamReason> {
        SpamReason::ALL.into_iter().filter(|reason| self.points(*reason) > 0)
    }

    fn points(&self, reason: SpamReason) -> u32 {
        match reason {
            SpamReason::Honeypot if self.is_honeypot_filled => THRESHOLD,
            SpamReason::SameText if self.is_same_text => THRESHOLD,
            // People sign with the host name of their shop, but never with a link that can be followed.
            SpamReason::NameLink if self.name_links.can_be_followed() => THRESHOLD,
            SpamReason::NameLink if self.name_links.named_hosts > 0 => LITTLE,
            SpamReason::Honeypot | SpamReason::SameText | SpamReason::NameLink => 0,
            SpamReason::Links => self.links.points(),
            // One mixed word can be a slip between two keyboard layouts.
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

    use super::{Links, SpamReason, SpamSignals, THRESHOLD};

    fn reasons(signals: &SpamSignals) -> Vec<SpamReason> {
        signals.reasons().collect()
    }

    #[test]
    fn strong_signal_alone_is_spam() {
        let plain = SpamSignals::from_texts("Ada Lovelace", &["We need a shop.", ""]);
        assert_eq!((plain.score(), reasons(&plain)), (0, vec![]));
        for (signals, reason) in [
            (SpamSignals { is_honeypot_filled: true, ..plain }, SpamReason::Honeypot),
            (SpamSignals { is_same_text: true, ..plain }, SpamReason::SameText),
            (SpamSignals::from_texts("Prize: https://win.example/1", &["Hello there"]), SpamReason::NameLink),
            (SpamSignals::from_texts("Ada", &["B\u{435}st \u{441}rypto rates"]), SpamReason::MixedScripts),
            (
                SpamSignals::from_texts(
                    "Ada",
                    &["[url=https://a.example]a[/url] [url=https://a.example]b[/url]"],
                ),
                SpamReason::Links,
            ),
        ] {
            assert!(signals.is_spam(), "{signals:?}");
            assert_eq!(reasons(&signals), [reason]);
        }
    }

    #[test]
    fn weak_signals_are_spam_only_together() {
        let code = r#"<a href="https://shop.example">"#;
        let slip = "\u{421}RM for ten people";
        for texts in [&[code][..], &[slip]] {
            let alone = SpamSignals::from_texts("Ada of shop.example", texts);
            assert!(!alone.is_spam(), "{alone:?}");
        }
        let both = SpamSignals::from_texts("Ada", &[code, slip]);
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

    fn signals() -> impl Strategy<Value = SpamSignals> {
        (any::<bool>(), links(), links(), 0..5_usize, any::<bool>()).prop_map(
            |(is_honeypot_filled, name_links, links, mixed_words, is_same_text)| SpamSignals {
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
        fn score_has_reasons_and_spam_reaches_threshold(signals in signals()) {
            prop_assert_eq!(signals.score() == 0, signals.reasons().next().is_none());
            prop_assert_eq!(signals.is_spam(), signals.score() >= THRESHOLD);
        }

        #[test]
        fn further_signal_never_lowers_score(signals in signals()) {
            let Links { count, hosts, marked_up, .. } = signals.links;
            let name_links = Links { hosts: signals.name_links.hosts + 1, ..signals.name_links };
            for more in [
                SpamSignals { is_honeypot_filled: true, ..signals },
                SpamSignals { is_same_text: true, ..signals },
                SpamSignals { mixed_words: signals.mixed_words + 1, ..signals },
                SpamSignals { links: Links { count: count + 1, marked_up: marked_up + 1, ..signals.links }, ..signals },
                SpamSignals { links: Links { count: count + 1, hosts: hosts + 1, ..signals.links }, ..signals },
                SpamSignals { name_links, ..signals },
            ] {
                prop_assert!(more.score() >= signals.score(), "{signals:?} {more:?}");
            }
        }

        #[test]
        fn scores_any_text(name in any::<String>(), text in "(https?://|www\\.|\\[url=|<a href=\"|\\PC|\\s){0,60}") {
            let signals = SpamSignals::from_texts(&name, &[&text, &name]);
            prop_assert!(signals.links.hosts.saturating_add(signals.links.named_hosts) <= text.len() + name.len());
        }

        #[test]
        fn plain_words_score_zero(
            text in "([a-zäöüß]{1,12}[.,!?]? |[а-яё]{1,12}[.,]? |[α-ω]{1,12} |[ぁ-ん一-龥]{1,8}。?){0,80}"
        ) {
            let signals = SpamSignals::from_texts("Ada", &[&text]);
            prop_assert_eq!(signals.score(), 0);
        }
    }
}
