//! What goes wrong in the world, done to the product while visitors use it.

pub(crate) mod attack;
pub(crate) mod clock;
pub(crate) mod crash;
pub(crate) mod cut;
pub(crate) mod disk;
pub(crate) mod mail;
pub(crate) mod outage;
pub(crate) mod slow;
mod system;

#[cfg(test)]
mod tests;
