//! The file itself, made as its receiver takes it.

use std::{borrow::Cow, sync::Arc, vec::IntoIter};

use agency_core::export::cell;
use anyhow::{Result, bail};
use axum::body::{Body, Bytes};
use chrono::SecondsFormat;
use csv::{Terminator, Writer, WriterBuilder};
use futures_util::{TryStreamExt as _, stream};

use crate::{
    auth::{
        sign_ins::{SignIns, Standing},
        signed_in::SignedIn,
    },
    export::kept::Kept,
    http::run_to_end::Requests,
    lists::{
        page::Listed,
        walk::{Coming, Walk},
    },
    storage::{self, Pool},
    submissions::resource::{Exported, Resource},
};

/// By which spreadsheets know UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// How many rows, and how many bytes of their texts, are read at once.
const ROWS: usize = 1_000;
const BYTES: i64 = 512 * 1_024;

/// An export that is being sent.
pub(super) struct Export {
    pool: Pool,
    sign_ins: Arc<SignIns>,
    signed_in: SignedIn,
    walk: Arc<Walk>,
    kept: Kept,
    /// Rows that come next.
    coming: IntoIter<Coming>,
    /// The last of them.
    last: Option<Coming>,
    /// Whether none comes after these.
    is_known: bool,
}

impl Export {
    /// Nothing of it was read yet.
    pub(super) fn new(
        pool: Pool,
        sign_ins: Arc<SignIns>,
        signed_in: SignedIn,
        walk: Walk,
        kept: Kept,
    ) -> Self {
        let (coming, last, is_known) = (Vec::new().into_iter(), None, false);
        Self { pool, sign_ins, signed_in, walk: Arc::new(walk), kept, coming, last, is_known }
    }

    /// The file, each part of which is read when the receiver is ready for it.
    pub(super) fn body<R: Resource>(self, requests: Requests) -> Body {
        let parts = stream::try_unfold((self, true), move |(mut export, is_first)| {
            let requests = requests.clone();
            async move {
                if is_first {
                    return Ok(Some((head::<R>()?, (export, false))));
                }
                // Read to its end, whether the receiver waits or has left: no connection goes back with a statement that
                // still runs.
                let reading = requests.spawn(None, async move {
                    let part = export.part::<R>().await;
                    part.map(|part| part.map(|part| (part, (export, false))))
                });
                reading.await?
            }
        });
        Body::from_stream(parts.inspect_err(|error: &anyhow::Error| {
            tracing::warn!(error = format!("{error:#}"), "an export ends short");
        }))
    }

    /// The next rows; none when there are no more.
    async fn part<R: Resource>(&mut self) -> Result<Option<Bytes>> {
        loop {
            let ids = self.ids().await?;
            if ids.is_empty() {
                return Ok(None);
            }
            self.check().await?;
            let mut connection = storage::get(&self.pool).await?;
            let rows = R::part(&mut connection, &self.walk, ids).await?;
            drop(connection);
            // All may have gone meanwhile.
            if !rows.is_empty() {
                self.kept.rows = self.kept.rows.saturating_add(i64::try_from(rows.len())?);
                return written(&rows).map(Some);
            }
        }
    }

    /// The numbers of the rows that are read next.
    async fn ids(&mut self) -> Result<Vec<i64>> {
        if self.coming.len() == 0 && !self.is_known {
            self.check().await?;
            let mut connection = storage::get(&self.pool).await?;
            let (coming, is_end) = self.walk.next(&mut connection, self.last.as_ref()).await?;
            drop(connection);
            self.is_known = is_end;
            self.last = coming.last().cloned();
            self.coming = coming.into_iter();
        }
        let mut bytes = 0_i64;
        let mut ids = Vec::new();
        while ids.len() < ROWS && bytes < BYTES {
            let Some((id, its_bytes, ..)) = self.coming.next() else { break };
            bytes = bytes.saturating_add(its_bytes);
            ids.push(id);
        }
        Ok(ids)
    }

    /// Nothing more is sent to somebody whose sign-in has ended.
    async fn check(&self) -> Result<()> {
        match self.sign_ins.standing(&self.pool, &self.signed_in.family).await {
            Ok(Some(Standing::Everywhere)) => Ok(()),
            Ok(_) => bail!("the sign-in has ended"),
            Err(_) => bail!("whether the sign-in lives is not known"),
        }
    }
}

fn writer() -> Writer<Vec<u8>> {
    // RFC 4180.
    WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new())
}

/// What stands before the rows.
fn head<R: Resource>() -> Result<Bytes> {
    let mut writer = writer();
    writer.write_record(R::COLUMNS)?;
    Ok([BYTE_ORDER_MARK, &writer.into_inner()?].concat().into())
}

/// Rows as they stand in the file.
fn written<R: Resource>(rows: &[Listed<R>]) -> Result<Bytes> {
    let mut writer = writer();
    for Listed { row, work } in rows {
        let Exported { submitted_at, typed, slug } = row.exported();
        // As the API writes it.
        let submitted_at = Cow::from(submitted_at.to_rfc3339_opts(SecondsFormat::Micros, true));
        let typed = typed.into_iter().map(cell);
        let work = [work.state.as_str(), work.owner().unwrap_or_default(), slug].map(cell);
        let cells = std::iter::once(submitted_at).chain(typed).chain(work);
        writer.write_record(cells.map(|cell| cell.into_owned().into_bytes()))?;
    }
    Ok(writer.into_inner()?.into())
}
