//! Measures the spam score on two synthetic corpora: bots, and people in many languages, with code, links and typos.
//!
//! Messages are composed from parts by a generator with a fixed seed.

use std::collections::{BTreeMap, BTreeSet};

use agency_core::{application::ApplicationForm, contact::ContactForm};
use serde::Deserialize;
use serde_json::json;

use crate::intake::spam::{SEVERAL_ADDRESSES, fingerprint::fingerprint, signals::SpamSignals};

/// Minimum detected bots, per thousand.
const MIN_DETECTED: usize = 950;

/// Minimum detected bots that leave the hidden field empty, per thousand.
const MIN_DETECTED_BY_CONTENT: usize = 600;

/// Maximum messages of people that count as spam, per thousand.
const MAX_FALSE_POSITIVES: usize = 5;

/// Corpus: families of messages, and the parts of their texts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    parts: BTreeMap<String, Vec<String>>,
    families: Vec<Family>,
}

/// Messages composed from the same templates.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Family {
    #[serde(rename = "family")]
    name: String,
    count: usize,
    names: Vec<String>,
    /// Templates with `{part}` placeholders.
    texts: Vec<String>,
    #[serde(default)]
    referrals: Vec<String>,
    /// How many of ten messages fill in the hidden field.
    #[serde(default)]
    fill: usize,
    /// Number of addresses that send the same text; 1 if every text differs.
    #[serde(default = "one")]
    same: usize,
    /// Whether the messages are job applications.
    #[serde(default)]
    apply: bool,
}

const fn one() -> usize {
    1
}

/// Form as sent.
struct Message {
    family: String,
    name: String,
    text: String,
    referral: String,
    is_honeypot_filled: bool,
    is_same_text: bool,
    applies: bool,
}

impl Message {
    fn signals(&self) -> SpamSignals {
        let signals = SpamSignals::from_texts(&self.name, &[&self.text, &self.referral]);
        SpamSignals {
            is_honeypot_filled: self.is_honeypot_filled,
            is_same_text: self.is_same_text,
            ..signals
        }
    }

    /// Returns whether the form is valid.
    fn is_accepted(&self) -> bool {
        let form = json!({
            "message": self.text,
            "cover_letter": self.text,
            "full_name": self.name,
            "email": "sender@mail.example",
            "referral": self.referral,
            "job_title": "Engineer",
        });
        if self.applies {
            ApplicationForm::deserialize(form).is_ok_and(|form| form.accept(Ok(())).is_ok())
        } else {
            ContactForm::deserialize(form).is_ok_and(|form| form.accept().is_ok())
        }
    }
}

/// Pseudo-random numbers with a fixed seed.
struct Dice(u64);

impl Dice {
    fn one_of<'a>(&mut self, all: &'a [String]) -> &'a str {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let length = u64::try_from(all.len().max(1)).unwrap_or(1);
        let nth = usize::try_from((self.0 >> 33) % length).unwrap_or_default();
        all.get(nth).map(String::as_str).unwrap_or_default()
    }
}

impl Corpus {
    fn parse(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn messages(&self) -> Vec<Message> {
        let mut dice = Dice(7);
        self.families.iter().flat_map(|family| self.messages_of(family, &mut dice)).collect()
    }

    fn messages_of(&self, family: &Family, dice: &mut Dice) -> Vec<Message> {
        let mut text = String::new();
        let message = |nth: usize| {
            let copy = nth % family.same;
            if copy == 0 {
                text = self.filled(dice.one_of(&family.texts), dice);
            }
            Message {
                family: family.name.clone(),
                name: self.filled(dice.one_of(&family.names), dice),
                text: text.clone(),
                referral: self.filled(dice.one_of(&family.referrals), dice),
                is_honeypot_filled: nth % 10 < family.fill,
                is_same_text: copy + 1 >= SEVERAL_ADDRESSES as usize && fingerprint(&text).is_some(),
                applies: family.apply,
            }
        };
        (0..family.count).map(message).collect()
    }

    fn filled(&self, template: &str, dice: &mut Dice) -> String {
        let mut filled = String::new();
        let mut rest = template;
        // Braces that name no part are code.
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            rest = after;
            let part = after.split_once('}').and_then(|(name, after)| Some((self.parts.get(name)?, after)));
            if let Some((part, after)) = part {
                filled.push_str(&self.filled(dice.one_of(part), dice));
                rest = after;
            } else {
                filled.push('{');
            }
        }
        filled + rest
    }
}

fn bots() -> Vec<Message> {
    Corpus::parse(include_str!("bots.json")).messages()
}

fn people() -> Vec<Message> {
    Corpus::parse(include_str!("people.json")).messages()
}

/// Counts the messages that are stored as spam, in total and per family.
fn count_spam(messages: &[Message]) -> (usize, BTreeMap<&str, String>) {
    let mut families = BTreeMap::<&str, (usize, usize)>::new();
    for message in messages {
        let (found, all) = families.entry(&message.family).or_default();
        *found += usize::from(message.signals().is_spam());
        *all += 1;
    }
    let found = families.values().map(|(found, _)| found).sum();
    (
        found,
        families.into_iter().map(|(family, (found, all))| (family, format!("{found} of {all}"))).collect(),
    )
}

#[test]
fn corpora_are_large_varied_and_valid() {
    for (messages, texts) in [(bots(), 400), (people(), 600)] {
        let different = messages.iter().map(|message| &message.text).collect::<BTreeSet<_>>();
        assert!(different.len() >= texts, "{} different texts of {}", different.len(), messages.len());
        for message in &messages {
            assert!(message.is_accepted(), "{}: {:?} {:?}", message.family, message.name, message.text);
        }
    }
}

#[test]
fn detects_nearly_all_bots() {
    let bots = bots();
    let (found, families) = count_spam(&bots);
    assert!(found * 1_000 >= MIN_DETECTED * bots.len(), "{found} of {}: {families:#?}", bots.len());
}

#[test]
fn detects_most_bots_without_hidden_field() {
    let mut bots = bots();
    for bot in &mut bots {
        bot.is_honeypot_filled = false;
    }
    let (found, families) = count_spam(&bots);
    assert!(
        found * 1_000 >= MIN_DETECTED_BY_CONTENT * bots.len(),
        "{found} of {}: {families:#?}",
        bots.len()
    );
}

#[test]
fn accepts_nearly_all_people() {
    let people = people();
    let (mistaken, families) = count_spam(&people);
    let texts = people.iter().filter(|person| person.signals().is_spam()).map(|person| &person.text);
    let texts = texts.collect::<Vec<_>>();
    assert!(
        mistaken * 1_000 <= MAX_FALSE_POSITIVES * people.len(),
        "{mistaken} of {}: {families:?} {texts:#?}",
        people.len()
    );
}
