//! Prints generated inputs and what the rules say to them natively, a JSON line each. Whoever runs the rules
//! elsewhere feeds them the same inputs and compares.
//!
//! Usage: `parity COUNT [SEED]`, with COUNT inputs of each kind.

mod generate;
mod samples;

use std::{
    borrow::Cow,
    env,
    error::Error,
    io::{self, BufWriter, Write},
};

use agency_core::{
    application::{self, ApplicationForm},
    attachment::{Attachment, judge},
    contact::{self, ContactForm},
    login::{self, LoginForm},
    pagination::{page_count, page_links},
    rule::TextRule,
    sort::{SortKey, SortOrder, name_key},
    token,
};
use generate::Generator;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let count = arguments.next().ok_or("usage: parity COUNT [SEED]")?.parse::<u64>()?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let mut generator = Generator::new(seed);
    let mut out = BufWriter::new(io::stdout().lock());
    for _ in 0..count {
        for line in [contact(&mut generator), application(&mut generator), login(&mut generator)] {
            writeln!(out, "{line}")?;
        }
        for line in [pages(&mut generator), order(&mut generator), session(&mut generator)] {
            writeln!(out, "{line}")?;
        }
    }
    Ok(out.flush()?)
}

/// What each field's rule says on its own.
fn verdicts(rules: &[TextRule], texts: &[String]) -> Vec<Option<&'static str>> {
    rules.iter().zip(texts).map(|(rule, text)| rule.check(text).err()).collect()
}

fn field<'a>(texts: &'a [String], rules: &[TextRule], rule: &TextRule) -> Cow<'a, str> {
    let position = rules.iter().position(|each| each.name == rule.name);
    Cow::Borrowed(position.and_then(|position| texts.get(position)).map_or("", String::as_str))
}

fn contact(generator: &mut Generator) -> Value {
    let rules = &contact::RULES;
    let texts = rules.each_ref().map(|rule| generator.text(rule));
    let form = ContactForm {
        message: field(&texts, rules, &contact::MESSAGE),
        full_name: field(&texts, rules, &contact::FULL_NAME),
        email: field(&texts, rules, &contact::EMAIL),
        referral: field(&texts, rules, &contact::REFERRAL),
    };
    json!({"kind": "contact", "input": texts, "output": [form.check(), verdicts(rules, &texts)]})
}

fn application(generator: &mut Generator) -> Value {
    let rules = &application::RULES;
    let texts = rules.each_ref().map(|rule| generator.text(rule));
    let form = ApplicationForm {
        job_title: field(&texts, rules, &application::JOB_TITLE),
        full_name: field(&texts, rules, &application::FULL_NAME),
        email: field(&texts, rules, &application::EMAIL),
        cover_letter: field(&texts, rules, &application::COVER_LETTER),
    };
    let cv = generator.cv();
    let file = cv.as_ref().map(|(name, size, head)| Attachment { name, size: *size, head });
    let judged = judge(file).map(|_| ());
    let output = json!([form.check(judged), verdicts(rules, &texts), judged.err()]);
    json!({"kind": "application", "input": texts, "cv": cv, "output": output})
}

fn login(generator: &mut Generator) -> Value {
    let rules = &login::RULES;
    let texts = rules.each_ref().map(|rule| generator.text(rule));
    let form = LoginForm {
        username: field(&texts, rules, &login::USERNAME),
        password: field(&texts, rules, &login::PASSWORD),
    };
    json!({"kind": "login", "input": texts, "output": [form.check(), verdicts(rules, &texts)]})
}

fn pages(generator: &mut Generator) -> Value {
    let (page, pages, items) = (generator.number(), generator.number(), generator.number());
    let size = u32::try_from(generator.number() % 1_000).unwrap_or_default();
    let output = json!([page_count(items, size), page_links(page, pages)]);
    json!({"kind": "pages", "input": [page, pages, items, size], "output": output})
}

fn order(generator: &mut Generator) -> Value {
    let records = (0..generator.below(7))
        .map(|id| {
            let created_at = format!("2026-01-01T00:00:0{}.000000Z", generator.below(3));
            (generator.name(), created_at, i64::try_from(id).unwrap_or_default())
        })
        .collect::<Vec<_>>();
    let keys = records.iter().map(|(name, ..)| name_key(name)).collect::<Vec<_>>();
    let sorted = SortOrder::ALL.map(|order| {
        let mut rows = records.iter().zip(&keys).enumerate().collect::<Vec<_>>();
        rows.sort_by(|(_, a), (_, b)| {
            let [a, b] =
                [a, b].map(|((_, created_at, id), name_key)| SortKey { name_key, created_at, id: *id });
            order.compare(&a, &b)
        });
        rows.into_iter().map(|(position, _)| position).collect::<Vec<_>>()
    });
    json!({"kind": "order", "input": records, "output": sorted})
}

fn session(generator: &mut Generator) -> Value {
    let now = generator.number();
    let access = generator.token(now);
    let has_refresh = generator.below(2) == 0;
    let session = token::decide(access.as_deref(), has_refresh, now);
    let live = access.as_deref().is_some_and(|access| token::is_live(access, now));
    json!({"kind": "session", "input": [access, has_refresh, now], "output": [session, live]})
}
