//! Verifies codes of a second factor, and uses them up.

use agency_core::second_factor::Code;
use chrono::Utc;
use diesel::{dsl, prelude::*, sql_types::Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::{
        account::events::{RECOVERY_CODE_USED, record_event},
        second_factor::{keys::SecondFactorKeys, totp},
    },
    http::error::ApiError,
    storage::{
        self, Pool,
        schema::{recovery_codes, second_factors},
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
    pub(super) async fn verify(
        pool: &Pool,
        keys: &SecondFactorKeys,
        admin_id: i64,
        secret: Vec<u8>,
        code: &str,
    ) -> Result<Option<Self>, ApiError> {
        match Code::read(code) {
            Some(Code::Shown(code)) => {
                let step = totp::find_step(&secret, &code, Utc::now())?;
                Ok(step.map(|step| Self::Totp { secret, step }))
            }
            Some(Code::Recovery(code)) => {
                let mut connection = storage::connection(pool).await?;
                let found = recovery_codes::table
                    .filter(recovery_codes::admin_id.eq(admin_id))
                    .filter(recovery_codes::code_hash.eq_any(keys.hashes(admin_id, &code)))
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
                let used_at = dsl::now.into_sql::<Timestamptz>().nullable();
                let spend = diesel::update(unused).set(recovery_codes::used_at.eq(used_at));
                let is_spent = spend.execute(connection).await? > 0;
                if is_spent {
                    record_event(connection, admin_id, RECOVERY_CODE_USED, 1).await?;
                }
                Ok(is_spent)
            }
        }
    }
}
