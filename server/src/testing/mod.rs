//! Shared helpers of the server's tests.

pub(crate) mod app;
pub(crate) mod certificate;
pub(crate) mod database;
pub(crate) mod delivery;
pub(crate) mod form;
pub(crate) mod paths;
pub(crate) mod postgres_proxy;
pub(crate) mod receiver;
pub(crate) mod rows;
pub(crate) mod smtp;
mod vectors;
