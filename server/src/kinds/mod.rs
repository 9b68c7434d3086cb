//! Every kind of stored form: its module and its entry in the table. The router and the API's description iterate over
//! them; what the rules tell of each, such as its table, is in the form's declaration.

pub(crate) mod applications;
pub(crate) mod consultations;

use axum::Router;
use utoipa::openapi::OpenApi;

use crate::{
    kinds::{applications::record::Application, consultations::record::Consultation},
    search::fill::{self, Fill},
    state::AppState,
    submissions::{describe::describe, resource::routes},
};

/// A kind of stored form.
pub(crate) struct Kind {
    /// Its calls.
    pub(crate) routes: fn() -> Router<AppState>,
    /// Its calls, described.
    pub(crate) describe: fn() -> OpenApi,
    /// What makes the words of its older rows.
    pub(crate) fill: Fill,
}

/// Every kind of stored form.
pub(crate) const KINDS: &[Kind] = &[
    Kind {
        routes: routes::<Consultation, _>,
        describe: describe::<Consultation>,
        fill: |connection| Box::pin(fill::batch::<Consultation>(connection)),
    },
    Kind {
        routes: || routes::<Application, _>().merge(applications::routes()),
        describe: || applications::describe(describe::<Application>()),
        fill: |connection| Box::pin(fill::batch::<Application>(connection)),
    },
];

#[cfg(test)]
mod tests {
    use agency_core::stored_forms;

    use super::KINDS;

    #[test]
    fn every_stored_form_has_its_calls() {
        let described =
            KINDS.iter().flat_map(|kind| (kind.describe)().paths.paths.into_keys()).collect::<Vec<_>>();
        assert_eq!(stored_forms().count(), KINDS.len());
        for stored in stored_forms() {
            assert!(described.contains(&format!("/api/{}", stored.table)), "{} has no calls", stored.table);
        }
    }
}
