//! Actions on records.

#![expect(clippy::option_option, reason = "the rules distinguish an omitted assignee from nobody")]

use agency_core::work::{ActionInput, ActionRequest, BulkInput, NOTE, RecordAction};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type, schema::SchemaType},
};

use crate::{http::error::ApiError, inbox::model::record::DetailResponse};

/// An action on a record.
#[derive(Deserialize, ToSchema)]
#[schema(as = ActionForm)]
pub(crate) struct ActionBody {
    /// The action.
    #[serde(default)]
    #[schema(value_type = RecordAction, required = true)]
    action: String,
    /// The last known version of the record; only a note may omit it.
    #[schema(minimum = 1, value_type = i64, required = false)]
    version: Option<i64>,
    /// With `assign`: the username of the assignee, or null for nobody.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, required = false)]
    to: Option<Option<String>>,
    /// With `note`: the note.
    #[schema(schema_with = text_schema, required = false)]
    text: Option<String>,
}

impl ActionBody {
    /// Returns the valid action. Fails with 422 for invalid fields.
    pub(crate) fn accept(&self) -> Result<ActionRequest<'_>, ApiError> {
        let Self { action, version, to, text } = self;
        let (to, text) = (to.as_ref().map(Option::as_deref), text.as_deref().unwrap_or_default());
        ActionInput { action, version: *version, to, text }.accept().map_err(ApiError::refused)
    }
}

/// An action on several records.
#[derive(Deserialize, ToSchema)]
#[schema(as = BulkActionForm)]
pub(crate) struct BulkBody {
    /// The action: any but `note`.
    #[serde(default)]
    #[schema(value_type = RecordAction, required = true)]
    action: String,
    /// With `assign`: the username of the assignee, or null for nobody.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, required = false)]
    to: Option<Option<String>>,
    /// The records, each once.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 100, required = true)]
    records: Vec<BulkRecord>,
}

/// A record of an action on several.
#[derive(Deserialize, ToSchema)]
pub(crate) struct BulkRecord {
    slug: String,
    /// The last known version of the record.
    #[schema(minimum = 1, value_type = i64)]
    version: Option<i64>,
}

impl BulkBody {
    /// Returns the request of each record, by its slug. Fails with 422 for what no record can take.
    pub(crate) fn accept(&self) -> Result<Vec<(&str, ActionRequest<'_>)>, ApiError> {
        let records = self.records.iter().map(|record| (record.slug.as_str(), record.version)).collect();
        let to = self.to.as_ref().map(Option::as_deref);
        BulkInput { action: &self.action, to, records }.accept().map_err(ApiError::refused)
    }
}

/// The results of an action on several records.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkResponse {
    /// In the order of the request.
    #[schema(max_items = 100)]
    pub(crate) results: Vec<BulkResult>,
}

/// Result for one record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkResult {
    pub(crate) slug: String,
    /// The status that the action on this record alone would have had: 200, 404, 409, 422, or 503 for a temporary failure.
    pub(crate) status: u16,
    /// The record as it is now, with 200 and with a conflict of versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) record: Option<DetailResponse>,
    /// Error message, if the action failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) message: Option<String>,
}

/// Distinguishes null from an omitted field.
fn nullable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

fn text_schema() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
        .max_length(Some(NOTE.max.chars))
}

/// 409: the record has another version.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConflictResponse {
    /// Description of the last change, in one sentence.
    pub(crate) message: String,
    /// The record as it is now. Missing when the key was used with other content.
    #[schema(required = false)]
    pub(crate) record: DetailResponse,
}
