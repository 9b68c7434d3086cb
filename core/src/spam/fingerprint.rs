//! By what two texts are known to be the same.

use crate::search::words;

/// The shortest text that is compared, in bytes of its words. Shorter ones are what people write alike by chance; a letter
/// of a script that says more with fewer takes more bytes.
const SHORTEST: usize = 24;

/// What two texts have in common that differ in case, marks, spaces and punctuation alone; none for one that is too short
/// to be anybody's own.
#[must_use]
pub fn fingerprint(text: &str) -> Option<String> {
    let fingerprint = words(text).map(|word| word.text).collect::<Vec<_>>().join(" ");
    (fingerprint.len() >= SHORTEST).then_some(fingerprint)
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn texts_are_the_same_by_their_words() {
        let text = fingerprint("Cheap backlinks for your site!").unwrap();
        assert_eq!(fingerprint("  CHEAP backlinks,\nfor your... sité").unwrap(), text);
        assert_ne!(fingerprint("Cheap backlinks for your shop").unwrap(), text);
    }

    #[test]
    fn what_people_write_alike_by_chance_is_not_compared() {
        for short in ["", "Hello", "We need a shop.", "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"] {
            assert_eq!(fingerprint(short), None, "{short}");
        }
        assert!(fingerprint("我们需要一个新的网上商店").is_some());
    }
}
