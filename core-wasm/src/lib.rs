//! WebAssembly bindings of `agency-core`, as two modules: `public` checks visitors' forms, `staff` serves the dashboard
//! and checks its forms.
//!
//! A module has no imports. JavaScript writes arguments into the module's memory, calls a function, and reads the reply
//! from memory. `js/` and `core/src/form/js` contain the JavaScript half. Invalid arguments never cause a panic.

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

agency_core::export_forms!(FORMS);
