//! Receives forms: reads, validates, counts and stores them once, and responds.

pub(crate) mod create;
pub(crate) mod form;
pub(crate) mod idempotency;
pub(crate) mod search_document;
pub(crate) mod source;
pub(crate) mod spam;
pub(crate) mod state;
pub(crate) mod store;
