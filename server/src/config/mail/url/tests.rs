use super::SmtpUrl;

#[test]
fn ports_follow_from_how_it_is_encrypted() {
    for (text, expected) in [
        ("smtps://user:hush@mail.example", "smtps://mail.example:465"),
        ("smtp://user:hush@mail.example", "smtp://mail.example:587"),
        ("smtp://user%40a.example:hu%2Fsh@MAIL.example:2525/?tls=required", "smtp://mail.example:2525"),
        ("smtp://localhost?tls=off", "smtp://localhost:25?tls=off"),
        ("smtp://[::1]:1025?tls=off", "smtp://[::1]:1025?tls=off"),
        ("smtps://bücher.example", "smtps://xn--bcher-kva.example:465"),
    ] {
        let url = SmtpUrl::parse(text).unwrap();
        assert_eq!(url.to_string(), expected);
        assert!(!format!("{url:?}").contains("hush") && !format!("{url:?}").contains("hu/sh"));
    }
}
