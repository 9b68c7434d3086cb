//! Runs the cases of `vectors.json` natively. The tests of the browser and the server run the same file.

#![expect(clippy::panic, reason = "a test says which case failed")]

mod file;
mod zip;

use agency_core::{
    admin::username_key,
    all_forms, application,
    attachment::{Attachment, CvType, safe_file_name},
    filter::Filter,
    form::Form,
    keys::{RecordKey, is_idempotency_key, record_key},
    pagination::{page_count, page_links, parse_page},
    search::{Index, Query, highlight},
    sort::{SortKey, SortOrder, name_key},
    token,
    word_package::is_word_document,
    work::{LastEvent, NOTE, RecordAction, RecordState, moved, undo},
};
use file::{Cv, Vectors};
use serde_json::Value;
use std::collections::HashSet;
use unicode_normalization::UnicodeNormalization as _;
use zip::Zip;

/// Minimum number of cases, so that an empty file fails.
const MIN_CASES: usize = 300;

fn form(name: &str) -> &'static Form {
    all_forms().find(|form| form.name == name).unwrap_or_else(|| panic!("there is no form named {name}"))
}

fn check_cv(cv: Option<&Cv>) -> Result<(), &'static str> {
    let head = cv.map(Cv::head).unwrap_or_default();
    let file = cv.map(|cv| Attachment { name: &cv.name, size: cv.size, head: &head });
    application::RULES.cv.check(file).map(|_| ())
}

/// Returns the invalid fields of a form sent as JSON.
fn invalid_fields(form: &Form, value: &Value, cv: Option<&Cv>) -> Vec<(&'static str, &'static str)> {
    let texts =
        form.texts.iter().map(|rule| value[rule.name].as_str().unwrap_or_default()).collect::<Vec<_>>();
    let head = cv.map(Cv::head).unwrap_or_default();
    let file = cv.map(|cv| Attachment { name: &cv.name, size: cv.size, head: &head });
    form.check(&texts, file).into_iter().map(|error| (error.field, error.message)).collect()
}

#[test]
fn vectors_have_enough_cases() {
    assert!(Vectors::load().count() > MIN_CASES);
}

#[test]
fn vectors_have_cases_for_every_field() {
    let file = Vectors::load();
    for form in all_forms() {
        for rule in form.texts {
            let mut cases =
                file.field_cases().filter(|(name, field, _)| (*name, *field) == (form.name, rule.name));
            assert!(cases.next().is_some(), "{}.{} has no case", form.name, rule.name);
        }
    }
}

#[test]
fn checks_fields_as_in_vectors() {
    let file = Vectors::load();
    for (form_name, field, case) in file.field_cases() {
        let name = format!("{form_name}.{field}, {}", case.why);
        let text = case.value.expand();
        let form = form(form_name);
        let rule = form.text_rule(field).unwrap_or_else(|| panic!("{form_name} has no text named {field}"));
        let alone = rule.check(&text).err();
        // The check against another field may fail in the form only.
        if alone.is_some() || !form.cross_checked.contains(&rule.name) {
            assert_eq!(alone, case.error.as_deref(), "{name}");
        }
        if let Some(stored) = &case.stored {
            assert_eq!(rule.normalize(&text), stored.expand(), "{name}, stored");
        }
        let errors = invalid_fields(form, &file.form_with(form_name, field, &text), Some(&file.valid.cv));
        let expected = case.error.as_deref().map(|error| (field, error));
        assert_eq!(errors, Vec::from_iter(expected), "{name}, in its form");
    }
}

#[test]
fn checks_forms_as_in_vectors() {
    let file = Vectors::load();
    for case in &file.forms {
        let errors = invalid_fields(form(&case.form), &case.sent(), case.cv(&file.valid.cv));
        let expected = case.errors.iter().map(|(field, error)| (field.as_str(), error.as_str()));
        assert_eq!(errors, expected.collect::<Vec<_>>(), "{}, {}", case.form, case.why);
    }
}

#[test]
fn checks_attachments_as_in_vectors() {
    let file = Vectors::load();
    for case in &file.cvs {
        assert_eq!(check_cv(case.cv.as_ref()).err(), case.error.as_deref(), "{}: {:?}", case.why, case.cv);
    }
    for case in &file.word_packages {
        let parts = case.parts.iter().map(|(name, content)| (name.as_str(), content.as_str()));
        let mut zip = Zip::new(parts);
        for is_deflated in [false, true] {
            zip.is_deflated = is_deflated;
            assert_eq!(is_word_document(&zip.bytes()), case.word, "{}", case.why);
        }
    }
    for case in &file.file_names {
        let name = case.name.expand();
        let extension = |cv: &CvType| cv.extension().trim_start_matches('.') == case.cv_type;
        let cv_type = CvType::ALL.into_iter().find(extension);
        let safe = cv_type.map(|cv_type| safe_file_name(&name, cv_type));
        assert_eq!(safe, Some(case.safe.expand()), "{name}");
    }
}

#[test]
fn counts_pages_as_in_vectors() {
    let file = Vectors::load();
    for case in &file.page_counts {
        assert_eq!(page_count(case.items, case.size), case.pages, "{case:?}");
    }
    for case in &file.page_links {
        let links = page_links(case.page, case.pages).into_iter().map(|link| link.0);
        assert_eq!(links.collect::<Vec<_>>(), case.links, "{case:?}");
    }
    for case in &file.page_numbers {
        assert_eq!(parse_page(&case.text), case.page, "{:?}", case.text);
    }
}

#[test]
fn sorts_records_as_in_vectors() {
    let file = Vectors::load();
    for case in &file.sorts {
        assert_eq!(case.positions.len(), SortOrder::ALL.len(), "{}", case.why);
        for (order, positions) in &case.positions {
            let order = SortOrder::parse(order).unwrap_or_else(|| panic!("there is no order named {order}"));
            let mut rows = case
                .records
                .iter()
                .map(|record| (name_key(&record.full_name), record))
                .enumerate()
                .collect::<Vec<_>>();
            rows.sort_by(|(_, a), (_, b)| {
                let [a, b] = [a, b].map(|(name_key, record)| SortKey {
                    name_key,
                    created_at: &record.created_at,
                    id: record.id,
                });
                order.compare(&a, &b)
            });
            let found = rows.iter().map(|(position, _)| *position).collect::<Vec<_>>();
            assert_eq!(&found, positions, "{}, {order:?}", case.why);
        }
    }
    for case in &file.name_keys {
        assert_eq!(name_key(&case.name), case.key, "{:?}", case.name);
    }
}

#[test]
fn compares_usernames_as_in_vectors() {
    for case in &Vectors::load().username_keys {
        let key = username_key(&case.username, |text| text.nfc().collect());
        assert_eq!(key, case.key, "{:?}", case.username);
    }
}

#[test]
fn decides_sessions_as_in_vectors() {
    let file = Vectors::load();
    for case in &file.sessions {
        let access = case.access.as_ref().map(file::Token::expand);
        let session = token::decide(access.as_deref(), case.refresh, case.now);
        let name = format!("{}: {access:?} at {}", case.why, case.now);
        assert_eq!(serde_json::to_value(session).ok(), Some(Value::from(case.session.as_str())), "{name}");
    }
}

#[test]
fn parses_filters_as_in_vectors() {
    let file = Vectors::load();
    for case in &file.filters {
        let (filter, errors) = Filter::parse(&case.query.expand());
        let errors = errors.as_slice().iter().map(|error| (error.field.to_owned(), error.message.to_owned()));
        assert_eq!(errors.collect::<Vec<_>>(), case.errors, "{}", case.why);
        assert_eq!(filter.write(), case.written.expand(), "{}", case.why);
        assert_eq!(Filter::parse(&filter.write()).0, filter, "{}", case.why);
    }
}

#[test]
fn searches_records_as_in_vectors() {
    let file = Vectors::load();
    for case in &file.searches {
        let texts = case.texts.iter().map(file::Text::expand).collect::<Vec<_>>();
        let found =
            Query::parse(&case.query.expand()).matches(&Index::from_texts(texts.iter().map(String::as_str)));
        assert_eq!(found, case.found, "{}: {:?}", case.why, case.query);
    }
    for case in &file.marks {
        let ranges = highlight(&Query::parse(&case.query), &case.text);
        let marks = ranges.into_iter().map(|range| &case.text[range]).collect::<Vec<_>>();
        assert_eq!(marks, case.marks, "{}", case.why);
    }
}

#[test]
fn moves_records_as_in_vectors() {
    let file = Vectors::load();
    let mut pairs = HashSet::new();
    for case in &file.moves {
        let (Some(state), Some(action)) =
            (RecordState::parse(&case.state), RecordAction::parse(&case.action))
        else {
            panic!("there is no {} of what is {}", case.action, case.state);
        };
        let to = case.to.as_deref().map(|to| RecordState::parse(to).unwrap_or_else(|| panic!("{to}")));
        let expected = to.ok_or_else(|| case.error.as_deref().unwrap_or_default());
        assert_eq!(moved(state, action), expected, "{case:?}");
        pairs.insert((state, action));
    }
    assert_eq!(pairs.len(), RecordState::ALL.len() * RecordAction::ALL.len(), "each state with each action");
}

#[test]
fn undoes_actions_as_in_vectors() {
    let file = Vectors::load();
    let mut undone = 0;
    for action in RecordAction::ALL {
        for (from, to) in RecordState::ALL.into_iter().flat_map(|from| RecordState::ALL.map(|to| (from, to)))
        {
            let is_case = |case: &file::UndoCase| {
                (&*case.action, &*case.from, &*case.to) == (action.as_str(), from.as_str(), to.as_str())
            };
            let last = LastEvent { action, from, to, is_own: true, seconds_ago: 0 };
            let state = undo(Some(last)).ok();
            assert_eq!(state, file.undos.iter().any(is_case).then_some(from), "{last:?}");
            undone += usize::from(state.is_some());
        }
    }
    assert_eq!(undone, file.undos.len());
}

#[test]
fn checks_notes_as_in_vectors() {
    let file = Vectors::load();
    for case in &file.notes {
        let text = case.value.expand();
        assert_eq!(NOTE.check(&text).err(), case.error.as_deref(), "{}", case.why);
        if let Some(stored) = &case.stored {
            assert_eq!(NOTE.normalize(&text), stored.expand(), "{}, stored", case.why);
        }
    }
}

#[test]
fn parses_keys_as_in_vectors() {
    let file = Vectors::load();
    for case in &file.record_keys {
        let key = record_key(&case.text).map(|key| match key {
            RecordKey::Id(id) => file::Key::Id(id),
            RecordKey::Slug(slug) => file::Key::Slug(slug.to_owned()),
        });
        assert_eq!(key, case.key, "{:?}", case.text);
    }
    for case in &file.idempotency_keys {
        assert_eq!(is_idempotency_key(&case.text.expand()), case.valid, "{:?}", case.text);
    }
}
