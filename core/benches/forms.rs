//! How long a form takes to be judged natively.

use std::{borrow::Cow, hint::black_box, time::Duration};

use agency_core::{
    application::ApplicationForm, attachment, contact::ContactForm, login::LoginForm, pagination::page_links,
    sort::name_key, token,
};
use criterion::{Criterion, criterion_group, criterion_main};

const MESSAGE: &str = "We sell ten thousand ties a year and would like a shop that is as calm as they are.";
const LETTER: &str = "I have built analytical engines for years, and would like to build yours as well.";

fn contact(c: &mut Criterion) {
    let valid = ContactForm {
        message: Cow::Borrowed(MESSAGE),
        full_name: Cow::Borrowed("Ada Lovelace"),
        email: Cow::Borrowed("ada@customer.example"),
        referral: Cow::Borrowed("a friend"),
    };
    let invalid = ContactForm {
        message: Cow::Borrowed("too short"),
        full_name: Cow::Borrowed("Al"),
        email: Cow::Borrowed("ada at customer.example"),
        referral: Cow::Borrowed("x"),
    };
    let longest = ContactForm { message: Cow::Owned("é\r\n".repeat(5_000)), ..valid.clone() };
    c.bench_function("contact, valid", |b| b.iter(|| black_box(&valid).check()));
    c.bench_function("contact, invalid", |b| b.iter(|| black_box(&invalid).check()));
    c.bench_function("contact, longest message", |b| b.iter(|| black_box(&longest).check()));
}

fn application(c: &mut Criterion) {
    let valid = ApplicationForm {
        job_title: Cow::Borrowed("Software Engineer"),
        full_name: Cow::Borrowed("Ada Lovelace"),
        email: Cow::Borrowed("ada@applicant.example"),
        cover_letter: Cow::Borrowed(LETTER),
    };
    let invalid = ApplicationForm::default();
    let judge = |name, head| {
        attachment::judge(Some(attachment::Attachment { name, size: 1_000, head: black_box(head) }))
            .map(|_| ())
    };
    c.bench_function("application, valid", |b| {
        b.iter(|| black_box(&valid).check(judge("cv.pdf", b"%PDF-1.7")));
    });
    c.bench_function("application, invalid", |b| {
        b.iter(|| black_box(&invalid).check(judge("cv.exe", b"MZ")));
    });
}

fn login(c: &mut Criterion) {
    let valid = LoginForm { username: Cow::Borrowed("ada"), password: Cow::Borrowed("not the password") };
    let invalid = LoginForm::default();
    c.bench_function("login, valid", |b| b.iter(|| black_box(&valid).check()));
    c.bench_function("login, invalid", |b| b.iter(|| black_box(&invalid).check()));
}

fn rest(c: &mut Criterion) {
    c.bench_function("session", |b| {
        b.iter(|| token::decide(black_box(Some("e30.eyJzdWIiOiIxIiwiZXhwIjoxMDAwfQ.sig")), true, 999));
    });
    c.bench_function("page links", |b| b.iter(|| page_links(black_box(10), 20)));
    c.bench_function("name key", |b| b.iter(|| name_key(black_box("  Ada \u{3000}LOVELACE"))));
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    targets = contact, application, login, rest
}
criterion_main!(benches);
