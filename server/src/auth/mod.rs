//! Signing in: passwords, tokens, and being signed in as an argument of a handler.

pub(crate) mod admins;
mod hs256;
pub(crate) mod password;
pub(crate) mod profile;
pub(crate) mod queries;
pub(crate) mod routes;
pub(crate) mod signed_in;
pub(crate) mod token;

#[cfg(test)]
mod private_tests;
#[cfg(test)]
mod tests;
