//! What the server's tests share.

pub(crate) mod app;
pub(crate) mod database;
pub(crate) mod form;
mod vectors;
