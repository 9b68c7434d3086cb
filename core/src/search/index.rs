//! The words of a record with their positions.

use super::words::words;

/// How many positions of a word are kept: as many as Postgres keeps.
pub const MOST_POSITIONS: usize = 256;

/// The last position that Postgres tells from others. What stands behind it is not found.
const LAST_POSITION: u16 = 16_383;

/// The words of a record with their positions, from 1: the same as the database has of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index(Vec<(String, Vec<u16>)>);

impl Index {
    /// The words of a record's texts. No phrase reaches from one text into the next.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut index = Self::default();
        let mut position = 0_u16;
        for text in texts {
            for word in words(text) {
                position = position.saturating_add(1);
                if position > LAST_POSITION {
                    return index;
                }
                index.add(word.text, position);
            }
            position = position.saturating_add(1);
        }
        index
    }

    /// Each word finds its place among those before it: a sorted map would be a tenth of the module.
    fn add(&mut self, word: String, position: u16) {
        let at = self.place(&word);
        match self.0.get_mut(at).filter(|(found, _)| *found == word) {
            Some((_, positions)) if positions.len() < MOST_POSITIONS => positions.push(position),
            Some(_) => {}
            None => self.0.insert(at, (word, vec![position])),
        }
    }

    /// Where a word is, or would be.
    fn place(&self, word: &str) -> usize {
        self.0.partition_point(|(found, _)| found.as_str() < word)
    }

    /// Every word with its positions, both ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u16])> {
        self.0.iter().map(|(word, positions)| (word.as_str(), positions.as_slice()))
    }

    /// A word, or every one that begins with it, each with its positions.
    pub(super) fn alike(&self, word: &str, is_prefix: bool) -> &[(String, Vec<u16>)] {
        let words = self.0.get(self.place(word)..).unwrap_or_default();
        let is_alike = |found: &str| if is_prefix { found.starts_with(word) } else { found == word };
        let count = words.iter().take_while(|(found, _)| is_alike(found)).count();
        words.get(..count).unwrap_or_default()
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
