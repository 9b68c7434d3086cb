//! Authentication: passwords, second factors, tokens, sessions and accounts.

pub(crate) mod account;
pub(crate) mod admins;
mod browser;
pub(crate) mod command;
pub(crate) mod device;
pub(crate) mod display_name;
mod hs256;
pub(crate) mod issuing;
pub(crate) mod password;
pub(crate) mod queries;
pub(crate) mod routes;
pub(crate) mod second_factor;
pub(crate) mod sign_ins;
pub(crate) mod signed_in;
pub(crate) mod state;
pub(crate) mod token;

#[cfg(test)]
mod due_tests;
#[cfg(test)]
mod ending_tests;
#[cfg(test)]
mod flood_tests;
#[cfg(test)]
mod issuing_tests;
#[cfg(test)]
mod longest_tests;
#[cfg(test)]
mod private_tests;
#[cfg(test)]
mod secret_tests;
#[cfg(test)]
mod tests;
