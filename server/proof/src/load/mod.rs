//! Mixed traffic: as much as the server can hold for long, and then more than that.

pub(crate) mod flood;
pub(crate) mod meter;
pub(crate) mod overload;
pub(crate) mod soak;
pub(crate) mod traffic;

#[cfg(test)]
mod tests;
