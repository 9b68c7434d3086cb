//! Functions of Postgres that Diesel does not declare.

use diesel::{
    QueryResult, declare_sql_function,
    sql_types::{Bool, Nullable, Numeric, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

#[declare_sql_function]
extern "SQL" {
    /// Removes spaces at both ends.
    fn btrim(text: Text) -> Text;

    /// Returns `value`, or `default` if it is null.
    fn coalesce(value: Nullable<Text>, default: Text) -> Text;

    /// Returns `value`, or `default` if it is null.
    #[sql_name = "coalesce"]
    fn coalesce_time(value: Nullable<Timestamptz>, default: Timestamptz) -> Timestamptz;

    /// Returns whether the account has a right to a table.
    fn has_table_privilege(table: Text, privilege: Text) -> Bool;

    /// Casts a sum.
    fn int8(sum: Nullable<Numeric>) -> Nullable<BigInt>;

    /// Returns `value`, or null if it equals `other`.
    fn nullif(value: Text, other: Text) -> Nullable<Text>;

    /// Sets a setting of the session, or until the transaction ends if `is_local`.
    fn set_config(setting: Text, value: Text, is_local: Bool) -> Text;
}

/// Lets the statements of a transaction take longer than a request may: commands change any number of rows.
pub(crate) async fn lift_timeouts(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    let settings = (set_config("statement_timeout", "0", true), set_config("lock_timeout", "0", true));
    diesel::select(settings).execute(connection).await.map(drop)
}
