//! What is asked of a record, as it is sent.

use std::borrow::Cow;

use agency_core::work::{ActionRequest, NOTE};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Ref, RefOr, Schema, Type},
};

use crate::inbox::history::action_schema;

/// What is to be done with a record.
#[derive(Deserialize, ToSchema)]
#[schema(as = ActionForm)]
pub(crate) struct ActionBody {
    /// What is done.
    #[serde(default)]
    #[schema(schema_with = action_schema, required = true)]
    action: String,
    /// Which version of the record was seen; only a note may leave it out.
    #[schema(minimum = 1)]
    version: Option<i64>,
    /// With `assign`: the username of whoever gets the record, or null for nobody.
    #[serde(default)]
    #[schema(value_type = Option<String>, required = false)]
    to: Assignee,
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
            to: match &self.to {
                Assignee::LeftOut => None,
                Assignee::Named(to) => Some(to.as_deref()),
            },
            text: self.text.as_deref().unwrap_or_default(),
        }
    }
}

/// Who is named, though it may be nobody.
#[derive(Default)]
enum Assignee {
    #[default]
    LeftOut,
    Named(Option<String>),
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

/// 409: somebody else was faster. With another version, the record as it is now.
#[derive(Serialize)]
pub(crate) struct ConflictResponse<T> {
    /// What went wrong, in one sentence.
    pub(crate) message: &'static str,
    /// The record as it is now.
    pub(crate) record: T,
}

/// The record is not there when the key was used with other content.
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
