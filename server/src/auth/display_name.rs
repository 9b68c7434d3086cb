//! The name of an account on the screen.

use diesel::{dsl::sql, expression::SqlLiteral, sql_types::Text};

/// Returns the display name of an account in a statement on `admins`.
pub(crate) fn display_name() -> SqlLiteral<Text> {
    sql(&display_name_sql("admins"))
}

/// Returns the SQL of an account's display name: first and last name, or the username where both are empty.
///
/// `account` is the table's name or alias in the statement.
pub(crate) fn display_name_sql(account: &str) -> String {
    format!(
        "coalesce(nullif(btrim({account}.first_name || ' ' || {account}.last_name), ''), {account}.username)"
    )
}
