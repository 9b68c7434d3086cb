//! WebAssembly bindings of `agency-core`, as three modules: `public` checks visitors' forms, `staff` serves the
//! dashboard and checks its forms, `documents` checks the content of a Word document. Conversions only, no rules.
//!
//! Arguments may have any type, whatever TypeScript says: an unknown name, or a value that cannot be read, is an `Error`.

#[cfg(not(any(feature = "public", feature = "staff", feature = "documents")))]
compile_error!("choose the module by the feature `public`, `staff` or `documents`");

#[cfg(any(feature = "public", feature = "staff"))]
mod convert;
#[cfg(feature = "documents")]
pub mod documents;
#[cfg(any(feature = "public", feature = "staff"))]
pub mod forms;
#[cfg(feature = "staff")]
pub mod lists;
#[cfg(feature = "staff")]
pub mod search;
#[cfg(feature = "staff")]
pub mod session;
#[cfg(feature = "staff")]
pub mod work;

#[cfg(any(feature = "public", feature = "staff"))]
use wasm_bindgen::prelude::wasm_bindgen;

/// Imports the types that `tools/bindings.rs` writes from the types of `agency-core`.
#[cfg(any(feature = "public", feature = "staff"))]
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { FieldError, Filter, FilterErrors, FormName, FormValue, FormValues, Moved, PageLink, RecordAction, RecordState, SessionState, SortOrder, SortRecord } from "./types.js";
export type * from "./types.js";
"#;
