use super::trimmed;

#[test]
fn removes_only_trailing_slashes() {
    for (asked, kept) in [
        ("/api/consultations/?page=2&sort=oldest", Some("/api/consultations?page=2&sort=oldest")),
        ("/about//", Some("/about")),
        ("//about/", Some("//about")),
        ("//", Some("/")),
        ("//?next=/x/", Some("/?next=/x/")),
        ("http://host/about/?", Some("http://host/about?")),
        ("/", None),
        ("/about?next=/x/", None),
        ("*", None),
    ] {
        let uri = trimmed(&asked.parse().unwrap());
        assert_eq!(uri.map(|uri| uri.to_string()).as_deref(), kept, "{asked}");
    }
}
