//! Job applications, each with its CV.

mod cv;
pub(crate) mod download;
mod form;
pub(crate) mod record;
pub(crate) mod uploads;

#[cfg(test)]
mod tests;
