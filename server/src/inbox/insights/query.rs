//! The query of insights. Postgres counts between instants, and knows no time zones.

use std::{cmp::Reverse, collections::BTreeMap, pin::pin};

use agency_core::instant::{DAY, WRITABLE, format_instant};
use chrono::{DateTime, Utc};
use diesel::{
    pg::data_types::PgInterval,
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Integer, Interval, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::TryStreamExt as _;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{inbox::insights::period::Period, resources::List};

/// Maximum number of landing pages and of campaigns.
const MAX_NAMES: usize = 10;

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

/// A row for each list, part and source, in no order. The first part is the period before.
const RECORDS: &str = "
    SELECT part, list, records.*
    FROM generate_series(1, cardinality($2) - 1) AS part, unnest($1) AS list, LATERAL (
        SELECT channel, landing, utm_campaign, count(*) AS stored, count(*) FILTER (WHERE state = 'spam') AS spam,
            count(*) FILTER (WHERE state = 'done') AS done, coalesce(
                array_agg(first_action_at - created_at) FILTER (WHERE first_action_at IS NOT NULL AND state <> 'spam'),
                '{}'
            ) AS times
        FROM submissions
        WHERE kind = list AND created_at >= $2[part] AND created_at < $2[part + 1]
        GROUP BY channel, landing, utm_campaign
    ) AS records";

#[derive(QueryableByName)]
struct RecordsRow {
    #[diesel(sql_type = Integer)]
    part: i32,
    #[diesel(sql_type = Text)]
    list: String,
    #[diesel(sql_type = Text)]
    channel: String,
    #[diesel(sql_type = Nullable<Text>)]
    landing: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    utm_campaign: Option<String>,
    #[diesel(sql_type = BigInt)]
    stored: i64,
    #[diesel(sql_type = BigInt)]
    spam: i64,
    #[diesel(sql_type = BigInt)]
    done: i64,
    /// Without months, because they are differences of instants.
    #[diesel(sql_type = Array<Interval>)]
    times: Vec<PgInterval>,
}

/// Figures of a period and of the one before.
pub(super) struct Figures {
    pub(super) buckets: Vec<SumsResponse>,
    pub(super) total: SumsResponse,
    pub(super) before: SumsResponse,
    pub(super) channels: Vec<NamedResponse>,
    pub(super) landings: Vec<NamedResponse>,
    pub(super) campaigns: Vec<NamedResponse>,
}

/// Loads the figures of a period.
pub(super) async fn load_figures(
    connection: &mut AsyncPgConnection,
    lists: &[List],
    period: &Period,
) -> QueryResult<Figures> {
    let part = |[start, end]: &[DateTime<Utc>; 2]| Part::new(lists, *start, *end);
    let mut parts = period.starts.array_windows().map(part).collect::<Vec<_>>();
    let mut total = Part::new(lists, period.start, period.end);
    let [mut channels, mut landings, mut campaigns] = [(); 3].map(|()| Names(BTreeMap::new()));
    let query =
        sql_query(RECORDS).bind::<Array<Text>, _>(lists.iter().map(|list| list.name()).collect::<Vec<_>>());
    let query = query.bind::<Array<Timestamptz>, _>(&period.starts);
    let mut rows = pin!(query.load_stream::<RecordsRow>(connection).await?);
    while let Some(row) = rows.try_next().await? {
        let at = usize::try_from(row.part - 1).unwrap_or_default();
        parts.get_mut(at).into_iter().for_each(|part| part.add(&row));
        if at > 0 {
            total.add(&row);
            channels.add(lists, Some(&row.channel), &row);
            landings.add(lists, row.landing.as_ref(), &row);
            campaigns.add(lists, row.utm_campaign.as_ref(), &row);
        }
    }
    let mut parts = parts.into_iter().map(Part::finish);
    Ok(Figures {
        before: parts.next().unwrap_or_default(),
        buckets: parts.collect(),
        total: total.finish(),
        channels: channels.finish(),
        landings: landings.finish(),
        campaigns: campaigns.finish(),
    })
}

/// Records of some time, while they are added.
struct Part {
    sums: SumsResponse,
    /// Times until the first actions, in microseconds.
    times: Vec<i64>,
}

impl Part {
    fn new(lists: &[List], start: DateTime<Utc>, end: DateTime<Utc>) -> Self {
        let (start, end) = (start.timestamp_micros(), end.timestamp_micros());
        let sums = SumsResponse {
            from: format_instant(start),
            to: format_instant(end.saturating_sub(1).max(WRITABLE.start)),
            lists: lists.iter().map(|list| (list.name(), CountsResponse::default())).collect(),
            ..SumsResponse::default()
        };
        Self { sums, times: Vec::new() }
    }

    fn add(&mut self, row: &RecordsRow) {
        let count = row.stored - row.spam;
        let answered = i64::try_from(row.times.len()).unwrap_or_default();
        if let Some(counts) = self.sums.lists.get_mut(&*row.list) {
            counts.count += count;
            counts.spam += row.spam;
            counts.waiting += count - answered;
            counts.answered += answered;
        }
        self.times.extend(row.times.iter().map(|time| i64::from(time.days) * DAY + time.microseconds));
    }

    fn finish(mut self) -> SumsResponse {
        self.times.sort_unstable();
        SumsResponse { median: self.percentile(50), p90: self.percentile(90), ..self.sums }
    }

    /// Returns a percentile of the sorted times by nearest rank, in seconds.
    #[expect(clippy::cast_precision_loss, reason = "2^53 microseconds are 285 years")]
    fn percentile(&self, percent: usize) -> Option<f64> {
        let rank = self.times.len().saturating_mul(percent).div_ceil(100);
        self.times.get(rank.checked_sub(1)?).map(|micros| *micros as f64 / 1e6)
    }
}

/// Records by the names of one kind of source, while they are added. Sorted bytewise.
struct Names(BTreeMap<String, BTreeMap<&'static str, NamedCountsResponse>>);

impl Names {
    fn add(&mut self, lists: &[List], name: Option<&String>, row: &RecordsRow) {
        let count = row.stored - row.spam;
        let Some(name) = name.filter(|_| count > 0) else { return };
        let empty = || lists.iter().map(|list| (list.name(), NamedCountsResponse::default())).collect();
        let counts = self.0.entry(name.clone()).or_insert_with(empty);
        if let Some(counts) = counts.get_mut(&*row.list) {
            counts.count += count;
            counts.done += row.done;
        }
    }

    /// Returns the most frequent names.
    fn finish(self) -> Vec<NamedResponse> {
        let mut names =
            self.0.into_iter().map(|(name, lists)| NamedResponse { name, lists }).collect::<Vec<_>>();
        names.sort_by_key(|named| Reverse(named.lists.values().map(|counts| counts.count).sum::<i64>()));
        names.truncate(MAX_NAMES);
        names
    }
}
