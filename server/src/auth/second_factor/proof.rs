//! That somebody has the second factor: a code that was compared, and is used up once something is done with it.

use agency_core::second_factor::Code;
use chrono::Utc;
use diesel_async::AsyncPgConnection;

use crate::{
    auth::{
        account::events::{self, Event},
        second_factor::{keys::SecondFactorKeys, queries, totp},
    },
    http::error::ApiError,
    storage::{self, Pool},
};

/// A code that fits.
pub(crate) enum Proof {
    /// The app's, of this step.
    Step { secret: Vec<u8>, step: i64 },
    /// The recovery code of this number.
    Recovery(i64),
}

impl Proof {
    /// Compares a code with what an admin has; none when it does not fit. Whether it is used is seen when it is spent.
    pub(super) async fn find(
        pool: &Pool,
        keys: &SecondFactorKeys,
        admin_id: i64,
        secret: Vec<u8>,
        code: &str,
    ) -> Result<Option<Self>, ApiError> {
        match Code::parse(code) {
            Some(Code::Shown(code)) => {
                let step = totp::step(&secret, &code, Utc::now())?;
                Ok(step.map(|step| Self::Step { secret, step }))
            }
            Some(Code::Recovery(code)) => {
                let hashes = keys.hashes(admin_id, &code);
                let mut connection = storage::connection(pool).await?;
                let id = queries::recovery_code(&mut connection, admin_id, &hashes).await?;
                Ok(id.map(Self::Recovery))
            }
            None => Ok(None),
        }
    }

    /// Uses the code up, by one statement that changes nothing where another instance was first; whether it was unused.
    pub(crate) async fn spend(
        &self,
        connection: &mut AsyncPgConnection,
        admin_id: i64,
    ) -> Result<bool, ApiError> {
        match self {
            Self::Step { secret, step } => Ok(queries::use_step(connection, admin_id, secret, *step).await?),
            Self::Recovery(id) => {
                let used = queries::use_recovery_code(connection, *id).await?;
                if used {
                    events::note(connection, admin_id, Event::RecoveryCodeUsed).await?;
                }
                Ok(used)
            }
        }
    }
}
