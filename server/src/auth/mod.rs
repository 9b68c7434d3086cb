//! Authentication: passwords, second factors, tokens, sessions and accounts.

pub(crate) mod access;
pub(crate) mod account;
pub(crate) mod admins;
mod browser;
pub(crate) mod current_admin;
pub(crate) mod device;
pub(crate) mod display_name;
mod hs256;
pub(crate) mod issuing;
pub(crate) mod password;
pub(crate) mod queries;
pub(crate) mod routes;
pub(crate) mod second_factor;
pub(crate) mod state;
pub(crate) mod token;

#[cfg(test)]
mod tests;
