//! Record types: their forms, tables and responses.

pub(crate) mod applications;
pub(crate) mod consultations;

use utoipa::{OpenApi as _, openapi};

use crate::{
    inbox::{
        describe::describe,
        reindex::{self, Reindex},
    },
    resources::{applications::record::Application, consultations::record::Consultation},
};

/// Describes the endpoints of each record type.
pub(crate) const DESCRIBE: &[fn() -> openapi::OpenApi] =
    &[describe::<Consultation>, describe::<Application>, applications::Description::openapi];

/// Reindexes each record type.
pub(crate) const REINDEX: &[Reindex] = &[
    |connection| Box::pin(reindex::batch::<Consultation>(connection)),
    |connection| Box::pin(reindex::batch::<Application>(connection)),
];
