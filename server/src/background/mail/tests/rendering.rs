//! Rendered mails are valid, whatever visitors type.

use mail_parser::MessageParser;
use proptest::prelude::*;

use crate::{
    background::mail::{
        message::{ACKNOWLEDGEMENT_BODY, ACKNOWLEDGEMENT_SUBJECT, Letter, complete},
        notice::{Reply, SubmissionNotice},
    },
    config::mail::address::{address, mailbox},
};

/// Renders the notice of a record, as a mail server gets it.
fn rendered(arrived: &SubmissionNotice<'_>) -> String {
    let from = mailbox("\"Ägency, Inc.\" <site@agency.example>").unwrap();
    let letter = Letter::arrived(arrived, Some("https://agency.example/x"), address(arrived.email).as_ref());
    let to = address("staff@agency.example").unwrap();
    complete(&from, &letter.rendered(&to, "<x.0@agency.example>").unwrap())
}

/// Checks the lines of a mail, and returns the names of its headers.
fn names(mail: &str) -> Vec<&str> {
    assert!(mail.is_ascii());
    assert_eq!(mail.matches('\n').count(), mail.matches("\r\n").count(), "{mail:?}");
    assert_eq!(mail.matches('\r').count(), mail.matches("\r\n").count(), "{mail:?}");
    assert!(mail.split("\r\n").all(|line| line.len() <= 998));
    let (head, _) = mail.split_once("\r\n\r\n").unwrap();
    let mut names = head
        .split("\r\n")
        .filter(|line| !line.starts_with([' ', '\t']))
        .map(|line| line.split(':').next().unwrap())
        .collect::<Vec<_>>();
    names.sort_unstable();
    names
}

const HEAD: [&str; 11] = [
    "Auto-Submitted",
    "Content-Transfer-Encoding",
    "Content-Type",
    "Date",
    "From",
    "MIME-Version",
    "Message-ID",
    "Reply-To",
    "Subject",
    "To",
    "X-Auto-Response-Suppress",
];

fn check(arrived: &SubmissionNotice<'_>) {
    let mail = rendered(arrived);
    let reply_to = address(arrived.email);
    let mut expected = HEAD.to_vec();
    expected.retain(|name| *name != "Reply-To" || reply_to.is_some());
    assert_eq!(names(&mail), expected, "{mail}");
    let parsed = MessageParser::new().parse(&mail).unwrap();
    assert_eq!(parsed.subject().unwrap_or_default(), arrived.subject().trim());
    let only = |list: Option<&mail_parser::Address<'_>>| {
        let list = list.unwrap().clone().into_list();
        assert_eq!(list.len(), 1, "{mail}");
        list[0].address.clone().unwrap().into_owned()
    };
    assert_eq!(only(parsed.from()), "site@agency.example");
    assert_eq!(only(parsed.to()), "staff@agency.example");
    assert!(parsed.cc().is_none() && parsed.bcc().is_none());
    if let Some(reply_to) = reply_to {
        assert_eq!(only(parsed.reply_to()), reply_to.to_string());
    }
    assert_eq!(parsed.message_id(), Some("x.0@agency.example"));
    assert_eq!((parsed.text_body.len(), parsed.attachments.len()), (1, 0));
    let text = parsed.body_text(0).unwrap().replace("\r\n", "\n");
    let reply = if address(arrived.email).is_some() { Reply::Reaches } else { Reply::Misses };
    assert_eq!(text.trim_end(), arrived.body(Some("https://agency.example/x"), reply).trim_end());
}

fn arrived<'a>(full_name: &'a str, email: &'a str, matter: &'a str, typed: &'a str) -> SubmissionNotice<'a> {
    SubmissionNotice {
        record: "Application",
        full_name,
        email,
        topic: Some(matter),
        fields: vec![("Job Title", matter), ("CV", "cv.pdf")],
        message: Some(("Cover Letter", typed)),
    }
}

#[test]
fn renders_all_scripts_unchanged() {
    check(&arrived("Ада Лавлейс", "ada@пример.испытание", "エンジニア", "Здравствуйте!\n\nC’est moi 👩🏽‍💻."));
    check(&arrived("Ada", "ада@lovelace.example", "Engineer", &"long ".repeat(2_000)));
    check(&arrived("Ada", "ada@lovelace.example", "Engineer", "."));
    check(&arrived("Ada", "ada@lovelace.example", "Engineer", "\n.\n..\nFrom me\n"));
}

#[test]
fn sends_same_acknowledgement_to_all() {
    let from = mailbox("site@agency.example").unwrap();
    let to = address("ada@lovelace.example").unwrap();
    let mail = complete(&from, &Letter::acknowledgement().rendered(&to, "<x@agency.example>").unwrap());
    let parsed = MessageParser::new().parse(&mail).unwrap();
    assert_eq!(parsed.subject(), Some(ACKNOWLEDGEMENT_SUBJECT));
    assert_eq!(
        parsed.body_text(0).unwrap().replace("\r\n", "\n").trim_end(),
        ACKNOWLEDGEMENT_BODY.trim_end()
    );
    assert!(names(&mail).iter().all(|name| *name != "Reply-To"));
    assert!(mail.contains("Auto-Submitted: auto-replied\r\n"));
    assert!(mail.contains("X-Auto-Response-Suppress: All\r\n"));
}

/// Returns texts that try to inject a header, a recipient or the end of the mail.
fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        r"(\r\n|\n|\r|Bcc: eve@mail.example|[.]|\x00|\x0b|=\?utf-8\?B\?|\?=|[,;<>@:()]|[a-z ]|[а-я]|\u{202e}|\u{301}|😀){0,80}",
        r"\PC{0,300}",
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn renders_hostile_text_without_extra_headers(
        name in hostile(), email in prop_oneof![hostile(), r"[a-z.+\r\n,<>]{1,10}@[a-zà-ü.\r\n,<>]{1,10}"],
        matter in hostile(), typed in hostile(),
    ) {
        check(&arrived(&name, &email, &matter, &typed));
    }
}
