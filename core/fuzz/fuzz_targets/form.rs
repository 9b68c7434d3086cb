//! Any form: each refused field once and in the form's order, and what is accepted is accepted again as it is stored.
#![no_main]

use agency_core::{FORMS, attachment::Attachment, rule::Kind};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, Vec<&str>, Option<(&str, u64, &[u8])>)| {
    let (number, mut texts, file) = input;
    let form = FORMS[usize::from(number) % FORMS.len()];
    texts.resize(form.texts.len(), "");
    let file = file.map(|(name, size, head)| Attachment { name, size, head });
    let verdicts = form.texts.iter().zip(&texts).map(|(rule, text)| (rule.name, rule.check(text).err()));
    let verdicts = verdicts.chain(form.file.map(|rule| (rule.name, rule.judge(file).err())));
    let expected = verdicts.filter_map(|(field, message)| Some((field, message?)));
    let found = form.check(&texts, file);
    assert!(found.iter().map(|error| (error.field, error.message)).eq(expected));

    let stored = form.texts.iter().zip(&texts).map(|(rule, text)| rule.normalize(text)).collect::<Vec<_>>();
    for ((rule, text), stored) in form.texts.iter().zip(&texts).zip(&stored) {
        assert_eq!(rule.normalize(stored), *stored);
        assert!(rule.kind != Kind::Password || stored == text);
    }
    let stored = stored.iter().map(AsRef::as_ref).collect::<Vec<_>>();
    assert_eq!(form.check(&stored, file), found);
});
