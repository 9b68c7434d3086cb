//! HTTP: connections, middleware, bodies, errors and static files.

pub(crate) mod body;
pub(crate) mod client;
pub(crate) mod disposition;
pub(crate) mod drain;
pub(crate) mod error;
pub(crate) mod etag;
mod holding_body;
pub(crate) mod instant;
pub(crate) mod json;
pub(crate) mod middleware;
pub(crate) mod multipart;
pub(crate) mod observe;
pub(crate) mod permit;
pub(crate) mod policy;
pub(crate) mod serving;
pub(crate) mod static_files;
