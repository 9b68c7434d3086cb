//! The CV of an application: re-exports the file rules.

pub use crate::form::attachment::{
    Attachment, FILE_NAME_BYTES, FILE_NAME_LENGTH, FileRule, FileType as CvType, HEAD_LENGTH, MEGABYTE,
};

/// Returns a CV's file name that is safe to store, to display and to send in a header. The fallback is `cv`.
#[must_use]
pub fn safe_file_name(name: &str, cv_type: CvType) -> String {
    crate::form::attachment::safe_file_name(name, cv_type, "cv")
}
