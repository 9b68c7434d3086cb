//! Forms as visitors send them. Each tells its key in its text, so that its row can be found.

use reqwest::{
    Client, RequestBuilder,
    multipart::{self, Part},
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::addresses;

/// The key and the slug of every row that came from a form, and the hash of its file.
pub(crate) const KEYS_AND_SLUGS: &str = "
    SELECT split_part(coalesce(message, cover_letter, ''), ' ', 1), slug,
        (SELECT sha256(string_agg(bytes, '' ORDER BY position)) FROM cv_chunks WHERE submission_id = id)
    FROM submissions LEFT JOIN consultations USING (id) LEFT JOIN applications USING (id)";

/// A form with its key.
pub(crate) struct Form {
    /// The `Idempotency-Key` of all its requests.
    pub(crate) key: String,
    /// What is asked for.
    pub(crate) kind: Kind,
}

/// Which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A request for an estimate.
    Contact,
    /// An application with a CV.
    Application,
}

impl Kind {
    /// Every form there is.
    pub(crate) const ALL: &[Self] = &[Self::Contact, Self::Application];

    /// The name of its list.
    pub(crate) const fn list(self) -> &'static str {
        match self {
            Self::Contact => "consultations",
            Self::Application => "applications",
        }
    }
}

impl Form {
    /// A form with a fresh key.
    pub(crate) fn new(kind: Kind) -> Self {
        Self { key: format!("{:032x}", rand::random::<u128>()), kind }
    }

    /// Its request to a server, from a visitor of its own.
    pub(crate) fn request(&self, client: &Client, server: &str) -> RequestBuilder {
        let Self { key, kind } = self;
        let request = match kind {
            Kind::Contact => client.post(format!("{server}/api/consultations/create/")).json(&contact(key)),
            Kind::Application => {
                client.post(format!("{server}/api/applications/create/")).multipart(application(key))
            }
        };
        request.header("idempotency-key", key).header(addresses::FORWARDED_FOR, addresses::next().to_string())
    }
}

/// A contact form that tells this key.
pub(crate) fn contact(key: &str) -> Value {
    json!({
        "message": format!("{key} is the number of this request for a shop."),
        "full_name": "Ada Lovelace",
        "email": "ada@customer.example",
        "referral": "a friend",
    })
}

fn application(key: &str) -> multipart::Form {
    multipart::Form::new()
        .text("job_title", "Engineer")
        .text("full_name", "Grace Hopper")
        .text("email", "grace@applicant.example")
        .text("cover_letter", format!("{key} is the number of this application."))
        .part("cv", Part::bytes(cv(key)).file_name("cv.pdf"))
}

/// What separates the parts of an application that is written by hand.
pub(crate) const BOUNDARY: &str = "a-line-that-no-part-has";

/// The body of an application's request, as it goes over the line.
pub(crate) fn application_body(key: &str) -> Vec<u8> {
    let letter = format!("{key} is the number of this application.");
    let texts = [
        ("job_title", "Engineer"),
        ("full_name", "Grace Hopper"),
        ("email", "grace@applicant.example"),
        ("cover_letter", &letter),
    ];
    let part = |disposition: &str, content: &[u8]| {
        let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n");
        [head.as_bytes(), content, b"\r\n"].concat()
    };
    let mut body = Vec::new();
    for (name, text) in texts {
        body.extend(part(&format!("name=\"{name}\""), text.as_bytes()));
    }
    body.extend(part("name=\"cv\"; filename=\"cv.pdf\"", &cv(key)));
    body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
    body
}

/// A file that only this key has, of up to 160 KB.
fn cv(key: &str) -> Vec<u8> {
    let seed = Sha256::digest(key);
    let pieces = seed.iter().map(|&byte| usize::from(byte)).sum::<usize>() % 4_096;
    let mut file = b"%PDF-1.7\n".to_vec();
    for piece in 0..=pieces {
        file.extend_from_slice(&seed);
        file.extend_from_slice(&piece.to_le_bytes());
    }
    file
}

/// The hash of the file of a key.
pub(crate) fn cv_hash(key: &str) -> Vec<u8> {
    Sha256::digest(cv(key)).to_vec()
}
