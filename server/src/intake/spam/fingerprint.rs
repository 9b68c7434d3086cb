//! Fingerprints of texts, to recognise the same text from several senders.

use agency_core::search::words;

/// Minimum size of a fingerprint in bytes. Different people write the same short texts by chance. Bytes suit scripts in
/// which few characters say much, because each of those takes several bytes.
const MIN_BYTES: usize = 24;

/// Returns the fingerprint of a text, which ignores case, marks, spaces and punctuation. None for a short text.
pub(crate) fn fingerprint(text: &str) -> Option<String> {
    let fingerprint = words(text).map(|word| word.text).collect::<Vec<_>>().join(" ");
    (fingerprint.len() >= MIN_BYTES).then_some(fingerprint)
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn fingerprint_ignores_case_marks_and_punctuation() {
        let text = fingerprint("Cheap backlinks for your site!").unwrap();
        assert_eq!(fingerprint("  CHEAP backlinks,\nfor your... sité").unwrap(), text);
        assert_ne!(fingerprint("Cheap backlinks for your shop").unwrap(), text);
    }

    #[test]
    fn short_text_has_no_fingerprint() {
        for short in ["", "Hello", "We need a shop.", "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"] {
            assert_eq!(fingerprint(short), None, "{short}");
        }
        assert!(fingerprint("我们需要一个新的网上商店").is_some());
    }
}
