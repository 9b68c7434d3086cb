#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

#[cfg(test)]
extern crate self as form_rules;

pub mod attachment;
pub mod browser;
mod declare;
pub mod email;
pub mod exchange;
pub mod export;
pub mod form;
pub mod metadata;
pub mod pattern;
pub mod rule;
#[cfg(test)]
mod samples;
pub mod schema;
pub mod sentence;
pub mod text;
pub mod validation;
pub mod white_space;

// The code that `form!` generates derives these, so users need no further dependency.
#[doc(hidden)]
pub use {serde, validator};
