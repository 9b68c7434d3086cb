//! Related records: other submissions from the same email address, of every kind.

use agency_core::stored_forms;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type},
};

use crate::{http::instant, intake::search_document::email_key, storage::schema::submissions};

/// Maximum related records of a record.
pub(crate) const MAX_RELATED: i64 = 20;

/// Another record from the same address.
#[derive(Debug, Queryable, Serialize, ToSchema)]
pub(crate) struct OtherResponse {
    /// The name of its list.
    #[schema(schema_with = kind_schema)]
    kind: String,
    slug: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
}

/// Loads the newest records from an address, except the one with this id.
pub(crate) async fn load_related(
    mut connection: &AsyncPgConnection,
    id: i64,
    email: &str,
) -> QueryResult<Vec<OtherResponse>> {
    submissions::table
        .filter(submissions::email_key.eq(email_key(email)))
        .filter(submissions::id.ne(id))
        .order((submissions::created_at.desc(), submissions::id.desc()))
        .limit(MAX_RELATED)
        .select((submissions::kind, submissions::slug, submissions::created_at))
        .load(&mut connection)
        .await
}

fn kind_schema() -> ObjectBuilder {
    let kinds = stored_forms().map(|stored| stored.table).collect::<Vec<_>>();
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(kinds))
}
