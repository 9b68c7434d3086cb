//! Reasons for storing a record as spam.

use agency_core::spam::SpamReason;
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type},
};

/// Reason for storing a record as spam.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SpamReasonResponse {
    #[schema(schema_with = reason_schema)]
    reason: SpamReason,
    /// The reason in words.
    sentence: &'static str,
}

impl SpamReasonResponse {
    /// Returns the response for a stored reason. Returns `None` for a reason that only the next release knows.
    pub(crate) fn parse(name: &String) -> Option<Self> {
        SpamReason::parse(name).map(|reason| Self { reason, sentence: reason.sentence() })
    }
}

fn reason_schema() -> ObjectBuilder {
    let reasons = SpamReason::ALL.map(SpamReason::as_str);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(reasons))
}
