//! The name of an account on the screen.

use diesel::{dsl, prelude::*};

use crate::storage::{
    functions::{btrim, coalesce, nullif},
    schema::admins,
};

/// Returns the display name of an account in a query of `admins`: first and last name, or the username where both are empty.
#[dsl::auto_type]
pub(crate) fn display_name() -> _ {
    let full_name = btrim(admins::first_name.concat(" ").concat(admins::last_name));
    coalesce(nullif(full_name, ""), admins::username)
}
