//! Hints for the operator about a database that cannot be used.

use crate::storage::sqlstate;

/// Returns a hint for an error of the database, by its code; none if only waiting helps.
pub(super) fn for_error(error: &str) -> Option<&'static str> {
    match sqlstate::code_within(error) {
        Some("3D000") => Some("create the database with `createdb`, or name another one in DATABASE_URL"),
        Some("28000" | "28P01") => Some("set a user and password in DATABASE_URL that Postgres accepts"),
        Some("42501") => Some("run `agency-server migrate` as the owner of the database"),
        _ => None,
    }
}

/// Returns the reason why the database cannot be reached, with a hint.
pub(super) fn for_connecting(why: &str) -> String {
    // Postgres answered, or it did not.
    let start = "start Postgres, or correct its address in DATABASE_URL";
    let advice = for_error(why).or(sqlstate::code_within(why).is_none().then_some(start));
    advice.map_or_else(|| why.to_owned(), |advice| format!("{why}: {advice}"))
}

#[cfg(test)]
#[path = "advice_tests.rs"]
mod tests;
