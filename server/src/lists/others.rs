//! Other records from the address that a record came from, of every kind.
//!
//! Addresses are compared as those are that somebody asks to be erased by: by what two ways of writing one have in common,
//! which is stored beside the words that a record is found by.

use agency_core::FORMS;
use chrono::{DateTime, Utc};
use diesel::{
    deserialize::{self, FromSql, FromSqlRow},
    pg::{Pg, PgValue},
    sql_types::{Array, Record, Text, Timestamptz},
};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type},
};

use crate::http::instant;

/// How many are told.
pub(crate) const MOST: usize = 20;

/// The other records of an address, as they are selected.
pub(crate) type OthersSql = Array<Record<(Text, Text, Timestamptz)>>;

/// The other records of an address, the newest first: each one's table, slug and time.
#[derive(Debug, FromSqlRow)]
pub(crate) struct Others(Vec<(String, String, DateTime<Utc>)>);

impl FromSql<OthersSql, Pg> for Others {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        <Vec<_> as FromSql<OthersSql, Pg>>::from_sql(value).map(Self)
    }
}

/// The tables of stored forms.
fn tables() -> impl Iterator<Item = &'static str> {
    FORMS.iter().filter_map(|form| Some(form.stored?.table))
}

/// The other records that came from the address of a table's record.
pub(crate) fn column(table: &str) -> String {
    let each = tables().map(|kind| {
        let itself = if kind == table { format!(" AND found.id <> {table}.id") } else { String::new() };
        // By number, which is by time but for those that came at the same moment: however many there are, only the last
        // ones are read of the index. Asked for what is equal, Postgres takes it for few, and would read and sort all.
        format!(
            "(SELECT '{kind}' AS kind, one.slug, one.created_at FROM {table}_words AS own \
             CROSS JOIN LATERAL (SELECT found.id FROM {kind}_words AS found \
             WHERE found.email_key BETWEEN own.email_key AND own.email_key{itself} \
             ORDER BY found.email_key DESC, found.id DESC LIMIT {MOST}) AS found \
             JOIN {kind} AS one ON one.id = found.id WHERE own.id = {table}.id)"
        )
    });
    let all = each.collect::<Vec<_>>().join(" UNION ALL ");
    format!(
        "ARRAY(SELECT (other.kind, other.slug, other.created_at) FROM ({all}) AS other \
         ORDER BY other.created_at DESC, other.slug LIMIT {MOST})"
    )
}

/// Another record from the same address.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OtherResponse {
    /// The name of its list.
    #[schema(schema_with = kind_schema)]
    kind: String,
    slug: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
}

/// What else came from an address.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OthersResponse {
    /// The last ones from the same address, the newest first.
    #[schema(max_items = 20)]
    others: Vec<OtherResponse>,
}

impl From<Others> for OthersResponse {
    fn from(Others(others): Others) -> Self {
        let other = |(kind, slug, submitted_at)| OtherResponse { kind, slug, submitted_at };
        Self { others: others.into_iter().map(other).collect() }
    }
}

fn kind_schema() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(tables().collect::<Vec<_>>()))
}
