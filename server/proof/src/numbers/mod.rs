//! Several instances over one Postgres: they act as one.

pub(crate) mod balanced;
pub(crate) mod downloads;
pub(crate) mod failover;
pub(crate) mod fleet;
pub(crate) mod limits;
pub(crate) mod lists;
pub(crate) mod pages;
pub(crate) mod pooled;
pub(crate) mod repeats;
pub(crate) mod rolling;
pub(crate) mod sessions;
pub(crate) mod upgrade;

#[cfg(test)]
mod tests;
