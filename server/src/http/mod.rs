//! What all requests share, from the connection to the answer.

pub(crate) mod client;
pub(crate) mod describe_errors;
pub(crate) mod describe_rules;
pub(crate) mod error;
pub(crate) mod host;
pub(crate) mod instant;
pub(crate) mod json;
pub(crate) mod middleware;
#[cfg(test)]
mod middleware_tests;
pub(crate) mod multipart;
#[cfg(test)]
mod multipart_tests;
pub(crate) mod observe;
pub(crate) mod pace;
pub(crate) mod policy;
pub(crate) mod request_share;
pub(crate) mod run_to_end;
#[cfg(test)]
mod run_to_end_tests;
pub(crate) mod serve;
pub(crate) mod stopping;
pub(crate) mod turn;
