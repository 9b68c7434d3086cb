//! Hints for the operator about a database that cannot be used.

use crate::storage::sqlstate;

/// Returns a hint for an error of the database, by its code; none if only waiting helps.
pub(super) fn of(error: &str) -> Option<&'static str> {
    match sqlstate::code_within(error) {
        Some("3D000") => Some("make that database with `createdb`, or name another one in DATABASE_URL"),
        Some("28000" | "28P01") => {
            Some("name an account in DATABASE_URL that Postgres lets in, with its password")
        }
        Some("42501") => Some("let the account that owns the database run `agency-server migrate`"),
        _ => None,
    }
}

/// Returns the reason why the database cannot be reached, with a hint.
pub(super) fn for_connecting(why: &str) -> String {
    // Postgres answered, or it did not.
    let start = "start Postgres, or say in DATABASE_URL where it is";
    let advice = of(why).or(sqlstate::code_within(why).is_none().then_some(start));
    advice.map_or_else(|| why.to_owned(), |advice| format!("{why}: {advice}"))
}

#[cfg(test)]
mod tests {
    use super::for_connecting;

    #[test]
    fn who_is_not_let_in_learns_what_to_do() {
        for (why, advice) in [
            ("Connection refused (os error 111)", ": start Postgres, or say in DATABASE_URL where it is"),
            (
                "SQLSTATE 3D000: Datenbank »agency« existiert nicht",
                ": make that database with `createdb`, or name another one in DATABASE_URL",
            ),
            (
                "SQLSTATE 28P01: password authentication failed for user \"ada\"",
                ": name an account in DATABASE_URL that Postgres lets in, with its password",
            ),
            ("SQLSTATE 57P03: the database system is starting up", ""),
        ] {
            assert_eq!(for_connecting(why), format!("{why}{advice}"));
        }
    }
}
