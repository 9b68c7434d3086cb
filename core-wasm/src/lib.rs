//! The rules of `agency-core` with a JavaScript face, as two modules: `public` judges visitors' forms, `staff`
//! serves the dashboard and judges its forms.
//!
//! A module imports nothing. JavaScript writes what it asks about into the module's memory, calls a function, and reads
//! the answer there: `js/` and `core/engine/js` have that half. What it wrote is read as far as it makes sense, never with
//! a panic.

#[cfg(feature = "public")]
use agency_core::FORMS;
#[cfg(not(feature = "public"))]
use agency_core::STAFF_FORMS as FORMS;

#[cfg(feature = "staff")]
pub mod lists;
#[cfg(feature = "staff")]
pub mod search;
#[cfg(feature = "staff")]
pub mod session;
#[cfg(feature = "staff")]
pub mod work;

form_rules::export_forms!(FORMS);
