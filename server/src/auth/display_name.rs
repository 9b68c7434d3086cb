//! The name of an account on the screen.

/// Returns the SQL of an account's display name: first and last name, or the username where both are empty.
///
/// `account` is the table's name or alias in the statement.
pub(crate) fn display_name_sql(account: &str) -> String {
    format!(
        "coalesce(nullif(btrim({account}.first_name || ' ' || {account}.last_name), ''), {account}.username)"
    )
}
