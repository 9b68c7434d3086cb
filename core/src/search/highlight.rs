//! Finds the parts of a text that match a query.

use std::ops::Range;

use super::{
    query::{Query, Term},
    words::{Word, words},
};

/// Returns the byte ranges of a text that match a query, ascending and without overlap. A phrase is one range.
#[must_use]
pub fn highlight(query: &Query, text: &str) -> Vec<Range<usize>> {
    let terms = query.terms().iter().filter(|term| !term.is_excluded).collect::<Vec<_>>();
    if terms.is_empty() {
        return Vec::new();
    }
    let words = words(text).collect::<Vec<_>>();
    let mut marks = vec![Mark::None; words.len()];
    for term in terms {
        for at in 0..words.len() {
            if !term.matches_start(words.get(at..).unwrap_or_default()) {
                continue;
            }
            let marked = marks.get_mut(at..at.saturating_add(term.words.len())).unwrap_or_default();
            if let Some((last, before)) = marked.split_last_mut() {
                before.fill(Mark::WithNext);
                *last = (*last).max(Mark::Word);
            }
        }
    }
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut joins = false;
    for (word, mark) in words.into_iter().zip(marks) {
        // Two words can be parts of one character.
        let joined =
            ranges.last_mut().filter(|range| joins || mark > Mark::None && word.place.start < range.end);
        match joined {
            Some(range) => range.end = word.place.end,
            None if mark > Mark::None => ranges.push(word.place),
            None => {}
        }
        joins = mark == Mark::WithNext;
    }
    ranges
}

/// Mark of a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    None,
    Word,
    WithNext,
}

impl Term {
    /// Returns whether the term matches at the start of these words.
    fn matches_start(&self, text: &[Word]) -> bool {
        let length = self.words.len();
        text.len() >= length
            && self.words.iter().zip(text).enumerate().all(|(at, (word, found))| {
                let is_last = at.saturating_add(1) == length;
                found.text == *word || self.is_prefix && is_last && found.text.starts_with(word.as_str())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::highlight;
    use crate::search::Query;

    /// Returns the highlighted parts of a text.
    fn marked<'a>(query: &str, text: &'a str) -> Vec<&'a str> {
        highlight(&Query::parse(query), text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn highlights_whole_words_as_written() {
        assert_eq!(
            marked("emile stras", "E\u{301}mile, Émile, an der Straße"),
            ["E\u{301}mile", "Émile", "Straße"]
        );
        assert_eq!(marked("an -der", "an der Straße"), ["an"]);
        assert_eq!(marked("-der", "an der Straße"), [""; 0]);
    }

    #[test]
    fn highlights_phrase_as_one_range() {
        assert_eq!(marked("\"a shop\" z", "a Shop, a garden, a-shop z"), ["a Shop", "a-shop", "z"]);
        assert_eq!(marked("\"a a\" \"a b\"", "a a a b"), ["a a a b"]);
        assert_eq!(marked("ada@cust", "ada@customer.example"), ["ada@customer"]);
    }
}
