//! Faults injected while visitors use the product.

pub(crate) mod attacks;
pub(crate) mod clock;
pub(crate) mod connections;
pub(crate) mod disk;
pub(crate) mod flood;
pub(crate) mod hang_ups;
pub(crate) mod mail;
pub(crate) mod outages;
pub(crate) mod sign_ins;
pub(crate) mod webhooks;
