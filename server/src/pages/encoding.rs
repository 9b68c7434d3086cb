//! Which of a file's encodings a client gets.

use axum::http::{HeaderMap, header};

/// How a file's bytes are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Brotli.
    Brotli,
    /// gzip.
    Gzip,
    /// As they are.
    Identity,
}

impl Encoding {
    /// The smallest first.
    const ALL: [Self; 3] = [Self::Brotli, Self::Gzip, Self::Identity];

    /// What the header calls it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }
}

/// The encoding that a client prefers among those that there are; of equals, the smallest.
///
/// Bytes as they are suit everybody: a client that refuses even those gets them all the same.
pub(super) fn preferred(headers: &HeaderMap, available: impl Fn(Encoding) -> bool) -> Encoding {
    let wishes = wishes(headers);
    let weight = |encoding: Encoding| {
        let named = |name: &str| wishes.iter().find(|wish| wish.0 == name).map(|wish| wish.1);
        let otherwise = u32::from(encoding == Encoding::Identity);
        named(encoding.name()).or_else(|| named("*")).unwrap_or(otherwise)
    };
    let offered = Encoding::ALL.into_iter().filter(|&encoding| available(encoding));
    // Of equals `max_by_key` takes the last.
    let best = offered.rev().max_by_key(|&encoding| weight(encoding));
    best.filter(|&encoding| weight(encoding) > 0).unwrap_or(Encoding::Identity)
}

/// The codings of `Accept-Encoding` with their weights: 1 to 2000, so that an unnamed identity comes after all named.
fn wishes(headers: &HeaderMap) -> Vec<(String, u32)> {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let wish = |wish: &str| {
        let mut parts = wish.split(';').map(str::trim);
        let coding = parts.next().filter(|coding| !coding.is_empty())?.to_ascii_lowercase();
        let weight = match parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q="))) {
            None => 2_000,
            Some(weight) => weight.trim().parse::<f32>().ok().map_or(0, thousandths),
        };
        let coding = if coding == "x-gzip" { "gzip".to_owned() } else { coding };
        Some((coding, weight))
    };
    values.flat_map(|value| value.split(',')).filter_map(wish).collect()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and 2000 there is nothing to lose"
)]
fn thousandths(weight: f32) -> u32 {
    if weight.is_nan() { 0 } else { (weight.clamp(0.0, 1.0) * 2_000.0).round() as u32 }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{Encoding, preferred};

    #[test]
    fn weights_decide_and_then_size() {
        let choice = |accept: &'static str| {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accept))]);
            preferred(&headers, |_| true)
        };
        let cases = [
            ("gzip, deflate, br, zstd", Encoding::Brotli),
            ("gzip;q=1.0, br;q=0.5", Encoding::Gzip),
            ("br;q=0, gzip", Encoding::Gzip),
            ("BR ; Q=0.9", Encoding::Brotli),
            ("identity, br;q=0.001", Encoding::Identity),
            ("br;q=0.001", Encoding::Brotli),
            ("*", Encoding::Brotli),
            ("*;q=0.1, br;q=0", Encoding::Gzip),
            ("*;q=0", Encoding::Identity),
            ("identity;q=0, *;q=0", Encoding::Identity),
            ("zstd", Encoding::Identity),
            ("br;q=nan, gzip;q=x", Encoding::Identity),
            ("", Encoding::Identity),
            ("br;q=0.5, identity;q=0.4", Encoding::Brotli),
        ];
        for (accept, expected) in cases {
            assert_eq!(choice(accept), expected, "{accept}");
        }
    }

    #[test]
    fn what_there_is_not_is_not_chosen() {
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"))]);
        assert_eq!(preferred(&headers, |encoding| encoding != Encoding::Brotli), Encoding::Gzip);
        assert_eq!(preferred(&headers, |encoding| encoding == Encoding::Identity), Encoding::Identity);
    }
}
