//! The stored forms: each as it arrives, its own table, its responses.

pub(crate) mod applications;
pub(crate) mod consultations;

use crate::inbox::reindex::{Reindex, reindexer};

/// Calls a function for the record of each stored form, and returns the results as an array.
macro_rules! for_each_resource {
    ($function:ident) => {
        [
            $function::<$crate::resources::consultations::Consultation>(),
            $function::<$crate::resources::applications::record::Application>(),
        ]
    };
}
pub(crate) use for_each_resource;

/// Reindexes each stored form.
pub(crate) const REINDEX: &[Reindex] = &for_each_resource!(reindexer);
