//! Stored forms: how they are read, stored once, answered, made up and forgotten.

pub(crate) mod create;
pub(crate) mod describe;
pub(crate) mod forget;
pub(crate) mod form;
pub(crate) mod idempotency;
pub(crate) mod judgement;
#[cfg(test)]
mod plain_form_tests;
pub(crate) mod resource;
#[cfg(feature = "seed")]
pub(crate) mod seed;
#[cfg(test)]
mod spam_tests;
pub(crate) mod state;
pub(crate) mod store;
