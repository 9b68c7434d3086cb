//! Checks of every form's declaration.

use std::collections::HashSet;

use agency_core::{all_forms, attachment::MEGABYTE, stored_forms};

/// English names of the numbers from zero.
const WORDS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

#[test]
fn forms_and_tables_have_unique_names() {
    let names = all_forms().flat_map(|form| [form.name, form.type_name]).collect::<HashSet<_>>();
    assert_eq!(names.len(), 2 * all_forms().count(), "two forms have one name");
    let tables = stored_forms().map(|stored| stored.table).collect::<Vec<_>>();
    assert_eq!(tables.iter().collect::<HashSet<_>>().len(), tables.len(), "two forms have one table");
    for form in all_forms() {
        let fields = form.names().collect::<HashSet<_>>();
        assert_eq!(fields.len(), form.names().count(), "{} has two fields of one name", form.name);
    }
}

/// Returns the numbers in a message, in digits or in words.
fn numbers(sentence: &str) -> Vec<usize> {
    let words = sentence.split(|c: char| !c.is_ascii_alphanumeric());
    let number = |word: &str| {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        digits.parse().ok().or_else(|| WORDS.iter().position(|known| *known == word))
    };
    words.filter_map(number).collect()
}

#[test]
fn messages_contain_only_their_limit_as_number() {
    for form in all_forms() {
        let texts = form.texts.iter().flat_map(|rule| {
            let limits = [rule.min, Some(rule.max)].into_iter().flatten();
            let others = [rule.required, Some(rule.control), Some(rule.pattern)].into_iter().flatten();
            let others = others.map(|sentence| (sentence, None));
            limits.map(|limit| (limit.message, Some(limit.chars))).chain(others)
        });
        let file = form.file.into_iter().flat_map(|rule| {
            let megabytes = rule.size_limit / MEGABYTE;
            [(rule.required, None), (rule.wrong_type, None), (rule.too_large, Some(megabytes))]
        });
        for (sentence, limit) in texts.chain(file) {
            for number in numbers(sentence) {
                assert_eq!(Some(number), limit, "{}: {sentence}", form.name);
            }
        }
    }
    assert_eq!(numbers("ten of 30, under 5MB"), [10, 30, 5]);
}

#[test]
fn wrong_type_message_names_every_accepted_type() {
    for rule in all_forms().filter_map(|form| form.file) {
        for file_type in rule.types {
            let name = file_type.name().to_uppercase();
            // "DOCX" does not name DOC.
            let mut words = rule.wrong_type.split(|c: char| !c.is_ascii_alphanumeric());
            assert!(words.any(|word| word == name), "{} does not name {name}", rule.wrong_type);
        }
    }
}
