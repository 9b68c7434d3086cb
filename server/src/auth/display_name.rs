//! The name of an account on the screen.

use diesel::{
    declare_sql_function,
    dsl::auto_type,
    prelude::*,
    sql_types::{Nullable, Text},
};

use crate::storage::schema::admins;

#[declare_sql_function]
extern "SQL" {
    fn btrim(text: Text) -> Text;
    fn coalesce(value: Nullable<Text>, default: Text) -> Text;
    fn nullif(value: Text, null: Text) -> Nullable<Text>;
}

/// Returns the display name of an account: first and last name, or the username where both are empty.
#[auto_type]
pub(crate) fn display_name() -> _ {
    coalesce(nullif(btrim(admins::first_name.concat(" ").concat(admins::last_name)), ""), admins::username)
}

/// Returns [`display_name`] as text, for a statement that Diesel cannot say.
///
/// `account` is the table's name or alias in the statement.
pub(crate) fn display_name_sql(account: &str) -> String {
    format!(
        "coalesce(nullif(btrim({account}.first_name || ' ' || {account}.last_name), ''), {account}.username)"
    )
}
