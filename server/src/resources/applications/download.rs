//! Downloads of CVs, in chunks: a slow client holds neither the file in memory nor a connection to the database.

use agency_core::{
    application,
    attachment::CvType,
    keys::{RecordKey, record_key},
};
use axum::{
    body::Body,
    extract::{Path, State},
    http::header,
    response::{IntoResponse as _, Response},
};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use futures_util::stream;
use percent_encoding::utf8_percent_encode;

use crate::{
    auth::current_admin::CurrentAdmin,
    http::{
        error::{ApiError, ErrorResponse},
        policy,
    },
    resources::applications::record::ESCAPED,
    storage::{
        self, Pool,
        schema::{applications, cv_chunks, submissions},
    },
};

/// Sends the CV of an application as an attachment.
#[utoipa::path(
    get,
    path = "/applications/{slug}/cv/{file_name}",
    tag = "applications",
    params(
        ("slug" = String, Path, description = "The record's slug"),
        ("file_name" = String, Path, description = "The file's name")
    ),
    responses(
        (status = 200, description = "The file", body = [u8], content_type = "application/octet-stream"),
        (status = 404, description = "There is no such file", body = ErrorResponse)
    )
)]
pub(crate) async fn get_cv(
    _: CurrentAdmin,
    State(pool): State<Pool>,
    Path((slug, file_name)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let missing = || ApiError::not_found(application::STORED.not_found);
    let Some(RecordKey::Slug(slug)) = record_key(&slug) else { return Err(missing()) };
    let mut connection = storage::connection(&pool).await?;
    let cv: Option<(i64, String, String, i32)> = applications::table
        .inner_join(submissions::table)
        .filter(submissions::slug.eq(slug))
        .select((applications::id, applications::cv_name, applications::cv_type, applications::cv_size))
        .first(&mut connection)
        .await
        .optional()?;
    drop(connection);
    let (id, _, cv_type, size) = cv.filter(|(_, name, ..)| *name == file_name).ok_or_else(missing)?;
    let cv_type = CvType::ALL.into_iter().find(|known| known.name() == cv_type);
    let content_type = cv_type.map_or("application/octet-stream", CvType::content_type);
    let headers = [(header::CONTENT_LENGTH, size.to_string())];
    Ok((policy::private_file(content_type, &disposition(&file_name)), headers, content(pool, id))
        .into_response())
}

/// Returns the `Content-Disposition` of a file, with its name in ASCII and in UTF-8.
fn disposition(file_name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || " .-_()".contains(c) { c } else { '_' };
    let plain_name = file_name.chars().map(plain).collect::<String>();
    format!(
        "attachment; filename=\"{plain_name}\"; filename*=UTF-8''{}",
        utf8_percent_encode(file_name, ESCAPED)
    )
}

/// Streams the file. Takes a connection for each chunk, when the client is ready for it.
fn content(pool: Pool, id: i64) -> Body {
    let chunks = stream::try_unfold((pool, 0_i32), move |(pool, position)| async move {
        // In a task, because a query that a leaving client cuts off would cost its connection.
        let chunk = tokio::spawn(load_chunk(pool.clone(), id, position)).await??;
        anyhow::Ok(chunk.map(|bytes| (bytes, (pool, position.saturating_add(1)))))
    });
    Body::from_stream(chunks)
}

async fn load_chunk(pool: Pool, id: i64, position: i32) -> anyhow::Result<Option<Vec<u8>>> {
    let mut connection = storage::get(&pool).await?;
    let chunk = cv_chunks::table.find((id, position)).select(cv_chunks::bytes);
    Ok(chunk.first(&mut connection).await.optional()?)
}
