//! Deliveries: what mails and webhooks share. A transaction that changes a record also writes rows, a worker in every
//! instance leases those that are due, sends them without a database connection, and marks them.
//!
//! Each has a table of its own, whose queries [`queue`] writes, and implements [`worker::Delivery`].

pub(crate) mod outcome;
pub(crate) mod queue;
pub(crate) mod state;
pub(crate) mod worker;
