//! Time-based codes (RFC 6238) of six digits and 30 seconds, as all apps support them.

use anyhow::Error;
use chrono::{DateTime, Utc};
use qrcode::{Color, EcLevel, QrCode};
use serde::Serialize;
use totp_rs::{Builder, Totp};
use utoipa::ToSchema;

use crate::http::error::ApiError;

/// The agency's name, as in `web/src/content/site.ts`.
const AGENCY: &str = "Brazoswright";

/// As long as SHA-1.
pub(super) type Secret = [u8; 20];

/// A new secret for an app.
#[derive(Serialize, ToSchema)]
pub(crate) struct SetupResponse {
    /// The secret in base32, in groups of four.
    secret: String,
    /// The secret as a URI that apps open.
    uri: String,
    qr: QrResponse,
    /// The signed secret to send back with its first code.
    setup: String,
}

/// The URI as a QR code.
#[derive(Serialize, ToSchema)]
pub(crate) struct QrResponse {
    /// The width and height in modules, without a quiet zone of four on each side.
    side: usize,
    /// The dark modules as the path of an SVG.
    path: String,
}

/// Returns the time step of a code; none if it is wrong. Accepts the steps before and after the current one, for clocks that
/// differ.
pub(super) fn find_step(secret: &[u8], code: &str, now: DateTime<Utc>) -> Result<Option<i64>, ApiError> {
    let now = u64::try_from(now.timestamp()).unwrap_or_default();
    Ok(totp(secret, "", None)?.check(code, now).and_then(|step| i64::try_from(step).ok()))
}

/// Returns a new secret for an app, and `setup`, which confirms it with the first code. Apps show the agency and `host`, which
/// tells several installations apart.
pub(super) fn setup_response(
    secret: &[u8],
    username: &str,
    host: Option<&str>,
    setup: String,
) -> Result<SetupResponse, ApiError> {
    let totp = totp(secret, username, host)?;
    let uri = totp.to_url().map_err(unusable)?;
    let qr = QrCode::with_error_correction_level(&uri, EcLevel::L).map_err(unusable)?;
    let letters = totp.secret().to_base32();
    let groups = letters.as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>();
    Ok(SetupResponse { secret: groups.join(" "), uri, qr: svg_path(&qr), setup })
}

fn svg_path(qr: &QrCode) -> QrResponse {
    let (side, modules) = (qr.width(), qr.to_colors());
    let dark = modules.iter().enumerate().filter(|(_, module)| **module == Color::Dark);
    let path = dark.map(|(at, _)| format!("M{} {}h1v1h-1z", at % side.max(1), at / side.max(1)));
    QrResponse { side, path: path.collect() }
}

fn totp(secret: &[u8], username: &str, host: Option<&str>) -> Result<Totp, ApiError> {
    let issuer = host.map_or_else(|| AGENCY.to_owned(), |host| format!("{AGENCY} ({host})"));
    // A colon would end the issuer in the URI.
    let [username, issuer] = [username, &issuer].map(|name| name.replace(':', " "));
    let builder = Builder::new().with_secret(secret.to_vec()).with_account_name(username);
    builder.with_issuer(Some(issuer)).build().map_err(unusable)
}

fn unusable(error: impl Into<Error>) -> ApiError {
    ApiError::internal(error.into().context("a second factor cannot be used"))
}

#[cfg(test)]
mod tests;
