//! Insights: how many submissions came in, from where, and how soon somebody took them up.

mod period;
mod query;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::{
    Json,
    extract::{FromRequestParts, State},
    http::request::Parts,
};
use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use url::form_urlencoded;
use utoipa::ToSchema;

use crate::{
    auth::current_admin::CurrentAdmin,
    config::retention::Policy,
    http::{
        error::{ApiError, ErrorResponse},
        instant,
    },
    inbox::{
        insights::{
            period::{Period, Unit},
            query::{Figures, NamedResponse, SumsResponse, load_figures},
        },
        state::InboxState,
    },
    resources::List,
    storage,
};

/// Figures of a period, of its weeks or months, and of the period of the same length before it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct InsightsResponse {
    /// First day.
    pub(crate) from: NaiveDate,
    /// Last day.
    pub(crate) to: NaiveDate,
    /// The time zone of the days.
    pub(crate) zone: &'static str,
    /// What a bucket is.
    pub(crate) unit: Unit,
    /// Weeks from Monday or months, the oldest first; the first and the last are cut to the period.
    pub(crate) buckets: Vec<SumsResponse>,
    /// The whole period.
    pub(crate) total: SumsResponse,
    /// The same number of days directly before it.
    pub(crate) before: SumsResponse,
    /// Channels, the most frequent first. As in `landings` and `campaigns`, spam is left out, and ties are sorted bytewise.
    #[schema(max_items = 8)]
    pub(crate) channels: Vec<NamedResponse>,
    /// The ten most frequent landing pages.
    #[schema(max_items = 10)]
    pub(crate) landings: Vec<NamedResponse>,
    /// The ten most frequent campaigns.
    #[schema(max_items = 10)]
    pub(crate) campaigns: Vec<NamedResponse>,
    /// The settings of at least one of these lists delete records from before this time; null if all are kept.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    pub(crate) kept_from: Option<DateTime<Utc>>,
    /// Spam that was marked before this time is deleted by the settings; null if all is kept.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    pub(crate) spam_kept_from: Option<DateTime<Utc>>,
}

/// Period of the figures. Rejects invalid values with 422.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct InsightsParams {
    /// Name of a list; all of them without it
    #[param(inline, value_type = Option<List>)]
    list: Option<List>,
    /// First day, such as 2026-01-31
    from: NaiveDate,
    /// Last day, at most 1,830 days
    to: NaiveDate,
    /// Time zone of the days, such as America/Chicago
    #[param(value_type = String)]
    zone: Tz,
}

impl<S: Send + Sync> FromRequestParts<S> for InsightsParams {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let query = parts.uri.query().unwrap_or_default().as_bytes();
        // Of a parameter that is given twice, the first counts.
        let value = |name| form_urlencoded::parse(query).find(|(key, _)| key == name).map(|(_, value)| value);
        let list = value("list").map(|name| List::ALL.into_iter().find(|list| list.name() == name));
        let [from, to] = ["from", "to"].map(|name| period::parse_day(&value(name)?));
        let zone = value("zone").and_then(|name| name.parse().ok());
        let mut errors = Vec::new();
        if list == Some(None) {
            errors.push(period::LIST_ERROR);
        }
        errors.extend(period::errors(from, to));
        match (from, to, zone) {
            (Some(from), Some(to), Some(zone)) if errors.is_empty() => {
                Ok(Self { list: list.flatten(), from, to, zone })
            }
            _ => {
                errors.extend(zone.is_none().then_some(period::ZONE_ERROR));
                Err(ApiError::refused(errors))
            }
        }
    }
}

/// Returns the figures of a period.
///
/// Counts are of what is stored now, in the states that records have now. Each bucket begins and ends where a list with its
/// `from` and `to` does.
#[utoipa::path(
    get,
    path = "/insights",
    tag = "work",
    params(InsightsParams),
    responses(
        (status = 200, description = "The figures", body = InsightsResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn get_insights(
    _: CurrentAdmin,
    State(state): State<Arc<InboxState>>,
    params: InsightsParams,
) -> Result<Json<InsightsResponse>, ApiError> {
    let InsightsParams { list, from, to, zone } = params;
    let lists = list.map_or(List::ALL.to_vec(), |list| vec![list]);
    let period = Period::new(from, to, zone);
    let _permit = state.long_work.permit().await?;
    let mut connection = storage::connection(&state.pool).await?;
    let mut transaction = connection.build_transaction().read_only();
    let figures = transaction.run(async |connection| load_figures(connection, &lists, &period).await).await?;
    let Figures { buckets, total, before, channels, landings, campaigns } = figures;
    let (unit, zone) = (period.unit, zone.name());
    let Policy { lists: kept, spam } = &*state.retention;
    let kept_from = start_of_retention(lists.iter().filter_map(|list| kept.get(list.name())).min());
    let spam_kept_from = start_of_retention(spam.as_ref());
    Ok(Json(InsightsResponse {
        from,
        to,
        zone,
        unit,
        buckets,
        total,
        before,
        channels,
        landings,
        campaigns,
        kept_from,
        spam_kept_from,
    }))
}

/// Returns the time from which on records are kept for a number of days; none if all are kept.
fn start_of_retention(days: Option<&u32>) -> Option<DateTime<Utc>> {
    Utc::now().checked_sub_days(Days::new(u64::from(*days?)))
}
