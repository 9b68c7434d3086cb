//! Forms of visitors. The text of each contains its key, so that its row can be found.

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use sha2::{Digest as _, Sha256};

use crate::harness::prelude::*;

/// Selects the key and the slug of every stored form, and the hash of its file.
pub(crate) const KEYS_AND_SLUGS: &str = "
    SELECT split_part(coalesce(message, cover_letter, ''), ' ', 1), slug,
        (SELECT sha256(string_agg(bytes, '' ORDER BY position)) FROM cv_chunks WHERE submission_id = id)
    FROM submissions LEFT JOIN consultations USING (id) LEFT JOIN applications USING (id)";

const BOUNDARY: &str = "a-line-that-no-part-has";

/// Form with its idempotency key.
#[derive(Clone)]
pub(crate) struct Form {
    /// `Idempotency-Key` of all its requests.
    pub(crate) key: String,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A request for an estimate.
    Contact,
    /// An application with a CV.
    Application,
}

impl Kind {
    pub(crate) const ALL: &[Self] = &[Self::Contact, Self::Application];

    /// Returns the name of its list.
    pub(crate) const fn list(self) -> &'static str {
        match self {
            Self::Contact => "consultations",
            Self::Application => "applications",
        }
    }

    pub(crate) fn path(self) -> String {
        format!("/api/{}/create/", self.list())
    }
}

impl Form {
    /// Creates a form with a new key.
    pub(crate) fn new(kind: Kind) -> Self {
        Self { key: format!("{:032x}", rand::random::<u128>()), kind }
    }

    /// Returns its request, with a visitor's address as forwarded by a trusted proxy.
    pub(crate) fn request(&self) -> Vec<u8> {
        let contact = json!({
            "message": format!("{} is the number of this request for a shop.", self.key),
            "full_name": "Ada Lovelace",
            "email": "ada@customer.example",
            "referral": "a friend",
        });
        let body = match self.kind {
            Kind::Contact => contact.to_string().into_bytes(),
            Kind::Application => application(&self.key, &cv(&self.key)),
        };
        request("POST", &self.kind.path(), &self.headers(), &body)
    }

    pub(crate) fn headers(&self) -> String {
        let media = match self.kind {
            Kind::Contact => "application/json".to_owned(),
            Kind::Application => format!("multipart/form-data; boundary={BOUNDARY}"),
        };
        format!("{}idempotency-key: {}\r\ncontent-type: {media}\r\n", forwarded(), self.key)
    }
}

/// Returns the body of an application with this CV.
pub(crate) fn application(key: &str, cv: &[u8]) -> Vec<u8> {
    let letter = format!("{key} is the number of this application.");
    let parts = [
        ("name=\"job_title\"", "Engineer".as_bytes()),
        ("name=\"full_name\"", b"Grace Hopper"),
        ("name=\"email\"", b"grace@applicant.example"),
        ("name=\"cover_letter\"", letter.as_bytes()),
        ("name=\"cv\"; filename=\"cv.pdf\"", cv),
    ];
    let mut body = Vec::new();
    for (disposition, content) in parts {
        let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n");
        body.extend([head.as_bytes(), content, b"\r\n"].concat());
    }
    body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
    body
}

/// Returns a file of up to 160 KB that is unique to this key.
fn cv(key: &str) -> Vec<u8> {
    let mut random = StdRng::from_seed(Sha256::digest(key).into());
    let mut file = vec![0; random.random_range(0..160_000)];
    random.fill(&mut file);
    [b"%PDF-1.7\n", &*file].concat()
}

/// Returns the hash of the file of a key.
pub(crate) fn cv_hash(key: &str) -> Vec<u8> {
    Sha256::digest(cv(key)).to_vec()
}
