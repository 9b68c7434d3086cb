//! Endpoints for staff: lists, search, records, actions, history, export.

pub(crate) mod actions;
mod apply;
pub(crate) mod assignees;
pub(crate) mod counts;
pub(crate) mod export;
pub(crate) mod export_person;
pub(crate) mod filtered;
pub(crate) mod forget;
pub(crate) mod history;
pub(crate) mod insights;
pub(crate) mod list;
pub(crate) mod neighbours;
pub(crate) mod page;
pub(crate) mod params;
pub(crate) mod record;
pub(crate) mod record_path;
pub(crate) mod reindex;
pub(crate) mod rows;
pub(crate) mod search;
pub(crate) mod state;
pub(crate) mod submission;
pub(crate) mod undo;

#[cfg(test)]
pub(crate) mod tests;
