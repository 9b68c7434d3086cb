use super::DatabaseConfig;

#[test]
fn reports_unverified_connections_that_leave_machine() {
    for (address, expected) in [
        ("postgresql:///agency?host=/var/run/postgresql", false),
        ("postgresql://agency@localhost/agency", false),
        ("postgresql://agency@LOCALHOST:6432/agency?sslmode=disable", false),
        ("postgresql://agency@127.0.0.1/agency", false),
        ("postgresql://agency@127.1.2.3/agency", false),
        ("postgresql://agency@[::1]:5432/agency", false),
        ("postgresql://agency@db.example/agency?sslmode=verify-full", false),
        ("postgresql://agency@first,second/agency?sslmode=verify-full", false),
        ("postgresql://agency@db.example/agency?hostaddr=127.0.0.1", false),
        ("postgresql://agency@db.example/agency", true),
        ("postgresql://agency@db.example/agency?sslmode=disable", true),
        ("postgresql://agency@db.example/agency?sslmode=prefer", true),
        ("postgresql://agency@db.example/agency?sslmode=require", true),
        ("postgresql://agency@db.example/agency?sslmode=verify-ca", true),
        ("postgresql://agency@10.0.0.5/agency?sslmode=require", true),
        ("postgresql://agency@[2001:db8::5]/agency", true),
        ("postgresql://agency@localhost,db.example/agency", true),
        ("postgresql://agency@localhost/agency?hostaddr=10.0.0.5", true),
    ] {
        assert_eq!(DatabaseConfig::parse(address, 1).unwrap().is_exposed(), expected, "{address}");
    }
}
