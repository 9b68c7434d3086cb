//! The body of an export, read in batches at the speed of the client.

use std::borrow::Cow;

use agency_core::{
    export::cell,
    filter::Filter,
    search::{Index, TOKENISER},
};
use anyhow::{Result, ensure};
use axum::body::{Body, Bytes};
use chrono::SecondsFormat;
use csv::{Terminator, Writer, WriterBuilder};
use diesel_async::{AsyncConnection as _, RunQueryDsl as _, SimpleAsyncConnection as _};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use crate::{
    auth::{sign_ins::Access, signed_in::SignedIn},
    inbox::{
        condition::{Condition, Place, order_by},
        export::{audit::Audit, routes::ExportState},
        resource::Resource,
        search::SCAN_ORDER_INDEX,
        submission::{Row, select_rows},
    },
    storage,
};

/// Spreadsheets recognise UTF-8 by it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Rows that are read at once. A row has at most about 40 KB of text.
const BATCH_ROWS: usize = 250;

/// An export that is being sent.
pub(super) struct Export {
    pub(super) state: ExportState,
    pub(super) signed_in: SignedIn,
    pub(super) filter: Filter,
    pub(super) audit: Audit,
    /// The last row that was sent.
    pub(super) last: Option<Place>,
}

impl Export {
    /// Streams the file. Reads each batch when the client is ready for it.
    pub(super) fn body<R: Resource>(self) -> Body {
        let batches = stream::try_unfold(Some(self), |export| async move {
            let Some(mut export) = export else { return Ok(None) };
            let requests = export.state.requests.clone();
            // In a task of its own, so that a client that disconnects leaves no statement running on a connection that
            // goes back to the pool.
            let reading = requests.spawn(async move {
                let rows = export.batch::<R>().await?;
                let written = export.format_rows(&rows)?;
                let rest = (rows.len() == BATCH_ROWS).then_some(export);
                Ok(Some((written, rest)))
            });
            reading.await?
        });
        let parts = stream::once(async { head::<R>() }).chain(batches);
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
        let access = self.state.sign_ins.find_access(&self.state.pool, &self.signed_in.family).await;
        ensure!(matches!(access, Ok(Some(Access::Full))), "the session has ended, or could not be checked");
        let Self { filter, signed_in, .. } = self;
        let (kind, admin_id) = (R::STORED.table, signed_in.admin_id);
        let mut condition = Condition::of_filter(kind, filter, admin_id, true).and_until(self.audit.at);
        let after = self.last.as_ref().map(|last| condition.after(last, filter.sort, false));
        let statement = format!(
            "{} WHERE {}{}{} {} LIMIT {BATCH_ROWS}",
            select_rows::<R>(),
            condition.sql(),
            if after.is_some() { " AND " } else { "" },
            after.unwrap_or_default(),
            order_by(filter.sort, false)
        );
        let statement = condition.bind(statement);
        let _permit = self.state.reads.acquire().await?;
        let mut connection = storage::get(&self.state.pool).await?;
        let rows: Vec<Row<R>> = connection
            .transaction(async |connection| -> diesel::QueryResult<_> {
                connection.batch_execute(SCAN_ORDER_INDEX).await?;
                statement.load(connection).await
            })
            .await?;
        self.last = rows.last().map(|Row { submission, .. }| Place {
            id: submission.id,
            created_at: submission.created_at,
            name_key: submission.name_key.clone(),
        });
        Ok(rows)
    }

    /// Formats rows as CSV. The search is repeated for rows with outdated words.
    fn format_rows<R: Resource>(&mut self, rows: &[Row<R>]) -> Result<Bytes> {
        let mut writer = writer();
        let query = self.filter.query();
        for row in rows {
            let Row { submission, details } = row;
            let is_checked = query.is_empty() || submission.words_version >= TOKENISER;
            if is_checked || query.matches(&Index::from_texts(details.texts(submission))) {
                writer.write_record(cells(row).map(|cell| cell.into_owned().into_bytes()))?;
                self.audit.rows = self.audit.rows.saturating_add(1);
            }
        }
        Ok(writer.into_inner()?.into())
    }
}

/// Creates a writer of CSV as in RFC 4180.
fn writer() -> Writer<Vec<u8>> {
    WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new())
}

/// Formats the byte-order mark and the header row.
fn head<R: Resource>() -> Result<Bytes> {
    let mut writer = writer();
    writer.write_record(columns::<R>())?;
    Ok([BYTE_ORDER_MARK, &writer.into_inner()?].concat().into())
}

/// Returns the names of the columns.
pub(in crate::inbox) fn columns<R: Resource>() -> Vec<&'static str> {
    [&["submitted_at"], R::TEXTS, &["state", "assigned_to", "slug"]].concat()
}

/// Returns the cells of a row.
fn cells<R: Resource>(Row { submission, details }: &Row<R>) -> impl Iterator<Item = Cow<'_, str>> {
    // Same format as in the API.
    let submitted_at = Cow::from(submission.created_at.to_rfc3339_opts(SecondsFormat::Micros, true));
    let assignee = submission.assignee_username.as_deref().unwrap_or_default();
    let work = [&submission.state, assignee, &submission.slug].map(cell);
    std::iter::once(submitted_at).chain(details.texts(submission).into_iter().map(cell)).chain(work)
}
