//! What may stand in the head of a mail.

use crate::{rule::Kind, search::is_mark, white_space::is_white_space};

/// What follows a text that was cut.
const CUT: char = '…';

/// The joiner that makes one picture of several characters.
const JOINER: char = '\u{200d}';

/// A text as a header may carry it: in one line, without control characters or such that reorder what is read, and no
/// longer than this many characters. A longer one is cut where a word ends, if that leaves half of it.
#[must_use]
pub fn header_text(text: &str, most: usize) -> String {
    let mut line = String::new();
    let mut gap = false;
    for c in text.chars() {
        if is_white_space(c) || c.is_control() {
            gap = true;
        } else if !Kind::Line.refuses(c) {
            // What readers of mail would take for a text in code, and show decoded, is shown as it was typed.
            let is_code = c == '?' && line.ends_with('=');
            if is_code || gap && !line.is_empty() {
                line.push(' ');
            }
            gap = false;
            line.push(c);
        }
    }
    if line.chars().count() <= most { line } else { cut(&line, most) }
}

fn cut(line: &str, most: usize) -> String {
    let room = most.saturating_sub(1);
    let kept = line.chars().take(room).collect::<String>();
    let rest = line.get(kept.len()..).unwrap_or_default();
    let at_word = match kept.rfind(' ') {
        _ if rest.starts_with(' ') => Some(kept.as_str()),
        Some(end) => kept.get(..end).filter(|words| words.chars().count().saturating_mul(2) >= room),
        None => None,
    };
    let mut kept = at_word.unwrap_or_else(|| whole(&kept, rest)).trim_end().to_owned();
    if most > 0 {
        kept.push(CUT);
    }
    kept
}

/// Without a character at its end of which a part was cut off; all of it where nothing else would be left.
fn whole<'a>(kept: &'a str, rest: &str) -> &'a str {
    let (mut end, mut next) = (kept, rest.chars().next());
    while let Some(last) = end.chars().next_back() {
        let is_part = next.is_some_and(|next| next == JOINER || is_mark(next)) || last == JOINER;
        if !is_part {
            return end;
        }
        next = Some(last);
        end = end.get(..end.len().saturating_sub(last.len_utf8())).unwrap_or_default();
    }
    kept
}

/// Whether what stands before the `@` of an address needs neither quotes nor an extension of SMTP that few servers have:
/// a `dot-atom` of RFC 5322.
#[must_use]
pub fn is_plain_mailbox(local: &str) -> bool {
    let is_atom = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c);
    local.len() <= 64 && local.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_atom))
}
