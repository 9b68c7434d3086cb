//! Why a record began as spam.

use agency_core::spam::SpamReason;
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type},
};

/// A reason for which a record began as spam.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SpamReasonResponse {
    #[schema(schema_with = reason_schema)]
    reason: SpamReason,
    /// The reason in words.
    sentence: &'static str,
}

/// Why a record began as spam.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SpamResponse {
    /// None where it did not. They stay when somebody says that it is none.
    spam_reasons: Vec<SpamReasonResponse>,
}

/// A reason that only the next release knows is left out.
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
