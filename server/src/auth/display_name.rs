//! The name of an account on the screen.

use diesel::{dsl, prelude::*};

use crate::storage::{
    functions::{btrim, coalesce, nullif},
    schema::admins,
};

/// Returns the display name of an account in a query of `admins`: first and last name, or the username where both are empty.
#[dsl::auto_type(no_type_alias)]
pub(crate) fn display_name() -> _ {
    let full_name = btrim(admins::first_name.concat(" ").concat(admins::last_name));
    coalesce(nullif(full_name, ""), admins::username)
}

/// Returns the SQL of [`display_name`].
///
/// `account` is the table's name or alias in the statement.
pub(crate) fn display_name_sql(account: &str) -> String {
    format!(
        "coalesce(nullif(btrim({account}.first_name || ' ' || {account}.last_name), ''), {account}.username)"
    )
}
