//! Many submissions in one statement: a column an array, so that a batch costs one round trip and one run of the
//! lists' triggers.

use agency_core::{
    attachment::{CvType, safe_file_name},
    sort::name_key,
};
use diesel::{
    QueryResult, sql_query,
    sql_types::{Array, Binary, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

use crate::{
    storage::slug,
    submissions::seed::submissions::{Application, Consultation},
};

/// Stores consultations.
pub(crate) async fn add_consultations(
    connection: &mut AsyncPgConnection,
    rows: Vec<Consultation>,
    states: Vec<&'static str>,
) -> QueryResult<usize> {
    sql_query(
        "INSERT INTO consultations (slug, full_name, name_key, email, referral, message, created_at, \
             state) \
         SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind::<Array<Text>, _>(rows.iter().map(|_| slug::random()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.full_name.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| name_key(&row.full_name)).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.email.as_str()).collect::<Vec<_>>())
    .bind::<Array<Nullable<Text>>, _>(rows.iter().map(|row| row.referral).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.message.as_str()).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(rows.iter().map(|row| row.created_at).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(states)
    .execute(connection)
    .await
}

/// Stores applications with their CVs.
pub(crate) async fn add_applications(
    connection: &mut AsyncPgConnection,
    rows: Vec<Application>,
    states: Vec<&'static str>,
) -> QueryResult<usize> {
    sql_query(
        "WITH given AS ( \
             SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $11) \
             AS given (slug, job_title, full_name, name_key, email, cover_letter, bytes, created_at, state) \
         ), added AS ( \
             INSERT INTO applications (slug, job_title, full_name, name_key, email, cover_letter, \
                 cv_name, cv_type, cv_size, created_at, state) \
             SELECT slug, job_title, full_name, name_key, email, cover_letter, $9, $10, length(bytes), created_at, \
                 state \
             FROM given ORDER BY created_at \
             RETURNING id, slug \
         ) \
         INSERT INTO cv_chunks (application_id, position, bytes) \
         SELECT added.id, 0, given.bytes FROM added JOIN given USING (slug)",
    )
    .bind::<Array<Text>, _>(rows.iter().map(|_| slug::random()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.job_title).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.full_name.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| name_key(&row.full_name)).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.email.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.cover_letter.as_str()).collect::<Vec<_>>())
    .bind::<Array<Binary>, _>(rows.iter().map(|row| row.cv.as_slice()).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(rows.iter().map(|row| row.created_at).collect::<Vec<_>>())
    .bind::<Text, _>(safe_file_name("cv.pdf", CvType::Pdf))
    .bind::<Text, _>(CvType::Pdf.extension().trim_start_matches('.'))
    .bind::<Array<Text>, _>(states)
    .execute(connection)
    .await
}
