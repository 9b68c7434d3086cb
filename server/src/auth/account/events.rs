//! The activity of an account: which events happened, and who caused them.

use diesel::{
    prelude::*,
    sql_types::{BigInt, Bool, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::auth::browser::Browser;

pub(crate) const SIGN_IN_ENDED: &str = "sign-in ended";
pub(crate) const OTHER_SIGN_INS_ENDED: &str = "other sign-ins ended";
pub(crate) const RECOVERY_CODE_USED: &str = "recovery code used";
pub(crate) const RECOVERY_CODES_MADE: &str = "recovery codes made";
pub(crate) const SECOND_FACTOR_REFUSED: &str = "second factor refused";

/// All events. Triggers record those of the account's row.
pub(crate) const EVENTS: [&str; 12] = [
    "created",
    "removed",
    "profile changed",
    "password printed",
    "password changed",
    SIGN_IN_ENDED,
    OTHER_SIGN_INS_ENDED,
    "second factor on",
    "second factor off",
    RECOVERY_CODE_USED,
    RECOVERY_CODES_MADE,
    SECOND_FACTOR_REFUSED,
];

/// The names of known actors.
pub(crate) const ACTORS: [&str; 2] = [OWNER, COMMAND];
const OWNER: &str = "owner";
const COMMAND: &str = "command";

#[diesel::declare_sql_function]
extern "SQL" {
    fn set_config(setting: Text, value: Text, is_local: Bool) -> Text;
}

/// The cause of events.
pub(crate) enum Actor<'a> {
    Owner(&'a Browser),
    /// `agency-server admin`.
    Command,
    /// Someone who knows the password.
    Unknown(&'a Browser),
}

/// Sets the actor of all events until the transaction ends.
pub(crate) async fn set_actor(connection: &mut AsyncPgConnection, actor: Actor<'_>) -> QueryResult<()> {
    let (name, browser) = match actor {
        Actor::Owner(browser) => (OWNER, browser.0.as_str()),
        Actor::Command => (COMMAND, ""),
        Actor::Unknown(browser) => ("", browser.0.as_str()),
    };
    let settings = (set_config("agency.by", name, true), set_config("agency.browser", browser, true));
    diesel::select(settings).execute(connection).await.map(drop)
}

/// Records an event that no trigger records, a number of times.
pub(crate) async fn record_event(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    event: &str,
    times: usize,
) -> QueryResult<()> {
    let statement = "INSERT INTO account_events (admin_id, account, event) \
                     SELECT id, username, $2 FROM admins, generate_series(1, $3) WHERE id = $1";
    let query = diesel::sql_query(statement).bind::<BigInt, _>(admin_id).bind::<Text, _>(event);
    let query = query.bind::<BigInt, _>(i64::try_from(times).unwrap_or(i64::MAX));
    query.execute(connection).await.map(drop)
}
