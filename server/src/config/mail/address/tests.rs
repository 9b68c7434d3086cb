use super::{address, mailbox};

#[test]
fn addresses_in_other_scripts_keep_their_domain() {
    for (text, expected) in [
        ("ada@lovelace.example", Some("ada@lovelace.example")),
        ("Ada.King+x@Lovelace.Example", Some("Ada.King+x@lovelace.example")),
        ("info@bücher.example", Some("info@xn--bcher-kva.example")),
        ("info@例え.テスト", Some("info@xn--r8jz45g.xn--zckzah")),
        ("root@localhost", Some("root@localhost")),
        ("аda@lovelace.example", None),
        ("\"a b\"@lovelace.example", None),
        ("a,b@lovelace.example", None),
        ("<ada@lovelace.example", None),
        ("ada@lovelace.example>", None),
        ("ada@[127.0.0.1]", None),
        ("ada@lovelace..example", None),
        ("ada@lovelace_king.example", None),
        ("ada@a b", None),
        ("ada@b\r\nBcc:eve@c", None),
        ("ada", None),
        ("@b", None),
        ("a@", None),
    ] {
        assert_eq!(address(text).map(|address| address.to_string()).as_deref(), expected, "{text}");
    }
}

#[test]
fn a_sender_may_have_a_name() {
    let shown = |text: &str| mailbox(text).map(|mailbox| mailbox.to_string());
    assert_eq!(shown("site@agency.example").as_deref(), Some("site@agency.example"));
    assert_eq!(shown("Agency <site@agency.example>").as_deref(), Some("Agency <site@agency.example>"));
    assert_eq!(shown("\"Agency\" < site@agency.example >").as_deref(), Some("Agency <site@agency.example>"));
    assert_eq!(shown("Agency <site>"), None);
    assert_eq!(shown("site@agency.example <x"), None);
}
