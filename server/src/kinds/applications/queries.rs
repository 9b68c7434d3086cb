//! Applications in the database.

use agency_core::{
    application::{self, ApplicationForm},
    mail::Arrived,
    sort::name_key,
};
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::QueryFragment,
    sql_types::{Integer, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    http::error::ApiError,
    kinds::applications::{cv::Cv, record},
    search::words::Searched,
    storage::schema::{applications, cv_chunks},
    submissions::{
        judgement::Judged,
        store::{NewRecord, claimed},
    },
};

/// What is known of a stored CV.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = applications, check_for_backend(Pg))]
pub(crate) struct StoredCv {
    pub(crate) id: i64,
    pub(crate) cv_name: String,
    pub(crate) cv_type: String,
    pub(crate) cv_size: i32,
}

/// An accepted form with its CV, whose content is stored in pieces.
pub(crate) struct NewApplication<'a> {
    /// The texts.
    pub(crate) form: ApplicationForm<'a>,
    /// The CV.
    pub(crate) cv: &'a Cv,
}

impl NewRecord for NewApplication<'_> {
    const KIND: &'static str = application::STORED.record;
    const TABLE: &'static str = application::STORED.table;
    const ONE_STATEMENT: bool = false;

    fn content(&self) -> impl Iterator<Item = &[u8]> + Send {
        let Self { form, cv } = self;
        let texts = [&*form.job_title, &form.full_name, &form.email, &form.cover_letter, &cv.name];
        texts.into_iter().map(str::as_bytes).chain([&*cv.hash])
    }

    fn searched(&self) -> Searched {
        let Self { form, cv } = self;
        record::searched(&form.full_name, &form.email, &form.job_title, &form.cover_letter, &cv.name)
    }

    fn judged(&self) -> Judged<'_> {
        let Self { form, cv } = self;
        Judged {
            name: &form.full_name,
            email: &form.email,
            text: &form.cover_letter,
            others: vec![&form.job_title, &cv.name],
        }
    }

    fn arrived(&self) -> Arrived<'_> {
        let Self { form, cv } = self;
        Arrived {
            record: Self::KIND,
            full_name: &form.full_name,
            email: &form.email,
            matter: Some(&form.job_title),
            facts: vec![("Job Title", &form.job_title), ("CV", &cv.name)],
            text: ("Cover Letter", &form.cover_letter),
        }
    }

    fn insert<'a>(&'a self, slug: &'a str) -> impl QueryFragment<Pg> + Send + 'a {
        let Self { form, cv } = self;
        let values = claimed::table.select((
            slug.into_sql::<Text>(),
            form.job_title.as_ref().into_sql::<Text>(),
            form.full_name.as_ref().into_sql::<Text>(),
            name_key(&form.full_name).into_sql::<Text>(),
            form.email.as_ref().into_sql::<Text>(),
            form.cover_letter.as_ref().into_sql::<Text>(),
            cv.name.as_str().into_sql::<Text>(),
            cv.kind.name().into_sql::<Text>(),
            i32::try_from(cv.size).unwrap_or(i32::MAX).into_sql::<Integer>(),
            claimed::state,
            claimed::version,
            claimed::spam_reasons,
        ));
        diesel::insert_into(applications::table)
            .values(values)
            .into_columns((
                applications::slug,
                applications::job_title,
                applications::full_name,
                applications::name_key,
                applications::email,
                applications::cover_letter,
                applications::cv_name,
                applications::cv_type,
                applications::cv_size,
                applications::state,
                applications::version,
                applications::spam_reasons,
            ))
            .returning((
                applications::id,
                applications::created_at,
                applications::state,
                applications::name_key,
            ))
    }

    async fn insert_parts(&self, connection: &mut AsyncPgConnection, id: i64) -> Result<(), ApiError> {
        let mut position = 0;
        while let Some(bytes) = self.cv.chunk(position).await? {
            insert_chunk(connection, id, position, &bytes).await?;
            position = position.saturating_add(1);
        }
        Ok(())
    }
}

/// Stores one piece of a CV.
async fn insert_chunk(
    connection: &mut AsyncPgConnection,
    application_id: i64,
    position: i32,
    bytes: &[u8],
) -> QueryResult<()> {
    diesel::insert_into(cv_chunks::table)
        .values((
            cv_chunks::application_id.eq(application_id),
            cv_chunks::position.eq(position),
            cv_chunks::bytes.eq(bytes),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// An application's CV, without its content.
pub(crate) async fn find_cv(connection: &mut AsyncPgConnection, slug: &str) -> QueryResult<Option<StoredCv>> {
    let query = applications::table.filter(applications::slug.eq(slug)).select(StoredCv::as_select());
    query.first(connection).await.optional()
}

/// One piece of a CV; none after the last.
pub(crate) async fn find_chunk(
    connection: &mut AsyncPgConnection,
    application_id: i64,
    position: i32,
) -> QueryResult<Option<Vec<u8>>> {
    let query = cv_chunks::table.find((application_id, position)).select(cv_chunks::bytes);
    query.first(connection).await.optional()
}
