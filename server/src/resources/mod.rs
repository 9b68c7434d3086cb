//! Every kind of submission: its form as it arrives, its own table, its responses.

pub(crate) mod applications;
pub(crate) mod consultations;

use crate::{
    inbox::reindex::{self, Reindex},
    resources::{applications::record::Application, consultations::record::Consultation},
};

/// Reindexes each kind.
pub(crate) const REINDEX: &[Reindex] = &[
    |connection| Box::pin(reindex::batch::<Consultation>(connection)),
    |connection| Box::pin(reindex::batch::<Application>(connection)),
];
