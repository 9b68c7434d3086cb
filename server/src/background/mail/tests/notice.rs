//! Notices say what visitors typed, and nothing in their own lines.

use proptest::prelude::*;

use crate::{
    background::mail::{
        message::ACKNOWLEDGEMENT_BODY,
        notice::{Reply, SubmissionNotice},
    },
    config::mail::header::header_text,
};

fn notice<'a>(full_name: &'a str, typed: &'a str) -> SubmissionNotice<'a> {
    SubmissionNotice {
        record: "Application",
        full_name,
        email: "ada@lovelace.example",
        topic: Some("Software Engineer"),
        fields: vec![("Job Title", "Software Engineer"), ("Referral", "")],
        message: Some(("Cover Letter", typed)),
    }
}

#[test]
fn notice_lists_fields_and_quotes_message() {
    let notice = notice("Ada Lovelace", "I build engines.\n\nFor years.");
    assert_eq!(notice.subject(), "Application from Ada Lovelace: Software Engineer");
    assert_eq!(
        notice.body(Some("https://agency.example/dashboard/application/x"), Reply::Reaches),
        "New application.\n\n\
         Open it in the dashboard:\nhttps://agency.example/dashboard/application/x\n\n\
         Name: Ada Lovelace\nEmail: ada@lovelace.example\nJob Title: Software Engineer\nCover Letter:\n\
         > I build engines.\n>\n> For years.\n\n\
         Reply to this mail to answer the sender.\n"
    );
    assert!(notice.body(None, Reply::Misses).contains("do not reach"));
}

#[test]
fn leaves_out_message_of_form_without_one() {
    let notice = SubmissionNotice {
        record: "Subscription",
        topic: None,
        fields: Vec::new(),
        message: None,
        ..notice("Ada", "")
    };
    assert_eq!(
        notice.body(None, Reply::Reaches),
        "New subscription.\n\nName: Ada\nEmail: ada@lovelace.example\n\n\
         Reply to this mail to answer the sender.\n"
    );
}

#[test]
fn acknowledgement_is_short_ascii_text() {
    assert!(ACKNOWLEDGEMENT_BODY.is_ascii() && ACKNOWLEDGEMENT_BODY.lines().all(|line| line.len() <= 90));
}

/// Generates texts that try to break out of a header or a line.
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
    fn header_text_has_no_control_characters(name in hostile(), topic in hostile(), max in 0_usize..200) {
        let notice = SubmissionNotice { topic: Some(&topic), ..notice(&name, "") };
        let subject = notice.subject();
        for shown in [header_text(&name, max), subject.clone()] {
            let is_bad = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202e}');
            prop_assert!(!shown.chars().any(is_bad));
        }
        prop_assert!(header_text(&name, max).chars().count() <= max);
        prop_assert!(subject.chars().count() <= 120);
    }

    #[test]
    fn body_quotes_every_line_of_sender(name in hostile(), typed in hostile()) {
        let text = notice(&name, &typed).body(Some("https://agency.example/"), Reply::Reaches);
        let (ours, rest) = text.split_once("Cover Letter:\n").unwrap();
        prop_assert!(ours.contains("\nhttps://agency.example/\n"));
        let (quoted, end) = rest.rsplit_once("\n\n").unwrap();
        prop_assert_eq!(end, "Reply to this mail to answer the sender.\n");
        prop_assert!(quoted.lines().all(|line| line.starts_with('>')));
        prop_assert!(!text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')));
    }
}
