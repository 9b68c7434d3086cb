//! Request and response bodies of actions on records.

use std::borrow::Cow;

use agency_core::work::{ActionInput, ActionRequest, BulkInput, NOTE};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Ref, RefOr, Schema, Type},
};

use crate::{http::error::ApiError, inbox::history::action_schema};

/// An action on a record.
#[derive(Deserialize, ToSchema)]
#[schema(as = ActionForm)]
pub(crate) struct ActionBody {
    /// The action.
    #[serde(default)]
    #[schema(schema_with = action_schema, required = true)]
    action: String,
    /// The last known version of the record; only a note may omit it.
    #[schema(minimum = 1)]
    version: Option<i64>,
    /// With `assign`: the username of the assignee, or null for nobody.
    #[serde(default)]
    #[schema(value_type = Option<String>, required = false)]
    to: Assignee,
    /// With `note`: the note.
    #[schema(schema_with = text_schema, required = false)]
    text: Option<String>,
}

impl ActionBody {
    /// Returns the input of the rules.
    pub(crate) fn input(&self) -> ActionInput<'_> {
        ActionInput {
            action: &self.action,
            version: self.version,
            to: self.to.input(),
            text: self.text.as_deref().unwrap_or_default(),
        }
    }
}

/// An action on several records.
#[derive(Deserialize, ToSchema)]
#[schema(as = BulkActionForm)]
pub(crate) struct BulkBody {
    /// The action: any but `note`.
    #[serde(default)]
    #[schema(schema_with = action_schema, required = true)]
    action: String,
    /// With `assign`: the username of the assignee, or null for nobody.
    #[serde(default)]
    #[schema(value_type = Option<String>, required = false)]
    to: Assignee,
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
    /// Returns the request of each record, by its slug.
    ///
    /// # Errors
    ///
    /// 422 for what no record can take.
    pub(crate) fn accept(&self) -> Result<Vec<(&str, ActionRequest<'_>)>, ApiError> {
        let records = self.records.iter().map(|record| (record.slug.as_str(), record.version));
        let input = BulkInput { action: &self.action, to: self.to.input(), records: records.collect() };
        input.accept().map_err(ApiError::refused)
    }
}

/// The results of an action on several records.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkResponse<T> {
    /// In the order of the request.
    #[schema(max_items = 100)]
    pub(crate) results: Vec<BulkResult<T>>,
}

/// Result for one record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkResult<T> {
    pub(crate) slug: String,
    /// The status that the action on this record alone would have had: 200, 404, 409 or 422.
    pub(crate) status: u16,
    /// The record as it is now, with 200 and with a conflict of versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) record: Option<T>,
    /// Error message, if the action failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) message: Option<String>,
}

/// An assignee, which may be omitted or null.
#[derive(Default)]
enum Assignee {
    #[default]
    LeftOut,
    Named(Option<String>),
}

impl Assignee {
    #[expect(clippy::option_option, reason = "the rules distinguish an omitted assignee from nobody")]
    fn input(&self) -> Option<Option<&str>> {
        match self {
            Self::LeftOut => None,
            Self::Named(to) => Some(to.as_deref()),
        }
    }
}

impl<'de> Deserialize<'de> for Assignee {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::Named)
    }
}

fn text_schema() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::SchemaType::from_iter([Type::String, Type::Null]))
        .max_length(Some(NOTE.max.chars))
}

/// 409: the record has another version.
#[derive(Serialize)]
pub(crate) struct ConflictResponse<T> {
    /// Description of the last change, in one sentence.
    pub(crate) message: String,
    /// The record as it is now.
    pub(crate) record: T,
}

/// The record is missing when the key was used with other content.
impl<T: ToSchema> utoipa::PartialSchema for ConflictResponse<T> {
    fn schema() -> RefOr<Schema> {
        let object = ObjectBuilder::new()
            .property("message", ObjectBuilder::new().schema_type(Type::String))
            .required("message")
            .property("record", Ref::from_schema_name(T::name()));
        Schema::Object(object.build()).into()
    }
}

impl<T: ToSchema> ToSchema for ConflictResponse<T> {
    fn name() -> Cow<'static, str> {
        format!("ConflictResponse_{}", T::name()).into()
    }
}
