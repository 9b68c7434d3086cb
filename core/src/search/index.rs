//! Word index of a record.

use std::{
    collections::BTreeMap,
    ops::Bound::{Included, Unbounded},
};

use super::words::words;

/// Maximum positions per word, as in a Postgres `tsvector`.
pub const MAX_POSITIONS: usize = 256;

/// Maximum position of a word, as in a Postgres `tsvector`. Later words are not found.
const MAX_POSITION: u16 = 16_383;

/// Words of a record with their positions, from 1. Equal to the record's `tsvector` in the database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index(BTreeMap<String, Vec<u16>>);

impl Index {
    /// Indexes the texts of a record. A gap between two texts keeps phrases from matching across them.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut index = Self::default();
        let mut position = 0_u16;
        for text in texts {
            for word in words(text) {
                position = position.saturating_add(1);
                if position > MAX_POSITION {
                    return index;
                }
                let positions = index.0.entry(word.text).or_default();
                if positions.len() < MAX_POSITIONS {
                    positions.push(position);
                }
            }
            position = position.saturating_add(1);
        }
        index
    }

    /// Iterates over the words and their positions, both ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u16])> {
        self.0.iter().map(|(word, positions)| (word.as_str(), positions.as_slice()))
    }

    /// Returns the positions of a word or, for a prefix, of each word that starts with it.
    pub(super) fn matching_positions(&self, word: &str, is_prefix: bool) -> Vec<&[u16]> {
        let words = self.0.range::<str, _>((Included(word), Unbounded));
        let is_match = |found: &str| if is_prefix { found.starts_with(word) } else { found == word };
        words.take_while(|(found, _)| is_match(found)).map(|(_, positions)| positions.as_slice()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Index, MAX_POSITION, MAX_POSITIONS};

    fn positions(texts: &[&str]) -> Vec<(String, Vec<u16>)> {
        let index = Index::from_texts(texts.iter().copied());
        index.iter().map(|(word, positions)| (word.to_owned(), positions.to_vec())).collect()
    }

    #[test]
    fn leaves_gap_between_positions_of_two_texts() {
        let expected = [("a", vec![1, 3]), ("b", vec![2]), ("c", vec![6])];
        assert_eq!(positions(&["A b a", "", "c"]), expected.map(|(word, at)| (word.to_owned(), at)));
    }

    #[test]
    fn keeps_first_positions_of_word() {
        let words = positions(&[&"a ".repeat(300), "a b"]);
        assert_eq!(words[0].1.len(), MAX_POSITIONS);
        assert_eq!(words[0].1.last().map(|&last| usize::from(last)), Some(MAX_POSITIONS));
        assert_eq!(words[1], ("b".to_owned(), vec![303]));
    }

    #[test]
    fn leaves_out_words_beyond_last_position() {
        let text = format!("{}b c", "a ".repeat(usize::from(MAX_POSITION) - 1));
        assert_eq!(positions(&[&text, "d"]).last(), Some(&("b".to_owned(), vec![MAX_POSITION])));
    }
}
