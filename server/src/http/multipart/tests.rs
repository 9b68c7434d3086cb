//! Tests the memory and the time for a body that is available all at once, or in small pieces.

use std::convert::Infallible;

use axum::{
    body::{Body, Bytes},
    http::StatusCode,
};
use futures_util::{StreamExt as _, stream};

use crate::{
    http::multipart::{BODY_LIMIT, PART_HEAD_LIMIT, Parts, Step, limit_look_ahead},
    testing::form::TestForm,
};

/// Reads a body until its end or an error. Returns the number of parts.
async fn read(form: &TestForm) -> Result<usize, StatusCode> {
    read_body(&TestForm::content_type(), Body::from(form.body())).await
}

async fn read_body(content_type: &str, body: Body) -> Result<usize, StatusCode> {
    let headers = [("content-type", content_type)]
        .into_iter()
        .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
        .collect();
    let mut parts = Parts::new(&headers, body).map_err(|error| error.status())?;
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

/// Returns a body that arrives byte by byte.
fn bytewise(body: Vec<u8>) -> Body {
    let bytes = body.into_iter().map(|byte| Ok::<_, Infallible>(Bytes::from(vec![byte])));
    Body::from_stream(stream::iter(bytes))
}

#[tokio::test]
async fn reads_body_that_arrives_byte_by_byte() {
    let form = many_fields().cv("cv.pdf", &vec![b'x'; 20_000]).text_field("after", "x");
    assert_eq!(read_body(&TestForm::content_type(), bytewise(form.body())).await, Ok(22));
}

#[tokio::test]
async fn joins_small_pieces_for_parser() {
    let pieces = limit_look_ahead(bytewise(vec![b'x'; 20_000]), Step::default().into());
    let lengths = pieces.map(|piece| piece.unwrap().len()).collect::<Vec<_>>().await;
    assert_eq!(lengths, [4_096, 4_096, 4_096, 4_096, 3_616]);
}

#[tokio::test]
async fn rejects_part_with_head_over_its_limit() {
    for (length, expected) in
        [(PART_HEAD_LIMIT - 200, Ok(1)), (PART_HEAD_LIMIT, Err(StatusCode::BAD_REQUEST))]
    {
        let form = TestForm::default().part("name=\"x\"", &format!("x: {}\r\n", "x".repeat(length)), b"");
        assert_eq!(read(&form).await, expected, "{length}");
    }
}

#[tokio::test]
async fn rejects_long_boundary() {
    for (length, expected) in
        [(70, Ok(1)), (71, Err(StatusCode::BAD_REQUEST)), (15_000, Err(StatusCode::BAD_REQUEST))]
    {
        let boundary = "b".repeat(length);
        let body = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nx\r\n--{boundary}--\r\n"
        );
        let content_type = format!("multipart/form-data; boundary={boundary}");
        assert_eq!(read_body(&content_type, body.into()).await, expected, "{length}");
    }
}
