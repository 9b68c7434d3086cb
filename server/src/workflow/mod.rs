//! Working with what came in: states, notes and assignment, by the table of moves in the rules. What it does is the same
//! for every kind of record.

pub(crate) mod act;
pub(crate) mod admins;
pub(crate) mod body;
pub(crate) mod history;
pub(crate) mod inbox;
mod judge;
pub(crate) mod spam;
pub(crate) mod statement;
pub(crate) mod unassign;
pub(crate) mod work;

#[cfg(test)]
pub(crate) mod tests;
