//! What happened to an account, and by whom.

use diesel::{
    prelude::*,
    sql_types::{BigInt, Bool, Text},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::browser::Browser,
    http::error::ApiError,
    storage::{self, Pool, schema::account_events},
};

#[diesel::declare_sql_function]
extern "SQL" {
    /// Postgres's `set_config`.
    fn set_config(setting: Text, value: Text, is_local: Bool) -> Text;
}

/// What happens to an account. Changes of its row are noted by the database itself.
#[derive(Clone, Copy)]
pub(crate) enum Event {
    /// It is created.
    Created,
    /// It is removed.
    Removed,
    /// Its owner's name or address is another one.
    ProfileChanged,
    /// The command prints a password.
    PasswordPrinted,
    /// Its owner chooses a password.
    PasswordChanged,
    /// One of its sign-ins is ended.
    SignInEnded,
    /// All of them but one are ended.
    OtherSignInsEnded,
    /// Its second factor is switched on.
    SecondFactorOn,
    /// Its second factor is switched off.
    SecondFactorOff,
    /// A recovery code is used up.
    RecoveryCodeUsed,
    /// New recovery codes replace the former ones.
    RecoveryCodesMade,
    /// A wrong code comes after the right password.
    SecondFactorRefused,
}

impl Event {
    /// Every one there is.
    pub(crate) const ALL: [Self; 12] = [
        Self::Created,
        Self::Removed,
        Self::ProfileChanged,
        Self::PasswordPrinted,
        Self::PasswordChanged,
        Self::SignInEnded,
        Self::OtherSignInsEnded,
        Self::SecondFactorOn,
        Self::SecondFactorOff,
        Self::RecoveryCodeUsed,
        Self::RecoveryCodesMade,
        Self::SecondFactorRefused,
    ];

    /// What the account's history calls it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Removed => "removed",
            Self::ProfileChanged => "profile changed",
            Self::PasswordPrinted => "password printed",
            Self::PasswordChanged => "password changed",
            Self::SignInEnded => "sign-in ended",
            Self::OtherSignInsEnded => "other sign-ins ended",
            Self::SecondFactorOn => "second factor on",
            Self::SecondFactorOff => "second factor off",
            Self::RecoveryCodeUsed => "recovery code used",
            Self::RecoveryCodesMade => "recovery codes made",
            Self::SecondFactorRefused => "second factor refused",
        }
    }
}

/// Who changes an account.
pub(crate) enum By<'a> {
    /// Its owner, from a browser.
    Owner(&'a Browser),
    /// Whoever runs the server's command.
    Command,
    /// Someone who has the password, from a browser.
    Unknown(&'a Browser),
}

impl By<'_> {
    /// What the account's history calls them, the owner and the command.
    pub(crate) const NAMES: [&'static str; 2] = ["owner", "command"];

    const fn name(&self) -> &'static str {
        let [owner, command] = Self::NAMES;
        match self {
            Self::Owner(_) => owner,
            Self::Command => command,
            Self::Unknown(_) => "",
        }
    }
}

/// Has everything that happens to accounts until the transaction ends be noted as done by whom it is.
pub(crate) async fn done_by(connection: &mut AsyncPgConnection, by: By<'_>) -> QueryResult<()> {
    let browser = match by {
        By::Owner(browser) | By::Unknown(browser) => browser.0.as_str(),
        By::Command => "",
    };
    let by = set_config("agency.by", by.name(), true);
    diesel::select((by, set_config("agency.browser", browser, true))).execute(connection).await.map(drop)
}

/// Adds to an account's history what the database does not add by itself.
pub(crate) async fn note(connection: &mut AsyncPgConnection, admin_id: i64, event: Event) -> QueryResult<()> {
    note_times(connection, admin_id, event, 1).await
}

/// Adds to an account's history that someone with its password gave a wrong code.
pub(crate) async fn note_refused_code(pool: &Pool, admin_id: i64, browser: &Browser) -> Result<(), ApiError> {
    let mut connection = storage::connection(pool).await?;
    connection
        .transaction(async |connection| -> Result<(), ApiError> {
            done_by(connection, By::Unknown(browser)).await?;
            Ok(note(connection, admin_id, Event::SecondFactorRefused).await?)
        })
        .await
}

/// Adds something that happened as often as it did.
pub(crate) async fn note_times(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    event: Event,
    times: usize,
) -> QueryResult<()> {
    let statement = "INSERT INTO account_events (admin_id, account, event) \
                     SELECT id, username, $2 FROM admins, generate_series(1, $3) WHERE id = $1";
    let query = diesel::sql_query(statement)
        .bind::<BigInt, _>(admin_id)
        .bind::<Text, _>(event.name())
        .bind::<BigInt, _>(i64::try_from(times).unwrap_or(i64::MAX));
    query.execute(connection).await.map(drop)
}

/// Something that happened to an account.
#[derive(Queryable, Selectable)]
#[diesel(table_name = account_events, check_for_backend(diesel::pg::Pg))]
pub(crate) struct EventRow {
    pub(crate) id: i64,
    pub(crate) at: chrono::DateTime<chrono::Utc>,
    pub(crate) event: String,
    pub(crate) by: Option<String>,
    pub(crate) browser: String,
}

/// What happened to an account, so many at most, the newest first; before one of them where that is given.
pub(super) async fn newest(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    before: Option<i64>,
    limit: i64,
) -> QueryResult<Vec<EventRow>> {
    account_events::table
        .filter(account_events::admin_id.eq(admin_id))
        .filter(account_events::id.lt(before.unwrap_or(i64::MAX)))
        .order(account_events::id.desc())
        .limit(limit)
        .select(EventRow::as_select())
        .load(connection)
        .await
}

/// All that happened to accounts of a name, also to those that are gone, the oldest first.
pub(crate) async fn of_name(
    connection: &mut AsyncPgConnection,
    username: &str,
) -> QueryResult<Vec<EventRow>> {
    account_events::table
        .filter(account_events::account.eq(username))
        .order(account_events::id)
        .select(EventRow::as_select())
        .load(connection)
        .await
}
