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

/// Stores consultations, and tells of those that the server itself called spam.
pub(crate) async fn add_consultations(
    connection: &mut AsyncPgConnection,
    rows: Vec<Consultation>,
) -> QueryResult<usize> {
    sql_query(
        "WITH added AS ( \
             INSERT INTO consultations (slug, full_name, name_key, email, referral, message, created_at, \
                 state, version, spam_reasons) \
             SELECT slug, full_name, name_key, email, referral, message, created_at, \
                 state, CASE state WHEN 'spam' THEN 2 ELSE 1 END, string_to_array(spam_reasons, ',') \
             FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9) AS given \
                 (slug, full_name, name_key, email, referral, message, created_at, state, spam_reasons) \
             RETURNING id, created_at, state \
         ) \
         INSERT INTO history (kind, record_id, at, action, from_state, to_state) \
         SELECT 'consultations', id, created_at, 'spam', 'new', 'spam' FROM added WHERE state = 'spam'",
    )
    .bind::<Array<Text>, _>(rows.iter().map(|_| slug::random()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.full_name.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| name_key(&row.full_name)).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.email.as_str()).collect::<Vec<_>>())
    .bind::<Array<Nullable<Text>>, _>(rows.iter().map(|row| row.referral).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.message.as_str()).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(rows.iter().map(|row| row.created_at).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.state.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.spam_reasons.as_str()).collect::<Vec<_>>())
    .execute(connection)
    .await
}

/// Stores applications with their CVs, and tells of those that the server itself called spam.
pub(crate) async fn add_applications(
    connection: &mut AsyncPgConnection,
    rows: Vec<Application>,
) -> QueryResult<usize> {
    sql_query(
        "WITH given AS ( \
             SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $11, $12) AS given \
                 (slug, job_title, full_name, name_key, email, cover_letter, bytes, created_at, state, spam_reasons) \
         ), added AS ( \
             INSERT INTO applications (slug, job_title, full_name, name_key, email, cover_letter, \
                 cv_name, cv_type, cv_size, created_at, state, version, spam_reasons) \
             SELECT slug, job_title, full_name, name_key, email, cover_letter, $9, $10, length(bytes), created_at, \
                 state, CASE state WHEN 'spam' THEN 2 ELSE 1 END, string_to_array(spam_reasons, ',') \
             FROM given ORDER BY created_at \
             RETURNING id, slug, created_at, state \
         ), told AS ( \
             INSERT INTO history (kind, record_id, at, action, from_state, to_state) \
             SELECT 'applications', id, created_at, 'spam', 'new', 'spam' FROM added WHERE state = 'spam' \
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
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.state.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.spam_reasons.as_str()).collect::<Vec<_>>())
    .execute(connection)
    .await
}
