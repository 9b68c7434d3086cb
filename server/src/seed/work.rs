//! Made-up work on the newest submissions: records in every state, with notes and assignments, by the rules' own table.

use agency_core::work::{RecordAction, RecordState, moved};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    QueryableByName,
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Integer, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};

use crate::inbox::submission::display_name;

/// How many of the newest records of a kind have a history; older ones are simply done.
const NEWEST: u64 = 2_000;

/// One of so many records began as spam.
const A_SPAM: u64 = 25;

/// Somebody who has left: the history keeps the name.
const FORMER: &str = "Rosa Ortega";

const NOTES: [&str; 5] = [
    "Called, nobody there. Trying again tomorrow morning.",
    "Asked for the number of products and who writes the texts.",
    "Sent our questions by e-mail.",
    "They have a supplier until March, so there is time.\nOffer by the end of the month.",
    "Good fit. Let us talk about it on Monday.",
];

/// What was done with a record, one after the other.
const COURSES: [&[RecordAction]; 9] = {
    use RecordAction::{Assign, Finish, NotSpam, Note, Reopen, Spam, Start};
    [
        &[],
        &[],
        &[Note],
        &[Assign, Start, Note],
        &[Start, Note, Note],
        &[Assign, Start, Note, Finish],
        &[Finish],
        &[Spam],
        &[Spam, NotSpam, Assign, Start, Finish, Reopen],
    ]
};

#[derive(QueryableByName)]
struct Account {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
}

/// A line of the history.
struct Event {
    record: i64,
    at: DateTime<Utc>,
    by: String,
    action: RecordAction,
    from: RecordState,
    to: RecordState,
    assigned: Option<String>,
    text: Option<&'static str>,
}

/// How a record stands in the end.
struct Stand {
    id: i64,
    state: RecordState,
    owner: Option<i64>,
    version: i32,
}

/// The state that the nth of so many records is stored in, of which the last ones are the newest.
pub(crate) fn state(nth: u64, rows: u64) -> RecordState {
    match nth {
        nth if nth % A_SPAM == A_SPAM / 2 => RecordState::Spam,
        nth if rows.saturating_sub(nth) <= NEWEST => RecordState::New,
        _ => RecordState::Done,
    }
}

/// Has the newest records of a table worked on, which nobody has touched.
pub(crate) async fn add_work(connection: &mut AsyncPgConnection, table: &str, seed: u64) -> QueryResult<()> {
    let accounts = format!("SELECT id, {} AS name FROM admins ORDER BY id LIMIT 5", display_name("admins"));
    let accounts: Vec<Account> = sql_query(accounts).load(connection).await?;
    let newest = format!(
        "SELECT id, created_at FROM submissions WHERE kind = '{table}' AND version = 1 AND state = 'new' \
         ORDER BY created_at DESC, id DESC LIMIT {NEWEST}"
    );
    let rows: Vec<Row> = sql_query(newest).load(connection).await?;
    let mut random = StdRng::seed_from_u64(seed);
    let (mut stands, mut events) = (Vec::new(), Vec::new());
    for row in &rows {
        stands.push(course(row, &accounts, &mut random, &mut events));
    }
    stand(connection, &stands).await?;
    tell(connection, &events).await
}

/// Follows a course as far as the time since the record came allows.
fn course(row: &Row, accounts: &[Account], random: &mut StdRng, events: &mut Vec<Event>) -> Stand {
    let mut stand = Stand { id: row.id, state: RecordState::New, owner: None, version: 1 };
    let mut at = row.created_at;
    for action in COURSES.choose(random).copied().unwrap_or_default() {
        at += TimeDelta::minutes(random.random_range(5..600));
        let (Ok(to), true) = (moved(stand.state, *action), at < Utc::now()) else { break };
        let assignee = accounts.choose(random).filter(|_| *action == RecordAction::Assign);
        if *action == RecordAction::Assign && assignee.is_none() {
            continue;
        }
        let by = accounts.choose(random).filter(|_| random.random_bool(0.8));
        events.push(Event {
            record: row.id,
            at,
            by: by.map_or(FORMER, |account| &account.name).to_owned(),
            action: *action,
            from: stand.state,
            to,
            assigned: assignee.map(|account| account.name.clone()),
            text: NOTES.choose(random).copied().filter(|_| *action == RecordAction::Note),
        });
        stand.state = to;
        stand.owner = assignee.map(|account| account.id).or(stand.owner);
        stand.version = stand.version.saturating_add(1);
    }
    stand
}

async fn stand(connection: &mut AsyncPgConnection, stands: &[Stand]) -> QueryResult<()> {
    sql_query(
        "UPDATE submissions SET state = given.state, assigned_to = given.owner, version = given.version \
         FROM unnest($1, $2, $3, $4) AS given (id, state, owner, version) \
         WHERE submissions.id = given.id AND given.version > 1",
    )
        .bind::<Array<BigInt>, _>(stands.iter().map(|stand| stand.id).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(stands.iter().map(|stand| stand.state.as_str()).collect::<Vec<_>>())
        .bind::<Array<Nullable<BigInt>>, _>(stands.iter().map(|stand| stand.owner).collect::<Vec<_>>())
        .bind::<Array<Integer>, _>(stands.iter().map(|stand| stand.version).collect::<Vec<_>>())
        .execute(connection)
        .await
        .map(drop)
}

async fn tell(connection: &mut AsyncPgConnection, events: &[Event]) -> QueryResult<()> {
    sql_query(
        "INSERT INTO history (submission_id, at, by, action, from_state, to_state, to_admin, text) \
         SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind::<Array<BigInt>, _>(events.iter().map(|event| event.record).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(events.iter().map(|event| event.at).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(events.iter().map(|event| event.by.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(events.iter().map(|event| event.action.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(events.iter().map(|event| event.from.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(events.iter().map(|event| event.to.as_str()).collect::<Vec<_>>())
    .bind::<Array<Nullable<Text>>, _>(
        events.iter().map(|event| event.assigned.as_deref()).collect::<Vec<_>>(),
    )
    .bind::<Array<Nullable<Text>>, _>(events.iter().map(|event| event.text).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}
