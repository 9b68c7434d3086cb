//! Fuzzes forms: each invalid field is reported once, in the form's order. The normalised form has the same errors.
#![no_main]

use agency_core::{all_forms, attachment::Attachment, rule::Kind, validation::FieldError};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, Vec<&str>, Option<(&str, u64, &[u8])>)| {
    let (number, mut texts, file) = input;
    let form = all_forms().nth(usize::from(number) % all_forms().count()).unwrap();
    texts.resize(form.texts.len(), "");
    let file = file.map(|(name, size, head)| Attachment { name, size, head });
    let results = form.texts.iter().zip(&texts).map(|(rule, text)| (rule.name, rule.check(text).err()));
    let results = results.chain(form.file.map(|rule| (rule.name, rule.check(file).err())));
    let expected = results.filter_map(|(field, message)| Some((field, message?)));
    let found = form.check(&texts, file);
    // The check against another field runs only if the field alone is valid.
    let alone = |error: &&FieldError| {
        !form.cross_checked.contains(&error.field) || form.text_rule(error.field).is_none()
    };
    let refused = |field| {
        let mut fields = form.texts.iter().zip(&texts);
        fields.any(|(rule, text)| rule.name == field && rule.check(text).is_err())
    };
    let found_alone = found.iter().filter(|error| alone(error) || refused(error.field));
    assert!(found_alone.map(|error| (error.field, error.message)).eq(expected));

    let stored = form.texts.iter().zip(&texts).map(|(rule, text)| rule.normalize(text)).collect::<Vec<_>>();
    for ((rule, text), stored) in form.texts.iter().zip(&texts).zip(&stored) {
        assert_eq!(rule.normalize(stored), *stored);
        assert!(rule.kind != Kind::Password || stored == text);
    }
    let stored = stored.iter().map(AsRef::as_ref).collect::<Vec<_>>();
    assert_eq!(form.check(&stored, file), found);
});
