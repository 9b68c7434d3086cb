//! Job applications, each with its CV.

mod cv;
pub(crate) mod download;
pub(crate) mod form;
pub(crate) mod record;
pub(crate) mod uploads;

#[cfg(test)]
mod tests;
