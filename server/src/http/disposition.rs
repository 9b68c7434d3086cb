//! `Content-Disposition` of a part, as browsers and other programs write it.
//!
//! RFC 7578 wants the file's name as it is in `filename`. Other programs send `filename*` of RFC 8187 too or alone, in any
//! order (.NET, Python), or an encoded word of RFC 2047 (.NET). Without them the CV of an applicant who uses such a program
//! would have no name, and be refused.

use base64ct::{Base64, Encoding as _};
use percent_encoding::percent_decode;

use crate::http::{body::decode, error::ApiError};

/// Parameters of the header, by their names in lower case.
pub(crate) struct Disposition(Vec<(Vec<u8>, Vec<u8>)>);

impl Disposition {
    /// Parses a header, quoted or not.
    pub(crate) fn parse(header: &[u8]) -> Self {
        let mut parameters = Vec::new();
        let mut rest = header;
        while let Some((before, after)) = split_once(rest, b'=') {
            // Before it may be the kind, and parameters without a value.
            let name = before.rsplit(|&byte| byte == b';').next().unwrap_or_default();
            let after = after.trim_ascii_start();
            let value;
            (value, rest) = after.strip_prefix(b"\"").map_or_else(
                || {
                    let (value, rest) = split_once(after, b';').unwrap_or((after, b""));
                    (value.trim_ascii().to_vec(), rest)
                },
                unquote,
            );
            parameters.push((name.trim_ascii().to_ascii_lowercase(), value));
        }
        Self(parameters)
    }

    /// Returns the name of the field; empty if it has none, or none that is UTF-8.
    pub(crate) fn name(&self) -> String {
        let name = self.get("name").map(|name| String::from_utf8(name.to_vec()));
        name.and_then(Result::ok).unwrap_or_default()
    }

    /// Returns the name of the file; empty if no file was chosen. Fails with 400 if it is not UTF-8.
    pub(crate) fn file_name(&self) -> Result<String, ApiError> {
        let (plain, extended) = (self.get("filename"), self.get("filename*"));
        let word = plain.and_then(decode_word);
        let named =
            plain.filter(|name| word.is_none() && !name.is_empty()).map(|name| decode(name.to_vec(), None));
        let extended = || extended.and_then(decode_extended);
        match named {
            // Browsers escape only these three characters.
            Some(Ok(name)) => Ok(name.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n")),
            Some(Err(error)) => extended().unwrap_or(Err(error)),
            None => extended().or(word).unwrap_or(Ok(String::new())),
        }
    }

    fn get(&self, wanted: &str) -> Option<&[u8]> {
        let mut named = self.0.iter().filter(|(name, _)| name == wanted.as_bytes());
        named.next().map(|(_, value)| value.as_slice())
    }
}

fn split_once(text: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
    let (before, after) = text.split_at_checked(text.iter().position(|&byte| byte == at)?)?;
    Some((before, after.get(1..)?))
}

/// Reads a quoted value to its end, after the first quote. Returns the rest too.
fn unquote(text: &[u8]) -> (Vec<u8>, &[u8]) {
    let (mut value, mut rest) = (Vec::new(), text);
    loop {
        rest = match rest {
            // Only a quote is escaped. A path of Windows has other backslashes.
            [b'\\', b'"', after @ ..] => {
                value.push(b'"');
                after
            }
            [b'"', after @ ..] => return (value, after),
            [byte, after @ ..] => {
                value.push(*byte);
                after
            }
            [] => return (value, rest),
        }
    }
}

/// Decodes `UTF-8'en'L%C3%B3pez.pdf` (RFC 8187). Returns `None` for another form or encoding.
fn decode_extended(value: &[u8]) -> Option<Result<String, ApiError>> {
    let (charset, rest) = split_once(value, b'\'')?;
    let (_, text) = split_once(rest, b'\'')?;
    decode_named(charset, percent_decode(text).collect())
}

/// Decodes `=?utf-8?B?TMOzcGV6LnBkZg==?=` (RFC 2047). Returns `None` for any other text.
fn decode_word(value: &[u8]) -> Option<Result<String, ApiError>> {
    let word = value.strip_prefix(b"=?")?.strip_suffix(b"?=")?;
    let (charset, rest) = split_once(word, b'?')?;
    let (encoding, text) = split_once(rest, b'?')?;
    let text = str::from_utf8(text).ok()?;
    let bytes = match encoding {
        b"B" | b"b" => Base64::decode_vec(text).ok()?,
        b"Q" | b"q" => {
            let escaped = text.replace('%', "%25").replace('=', "%").replace('_', " ");
            percent_decode(escaped.as_bytes()).collect()
        }
        _ => return None,
    };
    decode_named(charset, bytes)
}

/// Decodes the two encodings that browsers and programs use in RFC 8187.
fn decode_named(charset: &[u8], bytes: Vec<u8>) -> Option<Result<String, ApiError>> {
    match charset.to_ascii_lowercase().as_slice() {
        b"utf-8" => Some(decode(bytes, None)),
        b"iso-8859-1" => Some(Ok(bytes.into_iter().map(char::from).collect())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Disposition;

    fn parse(header: impl AsRef<[u8]>) -> (String, Option<String>) {
        let disposition = Disposition::parse(header.as_ref());
        (disposition.name(), disposition.file_name().ok())
    }

    #[test]
    fn reads_file_name_as_programs_write_it() {
        for (parameters, name) in [
            ("", ""),
            ("; filename=\"\"", ""),
            ("; filename=\"Lopez.pdf\"", "Lopez.pdf"),
            ("; filename=\"López.pdf\"", "López.pdf"),
            ("; filename=Lopez.pdf", "Lopez.pdf"),
            ("; filename=my cv.pdf", "my cv.pdf"),
            ("; FileName = \"Lopez.pdf\" ", "Lopez.pdf"),
            ("; filename=\"a;b=c.pdf\"", "a;b=c.pdf"),
            ("; filename=\"a%22b\\\"c.pdf\"", "a\"b\"c.pdf"),
            ("; filename=\"C:\\cv\\Lopez.pdf\"", "C:\\cv\\Lopez.pdf"),
            // The plain name counts, in any order.
            ("; filename*=utf-8''L%C3%B3pez.pdf; filename=\"Lopez.pdf\"", "Lopez.pdf"),
            ("; filename=\"Lopez.pdf\"; filename*=utf-8''L%C3%B3pez.pdf", "Lopez.pdf"),
            // .NET, quoted and not; Python.
            ("; filename=\"=?utf-8?B?TMOzcGV6LnBkZg==?=\"; filename*=utf-8''L%C3%B3pez.pdf", "López.pdf"),
            ("; filename==?utf-8?B?TMOzcGV6LnBkZg==?=; filename*=utf-8''L%C3%B3pez.pdf", "López.pdf"),
            ("; filename=\"=?utf-8?B?TMOzcGV6LnBkZg==?=\"", "López.pdf"),
            ("; filename=\"=?iso-8859-1?Q?L=F3pez_CV=2Epdf?=\"", "López CV.pdf"),
            ("; filename*=utf-8''L%C3%B3pez.pdf", "López.pdf"),
            ("; filename=\"\"; filename*=utf-8''L%C3%B3pez.pdf", "López.pdf"),
            ("; filename*=\"UTF-8'es'L%C3%B3pez.pdf\"", "López.pdf"),
            ("; filename*=iso-8859-1'en'L%F3pez.pdf", "López.pdf"),
            // Neither is a word, or of a known encoding.
            ("; filename=\"=?what.pdf?=\"", "=?what.pdf?="),
            ("; filename=\"=?koi8-r?B?wcI=?=\"", "=?koi8-r?B?wcI=?="),
            ("; filename*=koi8-r''%C1.pdf", ""),
            ("; filename*=López.pdf", ""),
        ] {
            let expected = ("cv".to_owned(), Some(name.to_owned()));
            assert_eq!(parse(format!("form-data; name=\"cv\"{parameters}")), expected, "{parameters}");
            assert_eq!(parse(format!("form-data{parameters}; name=cv")).1, expected.1, "{parameters}");
        }
    }

    #[test]
    fn never_reads_field_name_from_file_name() {
        let header = "form-data; filename=\"a; name=message; x.pdf\"; name=\"cv\"";
        assert_eq!(parse(header), ("cv".to_owned(), Some("a; name=message; x.pdf".to_owned())));
        assert_eq!(parse("form-data; filename=\"name=\"").0, "");
        // Not closed.
        assert_eq!(
            parse("form-data; name=cv; filename=\"a.pdf"),
            ("cv".to_owned(), Some("a.pdf".to_owned()))
        );
        assert_eq!(
            parse("form-data; name=cv; filename=\"a.pdf\\\""),
            ("cv".to_owned(), Some("a.pdf\"".to_owned()))
        );
    }

    #[test]
    fn refuses_file_name_that_is_not_utf8() {
        for (parameters, name) in [
            (&b"; filename=\"L\xf3pez.pdf\""[..], None),
            (b"; filename*=utf-8''L%F3pez.pdf", None),
            (b"; filename=\"=?utf-8?B?TPNwZXoucGRm?=\"", None),
            (b"; filename=\"L\xf3pez.pdf\"; filename*=utf-8''L%C3%B3pez.pdf", Some("López.pdf")),
        ] {
            let header = [b"form-data; name=\"cv\"", parameters].concat();
            assert_eq!(parse(header), ("cv".to_owned(), name.map(str::to_owned)), "{parameters:?}");
        }
    }
}
