//! The contact form as it arrives and is stored.

use agency_core::{
    contact::{self, ContactForm},
    mail::Arrived,
    sort::name_key,
};
use axum::extract::Request;
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::QueryFragment,
    sql_types::{Nullable, Text},
};

use crate::{
    http::error::ApiError,
    kinds::consultations::record,
    search::words::Searched,
    storage::schema::consultations,
    submissions::{
        create::{Counted, StoredForm},
        form::{self, Received},
        judgement::Judged,
        store::{NewRecord, claimed},
    },
};

/// A form as it was typed.
pub(crate) struct ReceivedForm(ContactForm<'static>);

impl StoredForm for ReceivedForm {
    const COUNTED: Counted = Counted::WithStoring;
    type Resources = ();
    type Record<'a> = ContactForm<'a>;

    async fn read(request: Request, (): &()) -> Result<Received<Self>, ApiError> {
        form::read(request).await.map(|received| received.map(Self))
    }

    fn accept(&self) -> Result<ContactForm<'_>, ApiError> {
        self.0.accept().map_err(ApiError::refused)
    }
}

impl NewRecord for ContactForm<'_> {
    const KIND: &'static str = contact::STORED.record;
    const TABLE: &'static str = contact::STORED.table;
    const ONE_STATEMENT: bool = true;

    fn content(&self) -> impl Iterator<Item = &[u8]> + Send {
        [&*self.message, &self.full_name, &self.email, &self.referral].into_iter().map(str::as_bytes)
    }

    fn searched(&self) -> Searched {
        record::searched(&self.full_name, &self.email, &self.referral, &self.message)
    }

    fn judged(&self) -> Judged<'_> {
        Judged {
            name: &self.full_name,
            email: &self.email,
            text: &self.message,
            others: vec![&self.referral],
        }
    }

    fn arrived(&self) -> Arrived<'_> {
        Arrived {
            record: Self::KIND,
            full_name: &self.full_name,
            email: &self.email,
            matter: None,
            facts: vec![("Referral", &self.referral)],
            text: ("Message", &self.message),
        }
    }

    fn insert<'a>(&'a self, slug: &'a str) -> impl QueryFragment<Pg> + Send + 'a {
        let referral = Some(self.referral.as_ref()).filter(|referral| !referral.is_empty());
        let values = claimed::table.select((
            slug.into_sql::<Text>(),
            self.full_name.as_ref().into_sql::<Text>(),
            name_key(&self.full_name).into_sql::<Text>(),
            self.email.as_ref().into_sql::<Text>(),
            referral.into_sql::<Nullable<Text>>(),
            self.message.as_ref().into_sql::<Text>(),
            claimed::state,
            claimed::version,
            claimed::spam_reasons,
        ));
        diesel::insert_into(consultations::table)
            .values(values)
            .into_columns((
                consultations::slug,
                consultations::full_name,
                consultations::name_key,
                consultations::email,
                consultations::referral,
                consultations::message,
                consultations::state,
                consultations::version,
                consultations::spam_reasons,
            ))
            .returning((
                consultations::id,
                consultations::created_at,
                consultations::state,
                consultations::name_key,
            ))
    }
}
