//! Prints generated inputs and the native results of the rules, one JSON line each, for comparison with other hosts.
//!
//! Usage: `parity COUNT [SEED]`, with COUNT inputs of each kind.

mod documents;
mod generate;
mod samples;
#[path = "../../tests/zip/mod.rs"]
mod zip;

use std::{
    env,
    error::Error,
    io::{self, BufWriter, Write},
};

use agency_core::{
    all_forms,
    application::check_docx,
    attachment::Attachment,
    filter::{Filter, NAMES},
    form::Form,
    pagination::{page_count, page_links},
    search::{Index, Query, highlight},
    sort::{SortKey, SortOrder, name_key},
    token,
};
use base64ct::{Base64, Encoding as _};
use form_urlencoded::Serializer;
use generate::Generator;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let count = arguments.next().ok_or("usage: parity COUNT [SEED]")?.parse::<u64>()?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let mut generator = Generator::new(seed);
    let mut out = BufWriter::new(io::stdout().lock());
    for _ in 0..count {
        for form in all_forms() {
            writeln!(out, "{}", filled(form, &mut generator))?;
        }
        for line in [pages, order, session, search, filter, document].map(|kind| kind(&mut generator)) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(out.flush()?)
}

/// Returns a filled form with the errors of the form and of each field.
fn filled(form: &Form, generator: &mut Generator) -> Value {
    let texts = form.texts.iter().map(|rule| generator.field_text(rule)).collect::<Vec<_>>();
    let chosen = form.file.and_then(|rule| generator.file(&rule));
    let file = chosen.as_ref().map(|(name, size, head)| Attachment { name, size: *size, head });
    let whole = form.check(&texts.iter().map(String::as_str).collect::<Vec<_>>(), file);
    let each = form.texts.iter().zip(&texts).map(|(rule, text)| rule.check(text).err());
    let each = each.chain(form.file.map(|rule| rule.check(file).err())).collect::<Vec<_>>();
    json!({"kind": form.name, "input": texts, "file": chosen, "output": [whole, each]})
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
    json!({"kind": "session", "input": [access, has_refresh, now], "output": session})
}

fn search(generator: &mut Generator) -> Value {
    let query = generator.words(4);
    let texts = [generator.words(4), generator.words(2), generator.words(20)];
    let parsed = Query::parse(&query);
    let found = parsed.matches(&Index::from_texts(texts.iter().map(String::as_str)));
    let marks = texts.each_ref().map(|text| {
        let units = |bytes: usize| text.get(..bytes).map_or(0, |text| text.encode_utf16().count());
        highlight(&parsed, text)
            .into_iter()
            .map(|range| [units(range.start), units(range.end)])
            .collect::<Vec<_>>()
    });
    json!({"kind": "search", "input": [query, texts], "output": [found, marks]})
}

fn filter(generator: &mut Generator) -> Value {
    let values: [Option<String>; NAMES.len()] = std::array::from_fn(|_| generator.filter_value());
    let mut query = Serializer::new(String::new());
    for (name, value) in NAMES.iter().zip(&values) {
        if let Some(value) = value {
            query.append_pair(name, value);
        }
    }
    let query = query.finish();
    let (filter, errors) = Filter::parse(&query);
    json!({"kind": "filter", "input": query, "output": [errors.as_slice(), filter.write()]})
}

/// Returns a file in Base64 with its errors.
fn document(generator: &mut Generator) -> Value {
    let file = generator.document();
    let errors = Vec::from_iter(check_docx(&file).err());
    json!({"kind": "document", "input": Base64::encode_string(&file), "output": [errors]})
}
