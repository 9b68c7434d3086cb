//! Deliveries: mails and webhooks. A transaction that changes a record also writes rows, a worker in every instance leases
//! those that are due, sends them without a database connection, and marks them.

pub(crate) mod commands;
pub(crate) mod outcome;
pub(crate) mod queue;
pub(crate) mod row;
pub(crate) mod worker;

#[cfg(test)]
mod tests;
