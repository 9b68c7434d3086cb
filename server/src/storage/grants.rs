//! The rights of the account that a server serves with.

use agency_core::stored_forms;

/// Returns the statements that give a role the rights to serve, and no more.
pub(crate) fn grants(role: &str) -> String {
    let tables = stored_forms().map(|stored| stored.table).collect::<Vec<_>>().join(", ");
    let role = format!("\"{}\"", role.replace('"', "\"\""));
    include_str!("grants.sql").replace("stored_forms", &tables).replace("agency_server", &role)
}
