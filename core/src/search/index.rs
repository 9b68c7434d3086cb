//! The words of a record with their positions.

use std::collections::BTreeMap;

use super::words::words;

/// How many positions of a word are kept: as many as Postgres keeps.
pub const MOST_POSITIONS: usize = 256;

/// The last position that Postgres tells from others. What stands behind it is not found.
const LAST_POSITION: u16 = 16_383;

/// The words of a record with their positions, from 1: the same as the database has of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index(BTreeMap<String, Vec<u16>>);

impl Index {
    /// The words of a record's texts. No phrase reaches from one text into the next.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut found: BTreeMap<String, Vec<u16>> = BTreeMap::new();
        let mut position = 0_u16;
        for text in texts {
            for word in words(text) {
                position = position.saturating_add(1);
                if position > LAST_POSITION {
                    return Self(found);
                }
                let positions = found.entry(word.text).or_default();
                if positions.len() < MOST_POSITIONS {
                    positions.push(position);
                }
            }
            position = position.saturating_add(1);
        }
        Self(found)
    }

    /// Every word with its positions, both ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u16])> {
        self.0.iter().map(|(word, positions)| (word.as_str(), positions.as_slice()))
    }

    /// Where a word stands, or any word that begins with it.
    pub(super) fn positions(&self, word: &str, is_prefix: bool) -> Vec<u16> {
        if !is_prefix {
            return self.0.get(word).cloned().unwrap_or_default();
        }
        let words = self.0.range::<str, _>((std::ops::Bound::Included(word), std::ops::Bound::Unbounded));
        words.take_while(|(found, _)| found.starts_with(word)).flat_map(|(_, at)| at).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Index, LAST_POSITION, MOST_POSITIONS};

    fn of(texts: &[&str]) -> Vec<(String, Vec<u16>)> {
        let index = Index::of(texts.iter().copied());
        index.iter().map(|(word, positions)| (word.to_owned(), positions.to_vec())).collect()
    }

    #[test]
    fn positions_count_on_with_a_gap_between_texts() {
        let expected = [("a", vec![1, 3]), ("b", vec![2]), ("c", vec![6])];
        assert_eq!(of(&["A b a", "", "c"]), expected.map(|(word, at)| (word.to_owned(), at)));
    }

    #[test]
    fn a_word_keeps_its_first_positions() {
        let words = of(&[&"a ".repeat(300), "a b"]);
        assert_eq!(words[0].1.len(), MOST_POSITIONS);
        assert_eq!(words[0].1.last().map(|&last| usize::from(last)), Some(MOST_POSITIONS));
        assert_eq!(words[1], ("b".to_owned(), vec![303]));
    }

    #[test]
    fn what_stands_too_far_behind_is_left_out() {
        let text = format!("{}b c", "a ".repeat(usize::from(LAST_POSITION) - 1));
        assert_eq!(of(&[&text, "d"]).last(), Some(&("b".to_owned(), vec![LAST_POSITION])));
    }
}
