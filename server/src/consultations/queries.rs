//! Consultations in the database.

use agency_core::{contact::ContactForm, keys::RecordKey, sort::name_key};
use chrono::{DateTime, Utc};
use diesel::{pg::Pg, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    error::ApiError, lists::page::ListRow, metrics::Submission, schema::consultations, store::NewRecord,
};

/// A stored consultation.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = consultations, check_for_backend(Pg))]
pub(crate) struct Consultation {
    pub(crate) id: i64,
    pub(crate) slug: String,
    pub(crate) full_name: String,
    pub(crate) email: String,
    pub(crate) referral: Option<String>,
    pub(crate) message: String,
    pub(crate) created_at: DateTime<Utc>,
}

impl ListRow for Consultation {
    const TABLE: &'static str = "consultations";
}

impl NewRecord for ContactForm<'_> {
    const KIND: Submission = Submission::Consultation;
    const ONE_STATEMENT: bool = true;

    fn content(&self) -> impl Iterator<Item = &[u8]> + Send {
        [&*self.message, &self.full_name, &self.email, &self.referral].into_iter().map(str::as_bytes)
    }

    async fn insert(
        &self,
        connection: &mut AsyncPgConnection,
        slug: &str,
    ) -> Result<DateTime<Utc>, ApiError> {
        let referral = Some(self.referral.as_ref()).filter(|referral| !referral.is_empty());
        let query = diesel::insert_into(consultations::table)
            .values((
                consultations::slug.eq(slug),
                consultations::full_name.eq(self.full_name.as_ref()),
                consultations::name_key.eq(name_key(&self.full_name)),
                consultations::email.eq(self.email.as_ref()),
                consultations::referral.eq(referral),
                consultations::message.eq(self.message.as_ref()),
            ))
            .returning(consultations::created_at);
        Ok(query.get_result(connection).await?)
    }
}

/// One consultation.
pub(crate) async fn find(
    connection: &mut AsyncPgConnection,
    key: RecordKey<'_>,
) -> QueryResult<Option<Consultation>> {
    let query = consultations::table.select(Consultation::as_select()).into_boxed::<Pg>();
    let query = match key {
        RecordKey::Id(id) => query.filter(consultations::id.eq(id)),
        RecordKey::Slug(slug) => query.filter(consultations::slug.eq(slug)),
    };
    query.first(connection).await.optional()
}
