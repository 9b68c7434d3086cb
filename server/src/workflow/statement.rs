//! The statement that does something with a record: it changes the row, remembers the key and tells the history, all of
//! it or nothing.
//!
//! It locks the row first, so that what it judges is what it changes, however many come at once. A key that is there
//! already makes the whole statement fail: nothing is done twice.

use agency_core::{
    keys::RecordKey,
    work::{MOVES, Order, RecordAction, RecordState},
};
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{BigInt, Binary, Text},
};

use crate::{submissions::idempotency::Claim, workflow::work::name_of};

/// Does what is asked for where the record's version and state allow it. Tells how many records were changed.
pub(crate) struct Act<'a> {
    pub(crate) table: &'static str,
    pub(crate) key: RecordKey<'a>,
    pub(crate) admin_id: i64,
    pub(crate) order: &'a Order<'a>,
    pub(crate) claim: Option<&'a Claim>,
}

impl Act<'_> {
    /// The states in which the action can be done, quoted.
    fn from(&self) -> String {
        let made = MOVES.iter().find(|made| made.action == self.order.action);
        let from = made.map(|made| made.from).unwrap_or_default();
        from.iter().map(|state| format!("'{}'", state.as_str())).collect::<Vec<_>>().join(", ")
    }

    /// The state that it leads to.
    fn to(&self) -> Option<RecordState> {
        MOVES.iter().find(|made| made.action == self.order.action)?.to
    }
}

impl QueryFragment<Pg> for Act<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self { table, order, .. } = self;
        let assigns = order.action == RecordAction::Assign;
        out.push_sql(&format!(
            "WITH was AS (SELECT id, slug, state, version, assigned_to FROM {table} WHERE "
        ));
        match &self.key {
            RecordKey::Id(id) => {
                out.push_sql("id = ");
                out.push_bind_param::<BigInt, _>(id)?;
            }
            RecordKey::Slug(slug) => {
                out.push_sql("slug = ");
                out.push_bind_param::<Text, _>(slug)?;
            }
        }
        let to_admin = if assigns && order.to.is_some() { name_of("assignee") } else { "NULL".to_owned() };
        let from_admin = if assigns { name_of("owner") } else { "NULL".to_owned() };
        let assignee = if assigns && order.to.is_some() { "assignee.id" } else { "NULL::bigint" };
        out.push_sql(&format!(
            " FOR UPDATE), allowed AS (SELECT was.*, {} AS by, {from_admin} AS from_admin, \
             {to_admin} AS to_admin, {assignee} AS assignee \
             FROM was JOIN admins AS actor ON actor.id = ",
            name_of("actor")
        ));
        out.push_bind_param::<BigInt, _>(&self.admin_id)?;
        if assigns {
            out.push_sql(" LEFT JOIN admins AS owner ON owner.id = was.assigned_to");
            if let Some(to) = &order.to {
                out.push_sql(" JOIN admins AS assignee ON assignee.username = ");
                out.push_bind_param::<Text, _>(to)?;
            }
        }
        out.push_sql(&format!(" WHERE was.state IN ({})", self.from()));
        if let Some(version) = &order.version {
            out.push_sql(" AND was.version = ");
            out.push_bind_param::<BigInt, _>(version)?;
        }
        if assigns {
            // The same one again is no change.
            out.push_sql(&format!(" AND was.assigned_to IS DISTINCT FROM {assignee}"));
        }
        if let Some(claim) = self.claim {
            // One that was there before; whoever brings it at the same moment fails by the table's key.
            out.push_sql(" AND NOT EXISTS (SELECT FROM idempotency_keys WHERE key = ");
            out.push_bind_param::<Text, _>(&claim.key)?;
            out.push_sql(")");
        }
        let to = self.to().map_or_else(|| "allowed.state".to_owned(), |to| format!("'{}'", to.as_str()));
        let owned = if assigns { "assigned_to = allowed.assignee, " } else { "" };
        let moved = self.to().map_or_else(String::new, |to| format!("state = '{}', ", to.as_str()));
        out.push_sql(&format!(
            "), changed AS (UPDATE {table} SET {moved}{owned}version = {table}.version + 1 \
             FROM allowed WHERE {table}.id = allowed.id RETURNING {table}.id"
        ));
        if let Some(claim) = self.claim {
            out.push_sql("), claimed AS (INSERT INTO idempotency_keys (key, content_hash, slug) SELECT ");
            out.push_bind_param::<Text, _>(&claim.key)?;
            out.push_sql(", ");
            out.push_bind_param::<Binary, _>(&claim.content_hash)?;
            out.push_sql(", slug FROM allowed");
        }
        out.push_sql(&format!(
            "), told AS (INSERT INTO history \
             (kind, record_id, by, action, from_state, to_state, from_admin, to_admin, text) \
             SELECT '{table}', id, by, '{}', state, {to}, from_admin, to_admin, ",
            order.action.as_str()
        ));
        match &order.text {
            Some(text) => out.push_bind_param::<Text, _>(text.as_ref())?,
            None => out.push_sql("NULL"),
        }
        out.push_sql(" FROM allowed) SELECT count(*) FROM changed");
        Ok(())
    }
}

/// Prepared once a connection for each kind of record and each action: the text tells them apart.
impl QueryId for Act<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Act<'_> {
    type SqlType = BigInt;
}
