//! Benchmarks of checking forms natively, and of other rules for the dashboard.

use std::{hint::black_box, time::Duration};

use agency_core::{
    all_forms, attachment::Attachment, form::Form, pagination::page_links, sort::name_key, token,
};
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::Value;

/// Returns the texts of the valid form in `vectors.json`.
fn valid(form: &Form) -> Vec<String> {
    let vectors: Value = serde_json::from_str(include_str!("../tests/vectors.json")).unwrap_or_default();
    let text = |name: &str| vectors.pointer(&format!("/valid/{}/{name}", form.name)).and_then(Value::as_str);
    form.texts.iter().map(|rule| text(rule.name).unwrap_or_default().to_owned()).collect()
}

/// Returns texts of the maximum length, with two-byte characters and line ends to fold.
fn longest(form: &Form) -> Vec<String> {
    form.texts.iter().map(|rule| "é\r\n".repeat(rule.max.chars / 2)).collect()
}

fn forms(c: &mut Criterion) {
    let file = Attachment { name: "cv.pdf", size: 1_000, head: b"%PDF-1.7" };
    for form in all_forms() {
        let empty = vec![String::new(); form.texts.len()];
        for (title, texts) in [("valid", valid(form)), ("empty", empty), ("longest", longest(form))] {
            let texts = texts.iter().map(String::as_str).collect::<Vec<_>>();
            c.bench_function(&format!("{}, {title}", form.name), |b| {
                b.iter(|| form.check(black_box(&texts), Some(black_box(file))));
            });
        }
    }
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
    targets = forms, rest
}
criterion_main!(benches);
