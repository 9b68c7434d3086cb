//! The body of an export, read in batches at the speed of the client.

use std::{borrow::Cow, sync::Arc};

use agency_core::{export::cell, filter::Filter, search::Query};
use anyhow::{Result, bail};
use axum::body::{Body, Bytes};
use chrono::SecondsFormat;
use csv::{Terminator, Writer, WriterBuilder};
use diesel_async::{AsyncConnection as _, RunQueryDsl as _, SimpleAsyncConnection as _};
use futures_util::{TryStreamExt as _, stream};
use tokio_util::task::TaskTracker;

use crate::{
    auth::{
        sign_ins::{Access, SignIns},
        signed_in::SignedIn,
    },
    inbox::{
        condition::{Condition, Place, order_by},
        export::{audit::Audit, routes::ExportLimit},
        resource::Resource,
        search::SCAN_ORDER_INDEX,
        submission::{Row, select_rows},
    },
    storage::{self, Pool},
};

/// Spreadsheets recognise UTF-8 by it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Rows that are read at once. A row has at most about 40 KB of text.
const BATCH_ROWS: usize = 250;

/// An export that is being sent.
pub(super) struct Export {
    pub(super) pool: Pool,
    pub(super) sign_ins: Arc<SignIns>,
    pub(super) signed_in: SignedIn,
    pub(super) filter: Filter,
    /// The search, while older records have outdated words. Their texts are then matched as they are read.
    pub(super) judged_by: Option<Query>,
    pub(super) audit: Audit,
    pub(super) limit: ExportLimit,
    /// The last row that was sent.
    pub(super) last: Option<Place>,
}

/// Progress of an export.
enum Step {
    Head,
    Rows,
    End,
}

impl Export {
    /// Streams the file. Reads each batch when the client is ready for it.
    pub(super) fn body<R: Resource>(self, requests: TaskTracker) -> Body {
        let parts = stream::try_unfold((self, Step::Head), move |(mut export, step)| {
            let requests = requests.clone();
            async move {
                match step {
                    Step::Head => Ok(Some((head::<R>()?, (export, Step::Rows)))),
                    Step::End => Ok(None),
                    // In a task of its own, so that a client that disconnects leaves no statement running on a
                    // connection that goes back to the pool.
                    Step::Rows => {
                        let reading = requests.spawn(async move {
                            let rows = export.batch::<R>().await?;
                            let step = if rows.len() < BATCH_ROWS { Step::End } else { Step::Rows };
                            let written = export.written(&rows)?;
                            Ok(Some((written, (export, step))))
                        });
                        reading.await?
                    }
                }
            }
        });
        Body::from_stream(parts.inspect_err(|error: &anyhow::Error| {
            tracing::warn!(error = format!("{error:#}"), "an export was cut short");
        }))
    }

    /// Reads the next rows after the last one:
    ///
    /// ```sql
    /// SELECT s.id, … FROM submissions AS s JOIN … WHERE {condition} AND s.created_at <= $2
    ///     AND (s.created_at, s.id) < ($3, $4) ORDER BY s.created_at DESC, s.id DESC LIMIT 250
    /// ```
    ///
    /// A search scans the index of the order too, so that the whole file reads each row once.
    async fn batch<R: Resource>(&mut self) -> Result<Vec<Row<R>>> {
        self.check_session().await?;
        let Self { filter, signed_in, .. } = self;
        let (kind, admin_id) = (R::STORED.table, signed_in.admin_id);
        let condition = if self.judged_by.is_some() {
            Condition::of_filter_with_outdated(kind, filter, admin_id)
        } else {
            Condition::of_filter(kind, filter, admin_id)
        };
        let mut condition = condition.and_until(self.audit.at);
        let after = self.last.as_ref().map(|last| condition.after(last, filter.sort));
        let statement = format!(
            "{} WHERE {}{}{} {} LIMIT {BATCH_ROWS}",
            select_rows::<R>(),
            condition.sql(),
            if after.is_some() { " AND " } else { "" },
            after.unwrap_or_default(),
            order_by("s", filter.sort, false)
        );
        let statement = condition.bind(statement);
        let _permit = self.limit.0.acquire().await?;
        let mut connection = storage::get(&self.pool).await?;
        let rows: Vec<Row<R>> = connection
            .transaction(async |connection| -> diesel::QueryResult<_> {
                connection.batch_execute(SCAN_ORDER_INDEX).await?;
                statement.load(connection).await
            })
            .await?;
        self.last = rows.last().map(|row| Place::from(&row.submission));
        Ok(rows)
    }

    /// Formats rows as CSV, without those that the search does not match.
    fn written<R: Resource>(&mut self, rows: &[Row<R>]) -> Result<Bytes> {
        let mut writer = writer();
        for row in rows {
            let is_hit = |query: &Query| query.matches(&R::search_document(row).0);
            if self.judged_by.as_ref().is_none_or(is_hit) {
                writer.write_record(cells(row).map(|cell| cell.into_owned().into_bytes()))?;
                self.audit.rows = self.audit.rows.saturating_add(1);
            }
        }
        Ok(writer.into_inner()?.into())
    }

    /// Fails once the session has ended.
    async fn check_session(&self) -> Result<()> {
        match self.sign_ins.find_access(&self.pool, &self.signed_in.family).await {
            Ok(Some(Access::Full)) => Ok(()),
            Ok(_) => bail!("the session has ended"),
            Err(_) => bail!("the session could not be checked"),
        }
    }
}

/// Creates a writer of CSV as in RFC 4180.
fn writer() -> Writer<Vec<u8>> {
    WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new())
}

/// Formats the byte-order mark and the header row.
fn head<R: Resource>() -> Result<Bytes> {
    let mut writer = writer();
    writer.write_record(R::EXPORT_COLUMNS)?;
    Ok([BYTE_ORDER_MARK, &writer.into_inner()?].concat().into())
}

/// Returns the cells of a row.
fn cells<R: Resource>(row: &Row<R>) -> impl Iterator<Item = Cow<'_, str>> {
    let submission = &row.submission;
    // Same format as in the API.
    let submitted_at = Cow::from(submission.created_at.to_rfc3339_opts(SecondsFormat::Micros, true));
    let assignee = submission.assignee_username.as_deref().unwrap_or_default();
    let work = [submission.state.as_str(), assignee, &submission.slug].map(cell);
    std::iter::once(submitted_at).chain(R::exported(row).into_iter().map(cell)).chain(work)
}
