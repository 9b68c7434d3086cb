//! Whether a form begins as spam, as a part of the statement that stores it.
//!
//! All but one fact are known before. How many addresses sent the same text lately only the database can tell, so the
//! statement is given the rules' verdicts for both cases and takes the one that fits.

use agency_core::{
    spam::{Facts, SEVERAL_ADDRESSES, SpamReason, fingerprint},
    work::RecordState,
};
use diesel::{
    QueryResult,
    pg::Pg,
    query_builder::AstPass,
    sql_types::{Array, Binary, Integer, Text},
};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::{config::Secrets, search::words::email_key};

/// What tells this use of the secret from every other.
const PURPOSE: &[u8] = b"agency: fingerprints of texts";

/// So many bytes tell texts from each other.
const LENGTH: usize = 16;

/// A sender is noted again only after so long: whoever sends the same over and over writes no further row.
const NOTED_FOR: &str = "10 minutes";

/// So many notes of one text are looked at.
const LOOKED_AT: u32 = 100;

/// What of a form is judged, as it is stored.
pub(crate) struct Judged<'a> {
    pub(crate) name: &'a str,
    pub(crate) email: &'a str,
    /// The text by which two forms are the same.
    pub(crate) text: &'a str,
    /// All other texts.
    pub(crate) others: Vec<&'a str>,
}

/// Makes what texts and their senders are known by, under a key that is derived from the secret.
pub(crate) struct Fingerprints(Hmac<Sha256>);

impl Fingerprints {
    /// Fingerprints under this secret.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self(secrets.macs(PURPOSE).current)
    }

    fn of(&self, kind: &str, text: &str) -> Vec<u8> {
        let hash = self.0.clone().chain_update(kind.len().to_le_bytes()).chain_update(kind);
        let mut hash = hash.chain_update(text).finalize().into_bytes().to_vec();
        hash.truncate(LENGTH);
        hash
    }
}

/// What becomes of a form.
pub(crate) struct Judgement {
    /// The text's hash and its sender's; none for a text that is not compared.
    sent: Option<(Vec<u8>, Vec<u8>)>,
    alone: Verdict,
    as_one_of_several: Verdict,
}

struct Verdict {
    state: RecordState,
    reasons: Vec<&'static str>,
}

impl From<Facts> for Verdict {
    fn from(facts: Facts) -> Self {
        if facts.is_spam() {
            Self { state: RecordState::Spam, reasons: facts.reasons().map(SpamReason::as_str).collect() }
        } else {
            Self { state: RecordState::New, reasons: Vec::new() }
        }
    }
}

impl Judgement {
    /// Judges a form.
    pub(crate) fn new(fingerprints: &Fingerprints, form: &Judged<'_>, is_honeypot_filled: bool) -> Self {
        let texts = [&[form.text][..], form.others.as_slice()].concat();
        let facts = Facts { is_honeypot_filled, ..Facts::of(form.name, &texts) };
        let sent = fingerprint(form.text)
            .map(|text| (fingerprints.of("text", &text), fingerprints.of("sender", &email_key(form.email))));
        let as_one_of_several = Verdict::from(Facts { is_same_text: true, ..facts });
        Self { sent, alone: facts.into(), as_one_of_several }
    }

    /// Adds what is stored of the judgement, as `claimed`, for each row of another expression of the statement's `WITH`.
    pub(crate) fn walk_ast<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>, from: &str) -> QueryResult<()> {
        if let Some((text, sender)) = &self.sent {
            let is_senders = |out: &mut AstPass<'_, 'b, Pg>, comparison: &str| {
                out.push_sql("text_hash = ");
                out.push_bind_param::<Binary, _>(text)?;
                out.push_sql(&format!(" AND sender_hash {comparison} "));
                out.push_bind_param::<Binary, _>(sender)
            };
            out.push_sql(", noted AS (INSERT INTO text_fingerprints (text_hash, sender_hash) SELECT ");
            out.push_bind_param::<Binary, _>(text)?;
            out.push_sql(", ");
            out.push_bind_param::<Binary, _>(sender)?;
            out.push_sql(&format!(" FROM {from} WHERE NOT EXISTS (SELECT FROM text_fingerprints WHERE "));
            is_senders(out, "=")?;
            out.push_sql(&format!(
                " AND seen_at > now() - interval '{NOTED_FOR}')), seen AS (SELECT count(DISTINCT sender_hash) >= {} \
                 AS by_several FROM (SELECT sender_hash FROM text_fingerprints WHERE ",
                SEVERAL_ADDRESSES.saturating_sub(1)
            ));
            is_senders(out, "<>")?;
            out.push_sql(&format!(" AND seen_at > now() - interval '1 hour' LIMIT {LOOKED_AT}) AS others)"));
        }
        out.push_sql(&format!(
            ", claimed AS (SELECT verdict.state, verdict.version, verdict.spam_reasons FROM {from} \
             JOIN (VALUES (false, "
        ));
        self.alone.walk_ast(out)?;
        out.push_sql("), (true, ");
        self.as_one_of_several.walk_ast(out)?;
        out.push_sql(")) AS verdict (by_several, state, version, spam_reasons) ON verdict.by_several = ");
        out.push_sql(if self.sent.is_some() { "(SELECT by_several FROM seen))" } else { "false)" });
        Ok(())
    }

    /// Adds that the server itself called a record spam, as its history tells it.
    pub(crate) fn tell(out: &mut AstPass<'_, '_, Pg>, table: &str) {
        let (from, to) = (RecordState::New.as_str(), RecordState::Spam.as_str());
        out.push_sql(&format!(
            ", told AS (INSERT INTO history (kind, record_id, action, from_state, to_state) \
             SELECT '{table}', stored.id, 'spam', '{from}', '{to}' FROM stored, claimed \
             WHERE claimed.state = '{to}')"
        ));
    }
}

impl Verdict {
    /// State, version and reasons. What the server does to a record is its first action.
    fn walk_ast<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let version = if self.state == RecordState::Spam { &2 } else { &1 };
        out.push_bind_param::<Text, _>(self.state.as_str())?;
        out.push_sql("::text, ");
        out.push_bind_param::<Integer, _>(version)?;
        out.push_sql("::int, ");
        out.push_bind_param::<Array<Text>, _>(&self.reasons)?;
        out.push_sql("::text[]");
        Ok(())
    }
}
