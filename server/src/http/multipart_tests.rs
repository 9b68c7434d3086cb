//! Tests the memory for a body that is available all at once.

use axum::{body::Body, http::StatusCode};

use crate::{
    http::multipart::{BODY_LIMIT, Parts},
    testing::form::TestForm,
};

/// Reads a body until its end or an error. Returns the number of parts.
async fn read(form: &TestForm) -> Result<usize, StatusCode> {
    let headers = [("content-type", TestForm::content_type())]
        .into_iter()
        .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
        .collect();
    let mut parts = Parts::new(&headers, Body::from(form.body())).map_err(|error| error.status())?;
    let mut count = 0;
    while let Some(part) = parts.next().await.map_err(|error| error.status())? {
        part.skip().await.map_err(|error| error.status())?;
        count += 1;
    }
    Ok(count)
}

fn many_fields() -> TestForm {
    (0..20).fold(TestForm::default(), |form, n| form.text_field(&format!("field {n}"), "x"))
}

#[tokio::test]
async fn rejects_long_part_headers_after_any_number_of_parts() {
    let lines = format!("x: {}\r\n", "x".repeat(200_000));
    for form in [TestForm::default(), many_fields()] {
        assert_eq!(read(&form.part("name=\"x\"", &lines, b"")).await, Err(StatusCode::BAD_REQUEST));
    }
}

#[tokio::test]
async fn reads_long_parts_to_their_end() {
    let long = vec![b'x'; usize::try_from(BODY_LIMIT / 8).unwrap()];
    let form = many_fields().cv("cv.pdf", &long).text_field("after", "x");
    assert_eq!(read(&form).await, Ok(22));
}
