//! Storing accepted forms: one record, however often the form is sent.
//!
//! One statement counts the form for its sender's limit, claims its key, judges whether it is spam and stores its row. Diesel's own query language
//! has no common table expressions, so it is put together here.

use std::net::IpAddr;

use agency_core::{mail::Arrived, search::TOKENISER};
use chrono::{DateTime, Utc};
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{BigInt, Bool, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    http::error::ApiError,
    limits::Attempt,
    mail::outbox::NewMails,
    search::words::Searched,
    storage::{self, slug},
    submissions::{
        idempotency::{Claim, FirstAnswer, Repeats},
        judgement::{Judged, Judgement},
        state::SubmissionState,
    },
};

diesel::table! {
    /// The one row that a record is stored from, when its key could be claimed: how it begins.
    claimed (state) {
        state -> Text,
        version -> Integer,
        spam_reasons -> Array<Nullable<Text>>,
    }
}

/// An accepted form on its way to its table.
pub(crate) trait NewRecord: Send + Sync {
    /// What it counts as in the metrics.
    const KIND: &'static str;

    /// Its table.
    const TABLE: &'static str;

    /// Whether the one statement stores it, so that it needs no transaction around it.
    const ONE_STATEMENT: bool;

    /// By what two forms with the same key are known to be the same.
    fn content(&self) -> impl Iterator<Item = &[u8]> + Send;

    /// What it is found by.
    fn searched(&self) -> Searched;

    /// What of it is judged.
    fn judged(&self) -> Judged<'_>;

    /// What those who work here are told of it.
    fn arrived(&self) -> Arrived<'_>;

    /// Inserts its row from [`claimed`] and returns the row's id, time, state and name in the list's order.
    fn insert<'a>(&'a self, slug: &'a str) -> impl QueryFragment<Pg> + Send + 'a;

    /// Stores what belongs to the row.
    fn insert_parts(
        &self,
        _connection: &mut AsyncPgConnection,
        _id: i64,
    ) -> impl Future<Output = Result<(), ApiError>> + Send {
        async { Ok(()) }
    }
}

/// Stores a record, once however often it comes; a repeat gets the first answer again. An attempt that was not counted before is
/// counted with it; 429 when there were too many.
pub(crate) async fn store<R: NewRecord>(
    state: &SubmissionState,
    attempt: Option<&Attempt>,
    repeats: &Repeats,
    record: &R,
    is_honeypot_filled: bool,
    client: IpAddr,
) -> Result<FirstAnswer, ApiError> {
    let slug = slug::random();
    let judgement = Judgement::new(&state.fingerprints, &record.judged(), is_honeypot_filled);
    let claim = Claim::new(repeats, R::KIND, record.content());
    let searched = record.searched();
    let words = searched.words();
    let mails = state.outbox.as_ref().map(|outbox| outbox.mails(&slug, &record.arrived(), client));
    let mails = mails.filter(|mails| !mails.is_empty());
    let store = Store {
        attempt,
        claim: claim.as_ref(),
        judgement: &judgement,
        slug: &slug,
        insert: record.insert(&slug),
        table: R::TABLE,
        email_key: &searched.email_key,
        words: &words,
        mails: mails.as_ref(),
    };
    let mut connection = storage::connection(&state.pool).await?;
    let stored = if R::ONE_STATEMENT {
        store.run(&mut connection).await?
    } else {
        connection
            .transaction(async |connection| -> Result<_, ApiError> {
                let stored = store.run(connection).await?;
                if let Some(id) = stored.id {
                    record.insert_parts(connection, id).await?;
                }
                Ok(stored)
            })
            .await?
    };
    match (stored.created_at, attempt, claim) {
        (Some(created_at), _, _) => {
            state.metrics.stored(R::KIND);
            if let Some(outbox) = &state.outbox {
                outbox.written.notify_one();
            }
            Ok(FirstAnswer { slug, created_at })
        }
        (None, Some(attempt), _) if !stored.counted => {
            Err(state.limits.refuse(&mut connection, attempt).await)
        }
        (None, _, Some(claim)) => claim.first_answer(&mut connection).await,
        (None, _, None) => Err(ApiError::internal()),
    }
}

/// What the statement tells: a row that was not stored has neither time nor id.
#[derive(Queryable)]
struct Stored {
    counted: bool,
    created_at: Option<DateTime<Utc>>,
    id: Option<i64>,
}

/// Counts, claims, judges and stores, with what the record is found by and the mails that tell of it.
///
/// `now()` is the transaction's start, so that record and key carry the same instant.
struct Store<'a, I> {
    attempt: Option<&'a Attempt>,
    claim: Option<&'a Claim>,
    judgement: &'a Judgement,
    slug: &'a str,
    insert: I,
    table: &'static str,
    email_key: &'a str,
    words: &'a str,
    mails: Option<&'a NewMails>,
}

impl<I: QueryFragment<Pg> + Send> Store<'_, I> {
    /// Reads the answer to its end: a database that crashes during the commit may still send the row, but no more.
    async fn run(self, connection: &mut AsyncPgConnection) -> Result<Stored, ApiError> {
        let rows: Vec<Stored> = self.load(connection).await?;
        rows.into_iter().next().ok_or_else(ApiError::internal)
    }
}

impl<I: QueryFragment<Pg>> QueryFragment<Pg> for Store<'_, I> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH ");
        match self.attempt {
            Some(attempt) => attempt.walk_ast(&mut out)?,
            None => out.push_sql("counted_0 AS (SELECT 1)"),
        }
        out.push_sql(", keyed AS (");
        match self.claim {
            Some(claim) => claim.walk_ast(&mut out, self.slug, "counted_0")?,
            None => out.push_sql("SELECT 1 FROM counted_0"),
        }
        out.push_sql(")");
        self.judgement.walk_ast(&mut out, "keyed")?;
        out.push_sql(", stored AS (");
        self.insert.walk_ast(out.reborrow())?;
        out.push_sql(")");
        Judgement::tell(&mut out, self.table);
        out.push_sql(&format!(
            ", found_by AS (INSERT INTO {}_words (id, tokeniser, created_at, name_key, email_key, words) \
             SELECT id, {TOKENISER}, created_at, name_key, ",
            self.table
        ));
        out.push_bind_param::<Text, _>(self.email_key)?;
        out.push_sql(", ");
        out.push_bind_param::<Text, _>(self.words)?;
        out.push_sql("::tsvector FROM stored)");
        if let Some(mails) = self.mails {
            mails.walk_ast(&mut out, self.table)?;
        }
        out.push_sql(
            " SELECT EXISTS (SELECT FROM counted_0), stored.created_at, stored.id \
             FROM (SELECT) AS always LEFT JOIN stored ON true",
        );
        Ok(())
    }
}

/// Prepared once a connection for each kind of record, with and without a key, a limit, a text that is compared and mails:
/// the statement's text tells them apart.
impl<I> QueryId for Store<'_, I> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<I> Query for Store<'_, I> {
    type SqlType = (Bool, Nullable<Timestamptz>, Nullable<BigInt>);
}
