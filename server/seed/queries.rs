//! Inserts many submissions in one statement, with an array for each column, so that a batch takes one round trip.

use agency_core::{
    attachment::{CvType, safe_file_name},
    search::TOKENISER,
    sort::name_key,
    work::RecordState,
};
use chrono::{DateTime, Utc};
use diesel::{
    QueryResult, sql_query,
    sql_types::{Array, Binary, Nullable, SmallInt, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

use crate::{
    search_document::{email_key, index, search_words},
    submissions::{Application, Consultation, Source},
};

/// Columns that consultations and applications share.
struct Shared<'a> {
    full_name: &'a str,
    email: &'a str,
    created_at: DateTime<Utc>,
    state: RecordState,
    /// Comma-separated.
    spam_reasons: &'a str,
    /// As text that Postgres casts to `tsvector`.
    words: String,
    source: &'a Source,
    first_action_at: Option<DateTime<Utc>>,
}

fn slug() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Inserts submissions of a kind, and the history of those stored as spam. Returns their slugs.
async fn add_submissions(
    connection: &mut AsyncPgConnection,
    kind: &str,
    rows: &[Shared<'_>],
) -> QueryResult<Vec<String>> {
    let slugs = rows.iter().map(|_| slug()).collect::<Vec<_>>();
    sql_query(
        "WITH added AS ( \
             INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key, created_at, state, \
                 state_since, version, spam_reasons, words, words_version, channel, landing, referrer, utm_source, \
                 utm_medium, utm_campaign, first_action_at) \
             SELECT $1, slug, full_name, name_key, email, email_key, created_at, state, created_at, \
                 CASE state WHEN 'spam' THEN 2 ELSE 1 END, string_to_array(spam_reasons, ','), words::tsvector, $2, \
                 channel, nullif(landing, ''), nullif(referrer, ''), nullif(utm_source, ''), nullif(utm_medium, ''), \
                 nullif(utm_campaign, ''), first_action_at \
             FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) AS given \
                 (slug, full_name, name_key, email, email_key, created_at, state, spam_reasons, words, channel, landing, \
                 referrer, utm_source, utm_medium, utm_campaign, first_action_at) \
             RETURNING id, created_at, state \
         ) \
         INSERT INTO history (submission_id, at, action, from_state, to_state) \
         SELECT id, created_at, 'spam', 'new', 'spam' FROM added WHERE state = 'spam'",
    )
    .bind::<Text, _>(kind)
    .bind::<SmallInt, _>(TOKENISER)
    .bind::<Array<Text>, _>(&slugs)
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.full_name).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| name_key(row.full_name)).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.email).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| email_key(row.email)).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(rows.iter().map(|row| row.created_at).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.state.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.spam_reasons).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.words.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.source.channel.as_str()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.source.texts[0]).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.source.texts[1]).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.source.texts[2]).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.source.texts[3]).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.source.texts[4]).collect::<Vec<_>>())
    .bind::<Array<Nullable<Timestamptz>>, _>(rows.iter().map(|row| row.first_action_at).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(slugs)
}

/// Inserts consultations.
pub(crate) async fn add_consultations(
    connection: &mut AsyncPgConnection,
    rows: Vec<Consultation>,
) -> QueryResult<usize> {
    let shared = rows.iter().map(|row| Shared {
        full_name: &row.full_name,
        email: &row.email,
        created_at: row.created_at,
        state: row.state,
        spam_reasons: &row.spam_reasons,
        words: search_words(&index(
            [row.full_name.as_str(), &row.email, row.referral.unwrap_or_default(), &row.message],
            &row.email,
        )),
        source: &row.source,
        first_action_at: row.first_action_at,
    });
    let slugs = add_submissions(connection, "consultations", &shared.collect::<Vec<_>>()).await?;
    sql_query(
        "INSERT INTO consultations (id, referral, message) SELECT s.id, given.referral, given.message \
         FROM unnest($1, $2, $3) AS given (slug, referral, message) JOIN submissions AS s USING (slug)",
    )
    .bind::<Array<Text>, _>(slugs)
    .bind::<Array<Nullable<Text>>, _>(rows.iter().map(|row| row.referral).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.message.as_str()).collect::<Vec<_>>())
    .execute(connection)
    .await
}

/// Inserts applications with their CVs.
pub(crate) async fn add_applications(
    connection: &mut AsyncPgConnection,
    rows: Vec<Application>,
) -> QueryResult<usize> {
    let cv_name = safe_file_name("cv.pdf", CvType::Pdf);
    let shared = rows.iter().map(|row| Shared {
        full_name: &row.full_name,
        email: &row.email,
        created_at: row.created_at,
        state: row.state,
        spam_reasons: &row.spam_reasons,
        words: search_words(&index(
            [row.full_name.as_str(), &row.email, row.job_title, &row.cover_letter, &cv_name],
            &row.email,
        )),
        source: &row.source,
        first_action_at: row.first_action_at,
    });
    let slugs = add_submissions(connection, "applications", &shared.collect::<Vec<_>>()).await?;
    sql_query(
        "WITH given AS ( \
             SELECT s.id, given.* FROM unnest($1, $2, $3, $4) AS given (slug, job_title, cover_letter, bytes) \
             JOIN submissions AS s USING (slug) \
         ), added AS ( \
             INSERT INTO applications (id, job_title, cover_letter, cv_name, cv_type, cv_size) \
             SELECT id, job_title, cover_letter, $5, $6, length(bytes) FROM given \
         ) \
         INSERT INTO cv_chunks (submission_id, position, bytes) SELECT id, 0, bytes FROM given",
    )
    .bind::<Array<Text>, _>(slugs)
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.job_title).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| row.cover_letter.as_str()).collect::<Vec<_>>())
    .bind::<Array<Binary>, _>(rows.iter().map(|row| row.cv.as_slice()).collect::<Vec<_>>())
    .bind::<Text, _>(&cv_name)
    .bind::<Text, _>(CvType::Pdf.extension().trim_start_matches('.'))
    .execute(connection)
    .await
}
