//! What the score finds of two corpora of our own making: programs that fill forms, and people who ask for something or
//! apply, in many languages, with code, links and slips. They are composed from parts, the same ones every time.

#![expect(clippy::panic, reason = "a test says what is wrong with a corpus")]

use std::collections::{BTreeMap, BTreeSet};

use agency_core::{
    application::ApplicationForm,
    contact::ContactForm,
    spam::{Facts, SEVERAL_ADDRESSES, fingerprint},
};
use serde::Deserialize;
use serde_json::json;

/// So many of a thousand bots are found at the least, without the field that must stay empty too, and so many of a
/// thousand people are taken for one at the most.
const FOUND: usize = 950;
const FOUND_BY_CONTENT: usize = 600;
const MISTAKEN: usize = 5;

/// A corpus: its families, and the parts that their texts are put together from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    parts: BTreeMap<String, Vec<String>>,
    families: Vec<Family>,
}

/// Messages that are made the same way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Family {
    #[serde(rename = "family")]
    name: String,
    count: usize,
    names: Vec<String>,
    /// With `{part}` where one of these parts stands.
    texts: Vec<String>,
    #[serde(default)]
    referrals: Vec<String>,
    /// How many of ten fill every field that they find.
    #[serde(default)]
    fill: usize,
    /// How many send the same text, each under an address of its own; one where each has its own text.
    #[serde(default = "one")]
    same: usize,
    /// Whether they apply for a job.
    #[serde(default)]
    apply: bool,
}

const fn one() -> usize {
    1
}

/// A form as it was sent.
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
    fn facts(&self) -> Facts {
        let facts = Facts::of(&self.name, &[&self.text, &self.referral]);
        Facts { is_honeypot_filled: self.is_honeypot_filled, is_same_text: self.is_same_text, ..facts }
    }

    /// Whether the rules take it at all.
    fn is_accepted(&self) -> bool {
        let form = json!({
            "message": self.text,
            "cover_letter": self.text,
            "full_name": self.name,
            "email": "somebody@mail.example",
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

/// Numbers that look random and are always the same.
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
    fn read(text: &str) -> Self {
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
        // What stands in braces and names no part is code.
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
    Corpus::read(include_str!("bots.json")).messages()
}

fn people() -> Vec<Message> {
    Corpus::read(include_str!("people.json")).messages()
}

/// How many are set aside, in all and of each family.
fn set_aside(messages: &[Message]) -> (usize, BTreeMap<&str, String>) {
    let mut families = BTreeMap::<&str, (usize, usize)>::new();
    for message in messages {
        let (found, all) = families.entry(&message.family).or_default();
        *found += usize::from(message.facts().is_spam());
        *all += 1;
    }
    let found = families.values().map(|(found, _)| found).sum();
    (
        found,
        families.into_iter().map(|(family, (found, all))| (family, format!("{found} of {all}"))).collect(),
    )
}

#[test]
fn the_corpora_are_large_varied_and_accepted_by_the_rules() {
    for (messages, texts) in [(bots(), 400), (people(), 600)] {
        let different = messages.iter().map(|message| &message.text).collect::<BTreeSet<_>>();
        assert!(different.len() >= texts, "{} different texts of {}", different.len(), messages.len());
        for message in &messages {
            assert!(message.is_accepted(), "{}: {:?} {:?}", message.family, message.name, message.text);
        }
    }
}

#[test]
fn nearly_all_bots_are_found() {
    let bots = bots();
    let (found, families) = set_aside(&bots);
    assert!(found * 1_000 >= FOUND * bots.len(), "{found} of {}: {families:#?}", bots.len());
}

#[test]
fn most_bots_are_found_without_the_field_that_must_stay_empty() {
    let mut bots = bots();
    for bot in &mut bots {
        bot.is_honeypot_filled = false;
    }
    let (found, families) = set_aside(&bots);
    assert!(found * 1_000 >= FOUND_BY_CONTENT * bots.len(), "{found} of {}: {families:#?}", bots.len());
}

#[test]
fn hardly_anybody_is_taken_for_a_bot() {
    let people = people();
    let (mistaken, families) = set_aside(&people);
    let texts = people.iter().filter(|person| person.facts().is_spam()).map(|person| &person.text);
    let texts = texts.collect::<Vec<_>>();
    assert!(
        mistaken * 1_000 <= MISTAKEN * people.len(),
        "{mistaken} of {}: {families:?} {texts:#?}",
        people.len()
    );
}
