//! Consultations in the database.

use agency_core::{
    contact::ContactForm,
    keys::RecordKey,
    sort::{SortOrder, name_key},
};
use chrono::{DateTime, Utc};
use diesel::{pg::Pg, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{lists::Window, schema::consultations};

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

/// How many there are.
pub(crate) async fn count(connection: &mut AsyncPgConnection) -> QueryResult<i64> {
    consultations::table.count().get_result(connection).await
}

/// The rows of a window, in the list's order.
pub(crate) async fn list(
    connection: &mut AsyncPgConnection,
    sort: SortOrder,
    window: Window,
) -> QueryResult<Vec<Consultation>> {
    let descending = sort.is_descending() != window.from_end;
    let query = consultations::table.select(Consultation::as_select()).into_boxed::<Pg>();
    let query = match (sort, descending) {
        (SortOrder::Newest | SortOrder::Oldest, true) => {
            query.order((consultations::created_at.desc(), consultations::id.desc()))
        }
        (SortOrder::Newest | SortOrder::Oldest, false) => {
            query.order((consultations::created_at.asc(), consultations::id.asc()))
        }
        (SortOrder::NameAsc | SortOrder::NameDesc, true) => {
            query.order((consultations::name_key.desc(), consultations::id.desc()))
        }
        (SortOrder::NameAsc | SortOrder::NameDesc, false) => {
            query.order((consultations::name_key.asc(), consultations::id.asc()))
        }
    };
    let mut rows = query.offset(window.skip).limit(window.take).load(connection).await?;
    if window.from_end {
        rows.reverse();
    }
    Ok(rows)
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
