//! Where a form came from: what the page noted, without anything that identifies a person.

mod channel;
#[cfg(test)]
mod tests;

use agency_core::{rule::Kind, source::SOURCE_TEXT_LENGTH, text::normalize};
use serde::Deserialize;
use url::Host;
use utoipa::ToSchema;

use crate::{
    http::static_files::StaticFiles,
    intake::source::channel::find_channel,
    storage::{names::Name, source::Source},
};

/// Name of the field or part with the source.
pub(crate) const FIELD: &str = "source";

/// What the page noted at the start of the visit. A text that cannot be used is left out, and so is
/// the whole source if a value has another type; neither rejects a form.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SourceForm)]
pub(crate) struct SentSource {
    /// Path of the first page.
    landing: Option<String>,
    /// Host of the site with the link to that page, if it is another site.
    referrer: Option<String>,
    /// Of that page's address.
    utm_source: Option<String>,
    /// Of that page's address.
    utm_medium: Option<String>,
    /// Of that page's address.
    utm_campaign: Option<String>,
    /// Whether that address had the click mark of an advertisement: `gclid`, `gbraid`, `wbraid` or `msclkid`.
    #[serde(default)]
    clicked: bool,
}

impl SentSource {
    /// Parses a source as sent. Returns `None` for anything else.
    pub(crate) fn parse(json: &[u8]) -> Option<Self> {
        // serde accepts an array for a struct.
        let is_object = json.trim_ascii_start().starts_with(b"{");
        is_object.then(|| serde_json::from_slice(json).ok())?
    }

    /// Returns what is stored.
    pub(crate) fn read(self, site: &StaticFiles) -> Source {
        let landing = self.landing.as_deref().and_then(|path| site.canonical_page(path));
        let referrer = self.referrer.as_deref().and_then(read_host);
        let [utm_source, utm_medium, utm_campaign] =
            [self.utm_source, self.utm_medium, self.utm_campaign].map(|text| read_utm(&text?));
        let has_utm = utm_source.is_some() || utm_medium.is_some() || utm_campaign.is_some();
        let channel = find_channel(utm_medium.as_deref(), self.clicked, referrer.as_deref(), has_utm);
        Source {
            channel: Name::Known(channel),
            landing: landing.map(str::to_owned),
            referrer,
            utm_source,
            utm_medium,
            utm_campaign,
        }
    }
}

/// Returns a text in one line and in small letters, cut to its limit. Returns `None` if nothing is left.
fn read_text(text: &str) -> Option<String> {
    let text = normalize(text, Kind::Line).to_lowercase();
    let cut = text.chars().take(SOURCE_TEXT_LENGTH).collect::<String>();
    let text = normalize(&cut, Kind::Line).into_owned();
    Some(text).filter(|text| !text.is_empty() && !text.contains(char::is_control))
}

/// Reads a value of the address. Addresses of recipients are left out, and so is markup.
fn read_utm(text: &str) -> Option<String> {
    let is_left_out = |text: &str| text.contains(['@', '＠', '<', '>']) || text.contains("%40");
    read_text(text).filter(|text| !is_left_out(text))
}

/// Reads the host of another site, without a port: neither an IP address nor a name without a dot, as within a network.
fn read_host(text: &str) -> Option<String> {
    let Ok(Host::Domain(host)) = Host::parse(&read_text(text)?) else { return None };
    let host = host.strip_suffix('.').unwrap_or(&host);
    (host.contains('.') && host.chars().count() <= SOURCE_TEXT_LENGTH).then(|| host.to_owned())
}
