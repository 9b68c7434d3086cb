//! Generates inputs for the rules: unusual characters, lengths around the limits, nearly valid addresses and files.

use agency_core::{
    attachment::FileRule,
    rule::{Kind, TextRule},
    second_factor::{RECOVERY_ALPHABET, RECOVERY_LENGTH},
};
use base64ct::{Base64UrlUnpadded, Encoding as _};

use crate::samples::{EXTENSIONS, FILTER_VALUES, HEADS, PIECES, SEPARATORS, UNITS, WHITE, WORDS};

/// Largest integer that JavaScript represents exactly.
const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// Pseudo-random generator. Equal seeds give equal inputs.
pub(crate) struct Generator(u64);

impl Generator {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number of `SplitMix64`.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub(crate) fn one<T: Copy + Default>(&mut self, choices: &[T]) -> T {
        let position = self.below(u64::try_from(choices.len()).unwrap_or(1).max(1));
        usize::try_from(position).ok().and_then(|position| choices.get(position)).copied().unwrap_or_default()
    }

    fn character(&mut self) -> char {
        loop {
            let code = u32::try_from(self.below(0x11_0000)).unwrap_or_default();
            if let Some(c) = char::from_u32(code) {
                return c;
            }
        }
    }

    /// Returns a text of at most `max` pieces.
    pub(crate) fn pieces(&mut self, max: u64) -> String {
        let mut text = String::new();
        for _ in 0..self.below(max + 1) {
            if self.below(10) == 0 {
                text.push(self.character());
            } else {
                text.push_str(self.one(&PIECES));
            }
        }
        text
    }

    fn white(&mut self) -> String {
        (0..self.below(4)).map(|_| self.one(&WHITE)).collect()
    }

    /// Returns a value for a text field.
    pub(crate) fn field_text(&mut self, rule: &TextRule) -> String {
        match self.below(20) {
            0 => self.white(),
            1 | 2 => self.pieces(24),
            3..=5 => {
                let limit = match rule.min {
                    Some(min) if self.below(4) > 0 => min.chars,
                    _ => rule.max.chars,
                };
                self.around(limit, rule.kind)
            }
            6..=8 if rule.kind == Kind::Email => self.address(),
            _ if rule.kind == Kind::Email => "ada@customer.example".to_owned(),
            _ if rule.name == "code" => self.code(),
            _ => format!("{}Ada Lovelace builds engines{}", self.white(), self.white()),
        }
    }

    /// Returns a text about as long as a limit, sometimes with unusual characters.
    fn around(&mut self, limit: usize, kind: Kind) -> String {
        let length = limit.saturating_add(2).saturating_sub(usize::try_from(self.below(5)).unwrap_or(0));
        let unit = self.one(&UNITS);
        let end = if kind == Kind::Email { "@b.co" } else { "" };
        let filler = length.saturating_sub(end.len());
        let mut text = unit.chars().cycle().take(filler).collect::<String>();
        if self.below(4) == 0 {
            text.push_str(&self.pieces(2));
        }
        format!("{}{text}{end}{}", self.white(), self.white())
    }

    /// Returns a two-factor code as people type it: an app's code or a recovery code, sometimes invalid.
    fn code(&mut self) -> String {
        let is_app_code = self.below(2) == 0;
        let (alphabet, length): (&[u8], _) =
            if is_app_code { (b"0123456789", 6) } else { (RECOVERY_ALPHABET, RECOVERY_LENGTH) };
        let mut code = self.white();
        for place in 0..length {
            if place * 2 == length {
                code.push_str(self.one(&["", "-", " ", "\u{a0}"]));
            }
            code.push(char::from(self.one(alphabet)));
        }
        if self.below(4) == 0 {
            code.make_ascii_uppercase();
        }
        if self.below(8) == 0 {
            code.push_str(&self.pieces(2));
        }
        code + &self.white()
    }

    fn address(&mut self) -> String {
        let mut address = String::from("ada@customer.example");
        for _ in 0..self.below(3) {
            let at = usize::try_from(self.below(21)).unwrap_or_default();
            if address.is_char_boundary(at) {
                let piece = self.one(&PIECES);
                if self.below(2) == 0 { address.insert_str(at, piece) } else { address.truncate(at) }
            }
        }
        format!("{}{address}{}", self.white(), self.white())
    }

    /// Returns a text of at most `max` words from a small vocabulary in several spellings, so that queries match often.
    pub(crate) fn words(&mut self, max: u64) -> String {
        let mut text = String::new();
        for _ in 0..self.below(max + 1) {
            text.push_str(self.one(&WORDS));
            text.push_str(if self.below(8) == 0 { self.one(&PIECES) } else { self.one(&SEPARATORS) });
        }
        text
    }

    /// Returns a value of a filter parameter, or none.
    pub(crate) fn filter_value(&mut self) -> Option<String> {
        match self.below(5) {
            0 | 1 => None,
            2 => Some(self.words(4)),
            3 => Some(self.pieces(4)),
            _ => Some(self.one(&FILTER_VALUES).to_owned()),
        }
    }

    /// Returns a person's name. There are few, so that some repeat.
    pub(crate) fn name(&mut self) -> String {
        let name =
            self.one(&["Ada", "ada", "ADA  Lovelace", "ada\u{a0}lovelace", "Émile", "ΣΑΣ", "😀", "\u{ff5e}"]);
        if self.below(3) == 0 { self.pieces(6) } else { name.to_owned() }
    }

    /// Returns a file's name, size and first bytes, or none.
    pub(crate) fn file(&mut self, rule: &FileRule) -> Option<(String, u64, Vec<u8>)> {
        let limit = u64::try_from(rule.size_limit).unwrap_or(u64::MAX);
        if self.below(12) == 0 {
            return None;
        }
        if self.below(3) == 0 {
            return Some((format!("{}.pdf", self.pieces(4)), limit - 1, b"%PDF-1.7".to_vec()));
        }
        let name = self.pieces(4) + self.one(&EXTENSIONS);
        let size = match self.below(8) {
            0 => 0,
            1..=3 => limit - 2 + self.below(4),
            4 => self.number(),
            _ => 1 + self.below(limit),
        };
        let mut head = self.one(&HEADS).to_vec();
        if self.below(8) == 0 {
            head = self.next().to_le_bytes().to_vec();
        }
        Some((name, size, head))
    }

    /// Returns an integer that JavaScript represents exactly, mostly a small one.
    pub(crate) fn number(&mut self) -> u64 {
        match self.below(6) {
            0 => self.next() & LARGEST_NUMBER,
            1 => LARGEST_NUMBER - self.below(3),
            2 => self.below(2_000_000_000),
            _ => self.below(40),
        }
    }

    /// Returns an access token that expires around `now`, an invalid token, or none.
    pub(crate) fn token(&mut self, now: u64) -> Option<String> {
        let exp = (now + 2).saturating_sub(self.below(5));
        let noise = self.pieces(3);
        let payload = match self.below(10) {
            0 => return None,
            1 => return Some(noise),
            2 => noise,
            3 => format!("{{\"exp\":\"{exp}\"}}"),
            4 => format!("{{\"name\":{},\"exp\":{exp}}}", serde_json::Value::from(noise)),
            5 => format!("{{\"exp\":{exp}}}{noise}"),
            6 => format!("{{\"exp\":{exp}.5}}"),
            7 => format!(" {{ \"a\":[1,{{\"exp\":0}}],\"exp\" : {exp} }} "),
            _ => format!("{{\"sub\":\"1\",\"exp\":{exp}}}"),
        };
        Some(format!("e30.{}.sig", Base64UrlUnpadded::encode_string(payload.as_bytes())))
    }
}
