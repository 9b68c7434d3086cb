//! How many visitors are thanked: a mailbox once a day, and not for every form of one client.
//!
//! Anyone can type somebody else's address, and an address with a tag or with dots is most often the same mailbox.

use std::net::IpAddr;

use agency_core::email::mailbox_key;
use diesel::{QueryResult, pg::Pg, query_builder::AstPass, sql_types::Binary};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::{config::Secrets, http::client::network};

/// What tells this use of the secret from every other.
const PURPOSE: &[u8] = b"agency: visitors who are thanked";

/// How many mailboxes are thanked in a day for forms of one client address.
const MAILBOXES_PER_ADDRESS: u32 = 10;

/// When the day ends by UTC. Counts are dated by it, so that the sweep keeps them until then.
const DAY_END: &str = "((date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC')";

/// The end of the CTEs that count: the last of them has a row where the visitor is thanked.
pub(super) const COUNTED: &str = "thanked_mailbox";

/// Makes what mailboxes and clients are counted under, with a key that is derived from the secret.
pub(super) struct ThanksKeys(Hmac<Sha256>);

impl ThanksKeys {
    pub(super) fn new(secrets: &Secrets) -> Self {
        Self(secrets.macs(PURPOSE).current)
    }

    /// What is counted for a mailbox, and for the client that names it.
    pub(super) fn thanks(&self, recipient: &str, client: IpAddr) -> Thanks {
        Thanks {
            mailbox: self.subject("mailbox", &mailbox_key(recipient)),
            client: self.subject("client", &network(client).to_string()),
        }
    }

    fn subject(&self, kind: &str, name: &str) -> Vec<u8> {
        let hash = self.0.clone().chain_update(kind.len().to_le_bytes()).chain_update(kind);
        hash.chain_update(name).finalize().into_bytes().to_vec()
    }
}

/// Subjects in `attempt_windows`.
pub(super) struct Thanks {
    mailbox: Vec<u8>,
    client: Vec<u8>,
}

impl Thanks {
    /// Adds two CTEs after `stored`, which count the client and then the mailbox, where both may be counted. A mailbox that
    /// was thanked today counts for no client.
    pub(super) fn walk_ast<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(", thanked_client AS (");
        count(out, &self.client, "stored", MAILBOXES_PER_ADDRESS, |out| {
            out.push_sql(
                " WHERE stored.state <> 'spam' AND NOT EXISTS (SELECT FROM attempt_windows WHERE subject = ",
            );
            out.push_bind_param::<Binary, _>(&self.mailbox)?;
            out.push_sql(&format!(" AND NOT {})", over("made_at")));
            Ok(())
        })?;
        out.push_sql(&format!("), {COUNTED} AS ("));
        count(out, &self.mailbox, "thanked_client", 1, |_| Ok(()))?;
        out.push_sql(")");
        Ok(())
    }
}

/// Counts a subject up to a number a day, once for each row of a table, with a row where it was counted.
fn count<'a, 'b>(
    out: &mut AstPass<'a, 'b, Pg>,
    subject: &'b Vec<u8>,
    from: &str,
    most: u32,
    condition: impl FnOnce(&mut AstPass<'a, 'b, Pg>) -> QueryResult<()>,
) -> QueryResult<()> {
    out.push_sql("INSERT INTO attempt_windows AS kept (subject, made_at) SELECT ");
    out.push_bind_param::<Binary, _>(subject)?;
    out.push_sql(&format!(", ARRAY[{DAY_END}] FROM {from}"));
    condition(out)?;
    let over = over("kept.made_at");
    out.push_sql(&format!(
        " ON CONFLICT (subject) DO UPDATE SET made_at = \
             CASE WHEN {over} THEN excluded.made_at ELSE kept.made_at || excluded.made_at END \
         WHERE {over} OR cardinality(kept.made_at) < {most} RETURNING 1"
    ));
    Ok(())
}

/// Whether counts are of another day, as they also are once a clock has been set back.
fn over(made_at: &str) -> String {
    format!("({made_at}[1] IS DISTINCT FROM {DAY_END})")
}
