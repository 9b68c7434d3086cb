//! How the work on a record stands: its state, whose it is, and its version.

use std::borrow::Cow;

use agency_core::work::RecordState;
use diesel::{
    deserialize::{self, FromSql, FromSqlRow},
    pg::{Pg, PgValue},
    prelude::*,
    sql_types::{Integer, Nullable, Text},
};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{AllOfBuilder, ObjectBuilder, Ref, RefOr, Schema, Type},
};

/// What is selected of a record beside its own columns, where the record's table is joined with its admin's as `owner`.
pub(crate) type WorkSql = (Text, Integer, Nullable<Text>, Nullable<Text>);

/// How the work on a record stands.
#[derive(Clone, Debug, Queryable)]
pub(crate) struct Work {
    #[diesel(deserialize_as = StoredState)]
    pub(crate) state: RecordState,
    pub(crate) version: i32,
    /// The username of the admin whose it is, and what that account is called.
    username: Option<String>,
    name: Option<String>,
}

impl Work {
    /// The username of whoever has the record.
    pub(crate) fn owner(&self) -> Option<&str> {
        self.username.as_deref()
    }
}

/// A state as it is stored.
#[derive(FromSqlRow)]
pub(crate) struct StoredState(RecordState);

impl From<StoredState> for RecordState {
    fn from(state: StoredState) -> Self {
        state.0
    }
}

impl FromSql<Text, Pg> for StoredState {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let name = <String as FromSql<Text, Pg>>::from_sql(value)?;
        RecordState::parse(&name).map(Self).ok_or_else(|| "a state that the rules do not know".into())
    }
}

/// The columns of [`WorkSql`].
pub(crate) fn columns(table: &str) -> String {
    format!("{table}.state, {table}.version, owner.username, {}", name_of("owner"))
}

/// Joins a record's table with the admin whose it is.
pub(crate) fn owner(table: &str) -> String {
    format!(" LEFT JOIN admins AS owner ON owner.id = {table}.assigned_to")
}

/// What an account is called on the screen: by its name, or by its username where it has none.
pub(crate) fn name_of(account: &str) -> String {
    format!(
        "coalesce(nullif(btrim({account}.first_name || ' ' || {account}.last_name), ''), {account}.username)"
    )
}

/// An account, as somebody who may have records.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PersonResponse {
    /// The account's name.
    pub(crate) username: String,
    /// What it is called on the screen.
    pub(crate) name: String,
}

/// How the work on a record stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WorkResponse {
    /// How far the work has come.
    #[schema(schema_with = state_schema)]
    state: RecordState,
    /// Whose the record is.
    assigned_to: Option<PersonResponse>,
    /// One more with every action.
    #[schema(minimum = 1)]
    version: i32,
}

/// A record as the dashboard reads it in a list.
#[derive(Debug, Serialize)]
pub(crate) struct WorkedResponse<T> {
    #[serde(flatten)]
    record: T,
    #[serde(flatten)]
    work: WorkResponse,
}

impl<T: ToSchema> utoipa::PartialSchema for WorkedResponse<T> {
    fn schema() -> RefOr<Schema> {
        all_of(&[T::name(), WorkResponse::name()])
    }
}

impl<T: ToSchema> ToSchema for WorkedResponse<T> {
    fn name() -> Cow<'static, str> {
        format!("WorkedResponse_{}", T::name()).into()
    }
}

/// What has the properties of all these.
pub(crate) fn all_of(names: &[Cow<'_, str>]) -> RefOr<Schema> {
    let all =
        names.iter().fold(AllOfBuilder::new(), |all, name| all.item(Ref::from_schema_name(name.as_ref())));
    Schema::AllOf(all.build()).into()
}

impl<T> WorkedResponse<T> {
    /// The record with its work.
    pub(crate) fn new(record: T, work: Work) -> Self {
        let Work { state, version, username, name } = work;
        let assigned_to = username.zip(name).map(|(username, name)| PersonResponse { username, name });
        Self { record, work: WorkResponse { state, assigned_to, version } }
    }
}

/// The states, as the rules have them.
pub(crate) fn state_schema() -> ObjectBuilder {
    let states = RecordState::ALL.map(RecordState::as_str);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(states))
}
