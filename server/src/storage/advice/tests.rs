use super::with_hint;

#[test]
fn advises_operator_on_failed_connection() {
    for (why, advice) in [
        ("Connection refused (os error 111)", ": start Postgres, or correct its address in DATABASE_URL"),
        (
            "SQLSTATE 3D000: Datenbank »agency« existiert nicht",
            ": create the database with `createdb --template=template0 --encoding=UTF8 --locale=C`, or name another one in DATABASE_URL",
        ),
        (
            "SQLSTATE 28P01: password authentication failed for user \"ada\"",
            ": set a user and password in DATABASE_URL that Postgres accepts",
        ),
        (
            "invalid peer certificate: UnknownIssuer",
            ": correct sslrootcert, or the host in DATABASE_URL, which the certificate must name",
        ),
        ("the remedy is under TLS in docs/operations.md", ""),
        ("SQLSTATE 57P03: the database system is starting up", ""),
    ] {
        assert_eq!(with_hint(why), format!("{why}{advice}"));
    }
}
