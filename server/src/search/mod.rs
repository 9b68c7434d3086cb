//! What records are found by, stored beside them: written with a record, made in the background for older ones.

pub(crate) mod fill;
pub(crate) mod turns;
pub(crate) mod words;

#[cfg(test)]
mod fill_tests;
#[cfg(test)]
mod pairs_tests;
#[cfg(test)]
mod tests;
