//! The API as described, and as it responds.

pub(crate) mod contract;
mod errors;
mod fuzz;
