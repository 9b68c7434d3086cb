//! Second factors and their codes in the database.

use agency_core::second_factor::{Code, RECOVERY_ALPHABET, RECOVERY_LENGTH};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use diesel::{dsl, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::{
    auth::{
        account::events::{AccountEvent, record_event},
        second_factor::totp,
    },
    config::{Secrets, Signing},
    http::error::ApiError,
    storage::{
        random,
        schema::{admins, recovery_codes, second_factors},
    },
};

/// The purpose of the derived key.
const PURPOSE: &[u8] = b"agency: recovery codes";

/// The number of recovery codes of an account.
const CODES: usize = 10;

/// Hashes recovery codes.
pub(crate) struct SecondFactorKeys(Signing<Hmac<Sha256>>);

impl SecondFactorKeys {
    /// Derives the keys from the server's secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self(secrets.macs(PURPOSE))
    }

    /// Generates recovery codes of an admin, and the hashes that are stored of them.
    pub(super) fn generate_codes(&self, admin_id: i64) -> (Vec<String>, Vec<String>) {
        let codes = (0..CODES).map(|_| random_code());
        codes.map(|code| (format_code(&code), hash(&self.0.current, admin_id, &code))).unzip()
    }

    /// Returns the hashes that may be stored of an admin's recovery code: one for each of the server's secrets.
    pub(super) fn hashes(&self, admin_id: i64, code: &str) -> Vec<String> {
        self.0.verifying().map(|mac| hash(mac, admin_id, code)).collect()
    }
}

fn hash(mac: &Hmac<Sha256>, admin_id: i64, code: &str) -> String {
    let mac = mac.clone().chain_update(admin_id.to_be_bytes()).chain_update(code);
    Base64UrlUnpadded::encode_string(&mac.finalize().into_bytes())
}

/// Returns 10 of 31 characters: 49 random bits.
fn random_code() -> String {
    random::text(RECOVERY_ALPHABET, RECOVERY_LENGTH)
}

/// Formats a code in two halves, which are easier to copy.
fn format_code(code: &str) -> String {
    code.split_at_checked(RECOVERY_LENGTH / 2)
        .map_or_else(|| code.to_owned(), |(first, second)| format!("{first}-{second}"))
}

/// Uses a code of an admin up. Returns false if it is wrong or was used before, also by another instance at the same time.
pub(crate) async fn use_code(
    connection: &mut AsyncPgConnection,
    keys: &SecondFactorKeys,
    admin_id: i64,
    code: &str,
) -> Result<bool, ApiError> {
    match Code::parse(code) {
        Some(Code::Shown(code)) => {
            let factor = second_factors::table.find(admin_id);
            let secret: Option<Vec<u8>> =
                factor.select(second_factors::secret).first(connection).await.optional()?;
            let Some(secret) = secret else { return Ok(false) };
            let Some(step) = totp::find_step(&secret, &code, Utc::now())? else { return Ok(false) };
            let unused = factor.filter(second_factors::last_step.lt(step));
            let used = diesel::update(unused).set(second_factors::last_step.eq(step));
            Ok(used.execute(connection).await? > 0)
        }
        Some(Code::Recovery(code)) => {
            let unused = recovery_codes::table
                .filter(recovery_codes::admin_id.eq(admin_id))
                .filter(recovery_codes::code_hash.eq_any(keys.hashes(admin_id, &code)))
                .filter(recovery_codes::used_at.is_null());
            let used = diesel::update(unused).set(recovery_codes::used_at.eq(dsl::now));
            let is_used = used.execute(connection).await? > 0;
            if is_used {
                record_event(connection, admin_id, AccountEvent::RecoveryCodeUsed).await?;
            }
            Ok(is_used)
        }
        None => Ok(false),
    }
}

/// Turns the second factor on, with a secret of which no code was used.
pub(super) async fn turn_on(
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
        .await?;
    let on = admins::second_factor_at.eq(dsl::now);
    diesel::update(admins::table.find(admin_id)).set(on).execute(connection).await.map(drop)
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

/// Turns the second factor off, deletes it with its recovery codes, and returns whether it was on.
pub(crate) async fn turn_off(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<bool> {
    let on = admins::table.find(admin_id).filter(admins::second_factor_at.is_not_null());
    let off = admins::second_factor_at.eq(None::<DateTime<Utc>>);
    let was_on = diesel::update(on).set(off).execute(connection).await? > 0;
    diesel::delete(second_factors::table.find(admin_id)).execute(connection).await?;
    Ok(was_on)
}

#[cfg(test)]
mod tests;
