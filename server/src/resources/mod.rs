//! Record types: their forms, tables and responses.

pub(crate) mod applications;
pub(crate) mod consultations;

use crate::inbox::reindex::{Reindex, reindexer};

/// Calls a function for each record type, and returns the results as an array.
macro_rules! for_each_resource {
    ($function:ident) => {
        [
            $function::<$crate::resources::consultations::Consultation>(),
            $function::<$crate::resources::applications::record::Application>(),
        ]
    };
}
pub(crate) use for_each_resource;

/// Reindexes each record type.
pub(crate) const REINDEX: &[Reindex] = &for_each_resource!(reindexer);
