//! Consultations as they are stored and as the dashboard reads them.

use agency_core::{
    contact,
    export::CONSULTATION_COLUMNS,
    form::{Form, Stored},
};
use chrono::{DateTime, Utc};
use diesel::{pg::Pg, prelude::*};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::instant,
    kinds::consultations::form::ReceivedForm,
    lists::page::ListRow,
    search::words::Searched,
    storage::schema::consultations,
    submissions::resource::{Exported, Resource},
};

/// A stored consultation.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = consultations, check_for_backend(Pg))]
pub(crate) struct Consultation {
    pub(crate) id: i64,
    pub(crate) slug: String,
    pub(crate) full_name: String,
    pub(crate) email: String,
    pub(crate) referral: Option<String>,
    pub(crate) message: String,
    pub(crate) created_at: DateTime<Utc>,
}

impl ListRow for Consultation {
    const STORED: Stored = contact::STORED;

    fn searched(&self) -> Searched {
        let referral = self.referral.as_deref().unwrap_or_default();
        searched(&self.full_name, &self.email, referral, &self.message)
    }
}

/// What a consultation is found by.
pub(super) fn searched(full_name: &str, email: &str, referral: &str, message: &str) -> Searched {
    Searched::new([full_name, email, referral, message], email)
}

/// A consultation as the dashboard reads it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConsultationResponse {
    id: i64,
    slug: String,
    full_name: String,
    email: String,
    referral: Option<String>,
    message: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    created_at: DateTime<Utc>,
}

impl Resource for Consultation {
    const FORM: &'static Form = &contact::FORM;
    type Form = ReceivedForm;
    type Response = ConsultationResponse;

    const COLUMNS: &'static [&'static str] = &CONSULTATION_COLUMNS;

    fn exported(&self) -> Exported<'_> {
        let referral = self.referral.as_deref().unwrap_or_default();
        let typed = vec![self.full_name.as_str(), &self.email, referral, &self.message];
        Exported { submitted_at: self.created_at, typed, slug: &self.slug }
    }

    fn response(self, (): &()) -> ConsultationResponse {
        ConsultationResponse {
            id: self.id,
            slug: self.slug,
            full_name: self.full_name,
            email: self.email,
            referral: self.referral,
            message: self.message,
            submitted_at: self.created_at,
            created_at: self.created_at,
        }
    }
}
