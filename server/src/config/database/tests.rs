use super::{DatabaseConfig, EXAMPLE};

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

#[test]
fn accepts_addresses_of_providers() {
    for (address, user, password) in [
        ("postgresql://ada:s3cret@db.example/agency", "ada", "s3cret"),
        ("postgres://ada:s3cret@db.example:5432/agency", "ada", "s3cret"),
        (
            "postgres://ada%40db:p%40ss%2Fw%3Frd%23@db.example:5432/agency?sslmode=require",
            "ada@db",
            "p@ss/w?rd#",
        ),
        ("postgresql://ada.ref:s3cret@pooler.db.example:6543/postgres", "ada.ref", "s3cret"),
        (
            "postgresql://ada:s3cret@db.example/agency?sslmode=require&channel_binding=require",
            "ada",
            "s3cret",
        ),
        (
            "postgres://ada:s3cret@db.example/agency?sslmode=require&options=endpoint%3Dquiet-sea-1",
            "ada",
            "s3cret",
        ),
        ("postgresql://ada:s3cret@db.example/agency?application_name=x&connect_timeout=10", "ada", "s3cret"),
        (
            "postgresql://ada:s3cret@db.example/agency?keepalives=1&target_session_attrs=read-write",
            "ada",
            "s3cret",
        ),
        ("postgresql://ada:s3cret@db.example/agency?application_name=a@b", "ada", "s3cret"),
        (
            "postgresql://ada:s3cret@a.example,b.example/x?load_balance_hosts=random&keepalives_idle=9&keepalives_interval=9&keepalives_retries=9&tcp_user_timeout=9",
            "ada",
            "s3cret",
        ),
        ("postgresql:///agency?host=/run/postgresql&user=ada&password=s3cret", "ada", "s3cret"),
    ] {
        let driver =
            DatabaseConfig::parse(address, 1).unwrap_or_else(|error| panic!("{address}: {error}")).driver;
        assert_eq!(
            (driver.get_user(), driver.get_password()),
            (Some(user), Some(password.as_bytes())),
            "{address}"
        );
    }
}

#[test]
fn refuses_hosts_and_ports_that_do_not_belong_together() {
    for (query, is_accepted) in [
        ("a,b/agency", true),
        ("/agency?host=a,b&port=5433", true),
        ("a:1,b:2/agency", true),
        ("a,b/agency?hostaddr=10.0.0.1,10.0.0.2", true),
        ("/agency?host=a,b&port=1,2", true),
        // A host before the `?` has a port already.
        ("a/agency?port=5433", false),
        ("/agency?host=a,b&port=1,2,3", false),
        ("/agency?host=a,b,c&port=1,2", false),
        ("a,b/agency?hostaddr=10.0.0.1", false),
    ] {
        let parsed = DatabaseConfig::parse(&format!("postgresql://ada:s3cret@{query}"), 1);
        assert_eq!(parsed.is_ok(), is_accepted, "{query}: {:?}", parsed.err());
        if let Err(error) = parsed {
            let sentence = error.to_string();
            assert!(
                sentence.starts_with("DATABASE_URL must have ") && !sentence.contains("s3cret"),
                "{sentence}"
            );
        }
    }
}

#[test]
fn names_unknown_parameter_without_a_secret() {
    for (parameter, name) in [
        ("pgbouncer=true", "pgbouncer"),
        ("sslmode=require&supa=base-pooler.x", "supa"),
        ("schema=public&connection_limit=1", "schema"),
        ("ssl=true", "ssl"),
        ("sslcert=/a.pem", "sslcert"),
        ("gssencmode=disable", "gssencmode"),
        ("client_encoding=UTF8", "client_encoding"),
        ("application_name=x&pool_timeout=hush", "pool_timeout"),
    ] {
        let error = DatabaseConfig::parse(&format!("postgresql://ada:hush@db.example/x?{parameter}"), 1);
        assert_eq!(error.unwrap_err().to_string(), format!("DATABASE_URL has an unknown parameter: {name}."));
    }
    // Passwords that should have been percent-encoded.
    for address in [
        "postgresql://ada:hu?sh@db.example/x",
        "postgresql://ada:12?sh=3@db.example/x",
        "postgresql://ada:12?sh@db.example/x?pgbouncer=true",
        "postgresql://ada:hu@sh?sh=3@db.example/x",
        "postgresql:///x?user=ada&password=hu@sh",
        "postgresql://ada:hush@db.example/x?p%ss=1",
    ] {
        let error =
            DatabaseConfig::parse(address, 1).map_or_else(|error| error.to_string(), |_| String::new());
        assert_eq!(error, EXAMPLE, "{address}");
    }
}
