//! An admin's own account: profile, password, sessions and activity.

pub(crate) mod change;
mod common;
pub(crate) mod events;
pub(crate) mod routes;

#[cfg(test)]
mod tests;
