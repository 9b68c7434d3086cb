//! The body of an export, read in batches at the speed of the client.

use std::{borrow::Cow, sync::Arc};

use agency_core::{
    filter::Filter,
    search::TOKENISER,
    sort::{SortField, SortOrder},
};
use anyhow::{Context as _, Result, anyhow, ensure};
use axum::body::{Body, Bytes};
use chrono::{DateTime, SecondsFormat, Utc};
use csv::{QuoteStyle, Terminator, Writer, WriterBuilder};
use diesel::prelude::*;
use diesel_async::AsyncConnection as _;
use diesel_full_text_search::TsVectorExtensions as _;
use futures_util::stream;
use tokio::sync::mpsc::{Sender, channel};

use crate::{
    auth::{
        access::{Access, find_access},
        current_admin::CurrentAdmin,
    },
    inbox::{
        export::{audit, cell::cell},
        filtered::{Place, after, narrowed, sorted, terms},
        page::Page,
        rows::load_rows,
        search::{Plan, is_complete},
        state::InboxState,
        submission::Record,
    },
    intake::search_document::index,
    resources::List,
    storage::{self, schema::submissions, source::Source, tsvector::tsquery},
};

/// Spreadsheets recognise UTF-8 by it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Rows that are read at once. A row has at most about 40 KB of text.
const BATCH_ROWS: u32 = 250;

/// An export that is being sent.
pub(super) struct Export {
    pub(super) state: Arc<InboxState>,
    pub(super) admin: CurrentAdmin,
    pub(super) list: List,
    pub(super) filter: Filter,
    pub(super) id: i64,
    /// Start, by the clock of the database.
    pub(super) at: DateTime<Utc>,
    /// Number of rows that were read.
    pub(super) rows: i64,
    /// The last row that was read.
    pub(super) last: Option<Place>,
}

impl Export {
    /// Streams the file from a task, which reads the next batch when the client has taken the last one, and records the end
    /// also after the client has disconnected.
    pub(super) fn body(mut self) -> Body {
        let (sender, receiver) = channel(1);
        let requests = self.state.requests.clone();
        requests.spawn(async move {
            if let Err(error) = self.send(&sender).await {
                tracing::warn!(error = format!("{error:#}"), "an export was cut short");
                let _ = sender.send(Err(error)).await;
            }
            if let Err(error) = audit::end(&self.state.pool, self.id, self.rows).await {
                tracing::error!(error = format!("{error:#}"), "the end of an export was not recorded");
            }
        });
        Body::from_stream(stream::try_unfold(receiver, |mut receiver| async {
            // If the task stops early, the file must not look complete.
            let part: Option<Bytes> = receiver.recv().await.context("the export has stopped")??;
            anyhow::Ok(part.map(|part| (part, receiver)))
        }))
    }

    /// Sends the parts of the file, then `None`. Stops when the client has disconnected.
    async fn send(&mut self, sender: &Sender<Result<Option<Bytes>>>) -> Result<()> {
        // Reindexing changes sort keys of names, so an export in their order could miss a row.
        if self.filter.sort.field() == SortField::NameKey
            && !is_complete(&*storage::get(&self.state.pool).await?, self.list.name()).await?
        {
            self.filter.sort = SortOrder::Newest;
        }
        let mut part = writer(header(self.list).into_bytes());
        // Waits until the client has taken the part before.
        while let Ok(permit) = sender.reserve().await {
            let rows = self.batch().await?;
            self.write_rows(&mut part, &rows)?;
            permit.send(Ok(Some(part.into_inner()?.into())));
            if rows.len() < usize::try_from(BATCH_ROWS).unwrap_or_default() {
                let _ = sender.send(Ok(None)).await;
                break;
            }
            part = writer(Vec::new());
        }
        Ok(())
    }

    /// Reads the next rows after the last one. A search scans the index of the order too, so that the whole file reads each
    /// row once.
    async fn batch(&mut self) -> Result<Vec<Record>> {
        let access = find_access(&self.state.pool, &self.admin.session_id).await;
        ensure!(matches!(access, Ok(Some(Access::Full))), "the session has ended, or could not be checked");
        let Self { list, filter, admin, .. } = self;
        let mut found = narrowed(list.name(), filter, admin.id).filter(submissions::created_at.le(self.at));
        if let Some(terms) = terms(&filter.query()) {
            // The rows with outdated words are checked when they are written.
            let is_outdated = submissions::words_version.lt(TOKENISER);
            found = found.filter(submissions::words.matches(tsquery(terms)).or(is_outdated));
        }
        if let Some(last) = &self.last {
            found = after(found, last, filter.sort);
        }
        let page = Page::new(sorted(found, filter.sort), BATCH_ROWS);
        let sort = filter.sort;
        let permit = self.state.long_work.permit().await;
        let _permit = permit.map_err(|_| anyhow!("there was too much other work"))?;
        let mut connection = storage::get(&self.state.pool).await?;
        let rows = connection
            .transaction(async |connection| -> QueryResult<_> {
                Plan::Scanning.set(connection).await?;
                load_rows(connection, page, sort).await
            })
            .await?;
        self.last = rows.last().map(|Record { submission, .. }| Place {
            id: submission.id,
            created_at: submission.created_at,
            name_key: submission.name_key.clone(),
        });
        Ok(rows)
    }

    /// Writes rows as CSV. The search is repeated for rows with outdated words.
    fn write_rows(&mut self, writer: &mut Writer<Vec<u8>>, rows: &[Record]) -> Result<()> {
        let query = self.filter.query();
        for row in rows {
            let submission = &row.submission;
            let is_checked = query.is_empty() || submission.words_version >= TOKENISER;
            if is_checked || query.matches(&index(row.texts(), &submission.email)) {
                writer.write_record(cells(row).map(|cell| cell.into_owned().into_bytes()))?;
                self.rows = self.rows.saturating_add(1);
            }
        }
        Ok(())
    }
}

/// Creates a writer of CSV as in RFC 4180, which quotes every cell.
fn writer(start: Vec<u8>) -> Writer<Vec<u8>> {
    WriterBuilder::new().terminator(Terminator::CRLF).quote_style(QuoteStyle::Always).from_writer(start)
}

/// Returns the first line. It has no quotes, because a byte-order mark before one confuses readers.
fn header(list: List) -> String {
    format!("{BYTE_ORDER_MARK}{}\r\n", columns(list).join(","))
}

/// Returns the names of the columns.
pub(super) fn columns(list: List) -> Vec<&'static str> {
    let source = Source::unknown().columns().map(|(name, _)| name);
    [&["submitted_at"], list.texts(), &["state", "assigned_to", "slug"], &source].concat()
}

/// Returns the cells of a row.
fn cells(row: &Record) -> impl Iterator<Item = Cow<'_, str>> {
    let submission = &row.submission;
    // Same format as in the API.
    let submitted_at = Cow::from(submission.created_at.to_rfc3339_opts(SecondsFormat::Micros, true));
    let assignee = submission.assigned_to.as_ref().map_or("", |person| &person.username);
    let work = [submission.state.as_str(), assignee, &submission.slug].map(cell);
    let source = submission.source.columns().map(|(_, value)| cell(value.unwrap_or_default()));
    std::iter::once(submitted_at).chain(row.texts().into_iter().map(cell)).chain(work).chain(source)
}
