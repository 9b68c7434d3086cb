//! Consultations in the database.

use agency_core::{contact::ContactForm, keys::RecordKey, sort::name_key};
use chrono::{DateTime, Utc};
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::QueryFragment,
    sql_types::{Nullable, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    lists::page::ListRow,
    storage::schema::consultations,
    submissions::store::{NewRecord, claimed},
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
    const KIND: &'static str = "Consultation";
    const ONE_STATEMENT: bool = true;

    fn content(&self) -> impl Iterator<Item = &[u8]> + Send {
        [&*self.message, &self.full_name, &self.email, &self.referral].into_iter().map(str::as_bytes)
    }

    fn insert<'a>(&'a self, slug: &'a str) -> impl QueryFragment<Pg> + Send + 'a {
        let referral = Some(self.referral.as_ref()).filter(|referral| !referral.is_empty());
        let values = claimed::table.select((
            slug.into_sql::<Text>(),
            self.full_name.as_ref().into_sql::<Text>(),
            name_key(&self.full_name).into_sql::<Text>(),
            self.email.as_ref().into_sql::<Text>(),
            referral.into_sql::<Nullable<Text>>(),
            self.message.as_ref().into_sql::<Text>(),
        ));
        diesel::insert_into(consultations::table)
            .values(values)
            .into_columns((
                consultations::slug,
                consultations::full_name,
                consultations::name_key,
                consultations::email,
                consultations::referral,
                consultations::message,
            ))
            .returning((consultations::id, consultations::created_at))
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
