//! Hints for the operator about a database that cannot be used.

use crate::storage::sqlstate;

/// Adds a hint to the reason of a failure, by the code of the database's error; none if only waiting helps.
pub(super) fn with_hint(reason: &str) -> String {
    let hint = match sqlstate::code_within(reason) {
        Some("3D000") => {
            "create the database with `createdb --template=template0 --encoding=UTF8 --locale=C`, or name another one in DATABASE_URL"
        }
        Some("28000" | "28P01") => "set a user and password in DATABASE_URL that Postgres accepts",
        Some("42501") => {
            "as the owner of the database, run `agency-server migrate` and the statements of `agency-server grants`"
        }
        Some(_) => return reason.to_owned(),
        None if reason.contains("docs/operations.md") => return reason.to_owned(),
        None if reason.contains("certificate") => {
            "correct sslrootcert, or the host in DATABASE_URL, which the certificate must name"
        }
        // Postgres did not answer.
        None => "start Postgres, or correct its address in DATABASE_URL",
    };
    format!("{reason}: {hint}")
}

#[cfg(test)]
mod tests;
