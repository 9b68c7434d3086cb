//! What becomes of the records of an account that is removed.

use diesel::{QueryResult, sql_query, sql_types::BigInt};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

use crate::auth::display_name::display_name_sql;

/// Unassigns every record of an admin and writes it into the records' history; returns how many there were. Inside a
/// transaction that has locked the account, so that none is assigned to it afterwards.
pub(crate) async fn unassign(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<usize> {
    let statement = format!(
        "WITH changed AS ( \
             UPDATE submissions SET assigned_to = NULL, version = version + 1 WHERE assigned_to = $1 \
             RETURNING id, state \
         ) \
         INSERT INTO history (submission_id, action, from_state, to_state, from_admin) \
         SELECT changed.id, 'assign', state, state, {} \
         FROM changed, admins WHERE admins.id = $1 ORDER BY changed.id",
        display_name_sql("admins")
    );
    sql_query(statement).bind::<BigInt, _>(admin_id).execute(connection).await
}
