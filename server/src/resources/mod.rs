//! Record types: their forms, tables and responses.

pub(crate) mod applications;
pub(crate) mod consultations;

use anyhow::Result;

use crate::{inbox::reindex::reindex_kind, storage::Pool};

/// Calls a function for each record type, and returns the results as an array.
macro_rules! for_each_resource {
    ($function:ident $(, $argument:expr)?) => {
        [
            $function::<$crate::resources::consultations::Consultation>($($argument)?),
            $function::<$crate::resources::applications::record::Application>($($argument)?),
        ]
    };
}
pub(crate) use for_each_resource;

/// Reindexes a batch of each record type. Returns true when no row is out of date.
pub(crate) async fn reindex(pool: &Pool) -> Result<bool> {
    let mut is_complete = true;
    for batch in for_each_resource!(reindex_kind, pool) {
        is_complete &= batch.await?;
    }
    Ok(is_complete)
}
