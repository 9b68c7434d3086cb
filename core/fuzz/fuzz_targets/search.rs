//! Fuzzes search: folding a word twice changes nothing, each word finds its record, and highlighted ranges do not
//! overlap.
#![no_main]

use agency_core::search::{Index, MAX_POSITIONS, Query, WORD_LENGTH, highlight, words};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str, &str)| {
    let (query, text, other) = input;
    let (mut start, mut end) = (0, 0);
    for word in words(text) {
        // Two words can be parts of one character.
        assert!(start <= word.place.start && end <= word.place.end && word.place.start < word.place.end);
        (start, end) = (word.place.start, word.place.end);
        assert!((1..=WORD_LENGTH).contains(&word.text.chars().count()));
        assert!(words(&word.text).map(|again| again.text).eq([word.text.clone()]));
    }
    let index = Index::from_texts([text, other]);
    for (word, positions) in index.iter() {
        assert!((1..=MAX_POSITIONS).contains(&positions.len()) && positions.is_sorted_by(|a, b| a < b));
        for query in [word.to_owned(), format!("\"{word}\"")] {
            assert!(Query::parse(&query).matches(&index));
        }
        assert!(!Query::parse(&format!("{word} -{word}")).matches(&index));
    }
    let query = Query::parse(query);
    assert!(query.terms().iter().all(|term| !term.words.is_empty()));
    assert!(!(query.finds_nothing() && query.matches(&index)));
    let marks = [text, other].map(|text| highlight(&query, text));
    if query.matches(&index) && !query.is_empty() {
        // The index keeps a word's first positions; the highlighter marks all.
        assert!(marks.iter().any(|marks| !marks.is_empty()));
    }
    for (text, marks) in [text, other].into_iter().zip(&marks) {
        let mut end = 0;
        for mark in marks {
            assert!(end <= mark.start && text.get(mark.clone()).is_some_and(|marked| !marked.is_empty()));
            end = mark.end;
        }
    }
});
