//! The columns of a record.

use crate::{auth::display_name::display_name_sql, inbox::resource::Resource};

/// Returns the columns of a [`Row`](crate::inbox::model::submission::Row), and their source with its joins. The source has `submissions AS s`:
///
/// ```sql
/// s.id, s.slug, s.full_name, s.name_key, s.email, s.created_at AS submitted_at, s.created_at, s.state,
///     s.state_since, s.version, s.spam_reasons, s.words_version, a.username, {name} AS name, s.full_name, d.referral, d.message
/// FROM {source} JOIN consultations AS d ON d.id = s.id LEFT JOIN admins AS a ON a.id = s.assigned_to
/// ```
pub(crate) fn rows_from<R: Resource>(source: &str) -> String {
    format!(
        "s.id, s.slug, s.full_name, s.name_key, s.email, s.created_at AS submitted_at, s.created_at, s.state, \
             s.state_since, s.version, s.spam_reasons, s.words_version, a.username, {name} AS name, {columns} \
         FROM {source} JOIN {table} AS d ON d.id = s.id LEFT JOIN admins AS a ON a.id = s.assigned_to",
        name = display_name_sql("a"),
        columns = R::DETAIL_COLUMNS,
        table = R::STORED.table,
    )
}
