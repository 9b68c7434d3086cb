//! An admin's own account: profile, password, sessions and activity.

pub(crate) mod change;
mod common;
pub(crate) mod events;
pub(crate) mod events_routes;
pub(crate) mod queries;
pub(crate) mod reauthentication;
pub(crate) mod routes;

#[cfg(test)]
mod events_tests;
#[cfg(test)]
mod reauthentication_tests;
#[cfg(test)]
mod tests;
