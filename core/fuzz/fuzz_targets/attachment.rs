//! Fuzzes file rules: an accepted file has a safe name, and making a name safe twice changes nothing. No bytes stop
//! the search for a Word document.
#![no_main]

use agency_core::{
    FORMS,
    attachment::{Attachment, CvType, FILE_NAME_BYTES, FILE_NAME_LENGTH, safe_file_name},
    word_package::is_word_document,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, u64, &[u8])| {
    let (name, size, head) = input;
    for rule in FORMS.iter().filter_map(|form| form.file) {
        let result = rule.check(Some(Attachment { name, size, head }));
        assert!(result.is_err() || (1..rule.size_limit as u64).contains(&size));
    }
    for cv_type in CvType::ALL {
        let safe = safe_file_name(name, cv_type);
        assert_eq!(safe_file_name(&safe, cv_type), safe);
        assert_eq!(CvType::of_name(&safe), Some(cv_type));
        assert!(safe.chars().count() <= FILE_NAME_LENGTH && safe.len() <= FILE_NAME_BYTES);
        assert!(!safe.starts_with(['.', ' ']));
        assert!(!safe.contains(|c: char| c.is_control() || matches!(c, '/' | '\\' | '"')));
    }
    let _ = is_word_document(head);
});
