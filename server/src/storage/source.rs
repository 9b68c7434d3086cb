//! Where a submission came from, as stored and as in responses.

use agency_core::source::Channel;
use diesel::{pg::Pg, prelude::*};
use serde::Serialize;
use utoipa::ToSchema;

use crate::storage::{names::Name, schema::submissions};

/// Where a submission came from.
#[derive(Clone, Debug, PartialEq, Eq, Insertable, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = submissions, check_for_backend(Pg), treat_none_as_default_value = false)]
#[schema(as = SourceResponse)]
#[expect(clippy::struct_field_names, reason = "these are the names of the columns")]
pub(crate) struct Source {
    #[schema(value_type = Channel)]
    pub(crate) channel: Name<Channel>,
    /// Path of the first page of the visit, one of the site's.
    #[schema(required = true)]
    pub(crate) landing: Option<String>,
    /// Host of the site with the link to that page.
    #[schema(required = true)]
    pub(crate) referrer: Option<String>,
    /// Of that page's address.
    #[schema(required = true)]
    pub(crate) utm_source: Option<String>,
    /// Of that page's address.
    #[schema(required = true)]
    pub(crate) utm_medium: Option<String>,
    /// Of that page's address.
    #[schema(required = true)]
    pub(crate) utm_campaign: Option<String>,
}

impl Source {
    /// Returns the source of a form whose page noted none.
    pub(crate) const fn unknown() -> Self {
        Self {
            channel: Name::Known(Channel::Unknown),
            landing: None,
            referrer: None,
            utm_source: None,
            utm_medium: None,
            utm_campaign: None,
        }
    }

    /// Returns the names and values of all columns.
    pub(crate) fn columns(&self) -> [(&'static str, Option<&str>); 6] {
        [
            ("channel", Some(self.channel.as_str())),
            ("landing", self.landing.as_deref()),
            ("referrer", self.referrer.as_deref()),
            ("utm_source", self.utm_source.as_deref()),
            ("utm_medium", self.utm_medium.as_deref()),
            ("utm_campaign", self.utm_campaign.as_deref()),
        ]
    }
}
