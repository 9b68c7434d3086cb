//! Record types: their forms, tables and responses.

pub(crate) mod applications;
pub(crate) mod consultations;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use agency_core::{application, contact, form::StoredForm};
use axum::extract::FromRef;
use diesel::{
    deserialize::{self, Queryable},
    dsl::auto_type,
    pg::Pg,
    prelude::*,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::client::TrustedProxies,
    intake::state::IntakeState,
    resources::{
        applications::{record::Application, uploads::Uploads},
        consultations::Consultation,
    },
    storage::schema::{self, admins, submissions},
};

/// Returns the endpoints that visitors send forms to.
pub(crate) fn forms<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Arc<IntakeState>: FromRef<S>,
    Arc<Uploads>: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(consultations::create_consultation))
        .routes(routes!(applications::form::create_application))
}

/// The lists of records: one for each form that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum List {
    Consultations,
    Applications,
}

impl List {
    /// All lists.
    pub(crate) const ALL: [Self; 2] = [Self::Consultations, Self::Applications];

    /// Returns its table, and the name of one record.
    pub(crate) const fn stored(self) -> StoredForm {
        match self {
            Self::Consultations => contact::STORED,
            Self::Applications => application::STORED,
        }
    }

    /// Returns its name: the `kind` of its records, and their table.
    pub(crate) const fn name(self) -> &'static str {
        self.stored().table
    }

    /// Returns the names of the texts that a search finds and an export has.
    pub(crate) const fn texts(self) -> &'static [&'static str] {
        match self {
            Self::Consultations => Consultation::TEXTS,
            Self::Applications => Application::TEXTS,
        }
    }
}

/// The fields that only the records of one list have, as stored and as in a response.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = DetailsResponse)]
pub(crate) enum Details {
    Consultations(Consultation),
    Applications(Application),
}

impl Details {
    /// Returns the texts that a search finds and an export has.
    pub(crate) fn texts<'a>(&'a self, full_name: &'a str, email: &'a str) -> Vec<&'a str> {
        match self {
            Self::Consultations(consultation) => consultation.texts(full_name, email),
            Self::Applications(application) => application.texts(full_name, email),
        }
    }
}

/// Selects from the submissions with the tables of all forms, of which one has a row, and the accounts that they are
/// assigned to.
#[auto_type]
pub(crate) fn rows() -> _ {
    submissions::table
        .left_join(schema::consultations::table)
        .left_join(schema::applications::table)
        .left_join(admins::table)
}

/// The columns of the tables of all forms, next to those of `submissions`. A submission has a row in the table of its kind.
#[derive(Queryable, Selectable)]
#[diesel(table_name = submissions, check_for_backend(Pg))]
pub(crate) struct Joined {
    kind: String,
    #[diesel(embed)]
    consultation: Option<Consultation>,
    #[diesel(embed)]
    application: Option<Application>,
}

impl Selectable<Pg> for Details {
    type SelectExpression = <Joined as Selectable<Pg>>::SelectExpression;

    fn construct_selection() -> Self::SelectExpression {
        <Joined as Selectable<Pg>>::construct_selection()
    }
}

impl<Columns> Queryable<Columns, Pg> for Details
where
    Joined: Queryable<Columns, Pg>,
{
    type Row = <Joined as Queryable<Columns, Pg>>::Row;

    fn build(row: Self::Row) -> deserialize::Result<Self> {
        let Joined { kind, consultation, application } = Joined::build(row)?;
        let list = List::ALL.into_iter().find(|list| list.name() == kind);
        let details = list.and_then(|list| match list {
            List::Consultations => consultation.map(Self::Consultations),
            List::Applications => application.map(Self::Applications),
        });
        details.ok_or_else(|| format!("a submission has no row in {kind:?}").into())
    }
}
