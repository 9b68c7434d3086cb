//! What becomes of the records of an account that is removed.

use agency_core::{form::Stored, stored_forms};
use diesel::{QueryResult, sql_query, sql_types::BigInt};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

use crate::workflow::work::name_of;

/// Gives every record of an admin to nobody, and tells so in its history. Inside a transaction that has locked the
/// account, so that none comes to it meanwhile.
pub(crate) async fn unassign(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<usize> {
    let mut changed: usize = 0;
    for Stored { table, .. } in stored_forms() {
        let statement = format!(
            "WITH changed AS ( \
                 UPDATE {table} SET assigned_to = NULL, version = version + 1 WHERE assigned_to = $1 \
                 RETURNING id, state \
             ) \
             INSERT INTO history (kind, record_id, action, from_state, to_state, from_admin) \
             SELECT '{table}', changed.id, 'assign', state, state, {} \
             FROM changed, admins WHERE admins.id = $1 ORDER BY changed.id",
            name_of("admins")
        );
        let rows = sql_query(statement).bind::<BigInt, _>(admin_id).execute(connection).await?;
        changed = changed.saturating_add(rows);
    }
    Ok(changed)
}
