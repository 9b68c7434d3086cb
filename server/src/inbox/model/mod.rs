//! Requests and responses.

pub(crate) mod actions;
pub(crate) mod counts;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod list;
pub(crate) mod params;
pub(crate) mod record;
pub(crate) mod submission;
