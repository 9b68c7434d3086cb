//! Finds words that use look-alike letters of another script.

use std::collections::BTreeSet;

/// Cyrillic letters that look like Latin letters.
const CYRILLIC_AS_LATIN: &str = "аеорсухіјѕԁһӏԛԝькмтАВЕЗІЈКМНОРСТУХЅҮӀ";

/// Greek letters that look like Latin letters.
const GREEK_AS_LATIN: &str = "αικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";

/// Latin letters that look like Cyrillic letters, without those that writers without a Ukrainian, Belarusian or Kazakh
/// keyboard use.
const LATIN_AS_CYRILLIC: &str = "aeopcyxkmABCEHKMOPTXY";

/// Minimum letters of such a word. Shorter ones occur in formulas.
const MIN_LETTERS: usize = 3;

/// Counts the different words that mix two scripts so that they look like words of one script.
///
/// Words that mix scripts visibly, such as `SEOшник`, do not count.
pub(crate) fn mixed_words<'a>(texts: impl IntoIterator<Item = &'a &'a str>) -> usize {
    let mut mixed = BTreeSet::new();
    for text in texts {
        mixed.extend(text.split(|c: char| !c.is_alphabetic()).filter(|word| is_mixed(word)));
    }
    mixed.len()
}

fn is_mixed(word: &str) -> bool {
    if word.is_ascii() || word.chars().count() < MIN_LETTERS {
        return false;
    }
    let has = |is_of: fn(char) -> bool| word.contains(is_of);
    let are_all = |is_of: fn(char) -> bool, alike: &str| {
        has(is_of) && word.chars().filter(|&c| is_of(c)).all(|c| alike.contains(c))
    };
    // By writers without a Ukrainian, Belarusian or Kazakh keyboard.
    let is_borrowed_i = are_all(is_latin, "iIïÏ");
    has(is_latin) && are_all(is_greek, GREEK_AS_LATIN) && !is_formula(word)
        || has(is_latin) && are_all(is_cyrillic, CYRILLIC_AS_LATIN) && !is_borrowed_i
        || has(is_cyrillic) && are_all(is_latin, LATIN_AS_CYRILLIC)
}

/// Returns whether Greek letters are only where formulas have them: small, at the end or before a capital letter, as in `sinα`
/// and `NFκB`.
fn is_formula(word: &str) -> bool {
    let next = word.chars().skip(1).map(Some).chain([None]);
    let is_in_text = |(c, next): (char, Option<char>)| {
        is_greek(c) && (c.is_uppercase() || next.is_some_and(char::is_lowercase))
    };
    !word.chars().zip(next).any(is_in_text)
}

const fn is_latin(c: char) -> bool {
    matches!(c, 'a'..='z' | 'A'..='Z' | 'ª' | 'º' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ʯ' | 'Ḁ'..='ỿ')
}

const fn is_cyrillic(c: char) -> bool {
    matches!(c, '\u{400}'..='\u{52f}' | '\u{1c80}'..='\u{1c8f}' | '\u{2de0}'..='\u{2dff}' | '\u{a640}'..='\u{a69f}')
}

const fn is_greek(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}')
}

#[cfg(test)]
mod tests {
    use super::mixed_words;

    fn count(text: &str) -> usize {
        mixed_words(&[text])
    }

    #[test]
    fn finds_lookalike_letters() {
        for word in [
            "V\u{456}\u{430}gra",
            "\u{441}rypto",
            "cas\u{456}n\u{43e}",
            "l\u{43e}an",
            "b\u{3bf}nus",
            "\u{39f}ffer",
            "\u{39f}FFER",
            "crypt\u{3bf}\u{3bf}",
            "c\u{430}\u{439}\u{442}",
        ] {
            assert_eq!(count(word), 1, "{word}");
        }
        assert_eq!(count("l\u{43e}an l\u{43e}an c\u{430}sh"), 2);
    }

    #[test]
    fn ignores_visible_mixes_of_scripts() {
        for text in [
            "Нужен SEO-специалист, web-сайт и 3D-модель",
            "SEOшник, CRMсистема, HTMLкод",
            "пiдтримка сайту, пiсля зустрiчi, мiсто, рiк",
            "Iван Iваненко, Iрина Iльченко, ПОЛIТИКА",
            "Δx, Δp, kΩ, μm, λx, αx, sinα, cosα, tanν",
            "TNFα, PPARα, ERα, NFκB, IFNα",
            "Tシャツ、Webサイト、PCの修理",
            "React로 만든 IT를",
            "הWordPress שלנו",
            "Straße, naïve, Łódź, Đà Nẵng, Ελλάδα, Москва",
            "x² + y² = 4πr²",
            "",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
