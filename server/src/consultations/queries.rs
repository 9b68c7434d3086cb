//! Consultations in the database.

use agency_core::{contact::ContactForm, keys::RecordKey, sort::name_key};
use chrono::{DateTime, Utc};
use diesel::{pg::Pg, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{lists::page::ListRow, schema::consultations};

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

/// Stores an accepted form and returns when it was stored.
pub(crate) async fn insert(
    connection: &mut AsyncPgConnection,
    slug: &str,
    form: &ContactForm<'_>,
) -> QueryResult<DateTime<Utc>> {
    let referral = Some(form.referral.as_ref()).filter(|referral| !referral.is_empty());
    diesel::insert_into(consultations::table)
        .values((
            consultations::slug.eq(slug),
            consultations::full_name.eq(form.full_name.as_ref()),
            consultations::name_key.eq(name_key(&form.full_name)),
            consultations::email.eq(form.email.as_ref()),
            consultations::referral.eq(referral),
            consultations::message.eq(form.message.as_ref()),
        ))
        .returning(consultations::created_at)
        .get_result(connection)
        .await
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
