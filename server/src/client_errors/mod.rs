//! Logs errors that pages report from browsers, without personal data and tokens.

#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use axum::{extract::State, http::StatusCode};
use regex::{Captures, Regex};
use serde::Deserialize;
use unicode_normalization::UnicodeNormalization as _;
use utoipa::ToSchema;

use crate::{
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
        json::JsonBody,
        static_files::StaticFiles,
    },
    limits::Limits,
    monitoring::{metrics::Metrics, telemetry::is_invisible},
};

/// The size limit of a report, in bytes.
pub(crate) const BODY_LIMIT: usize = 4 * 1_024;

/// The longest message that is logged, in characters.
const MESSAGE_LENGTH: usize = 200;
/// The most stack frames that are logged.
const MAX_FRAMES: usize = 8;
const CUT: &str = "…";

/// Quoted text; a missing closing quote extends it to the end. A single quote within a word is an apostrophe.
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r#"(?:\B|_)'([^']*)(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|“[^”]*(?:”|$)|‘[^’]*(?:’|$)"#)
});
/// Browsers put names of properties into single quotes.
static PROPERTY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[A-Za-z0-9_$.]+$"));
/// Words that may be an email address, a URL, a slug or a token.
static PERSONAL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\S*\s?(?:@|[\[({<]\s?at\s?[\])}>])\s?\S*|\S*(?:[?&%]|://|\S{20})\S*"));
/// Numbers in any grouping. The number of an error is kept, as in `React error #418`.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"(#[0-9]{1,4}\b)|[+(]?\d(?:[\s().,:/+-]*\d)*"));
/// Frames in the site's own scripts, such as `ListPage-BsqJf0_x.js:1:234`.
static FRAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)/assets/([A-Za-z0-9_.-]{1,64}\.js:[0-9:]{1,64})\)*$"));
static VERSION: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[A-Za-z0-9_.-]{1,64}$"));

#[expect(clippy::expect_used, reason = "a test uses every pattern")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}

/// An error that a page caught.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ClientErrorForm {
    /// The error's message. Quoted values, addresses and long words are removed before it is logged.
    message: String,
    /// The error's stack. Only file names, lines and columns of the site's own scripts are logged.
    #[serde(default)]
    stack: String,
    /// The path of the page. Only the name of the page is logged.
    #[serde(default)]
    path: String,
    /// The build of the page.
    #[serde(default)]
    version: String,
}

/// `POST /api/client-errors/`: logs an error of a page.
///
/// Accepts 4 KB, and 20 reports a minute from a client. Nothing that a person typed is logged.
#[utoipa::path(
    post,
    path = "/client-errors",
    tag = "site",
    request_body = ClientErrorForm,
    responses(
        (status = 204, description = "Logged"),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn report_client_error(
    State(limits): State<Arc<Limits>>,
    State(metrics): State<Arc<Metrics>>,
    State(pages): State<Arc<StaticFiles>>,
    ClientAddress(address): ClientAddress,
    JsonBody(form): JsonBody<ClientErrorForm>,
) -> Result<StatusCode, ApiError> {
    limits.count_client_error(address).await?;
    metrics.client_errors.inc();
    tracing::warn!(
        error = redact_message(&form.message),
        stack = own_frames(&form.stack),
        page = pages.page_of(&form.path).unwrap_or("unknown"),
        version = build_name(&form.version),
        "a page reported an error"
    );
    Ok(StatusCode::NO_CONTENT)
}

/// Removes from a message quoted values other than property names, addresses, long words and numbers.
fn redact_message(message: &str) -> String {
    // Full-width letters and digits become plain ones, so that the patterns find them.
    let printable = |letter: char| {
        if letter.is_whitespace() { Some(' ') } else { Some(letter).filter(|&letter| !is_invisible(letter)) }
    };
    let plain = message.nfkc().filter_map(printable).collect::<String>();
    let unquoted = QUOTED.replace_all(&plain, |quoted: &Captures<'_>| match quoted.get(1) {
        Some(name) if PROPERTY.is_match(name.as_str()) => format!("'{}'", name.as_str()),
        _ => CUT.to_owned(),
    });
    let nameless = PERSONAL.replace_all(&unquoted, CUT);
    let redacted = NUMBER.replace_all(&nameless, |number: &Captures<'_>| {
        number.get(1).map_or(CUT, |kept| kept.as_str()).to_owned()
    });
    redacted.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MESSAGE_LENGTH).collect()
}

/// Returns the frames of a stack that are in the site's own scripts.
fn own_frames(stack: &str) -> String {
    let frames = FRAME.captures_iter(stack).filter_map(|frame| Some(frame.get(1)?.as_str()));
    frames.take(MAX_FRAMES).collect::<Vec<_>>().join(" ")
}

/// Returns the name of a build, or `unknown` for any other text.
fn build_name(text: &str) -> &str {
    if VERSION.is_match(text) { text } else { "unknown" }
}
