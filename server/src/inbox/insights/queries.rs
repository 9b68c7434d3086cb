//! The queries of insights. Postgres counts between instants, and knows no time zones.

use std::collections::BTreeMap;

use agency_core::instant::{WRITABLE, format_instant};
use chrono::{DateTime, Utc};
use diesel::{
    deserialize::QueryableByName,
    pg::Pg,
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Double, Integer, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{inbox::insights::period::Period, resources::List, storage::functions::set_config};

/// Figures of some time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub(crate) struct SumsResponse {
    /// The first instant, as a list takes it.
    pub(crate) from: String,
    /// The last instant, as a list takes it.
    pub(crate) to: String,
    /// By the names of the lists that were asked for.
    pub(crate) lists: BTreeMap<&'static str, CountsResponse>,
    /// Median of the seconds until the first action on the records that have one, spam left out; null without any.
    #[schema(required = true)]
    pub(crate) median: Option<f64>,
    /// 90th percentile (nearest rank) of the same.
    #[schema(required = true)]
    pub(crate) p90: Option<f64>,
}

/// Records of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = InsightsCountsResponse)]
pub(crate) struct CountsResponse {
    /// Number of records but spam.
    pub(crate) count: i64,
    /// Number of spam.
    pub(crate) spam: i64,
    /// How many of `count` have no first action.
    pub(crate) waiting: i64,
    /// How many of `count` have one.
    pub(crate) answered: i64,
}

/// Records with one source.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedResponse {
    pub(crate) name: String,
    /// By the names of the lists that were asked for.
    pub(crate) lists: BTreeMap<&'static str, NamedCountsResponse>,
}

/// Records of a list with one source.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub(crate) struct NamedCountsResponse {
    /// Number of records but spam.
    pub(crate) count: i64,
    /// How many of them are done.
    pub(crate) done: i64,
}

impl SumsResponse {
    /// Returns the figures of a time without records.
    fn new(lists: &[List], start: DateTime<Utc>, end: DateTime<Utc>) -> Self {
        let (start, end) = (start.timestamp_micros(), end.timestamp_micros());
        let lists = lists.iter().map(|list| (list.name(), CountsResponse::default())).collect();
        Self {
            from: format_instant(start),
            to: format_instant(end.saturating_sub(1).max(WRITABLE.start)),
            lists,
            ..Self::default()
        }
    }
}

/// Figures of a period.
pub(super) struct Sums {
    pub(super) buckets: Vec<SumsResponse>,
    pub(super) total: SumsResponse,
    pub(super) before: SumsResponse,
}

/// The most frequent sources of a period.
#[derive(Default)]
pub(super) struct Names {
    pub(super) channels: Vec<NamedResponse>,
    pub(super) landings: Vec<NamedResponse>,
    pub(super) campaigns: Vec<NamedResponse>,
}

/// A row for each list and part, of which the first is the period before.
const COUNTS: &str = "
    SELECT part, list, counts.*
    FROM generate_series(1, cardinality($2) - 1) AS part, unnest($1) AS list, LATERAL (
        SELECT count(*) FILTER (WHERE state <> 'spam') AS count,
            count(*) FILTER (WHERE state = 'spam') AS spam,
            count(first_action_at) FILTER (WHERE state <> 'spam') AS answered
        FROM submissions
        WHERE kind = list AND created_at >= $2[part] AND created_at < $2[part + 1]
    ) AS counts";

/// A row for each part, and one for the whole period as part 0.
const TIMES: &str = "
    SELECT part, extract(epoch FROM median)::float8 AS median, extract(epoch FROM p90)::float8 AS p90
    FROM (
        SELECT part, $2[part] AS start, $2[part + 1] AS stop FROM generate_series(1, cardinality($2) - 1) AS part
        UNION ALL SELECT 0, $2[2], $2[cardinality($2)]
    ) AS parts, LATERAL (
        SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY first_action_at - created_at) AS median,
            percentile_disc(0.9) WITHIN GROUP (ORDER BY first_action_at - created_at) AS p90
        FROM submissions
        WHERE kind = ANY ($1) AND created_at >= start AND created_at < stop AND state <> 'spam'
    ) AS times";

/// Rows of the same name are together, the most frequent name first.
const NAMES: &str = "
    WITH sources AS (
        SELECT kind, channel, landing, utm_campaign, count(*) AS count, count(*) FILTER (WHERE state = 'done') AS done
        FROM submissions
        WHERE kind = ANY ($1) AND created_at >= $2[2] AND created_at < $2[cardinality($2)] AND state <> 'spam'
        GROUP BY kind, channel, landing, utm_campaign
    ), counted AS (
        SELECT dimension, name, kind, sum(count)::int8 AS count, sum(done)::int8 AS done
        FROM sources, LATERAL (
            VALUES ('channel', channel), ('landing', landing), ('campaign', utm_campaign)
        ) AS of_source (dimension, name)
        WHERE name IS NOT NULL GROUP BY dimension, name, kind
    ), summed AS (
        SELECT *, sum(count) OVER (PARTITION BY dimension, name) AS total FROM counted
    ), ranked AS (
        SELECT *, dense_rank() OVER (PARTITION BY dimension ORDER BY total DESC, name) AS rank FROM summed
    )
    SELECT dimension, name, kind, count, done FROM ranked WHERE rank <= 10 ORDER BY dimension, rank";

#[derive(QueryableByName)]
struct CountsRow {
    #[diesel(sql_type = Integer)]
    part: i32,
    #[diesel(sql_type = Text)]
    list: String,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = BigInt)]
    spam: i64,
    #[diesel(sql_type = BigInt)]
    answered: i64,
}

#[derive(QueryableByName)]
struct TimesRow {
    #[diesel(sql_type = Integer)]
    part: i32,
    #[diesel(sql_type = Nullable<Double>)]
    median: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    p90: Option<f64>,
}

#[derive(QueryableByName)]
struct NamesRow {
    #[diesel(sql_type = Text)]
    dimension: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = BigInt)]
    done: i64,
}

/// Loads the figures of each bucket and of both periods.
pub(super) async fn load_sums(
    connection: &mut AsyncPgConnection,
    lists: &[List],
    period: &Period,
) -> QueryResult<Sums> {
    // Compiling a statement would take longer than running it.
    diesel::select(set_config("jit", "off", true)).execute(connection).await?;
    let counts: Vec<CountsRow> = load(connection, COUNTS, lists, period).await?;
    let times: Vec<TimesRow> = load(connection, TIMES, lists, period).await?;
    let empty = |[start, end]: &[DateTime<Utc>; 2]| SumsResponse::new(lists, *start, *end);
    let mut parts = period.starts.array_windows().map(empty).collect::<Vec<_>>();
    let to = parts.last().map(|last| last.to.clone()).unwrap_or_default();
    let mut total = SumsResponse { to, ..parts.get(1).cloned().unwrap_or_default() };
    for CountsRow { part, list, count, spam, answered } in counts {
        let of_part = at(&mut parts, part).into_iter();
        // The first part is before the period.
        for sums in of_part.chain((part > 1).then_some(&mut total)) {
            if let Some(counts) = sums.lists.get_mut(&*list) {
                counts.count += count;
                counts.spam += spam;
                counts.waiting += count - answered;
                counts.answered += answered;
            }
        }
    }
    for TimesRow { part, median, p90 } in times {
        if let Some(sums) = if part == 0 { Some(&mut total) } else { at(&mut parts, part) } {
            (sums.median, sums.p90) = (median, p90);
        }
    }
    let before = parts.remove(0);
    Ok(Sums { buckets: parts, total, before })
}

/// Returns a part by its number, from 1.
fn at(parts: &mut [SumsResponse], part: i32) -> Option<&mut SumsResponse> {
    parts.get_mut(usize::try_from(part).ok()?.checked_sub(1)?)
}

/// Loads the most frequent channels, landing pages and campaigns.
pub(super) async fn load_names(
    connection: &mut AsyncPgConnection,
    lists: &[List],
    period: &Period,
) -> QueryResult<Names> {
    let rows: Vec<NamesRow> = load(connection, NAMES, lists, period).await?;
    let mut names = Names::default();
    for NamesRow { dimension, name, kind, count, done } in rows {
        let rows = match &*dimension {
            "channel" => &mut names.channels,
            "landing" => &mut names.landings,
            _ => &mut names.campaigns,
        };
        if rows.last().is_none_or(|last| last.name != name) {
            let lists = lists.iter().map(|list| (list.name(), NamedCountsResponse::default())).collect();
            rows.push(NamedResponse { name, lists });
        }
        if let Some(counts) = rows.last_mut().and_then(|last| last.lists.get_mut(&*kind)) {
            *counts = NamedCountsResponse { count, done };
        }
    }
    Ok(names)
}

async fn load<Row>(
    connection: &mut AsyncPgConnection,
    query: &str,
    lists: &[List],
    period: &Period,
) -> QueryResult<Vec<Row>>
where
    Row: QueryableByName<Pg> + Send + 'static,
{
    let lists = lists.iter().map(|list| list.name()).collect::<Vec<_>>();
    let query = sql_query(query).bind::<Array<Text>, _>(lists);
    query.bind::<Array<Timestamptz>, _>(&period.starts).load(connection).await
}
