//! What is asked of a record, as it is sent.

use agency_core::{
    rule::Kind,
    work::{ActionRequest, NOTE},
};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type},
};

use crate::workflow::history::action_schema;

/// What is to be done with a record.
#[derive(Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = ActionForm)]
#[derive(Default)]
pub(crate) struct ActionBody {
    /// What is done.
    #[schema(schema_with = action_schema)]
    action: String,
    /// Which version of the record was seen; only a note may leave it out.
    #[schema(minimum = 1)]
    version: Option<i64>,
    /// With `assign`: the username of whoever gets the record, or null for nobody.
    #[serde(deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false)]
    to: Option<Option<String>>,
    /// With `note`: what is written down.
    #[schema(schema_with = text_schema, required = false)]
    text: Option<String>,
}

impl ActionBody {
    /// The request as the rules read it.
    pub(crate) fn request(&self) -> ActionRequest<'_> {
        ActionRequest {
            action: &self.action,
            version: self.version,
            to: self.to.as_ref().map(Option::as_deref),
            text: self.text.as_deref().unwrap_or_default(),
        }
    }
}

/// What is there, though it may be null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

fn text_schema() -> ObjectBuilder {
    debug_assert!(NOTE.kind == Kind::Lines);
    ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::SchemaType::from_iter([Type::String, Type::Null]))
        .max_length(Some(NOTE.max.chars))
}

/// 409: somebody else was faster. With another version, the record as it is now.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConflictResponse<T> {
    /// What went wrong, in one sentence.
    pub(crate) message: &'static str,
    /// The record as it is now; not there when the key was used with other content.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub(crate) record: Option<T>,
}
