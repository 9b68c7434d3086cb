//! Valid forms: a consultation as JSON, and an application as multipart, byte for byte as a browser sends it.

use std::io::{Cursor, Write as _};

use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::testing::app::{TestApp, parts};

/// Path to which applications are sent.
pub(crate) const CREATE: &str = "/api/applications/create/";

const BOUNDARY: &str = "----WebKitFormBoundary7MA4YWxkTrZu0gW";

/// Returns a valid consultation. Its message is long enough to be compared with others, as most are.
pub(crate) fn consultation() -> Value {
    json!({
        "message": "We need a shop for ten thousand ties.",
        "full_name": "Ada Lovelace",
        "email": "a@b.example",
    })
}

/// Builder of a multipart form.
#[derive(Clone, Default)]
pub(crate) struct TestForm(Vec<u8>);

impl TestForm {
    /// Returns an application from this person, valid except for the missing CV.
    pub(crate) fn named(full_name: &str) -> Self {
        Self::default()
            .text_field("job_title", "Software Engineer")
            .text_field("full_name", full_name)
            .text_field("email", "ada@applicant.example")
            .text_field("cover_letter", "I have built analytical engines for years.")
    }

    /// Returns a valid application.
    pub(crate) fn valid() -> Self {
        Self::named("Ada Lovelace").cv("cv.pdf", &pdf(1_000))
    }

    /// Adds a text field, with line ends changed to CRLF as in browsers.
    pub(crate) fn text_field(self, name: &str, value: &str) -> Self {
        let value = value.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n");
        self.part(&format!("name=\"{name}\""), "", value.as_bytes())
    }

    /// Adds a CV.
    pub(crate) fn cv(self, file_name: &str, content: &[u8]) -> Self {
        let file_name = file_name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A");
        let type_line = "Content-Type: application/octet-stream\r\n";
        self.part(&format!("name=\"cv\"; filename=\"{file_name}\""), type_line, content)
    }

    /// Adds a part of any kind.
    pub(crate) fn part(mut self, disposition: &str, lines: &str, content: &[u8]) -> Self {
        let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n{lines}\r\n");
        self.0.extend([head.as_bytes(), content, b"\r\n"].concat());
        self
    }

    /// Puts the parts of another form before these.
    pub(crate) fn joined_to(self, first: Self) -> Self {
        Self([first.0, self.0].concat())
    }

    /// Makes each U+FFFD a byte that is not UTF-8.
    pub(crate) fn not_utf8(self) -> Self {
        let mut bytes = self.0;
        while let Some(at) = bytes.windows(3).position(|letter| letter == "\u{fffd}".as_bytes()) {
            bytes.splice(at..at + 3, [0xf3]);
        }
        Self(bytes)
    }

    /// Returns the whole body.
    pub(crate) fn body(&self) -> Vec<u8> {
        [&*self.0, format!("--{BOUNDARY}--\r\n").as_bytes()].concat()
    }

    /// Returns the request's content type.
    pub(crate) fn content_type() -> String {
        format!("multipart/form-data; boundary={BOUNDARY}")
    }

    /// Returns the request's head with the length of its body.
    pub(crate) fn head(&self, lines: &str) -> String {
        let (content_type, length) = (Self::content_type(), self.body().len());
        format!(
            "POST {CREATE} HTTP/1.1\r\nHost: test\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n{lines}\r\n"
        )
    }

    /// Returns the request.
    pub(crate) fn request(&self, app: &TestApp) -> RequestBuilder {
        app.request("POST", CREATE).header("content-type", Self::content_type()).body(self.body())
    }

    /// Sends the form.
    pub(crate) async fn send(&self, app: &TestApp) -> (StatusCode, Value) {
        parts(self.request(app).send().await.unwrap()).await
    }

    /// Sends the form, which must be valid, and returns the stored record.
    pub(crate) async fn stored(&self, app: &TestApp, access: &str) -> Value {
        let (status, created) = self.send(app).await;
        assert_eq!(status, StatusCode::CREATED, "{created}");
        let path = format!("/api/applications/{}", created["slug"].as_str().unwrap());
        parts(app.get(&path, access).await).await.1
    }
}

/// Returns a file of this size that starts like a PDF, with varying bytes.
pub(crate) fn pdf(size: usize) -> Vec<u8> {
    let bytes = (0..size).map(|n| u8::try_from(n * n % 251).unwrap());
    b"%PDF-1.7".iter().copied().chain(bytes).take(size).collect()
}

/// Returns a zip of this size with these names and contents. The last content is padded.
pub(crate) fn zip(parts: &[(&str, &str)], size: usize) -> Vec<u8> {
    let write = |last: usize| {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        for (name, content) in parts {
            zip.start_file(*name, options).unwrap();
            zip.write_all(content.as_bytes()).unwrap();
        }
        zip.write_all(&vec![b'x'; last]).unwrap();
        zip.finish().unwrap().into_inner()
    };
    let least = write(0);
    write(size.saturating_sub(least.len()))
}

/// Content types of a Word document.
pub(crate) const WORD_TYPES: &str = concat!(
    r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">"#,
    r#"<Override PartName="/word/document.xml" ContentType=""#,
    r#"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#,
);

/// Returns a Word document of this size, or the smallest possible one.
pub(crate) fn docx(size: usize) -> Vec<u8> {
    zip(&[("[Content_Types].xml", WORD_TYPES), ("word/document.xml", "")], size)
}
