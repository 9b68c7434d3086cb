//! Second factors in the database.

use diesel::{dsl, prelude::*, sql_types::Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::queries::Credentials,
    storage::schema::{admins, recovery_codes, second_factors},
};

/// The secret of an admin's second factor; none when it is off.
pub(super) async fn secret(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<Vec<u8>>> {
    second_factors::table.find(admin_id).select(second_factors::secret).first(connection).await.optional()
}

/// An account's name, its credentials and its secret, if its second factor is on.
pub(super) async fn owner(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<(String, Credentials, Vec<u8>)>> {
    admins::table
        .inner_join(second_factors::table)
        .filter(admins::id.eq(admin_id))
        .filter(admins::second_factor_at.is_not_null())
        .select((admins::username, Credentials::as_select(), second_factors::secret))
        .first(connection)
        .await
        .optional()
}

/// Stores a secret that is being confirmed, of which no code was used.
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

/// Uses the code of a step, which no code of that step or of an earlier one comes after; whether it was unused.
pub(super) async fn use_step(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    secret: &[u8],
    step: i64,
) -> QueryResult<bool> {
    let unused = second_factors::table
        .find(admin_id)
        .filter(second_factors::secret.eq(secret))
        .filter(second_factors::last_step.lt(step));
    let moved = diesel::update(unused).set(second_factors::last_step.eq(step)).execute(connection).await?;
    Ok(moved > 0)
}

/// The number of an admin's recovery code that is stored as one of these and is not used yet.
pub(super) async fn recovery_code(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    hashes: &[String],
) -> QueryResult<Option<i64>> {
    recovery_codes::table
        .filter(recovery_codes::admin_id.eq(admin_id))
        .filter(recovery_codes::code_hash.eq_any(hashes))
        .filter(recovery_codes::used_at.is_null())
        .select(recovery_codes::id)
        .first(connection)
        .await
        .optional()
}

/// How many recovery codes an admin has left.
pub(crate) async fn codes_left(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<i64> {
    recovery_codes::table
        .filter(recovery_codes::admin_id.eq(admin_id))
        .filter(recovery_codes::used_at.is_null())
        .count()
        .get_result(connection)
        .await
}

/// Uses a recovery code; whether it was unused.
pub(super) async fn use_recovery_code(connection: &mut AsyncPgConnection, id: i64) -> QueryResult<bool> {
    let unused = recovery_codes::table.find(id).filter(recovery_codes::used_at.is_null());
    let used_at = dsl::now.into_sql::<Timestamptz>().nullable();
    Ok(diesel::update(unused).set(recovery_codes::used_at.eq(used_at)).execute(connection).await? > 0)
}

/// Gives an admin recovery codes in place of all former ones.
pub(super) async fn replace_recovery_codes(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    hashes: &[String],
) -> QueryResult<()> {
    diesel::delete(recovery_codes::table.filter(recovery_codes::admin_id.eq(admin_id)))
        .execute(connection)
        .await?;
    let rows = hashes
        .iter()
        .map(|hash| (recovery_codes::admin_id.eq(admin_id), recovery_codes::code_hash.eq(hash)))
        .collect::<Vec<_>>();
    diesel::insert_into(recovery_codes::table).values(rows).execute(connection).await.map(drop)
}

/// Has signing in ask for the second factor from now on.
pub(super) async fn switch_on(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<()> {
    diesel::update(admins::table.find(admin_id))
        .set(admins::second_factor_at.eq(dsl::now.into_sql::<Timestamptz>().nullable()))
        .execute(connection)
        .await
        .map(drop)
}

/// Takes an admin's second factor away, with its recovery codes; whether it was on.
pub(crate) async fn remove(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<bool> {
    let on = admins::table.find(admin_id).filter(admins::second_factor_at.is_not_null());
    let off = admins::second_factor_at.eq(None::<chrono::DateTime<chrono::Utc>>);
    let was_on = diesel::update(on).set(off).execute(connection).await? > 0;
    diesel::delete(second_factors::table.find(admin_id)).execute(connection).await?;
    Ok(was_on)
}
