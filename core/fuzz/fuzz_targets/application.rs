//! The application form with its CV: each refused field once, in the form's order, the CV last.
#![no_main]

use agency_core::{
    application::{ApplicationForm, RULES},
    attachment::{Attachment, FIELD, judge},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([&str; 4], Option<(&str, u64, &[u8])>)| {
    let (texts, file) = input;
    let [job_title, full_name, email, cover_letter] = texts.map(Into::into);
    let form = ApplicationForm { job_title, full_name, email, cover_letter };
    let cv = judge(file.map(|(name, size, head)| Attachment { name, size, head })).map(|_| ());
    let expected = RULES
        .iter()
        .zip(texts)
        .filter_map(|(rule, text)| Some((rule.name, rule.check(text).err()?)))
        .chain(cv.err().map(|message| (FIELD, message)));
    let found = form.check(cv);
    assert!(found.iter().map(|error| (error.field, error.message)).eq(expected));
    if let Ok(stored) = form.accept(cv) {
        assert_eq!(stored.accept(Ok(())).as_ref(), Ok(&stored));
    }
});
