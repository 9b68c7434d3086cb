//! Sample work on the newest submissions: records in every state, with notes and assignments, as the rules allow.

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

/// Number of the newest records of a kind that get a history. Older ones are done without a history.
const NEWEST: u64 = 2_000;

/// Records per record stored as spam.
const A_SPAM: u64 = 25;

/// Name of a removed admin, which the history keeps.
const FORMER: &str = "Rosa Ortega";

const NOTES: [&str; 5] = [
    "Called, nobody there. Trying again tomorrow morning.",
    "Asked for the number of products and who writes the texts.",
    "Sent our questions by e-mail.",
    "They have a supplier until March, so there is time.\nOffer by the end of the month.",
    "Good fit. Let us talk about it on Monday.",
];

/// Sequences of actions on a record.
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

/// Event of the history.
struct Event {
    record: i64,
    at: DateTime<Utc>,
    by: String,
    admin_id: Option<i64>,
    action: RecordAction,
    from: RecordState,
    to: RecordState,
    assigned: Option<String>,
    assigned_id: Option<i64>,
    text: Option<&'static str>,
}

/// State of a record after its events.
struct Outcome {
    id: i64,
    state: RecordState,
    state_since: DateTime<Utc>,
    assignee: Option<i64>,
    version: i32,
    first_action_at: Option<DateTime<Utc>>,
}

/// Returns the state in which the nth of `rows` records is stored. The last records are the newest.
pub(crate) fn state(nth: u64, rows: u64) -> RecordState {
    match nth {
        nth if nth % A_SPAM == A_SPAM / 2 => RecordState::Spam,
        nth if rows.saturating_sub(nth) <= NEWEST => RecordState::New,
        _ => RecordState::Done,
    }
}

/// Adds work to the newest records of a kind that nobody has worked on.
pub(crate) async fn add_work(connection: &mut AsyncPgConnection, kind: &str, seed: u64) -> QueryResult<()> {
    let accounts = sql_query(
        "SELECT id, coalesce(nullif(btrim(first_name || ' ' || last_name), ''), username) AS name \
         FROM admins ORDER BY id LIMIT 5",
    );
    let accounts: Vec<Account> = accounts.load(connection).await?;
    let newest = format!(
        "SELECT id, created_at FROM submissions WHERE kind = '{kind}' AND version = 1 AND state = 'new' \
         ORDER BY created_at DESC, id DESC LIMIT {NEWEST}"
    );
    let rows: Vec<Row> = sql_query(newest).load(connection).await?;
    let mut random = StdRng::seed_from_u64(seed);
    let (mut outcomes, mut events) = (Vec::new(), Vec::new());
    for row in &rows {
        outcomes.push(work_on(row, &accounts, &mut random, &mut events));
    }
    update_submissions(connection, &outcomes).await?;
    insert_history(connection, &events).await
}

/// Generates the events of one of the `COURSES`, up to the present.
fn work_on(row: &Row, accounts: &[Account], random: &mut StdRng, events: &mut Vec<Event>) -> Outcome {
    let mut outcome = Outcome {
        id: row.id,
        state: RecordState::New,
        state_since: row.created_at,
        assignee: None,
        version: 1,
        first_action_at: None,
    };
    let mut at = row.created_at;
    for action in COURSES.choose(random).copied().unwrap_or_default() {
        at += TimeDelta::minutes(random.random_range(5..600));
        let (Ok(to), true) = (moved(outcome.state, *action), at < Utc::now()) else { break };
        let assignee = accounts.choose(random).filter(|_| *action == RecordAction::Assign);
        if *action == RecordAction::Assign && assignee.is_none() {
            continue;
        }
        let by = accounts.choose(random).filter(|_| random.random_bool(0.8));
        events.push(Event {
            record: row.id,
            at,
            by: by.map_or(FORMER, |account| &account.name).to_owned(),
            admin_id: by.map(|account| account.id),
            action: *action,
            from: outcome.state,
            to,
            assigned: assignee.map(|account| account.name.clone()),
            assigned_id: assignee.map(|account| account.id),
            text: NOTES.choose(random).copied().filter(|_| *action == RecordAction::Note),
        });
        if to != outcome.state {
            outcome.state_since = at;
        }
        if action.is_first_action() {
            outcome.first_action_at.get_or_insert(at);
        }
        outcome.state = to;
        outcome.assignee = assignee.map(|account| account.id).or(outcome.assignee);
        outcome.version = outcome.version.saturating_add(1);
    }
    outcome
}

async fn update_submissions(connection: &mut AsyncPgConnection, outcomes: &[Outcome]) -> QueryResult<()> {
    sql_query(
        "UPDATE submissions SET state = given.state, state_since = given.state_since, \
             assigned_to = given.assignee, version = given.version, first_action_at = given.first_action_at \
         FROM unnest($1, $2, $3, $4, $5, $6) AS given (id, state, state_since, assignee, version, first_action_at) \
         WHERE submissions.id = given.id AND given.version > 1",
    )
    .bind::<Array<BigInt>, _>(outcomes.iter().map(|outcome| outcome.id).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(outcomes.iter().map(|outcome| outcome.state.as_str()).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(outcomes.iter().map(|outcome| outcome.state_since).collect::<Vec<_>>())
    .bind::<Array<Nullable<BigInt>>, _>(outcomes.iter().map(|outcome| outcome.assignee).collect::<Vec<_>>())
    .bind::<Array<Integer>, _>(outcomes.iter().map(|outcome| outcome.version).collect::<Vec<_>>())
    .bind::<Array<Nullable<Timestamptz>>, _>(
        outcomes.iter().map(|outcome| outcome.first_action_at).collect::<Vec<_>>(),
    )
    .execute(connection)
    .await
    .map(drop)
}

async fn insert_history(connection: &mut AsyncPgConnection, events: &[Event]) -> QueryResult<()> {
    sql_query(
        "INSERT INTO history (submission_id, at, by, action, from_state, to_state, to_admin, text, \
             admin_id, to_admin_id) \
         SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
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
    .bind::<Array<Nullable<BigInt>>, _>(events.iter().map(|event| event.admin_id).collect::<Vec<_>>())
    .bind::<Array<Nullable<BigInt>>, _>(events.iter().map(|event| event.assigned_id).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}
