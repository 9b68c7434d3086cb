//! Second factors in the database, and the verification of codes.

use agency_core::second_factor::Code;
use chrono::{DateTime, Utc};
use diesel::{dsl, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::{
        account::events::{RECOVERY_CODE_USED, record_event},
        queries::Account,
        second_factor::totp,
        state::AuthState,
    },
    http::error::ApiError,
    storage::{
        self,
        schema::{admins, recovery_codes, second_factors},
    },
};

/// A valid code, which is used up once something is done with it.
pub(crate) enum VerifiedFactor {
    /// A code of the app, by its time step.
    Totp { secret: Vec<u8>, step: i64 },
    /// A recovery code, by its row.
    Recovery { id: i64 },
}

impl VerifiedFactor {
    /// Verifies a code; none if it is wrong. Whether a code of the app was used before shows when it is spent.
    pub(crate) async fn verify(
        state: &AuthState,
        admin_id: i64,
        secret: Vec<u8>,
        code: &str,
    ) -> Result<Option<Self>, ApiError> {
        match Code::parse(code) {
            Some(Code::Shown(code)) => {
                let step = totp::find_step(&secret, &code, Utc::now())?;
                Ok(step.map(|step| Self::Totp { secret, step }))
            }
            Some(Code::Recovery(code)) => {
                let mut connection = storage::connection(&state.pool).await?;
                let found = recovery_codes::table
                    .filter(recovery_codes::admin_id.eq(admin_id))
                    .filter(recovery_codes::code_hash.eq_any(state.factor_keys.hashes(admin_id, &code)))
                    .filter(recovery_codes::used_at.is_null())
                    .select(recovery_codes::id)
                    .first(&mut connection)
                    .await
                    .optional()?;
                Ok(found.map(|id| Self::Recovery { id }))
            }
            None => Ok(None),
        }
    }

    /// Uses the code up. Returns false if it was used before, also by another instance at the same time.
    pub(crate) async fn spend(&self, connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<bool> {
        match self {
            Self::Totp { secret, step } => {
                let unused = second_factors::table
                    .find(admin_id)
                    .filter(second_factors::secret.eq(secret))
                    .filter(second_factors::last_step.lt(step));
                let spend = diesel::update(unused).set(second_factors::last_step.eq(step));
                Ok(spend.execute(connection).await? > 0)
            }
            Self::Recovery { id } => {
                let unused = recovery_codes::table.find(id).filter(recovery_codes::used_at.is_null());
                let spend = diesel::update(unused).set(recovery_codes::used_at.eq(dsl::now));
                let is_spent = spend.execute(connection).await? > 0;
                if is_spent {
                    record_event(connection, admin_id, RECOVERY_CODE_USED).await?;
                }
                Ok(is_spent)
            }
        }
    }
}

/// Returns the account and the secret of an admin with two-factor authentication.
pub(crate) async fn find_secret(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<(Account, Vec<u8>)>> {
    admins::table
        .inner_join(second_factors::table)
        .filter(admins::id.eq(admin_id))
        .filter(admins::second_factor_at.is_not_null())
        .select((Account::as_select(), second_factors::secret))
        .first(connection)
        .await
        .optional()
}

/// Stores a secret of which no code was used.
pub(super) async fn set_secret(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    secret: &[u8],
) -> QueryResult<()> {
    diesel::insert_into(second_factors::table)
        .values((second_factors::admin_id.eq(admin_id), second_factors::secret.eq(secret)))
        .on_conflict(second_factors::admin_id)
        .do_update()
        .set((second_factors::secret.eq(secret), second_factors::last_step.eq(0)))
        .execute(connection)
        .await
        .map(drop)
}

/// Replaces the recovery codes of an admin.
pub(super) async fn replace_recovery_codes(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    hashes: &[String],
) -> QueryResult<()> {
    let former = recovery_codes::table.filter(recovery_codes::admin_id.eq(admin_id));
    diesel::delete(former).execute(connection).await?;
    let row = |hash| (recovery_codes::admin_id.eq(admin_id), recovery_codes::code_hash.eq(hash));
    let rows = hashes.iter().map(row).collect::<Vec<_>>();
    diesel::insert_into(recovery_codes::table).values(rows).execute(connection).await.map(drop)
}

/// Turns the second factor on.
pub(super) async fn turn_on(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<()> {
    diesel::update(admins::table.find(admin_id))
        .set(admins::second_factor_at.eq(dsl::now))
        .execute(connection)
        .await
        .map(drop)
}

/// Turns the second factor off, deletes it with its recovery codes, and returns whether it was on.
pub(crate) async fn turn_off(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<bool> {
    let on = admins::table.find(admin_id).filter(admins::second_factor_at.is_not_null());
    let off = admins::second_factor_at.eq(None::<DateTime<Utc>>);
    let was_on = diesel::update(on).set(off).execute(connection).await? > 0;
    diesel::delete(second_factors::table.find(admin_id)).execute(connection).await?;
    Ok(was_on)
}
