//! Generates valid submissions from a seed.

use agency_core::{source::Channel, spam::SpamReason, work::RecordState};
use chrono::{DateTime, TimeDelta, Utc};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};

use crate::{pdf, spam_signals::SpamSignals};

/// Given names and family names of one script, and the local part of their e-mail addresses.
const NAMES: [(&[&str], &[&str], &str); 8] = [
    (
        &["Ada", "Ben", "Clara", "Dylan", "Emma", "Frank", "Grace", "Hugo", "Iris", "Jack", "mary", "NOAH"],
        &[
            "Baker",
            "Carter",
            "Dawson",
            "Ellis",
            "Foster",
            "Greene",
            "Hayes",
            "O'Neill",
            "de la Cruz",
            "Young",
        ],
        "mail",
    ),
    (
        &["Zoë", "Søren", "Łucja", "Éloïse", "Jürgen", "Ñuria", "Åsa", "Çelik"],
        &["Müller", "Østergård", "Żak", "Lefèvre", "Núñez", "Ångström", "Šimić", "Yıldız"],
        "europe",
    ),
    (&["Анна", "Иван", "Ольга", "Тарас"], &["Коваленко", "Петрова", "Соколов", "Шевчук"], "anna"),
    (&["Ελένη", "Νίκος", "Μαρία"], &["Παπαδοπούλου", "Γεωργίου", "Νικολάου"], "eleni"),
    (&["美咲", "健太", "小明", "丽华"], &["佐藤", "鈴木", "王伟", "陈静"], "asia"),
    (&["민준", "서연", "지우"], &["김가온", "이나래", "박다솜"], "seoul"),
    (&["ليلى", "يوسف", "مريم"], &["حداد", "نصر", "الخطيب"], "layla"),
    (&["आशा", "रवि", "மீனா", "ราตรี"], &["शर्मा", "पटेल", "குமார்", "สุขใจ"], "asha"),
];

const REFERRALS: [&str; 6] =
    ["Google", "a friend", "LinkedIn", "a conference", "our accountant", "Instagram"];

const WISHES: [&str; 6] = [
    "We need a shop for about two hundred products, with stock that our two branches share.",
    "Our website is eight years old and slow on phones. Could you tell us what a new one would cost?",
    "We would like an app in which our members book a court, pay, and cancel until the evening before.",
    "Please make us an offer for moving our hosting to the cloud, with backups that somebody checks.",
    "We sell at markets and want to be found in our town. What would you advise for a small budget?",
    "We have designs for a booking system and are looking for a team that builds it by the summer.",
];

const DETAILS: [&str; 5] = [
    "There is no hurry.",
    "We would like to start next month.",
    "A call in the afternoon suits us best.",
    "Our present supplier stops at the end of the year.",
    "¿Hablan español? Nos sería más fácil.",
];

const JOBS: [&str; 6] = [
    "UI/UX & Product Designer",
    "Frontend Web Developer",
    "Backend Developer Node.js",
    "DevOps Engineer",
    "Mobile App Developer",
    "Product Manager",
];

const LETTERS: [&str; 4] = [
    "I have worked in this field for six years, most of them in a small team that shipped every week.",
    "Your case studies are the reason why I write: they show the decisions and not only the screens.",
    "I finished my studies last year and have since built the booking system of a local theatre.",
    "After ten years in a large company I am looking for work where I can meet the users.",
];

/// Landing pages, the most frequent ones several times.
const LANDINGS: [&str; 10] = [
    "/",
    "/",
    "/",
    "/contact",
    "/service/website",
    "/service/website",
    "/service/website-applications",
    "/project/ecommerce",
    "/careers",
    "/faq",
];

/// Weight, channel, referrer with `utm_source` and `utm_medium`, and campaigns.
const SOURCES: [(u32, Channel, [&str; 3], &[&str]); 9] = [
    (30, Channel::Search, ["www.google.com", "", ""], &[]),
    (6, Channel::Search, ["duckduckgo.com", "", ""], &[]),
    (20, Channel::Direct, ["", "", ""], &[]),
    (12, Channel::Paid, ["www.google.com", "google", "cpc"], &["shops", "spring offer", "bookings"]),
    (10, Channel::Email, ["", "newsletter", "email"], &["march news", "new case studies"]),
    (8, Channel::Social, ["www.linkedin.com", "", ""], &[]),
    (7, Channel::Referral, ["reviews.example", "", ""], &[]),
    (3, Channel::Campaign, ["", "flyer", "qr"], &["trade fair"]),
    (9, Channel::Unknown, ["", "", ""], &[]),
];

/// Names and texts of spam.
const SPAM: [(&str, &str); 5] = [
    ("Free spins: https://lucky-spin.example/start", "Confirm your account before it ends."),
    (
        "JamesZef",
        "Very good site! <a href=\"https://pills.example/1\">cheap pills</a> \
         <a href=\"https://loans.example\">fast loans</a>",
    ),
    ("Brenda", "E\u{430}rn m\u{43e}ney with our \u{441}rypto robot from the first day. Only today!"),
    (
        "Top Ranks",
        "https://a-ranks.example https://b-ranks.example https://c-ranks.example https://d-ranks.example order now",
    ),
    (
        "Pamela Crent",
        "I came across your website and noticed that it is missing from the first page. Shall I send a quote?",
    ),
];

/// Generated request for an estimate.
pub(crate) struct Consultation {
    pub(crate) full_name: String,
    pub(crate) email: String,
    pub(crate) referral: Option<&'static str>,
    pub(crate) message: String,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) state: RecordState,
    /// Comma-separated reasons, if it is spam.
    pub(crate) spam_reasons: String,
    pub(crate) source: Source,
    pub(crate) first_action_at: Option<DateTime<Utc>>,
}

/// Generated application.
pub(crate) struct Application {
    pub(crate) job_title: &'static str,
    pub(crate) full_name: String,
    pub(crate) email: String,
    pub(crate) cover_letter: String,
    pub(crate) cv: Vec<u8>,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) state: RecordState,
    /// Comma-separated reasons, if it is spam.
    pub(crate) spam_reasons: String,
    pub(crate) source: Source,
    pub(crate) first_action_at: Option<DateTime<Utc>>,
}

/// Where a submission came from.
pub(crate) struct Source {
    pub(crate) channel: Channel,
    /// Landing page, referrer, source, medium and campaign; empty for none.
    pub(crate) texts: [&'static str; 5],
}

/// Generates submissions.
pub(crate) struct Writer(StdRng);

impl Writer {
    /// Creates a generator. Equal seeds generate equal submissions.
    pub(crate) fn new(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }

    /// Generates the next request for an estimate.
    pub(crate) fn consultation(&mut self, created_at: DateTime<Utc>, state: RecordState) -> Consultation {
        let (full_name, email) = self.person();
        let referral = self.0.random_bool(0.6).then(|| self.one_of(&REFERRALS));
        let message = format!("{}\n\n{}", self.one_of(&WISHES), self.one_of(&DETAILS));
        let (full_name, message, spam_reasons) = self.spoiled(state, full_name, message);
        let (source, first_action_at) = (self.source(), self.first_action_at(created_at, state));
        Consultation {
            full_name,
            email,
            referral,
            message,
            created_at,
            state,
            spam_reasons,
            source,
            first_action_at,
        }
    }

    /// Generates the next application.
    pub(crate) fn application(&mut self, created_at: DateTime<Utc>, state: RecordState) -> Application {
        let (full_name, email) = self.person();
        let job_title = self.one_of(&JOBS);
        let cover_letter = format!("{}\n\n{}", self.one_of(&LETTERS), self.one_of(&LETTERS));
        let (full_name, cover_letter, spam_reasons) = self.spoiled(state, full_name, cover_letter);
        let cv = pdf::document(&["Curriculum vitae", &full_name, &email, job_title]);
        let (source, first_action_at) = (self.source(), self.first_action_at(created_at, state));
        Application {
            job_title,
            full_name,
            email,
            cover_letter,
            cv,
            created_at,
            state,
            spam_reasons,
            source,
            first_action_at,
        }
    }

    /// Replaces the name and text of spam, and adds the reasons that the rules give for them.
    fn spoiled(&mut self, state: RecordState, name: String, text: String) -> (String, String, String) {
        if state != RecordState::Spam {
            return (name, text, String::new());
        }
        let (name, text) = SPAM.choose(&mut self.0).copied().unwrap_or(SPAM[0]);
        let signals = SpamSignals::from_texts(name, &[text]);
        // Texts that the rules do not recognise as spam fill in the hidden field.
        let is_honeypot_filled = !signals.is_spam() || self.0.random_bool(0.5);
        let signals = SpamSignals { is_honeypot_filled, ..signals };
        let reasons = signals.reasons().map(SpamReason::as_str).collect::<Vec<_>>().join(",");
        (name.to_owned(), text.to_owned(), reasons)
    }

    fn source(&mut self) -> Source {
        let landing = self.0.random_bool(0.9).then(|| self.one_of(&LANDINGS));
        let found = SOURCES.choose_weighted(&mut self.0, |(weight, ..)| *weight).copied();
        let (_, channel, [referrer, utm_source, utm_medium], campaigns) = found.unwrap_or(SOURCES[0]);
        let utm_campaign = self.one_of(campaigns);
        let landing = landing.filter(|_| channel != Channel::Unknown).unwrap_or_default();
        Source { channel, texts: [landing, referrer, utm_source, utm_medium, utm_campaign] }
    }

    /// Returns when somebody first acted on a record that is done. Others get their work later.
    fn first_action_at(&mut self, created_at: DateTime<Utc>, state: RecordState) -> Option<DateTime<Utc>> {
        let minutes = match self.0.random_range(0..10) {
            0..5 => self.0.random_range(5..240),
            5..9 => self.0.random_range(240..1_800),
            _ => self.0.random_range(1_800..8_000),
        };
        (state == RecordState::Done).then(|| created_at + TimeDelta::minutes(minutes))
    }

    fn person(&mut self) -> (String, String) {
        let (given, family, mailbox) = NAMES.choose(&mut self.0).copied().unwrap_or(NAMES[0]);
        let full_name = format!("{} {}", self.one_of(given), self.one_of(family));
        let email = format!("{mailbox}.{}@customer.example", self.0.random_range(1..1_000_000));
        (full_name, email)
    }

    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        texts.choose(&mut self.0).copied().unwrap_or_default()
    }
}
