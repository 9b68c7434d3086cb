//! Search queries. Every text is a valid query.

use super::{index::Index, words::words};
use crate::white_space::is_white_space;

/// Maximum length of a query in characters; the rest is ignored.
pub const QUERY_LENGTH: usize = 200;

/// Minimum characters of a prefix match.
const SHORTEST_PREFIX: usize = 2;

/// Characters that exclude the term behind them: the hyphen-minus, and the full-width one.
const DASHES: [char; 2] = ['-', '－'];

/// Parsed query: terms that a record must contain or must not contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query(Vec<Term>);

/// Term of a query: a word, or a phrase of adjacent words in one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Words of the term, at least one.
    pub words: Vec<String>,
    /// Whether the last word matches as a prefix.
    pub is_prefix: bool,
    /// Whether records with this term are excluded.
    pub is_excluded: bool,
}

impl Query {
    /// Parses a query.
    ///
    /// | syntax | meaning |
    /// | --- | --- |
    /// | `word` | the record contains the word |
    /// | `"two words"` | the record contains the phrase |
    /// | `-word` or `-"two words"` | the record does not contain it |
    ///
    /// A dash excludes at the start of the query and after white space only, not in `"web"-design`.
    ///
    /// A last word of at least two characters that is neither quoted nor excluded matches as a prefix, so that results
    /// appear while it is being typed.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim_start_matches(is_white_space);
        let end = text.char_indices().nth(QUERY_LENGTH).map_or(text.len(), |(end, _)| end);
        let mut rest = text.get(..end).unwrap_or_default();
        let mut terms = Vec::new();
        let mut is_last_prefix = false;
        while let Some(piece) = Piece::take(&mut rest) {
            let words = words(piece.text).map(|word| word.text).collect::<Vec<_>>();
            if !words.is_empty() {
                is_last_prefix = !piece.is_quoted && !piece.is_excluded;
                terms.push(Term { words, is_prefix: false, is_excluded: piece.is_excluded });
            }
        }
        if let Some(last) = terms.last_mut().filter(|_| is_last_prefix) {
            last.is_prefix =
                last.words.last().is_some_and(|word| word.chars().nth(SHORTEST_PREFIX - 1).is_some());
        }
        // Removes duplicates.
        let mut different: Vec<Term> = Vec::with_capacity(terms.len());
        for term in terms {
            if !different.contains(&term) {
                different.push(term);
            }
        }
        Self(different)
    }

    /// Returns the terms in the order in which they were typed, without duplicates.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.0
    }

    /// Returns whether the query has no terms, so that it matches every record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether the query matches no record because all its terms are excluded.
    #[must_use]
    pub fn finds_nothing(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|term| term.is_excluded)
    }

    /// Returns whether a record matches.
    #[must_use]
    pub fn matches(&self, record: &Index) -> bool {
        !self.finds_nothing() && self.0.iter().all(|term| term.is_in(record) != term.is_excluded)
    }
}

impl Term {
    /// Returns whether a record contains the term.
    fn is_in(&self, record: &Index) -> bool {
        let Some((first, others)) = self.words.split_first() else { return false };
        let mut starts = record.matching_positions(first, self.is_prefix && others.is_empty()).concat();
        for (distance, word) in (1_u16..).zip(others) {
            let words =
                record.matching_positions(word, self.is_prefix && usize::from(distance) == others.len());
            starts.retain(|start| {
                let position = start.saturating_add(distance);
                words.iter().any(|positions| positions.binary_search(&position).is_ok())
            });
        }
        !starts.is_empty()
    }
}

/// Unparsed part of a query, between white space or quotes.
struct Piece<'a> {
    text: &'a str,
    is_quoted: bool,
    is_excluded: bool,
}

impl<'a> Piece<'a> {
    /// Splits the next piece off a query. An unclosed quote extends to the end.
    fn take(query: &mut &'a str) -> Option<Self> {
        let rest = query.trim_start_matches(is_white_space);
        if rest.is_empty() {
            return None;
        }
        let (is_excluded, rest) = rest.strip_prefix(DASHES).map_or((false, rest), |rest| (true, rest));
        let (is_quoted, (text, rest)) = if let Some(quoted) = rest.strip_prefix(is_quote) {
            let (text, rest) = quoted.split_once(is_quote).unwrap_or((quoted, ""));
            (true, (text, rest.trim_start_matches(DASHES)))
        } else {
            let end = rest.find(|c| is_quote(c) || is_white_space(c)).unwrap_or(rest.len());
            (false, rest.split_at_checked(end).unwrap_or((rest, "")))
        };
        *query = rest;
        Some(Self { text, is_quoted, is_excluded })
    }
}

/// Returns whether a character is a quote, including the typographic quotes that phones insert, and the full-width one.
fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '＂')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Query;
    use crate::search::{Index, highlight, words};

    const RECORD: [&str; 4] =
        ["Émile Zola", "a.b+c@d.com", "a friend", "We need a shop for Łódź, and a new-built shop window."];

    fn finds(query: &str) -> bool {
        Query::parse(query).matches(&Index::from_texts(RECORD))
    }

    #[test]
    fn matches_all_words_in_any_order() {
        for found in
            ["", "shop", "SHOP emile", "lodz friend zola", "emi", "ZOLA em", "a.b+c@d.com", "a.b+c@d.co"]
        {
            assert!(finds(found), "{found}");
        }
        for missed in ["shops", "em zola", "shop garden", "b.a", "c@d com.a", "window.friend"] {
            assert!(!finds(missed), "{missed}");
        }
    }

    #[test]
    fn matches_last_word_as_prefix_from_two_letters() {
        assert!(finds("fr") && finds("shop wi") && finds("wi -") && finds("zo \""));
        assert!(!finds("f") && !finds("wi shop") && !finds("\"fr\"") && !finds("\"fr"));
        // A single letter is a word like others.
        assert!(finds("a") && !finds("z"));
    }

    #[test]
    fn matches_quoted_words_as_phrase_in_one_text() {
        assert!(
            finds("\"shop for lodz\"")
                && finds("“need a shop”")
                && finds("\"new built\"")
                && finds("new-bui")
        );
        assert!(!finds("\"need shop\"") && !finds("\"zola a\"") && !finds("\"shop fo\""));
    }

    #[test]
    fn excludes_records_with_negated_terms() {
        assert!(finds("shop -garden") && finds("-\"shop garden\" zola") && finds("shop - window"));
        assert!(!finds("shop -window") && !finds("shop -\"a friend\"") && !finds("shop --window"));
        // An excluded word does not match as a prefix.
        assert!(finds("shop -windo"));
        assert!(!finds("-garden") && !finds("-window"));
    }

    #[test]
    fn excludes_nothing_by_dash_behind_phrase() {
        for found in [
            "\"new\"-built",
            "„new“-built",
            "\"new\"－built",
            "\"new\"--built",
            "\"new\"-\"built\"",
            "-\"garden\"-shop",
        ] {
            assert!(finds(found), "{found}");
        }
        for missed in ["\"new\"-garden", "\"new\" -built", "\"new\"- -built", "\"new\"\t-built"] {
            assert!(!finds(missed), "{missed}");
        }
        assert_eq!(Query::parse("\"web\"-design"), Query::parse("\"web\" design"));
    }

    #[test]
    fn parses_any_punctuation_as_empty_query() {
        for nothing in
            ["---", "\"\"\"", "- - -", "\0", "\u{202e}", " \u{3000}\t", "\"-\"", "😀", "!?", "-\"", "\u{301}"]
        {
            assert!(Query::parse(nothing).is_empty(), "{nothing:?}");
            assert!(finds(nothing), "{nothing:?}");
        }
        let long = "shop ".repeat(2_000);
        assert_eq!(Query::parse(&long).terms().len(), 2);
        assert!(finds(&long));
    }

    /// Generates texts from few letters, so that matches are frequent.
    fn text() -> impl Strategy<Value = String> {
        "(([abÄß]{1,3}|-|\"| |\\.){1,3} ?){0,6}"
    }

    proptest! {
        #[test]
        fn matches_and_highlights_any_query(query in any::<String>(), text in any::<String>()) {
            let query = Query::parse(&query);
            let _ = query.matches(&Index::from_texts([text.as_str()]));
            let mut end = 0;
            for range in highlight(&query, &text) {
                prop_assert!(end <= range.start && range.start < range.end);
                prop_assert!(text.get(range.clone()).is_some());
                end = range.end;
            }
        }

        #[test]
        fn finds_record_by_any_of_its_words(text in text(), from in 0_usize..6, many in 1_usize..4) {
            let found = words(&text).map(|word| word.text).skip(from).take(many).collect::<Vec<_>>();
            let index = Index::from_texts([text.as_str()]);
            for query in [found.join(" "), format!("\"{}\"", found.join(" "))] {
                prop_assert!(Query::parse(&query).matches(&index), "{query}");
                prop_assert_eq!(highlight(&Query::parse(&query), &text).is_empty(), found.is_empty());
            }
        }

        #[test]
        fn negation_excludes_what_phrase_finds(text in text(), word in "[abÄß]{1,3}", quoted in text()) {
            let (index, quoted) = (Index::from_texts([text.as_str()]), quoted.replace('"', " "));
            let phrase = Query::parse(&format!("\"{quoted}\""));
            let without = Query::parse(&format!("-\"{quoted}\" {word}"));
            let word = Query::parse(&word).matches(&index);
            prop_assert_eq!(without.matches(&index), word && (phrase.is_empty() || !phrase.matches(&index)));
        }

        #[test]
        fn additional_words_never_find_more(text in text(), query in text(), more in "[abÄß]{1,3}") {
            let index = Index::from_texts([text.as_str()]);
            let narrower = Query::parse(&format!("\"{more}\" {query}"));
            let (more, query) = (Query::parse(&format!("\"{more}\"")), Query::parse(&query));
            if narrower.matches(&index) {
                prop_assert!(more.matches(&index) && (query.finds_nothing() || query.matches(&index)));
            }
        }

        #[test]
        fn highlights_every_match(text in text(), query in text()) {
            let query = Query::parse(&query);
            if query.matches(&Index::from_texts([text.as_str()])) {
                prop_assert_eq!(highlight(&query, &text).is_empty(), query.is_empty());
            }
        }
    }
}
