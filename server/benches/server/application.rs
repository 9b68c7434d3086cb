//! An application as a browser sends it.

use crate::load;

const PATH: &str = "/api/applications/create/";
const MEDIA: &str = "multipart/form-data; boundary=bench";
const TEXTS: [(&str, &str); 4] = [
    ("job_title", "Software Engineer"),
    ("full_name", "Ada Lovelace"),
    ("email", "ada@applicant.example"),
    ("cover_letter", "I have built analytical engines for years."),
];

/// A file that passes for a PDF and cannot be compressed.
pub(crate) fn cv(size: usize) -> Vec<u8> {
    let mut cv = b"%PDF-1.7\n".to_vec();
    cv.resize_with(size, rand::random);
    cv
}

/// The form with a CV.
pub(crate) fn form(cv: &[u8]) -> Vec<u8> {
    let mut form = Vec::with_capacity(cv.len() + 1_024);
    for (name, text) in TEXTS {
        let part = format!("--bench\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n");
        form.extend_from_slice(part.as_bytes());
    }
    form.extend_from_slice(
        b"--bench\r\ncontent-disposition: form-data; name=\"cv\"; filename=\"cv.pdf\"\r\n\r\n",
    );
    form.extend_from_slice(cv);
    form.extend_from_slice(b"\r\n--bench--\r\n");
    form
}

/// The request that sends a form.
pub(crate) fn request(number: u64, form: &[u8]) -> Vec<u8> {
    load::post(PATH, number, MEDIA, form)
}

/// The head of such a request.
pub(crate) fn head(number: u64, form: &[u8]) -> Vec<u8> {
    load::head(PATH, number, MEDIA, form.len())
}
