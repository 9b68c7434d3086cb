//! Applications in the database.

use agency_core::{
    application::{self, ApplicationForm},
    form::Stored,
    mail::SubmissionNotice,
};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    http::error::ApiError,
    intake::{search_document::SearchDocument, spam::SpamInput, store::NewSubmission},
    resources::applications::{cv::Cv, record},
    storage::schema::{applications, cv_chunks, submissions},
};

/// A stored CV, without its content.
#[derive(Debug, Queryable)]
pub(crate) struct StoredCv {
    pub(crate) id: i64,
    pub(crate) cv_name: String,
    pub(crate) cv_type: String,
    pub(crate) cv_size: i32,
}

/// Valid form with its CV. The content of the CV is stored in chunks.
pub(crate) struct NewApplication<'a> {
    /// The texts.
    pub(crate) form: ApplicationForm<'a>,
    /// The CV.
    pub(crate) cv: &'a Cv,
}

impl NewSubmission for NewApplication<'_> {
    const STORED: Stored = application::STORED;

    fn full_name(&self) -> &str {
        &self.form.full_name
    }

    fn email(&self) -> &str {
        &self.form.email
    }

    fn content(&self) -> impl Iterator<Item = &[u8]> + Send {
        let Self { form, cv } = self;
        let texts = [&*form.job_title, &form.full_name, &form.email, &form.cover_letter, &cv.name];
        texts.into_iter().map(str::as_bytes).chain([&*cv.hash])
    }

    fn search_document(&self) -> SearchDocument {
        let Self { form, cv } = self;
        record::search_document(&form.full_name, &form.email, &form.job_title, &form.cover_letter, &cv.name)
    }

    fn spam_input(&self) -> SpamInput<'_> {
        let Self { form, cv } = self;
        SpamInput {
            name: &form.full_name,
            text: &form.cover_letter,
            other_texts: vec![&form.job_title, &cv.name],
        }
    }

    fn notice(&self) -> SubmissionNotice<'_> {
        let Self { form, cv } = self;
        SubmissionNotice {
            record: Self::STORED.record,
            full_name: &form.full_name,
            email: &form.email,
            topic: Some(&form.job_title),
            fields: vec![("Job Title", &form.job_title), ("CV", &cv.name)],
            message: Some(("Cover Letter", &form.cover_letter)),
        }
    }

    async fn insert_details(&self, mut connection: &AsyncPgConnection, id: i64) -> Result<(), ApiError> {
        let Self { form, cv } = self;
        diesel::insert_into(applications::table)
            .values((
                applications::id.eq(id),
                applications::job_title.eq(form.job_title.as_ref()),
                applications::cover_letter.eq(form.cover_letter.as_ref()),
                applications::cv_name.eq(&cv.name),
                applications::cv_type.eq(cv.kind.name()),
                applications::cv_size.eq(i32::try_from(cv.size).unwrap_or(i32::MAX)),
            ))
            .execute(&mut connection)
            .await?;
        let mut position = 0;
        while let Some(bytes) = cv.chunk(position).await? {
            diesel::insert_into(cv_chunks::table)
                .values((
                    cv_chunks::submission_id.eq(id),
                    cv_chunks::position.eq(position),
                    cv_chunks::bytes.eq(bytes),
                ))
                .execute(&mut connection)
                .await?;
            position = position.saturating_add(1);
        }
        Ok(())
    }
}

/// Loads the CV of an application, without its content.
pub(crate) async fn find_cv(connection: &mut AsyncPgConnection, slug: &str) -> QueryResult<Option<StoredCv>> {
    applications::table
        .inner_join(submissions::table)
        .filter(submissions::slug.eq(slug))
        .select((applications::id, applications::cv_name, applications::cv_type, applications::cv_size))
        .first(connection)
        .await
        .optional()
}

/// Loads a chunk of a CV. Returns `None` after the last.
pub(crate) async fn find_chunk(
    connection: &mut AsyncPgConnection,
    submission_id: i64,
    position: i32,
) -> QueryResult<Option<Vec<u8>>> {
    let query = cv_chunks::table.find((submission_id, position)).select(cv_chunks::bytes);
    query.first(connection).await.optional()
}
