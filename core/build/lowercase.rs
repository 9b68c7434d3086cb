use crate::packed::{length, number, print, signed};

/// Prints the standard library's lower case as ranges, in a tenth of its bytes. `src/lowercase.rs` unpacks them.
pub(crate) fn compile() -> String {
    print("LOWER", &lower()) + &print("AROUND_SIGMA", &around_sigma())
}

/// Encodes each range of characters with the same distance to their lower case.
///
/// A range is its distance from the previous range, its length with a last bit for "every second character", and the
/// distance to the lower case.
fn lower() -> Vec<u8> {
    let changed = beyond_ascii().filter_map(|c| {
        let mut lower = c.to_lowercase();
        let (only, more) = (lower.next()?, lower.next());
        let distance = i64::from(u32::from(only)) - i64::from(u32::from(c));
        // The only character with two characters as its lower case is handled by name.
        (more.is_none() && distance != 0).then_some((u32::from(c), distance))
    });
    let changed = changed.collect::<Vec<_>>();
    let (mut bytes, mut end, mut rest) = (Vec::new(), 0, changed.as_slice());
    while let Some(&(first, distance)) = rest.first() {
        let run = |stride: usize| {
            let alike =
                (first..).step_by(stride).zip(rest).take_while(|(code, other)| (*code, distance) == **other);
            alike.count()
        };
        let every_second = run(2) > run(1);
        let (now, later) = rest.split_at(if every_second { run(2) } else { run(1) });
        number(&mut bytes, first - end);
        number(&mut bytes, length(now.len()) << 1 | u32::from(every_second));
        signed(&mut bytes, distance);
        end = now.last().map_or(end, |(last, _)| last + 1);
        rest = later;
    }
    bytes
}

/// Encodes each range of cased or case-ignorable characters, which determine the lower case of a sigma.
///
/// A range is its distance from the previous range, then its length with a last bit for "cased".
fn around_sigma() -> Vec<u8> {
    let is_final = |text: String| text.to_lowercase().ends_with('ς');
    let kinds = ('\0'..=char::MAX).filter_map(|c| {
        let is_cased = is_final(format!("{c}Σ"));
        let is_ignored = !is_cased && is_final(format!("A{c}Σ"));
        (is_cased || is_ignored).then_some((u32::from(c), is_cased))
    });
    let kinds = kinds.collect::<Vec<_>>();
    let (mut bytes, mut end, mut rest) = (Vec::new(), 0, kinds.as_slice());
    while let Some(&(first, kind)) = rest.first() {
        let run = (first..).zip(rest).take_while(|(code, other)| (*code, kind) == **other).count();
        let (_, later) = rest.split_at(run);
        number(&mut bytes, first - end);
        number(&mut bytes, length(run) << 1 | u32::from(kind));
        end = first + length(run);
        rest = later;
    }
    bytes
}

fn beyond_ascii() -> impl Iterator<Item = char> {
    ('\u{80}'..=char::MAX).filter(|c| *c != 'İ')
}
