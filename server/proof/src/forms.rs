//! Forms as visitors send them. Each tells its key in its text, so that its row can be found.

use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};

/// The key and the slug of every row that came from a form.
pub(crate) const KEYS_AND_SLUGS: &str = "SELECT split_part(message, ' ', 1), slug FROM consultations";

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
}

impl Kind {
    /// Every form there is.
    pub(crate) const ALL: &[Self] = &[Self::Contact];
}

impl Form {
    /// A form with a fresh key.
    pub(crate) fn new(kind: Kind) -> Self {
        Self { key: format!("{:032x}", rand::random::<u128>()), kind }
    }

    /// Its request to a server.
    pub(crate) fn request(&self, client: &Client, server: &str) -> RequestBuilder {
        let Self { key, kind } = self;
        let request = match kind {
            Kind::Contact => client.post(format!("{server}/api/consultations/create/")).json(&contact(key)),
        };
        request.header("idempotency-key", key)
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
