//! Texts and addresses in mail headers.

use agency_core::{text::is_bidi_control, white_space::is_white_space};
use unicode_normalization::char::is_combining_mark;

/// Marks the end of a text that was cut.
const CUT: char = '…';

/// Zero-width joiner, which combines several characters into one emoji.
const JOINER: char = '\u{200d}';

/// Returns a text that is safe in a header: one line without control or bidirectional characters, at most `max`
/// characters.
///
/// A longer text is cut at the end of a word, if that leaves at least half of it.
pub(crate) fn header_text(text: &str, max: usize) -> String {
    let mut line = String::new();
    let mut gap = false;
    for c in text.chars() {
        if is_white_space(c) || c.is_control() {
            gap = true;
        } else if !is_bidi_control(c) {
            // Separates `=?`, so that mail clients do not decode the text as an encoded word (RFC 2047).
            let is_encoded_word = c == '?' && line.ends_with('=');
            if is_encoded_word || gap && !line.is_empty() {
                line.push(' ');
            }
            gap = false;
            line.push(c);
        }
    }
    if line.chars().count() <= max { line } else { cut(&line, max) }
}

fn cut(line: &str, max: usize) -> String {
    let room = max.saturating_sub(1);
    let kept = line.chars().take(room).collect::<String>();
    let rest = line.get(kept.len()..).unwrap_or_default();
    let at_word = match kept.rfind(' ') {
        _ if rest.starts_with(' ') => Some(kept.as_str()),
        Some(end) => kept.get(..end).filter(|words| words.chars().count().saturating_mul(2) >= room),
        None => None,
    };
    let mut kept = at_word.unwrap_or_else(|| whole(&kept, rest)).trim_end().to_owned();
    if max > 0 {
        kept.push(CUT);
    }
    kept
}

/// Removes a last character that lost its marks or joined characters to the cut, unless nothing else would be left.
fn whole<'a>(kept: &'a str, rest: &str) -> &'a str {
    let (mut end, mut next) = (kept, rest.chars().next());
    while let Some(last) = end.chars().next_back() {
        let is_part = next.is_some_and(|next| next == JOINER || is_combining_mark(next)) || last == JOINER;
        if !is_part {
            return end;
        }
        next = Some(last);
        end = end.get(..end.len().saturating_sub(last.len_utf8())).unwrap_or_default();
    }
    kept
}

/// Returns whether the part of an address before the `@` is a `dot-atom` of RFC 5322, which every mail server accepts.
///
/// Other addresses need quotes, or the SMTPUTF8 extension that few servers support.
pub(crate) fn is_plain_mailbox(local: &str) -> bool {
    let is_atom = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c);
    local.len() <= 64 && local.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_atom))
}

#[cfg(test)]
mod tests;
