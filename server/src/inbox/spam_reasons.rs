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

/// Reasons for storing a record as spam.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SpamResponse {
    /// Empty if the record was not stored as spam. They stay after "not spam".
    spam_reasons: Vec<SpamReasonResponse>,
}

/// Leaves out reasons that only the next release knows.
impl From<Vec<String>> for SpamResponse {
    fn from(names: Vec<String>) -> Self {
        let reasons = names.iter().filter_map(|name| SpamReason::parse(name));
        let spam_reasons =
            reasons.map(|reason| SpamReasonResponse { reason, sentence: reason.sentence() }).collect();
        Self { spam_reasons }
    }
}

fn reason_schema() -> ObjectBuilder {
    let reasons = SpamReason::ALL.map(SpamReason::as_str);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(reasons))
}
