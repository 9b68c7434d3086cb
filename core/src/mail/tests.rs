use proptest::prelude::*;

use super::{ACKNOWLEDGEMENT, Arrived, Reply, header_text, is_plain_mailbox};

fn arrived<'a>(full_name: &'a str, typed: &'a str) -> Arrived<'a> {
    Arrived {
        record: "Application",
        full_name,
        email: "ada@lovelace.example",
        matter: Some("Software Engineer"),
        facts: vec![("Job Title", "Software Engineer"), ("Referral", "")],
        text: Some(("Cover Letter", typed)),
    }
}

#[test]
fn staff_are_told_what_came_in() {
    let arrived = arrived("Ada Lovelace", "I build engines.\n\nFor years.");
    assert_eq!(arrived.subject(), "Application from Ada Lovelace: Software Engineer");
    assert_eq!(
        arrived.text(Some("https://agency.example/dashboard/application/x"), Reply::Reaches),
        "An application has come in.\n\n\
         Read it, and say how far the work has come:\nhttps://agency.example/dashboard/application/x\n\n\
         Name: Ada Lovelace\nEmail: ada@lovelace.example\nJob Title: Software Engineer\nCover Letter:\n\
         > I build engines.\n>\n> For years.\n\n\
         An answer to this mail reaches whoever wrote it.\n"
    );
    assert!(arrived.text(None, Reply::Misses).contains("does not reach"));
}

#[test]
fn leaves_out_the_text_that_a_form_does_not_have() {
    let arrived =
        Arrived { record: "Subscription", matter: None, facts: Vec::new(), text: None, ..arrived("Ada", "") };
    assert_eq!(
        arrived.text(None, Reply::Reaches),
        "A subscription has come in.\n\nName: Ada\nEmail: ada@lovelace.example\n\n\
         An answer to this mail reaches whoever wrote it.\n"
    );
}

#[test]
fn names_are_cut_where_words_end() {
    for (name, most, expected) in [
        ("Ada Lovelace", 12, "Ada Lovelace"),
        ("Augusta Ada King", 12, "Augusta Ada…"),
        ("Augusta Ada King", 11, "Augusta…"),
        ("Ada Byron-King-Lovelace", 12, "Ada Byron-K…"),
        ("Aaaaaaaaaaaaa", 5, "Aaaa…"),
        ("  Ada \r\n\t Lovelace \u{2028}", 20, "Ada Lovelace"),
        ("Ada\r\nBcc: eve@mail.example", 40, "Ada Bcc: eve@mail.example"),
        ("=?utf-8?B?QQ==?=", 40, "= ?utf-8?B?QQ== ?="),
        ("Ada\u{0}\u{7f}\u{202e}Lovelace", 40, "Ada Lovelace"),
        ("Ада Лавлейс", 8, "Ада Лав…"),
        // Neither an accent nor a half of a family stands alone.
        ("aaae\u{301}\u{302}x", 5, "aaa…"),
        ("ab👩\u{200d}👧cd", 5, "ab…"),
        ("Ada", 0, ""),
    ] {
        let shown = header_text(name, most);
        assert_eq!(shown, expected, "{name:?}");
        assert!(shown.chars().count() <= most);
    }
}

#[test]
fn only_plain_mailboxes_stand_in_a_head() {
    for plain in ["ada", "ada.king", "a+b", "o'brien", "x_y-z=1"] {
        assert!(is_plain_mailbox(plain), "{plain}");
    }
    let long = "a".repeat(65);
    for other in
        ["", ".", "a.", ".a", "a..b", "a b", "a,b", "<a", "a>", "\"a\"", "a\r\n", "аda", "a@b", "(a)", &long]
    {
        assert!(!is_plain_mailbox(other), "{other}");
    }
}

#[test]
fn a_visitor_is_told_nothing_that_differs() {
    assert!(ACKNOWLEDGEMENT.is_ascii() && ACKNOWLEDGEMENT.lines().all(|line| line.len() <= 90));
}

/// Texts that try to break out of a header or a line.
fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        r"(\r|\n|\x0b|\x0c|\x85|\x{2028}|\x{2029}|\x00|:|Bcc|[ -~]|[\u{3040}-\u{30ff}]|\u{202e}|\u{301}){0,300}",
        Just("a".repeat(10_000)),
        Just("\u{301}".repeat(10_000)),
    ]
}

proptest! {
    #[test]
    fn no_header_carries_a_control_character(name in hostile(), matter in hostile(), most in 0_usize..200) {
        let arrived = Arrived { matter: Some(&matter), ..arrived(&name, "") };
        let subject = arrived.subject();
        for shown in [header_text(&name, most), subject.clone()] {
            let is_bad = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202e}');
            prop_assert!(!shown.chars().any(is_bad));
        }
        prop_assert!(header_text(&name, most).chars().count() <= most);
        prop_assert!(subject.chars().count() <= 120);
    }

    #[test]
    fn what_was_typed_never_passes_for_ours(name in hostile(), typed in hostile()) {
        let text = arrived(&name, &typed).text(Some("https://agency.example/"), Reply::Reaches);
        let (ours, rest) = text.split_once("Cover Letter:\n").unwrap();
        prop_assert!(ours.contains("\nhttps://agency.example/\n"));
        let (quoted, end) = rest.rsplit_once("\n\n").unwrap();
        prop_assert_eq!(end, "An answer to this mail reaches whoever wrote it.\n");
        prop_assert!(quoted.lines().all(|line| line.starts_with('>')));
        prop_assert!(!text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')));
    }
}
