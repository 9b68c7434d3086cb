//! Background tasks: mail, retention, clean-up, reindexing.

pub(crate) mod cleanup;
pub(crate) mod mail;
pub(crate) mod reindex;
pub(crate) mod retention;
