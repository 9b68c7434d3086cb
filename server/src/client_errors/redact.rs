//! What may be logged of an error in a browser: nothing that a person typed, and no token.

/// The longest message that is logged, in characters.
const MESSAGE_LENGTH: usize = 200;

/// The most frames of a stack.
const MAX_FRAMES: usize = 8;

/// The longest name of a script or build.
const NAME_LENGTH: usize = 64;

/// Words of this length may be slugs or tokens.
const LONG_WORD: usize = 20;

/// Numbers of this many digits may be telephone numbers.
const LONG_NUMBER: usize = 5;

/// Stands for what was cut.
const CUT: &str = "…";

/// Cuts from a message what may come from a person: quoted values, addresses, long words and long numbers. Names of
/// properties, which browsers put into single quotes, stay.
pub(super) fn redacted(message: &str) -> String {
    let words = without_quoted(message);
    let words = words.split_whitespace().map(|word| if is_telling(word) { CUT } else { word });
    words.collect::<Vec<_>>().join(" ").chars().take(MESSAGE_LENGTH).collect()
}

/// Replaces what stands in quotes. A quote without an end cuts the rest.
fn without_quoted(message: &str) -> String {
    let mut kept = String::new();
    let mut rest = message;
    while let Some((before, quote, after)) = split_at_quote(rest) {
        kept.push_str(before);
        let (quoted, next) = after.split_once(quote).unwrap_or((after, ""));
        if quote == '\'' && is_property(quoted) && !is_telling(quoted) {
            kept.extend(["'", quoted, "'"]);
        } else {
            kept.push_str(CUT);
        }
        rest = next;
    }
    kept + rest
}

/// Splits a text at its first opening quote: what is before it, the quote that ends it, what follows.
fn split_at_quote(text: &str) -> Option<(&str, char, &str)> {
    let mut last = ' ';
    for (at, letter) in text.char_indices() {
        let end = match letter {
            // Within a word it is an apostrophe.
            '\'' if !last.is_alphanumeric() => Some('\''),
            '"' | '`' => Some(letter),
            '“' => Some('”'),
            '‘' => Some('’'),
            _ => None,
        };
        if let Some(end) = end {
            let (before, after) = text.split_at_checked(at)?;
            return Some((before, end, after.strip_prefix(letter)?));
        }
        last = letter;
    }
    None
}

fn is_property(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "_$.".contains(letter))
}

/// Whether a word may be an address, a slug, a token or a number of somebody.
fn is_telling(word: &str) -> bool {
    word.contains(['@', '?', '&', '%'])
        || word.contains("://")
        || word.chars().count() >= LONG_WORD
        || word.chars().filter(char::is_ascii_digit).count() >= LONG_NUMBER
}

/// Returns the frames of a stack that are in the site's own scripts, such as `ListPage-BsqJf0_x.js:1:234`.
pub(super) fn frames(stack: &str) -> String {
    let frames = stack.lines().filter_map(|line| {
        let (_, script) = line.rsplit_once("/assets/")?;
        let script = script.trim_end_matches(')');
        let (name, place) = script.split_once(".js:")?;
        let is_place =
            !place.is_empty() && place.chars().all(|letter| letter.is_ascii_digit() || letter == ':');
        (is_name(name) && is_place && place.len() <= NAME_LENGTH).then_some(script)
    });
    frames.take(MAX_FRAMES).collect::<Vec<_>>().join(" ")
}

/// Returns the name of a build, or `unknown` for any other text.
pub(super) fn version(text: &str) -> &str {
    if is_name(text) { text } else { "unknown" }
}

fn is_name(text: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    (1..=NAME_LENGTH).contains(&text.len()) && text.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::{frames, redacted, version};

    #[test]
    fn cuts_what_a_person_may_have_typed() {
        for (message, kept) in [
            (
                "Cannot read properties of undefined (reading 'history')",
                "Cannot read properties of undefined (reading 'history')",
            ),
            ("Can't find variable: rules", "Can't find variable: rules"),
            (
                "Unexpected token 'A', \"Ada Lovelace\" is not valid JSON",
                "Unexpected token 'A', … is not valid JSON",
            ),
            ("No ‘Ada King’ and “Ada” and `Ada`", "No … and … and …"),
            ("Broken: \"Ada never ends", "Broken: …"),
            ("From ada@lovelace.example, 832 555 0134567", "From … 832 555 …"),
            ("GET https://a.example/x failed for /list?q=ada", "GET … failed for …"),
            ("No record 4f8Zl3Tb9QkU7sXwYv1NaA here", "No record … here"),
            ("a\n  b\u{1b}[31m", "a b\u{1b}[31m"),
            ("", ""),
        ] {
            assert_eq!(redacted(message), kept);
        }
        assert_eq!(redacted(&"long ".repeat(100)).chars().count(), 200);
    }

    #[test]
    fn keeps_frames_of_own_scripts() {
        let stack = "TypeError: no ada@lovelace.example\n\
            at View (https://a.example/assets/ListPage-BsqJf0_x.js:1:234)\n\
            at chrome-extension://abc/content.js:3:4\n\
            at https://a.example/dashboard/consultation/4f8Zl3Tb9QkU7sXwYv1NaA:1:2\n\
            render@https://a.example/assets/vendor-C9GOdHk-.js:9:8\n\
            at x (/assets/with space.js:1:1)\nat x (/assets/a.js:ada)";
        assert_eq!(frames(stack), "ListPage-BsqJf0_x.js:1:234 vendor-C9GOdHk-.js:9:8");
        assert_eq!(frames(&"/assets/a.js:1:1\n".repeat(50)).split(' ').count(), 8);
    }

    #[test]
    fn takes_names_of_builds_alone() {
        assert_eq!(version("start-B7UpLS_F"), "start-B7UpLS_F");
        for other in ["", "Ada Lovelace", "ada@lovelace.example", &"a".repeat(65)] {
            assert_eq!(version(other), "unknown");
        }
    }
}
