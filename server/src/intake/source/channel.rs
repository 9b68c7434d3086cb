//! The channel of a source.

use agency_core::source::Channel::{self, Campaign, Direct, Email, Paid, Referral, Search, Social};

/// Values of `utm_medium` that name a channel, without the signs between their words.
const MEDIUMS: [(Channel, &[&str]); 5] = [
    (
        Paid,
        &[
            "ad",
            "ads",
            "adwords",
            "banner",
            "cpa",
            "cpc",
            "cpm",
            "cpv",
            "display",
            "paid",
            "paidmedia",
            "paidsearch",
            "paidsocial",
            "ppc",
            "remarketing",
            "retargeting",
            "sem",
            "sponsored",
        ],
    ),
    (Email, &["email", "emailing", "mail", "mailing", "newsletter"]),
    (Social, &["organicsocial", "sm", "social", "socialmedia", "socialnetwork"]),
    (Search, &["organic", "organicsearch", "search", "seo"]),
    (Referral, &["affiliate", "link", "partner", "referral"]),
];

/// Sites with a domain in every country.
const BRANDS: [(&str, Channel); 5] =
    [("pinterest", Social), ("bing", Search), ("google", Search), ("yahoo", Search), ("yandex", Search)];

/// Sites with domains of their own, subdomains included. A service of a search engine that is none is not among them.
const DOMAINS: [(Channel, &[&str]); 2] = [
    (
        Social,
        &[
            "bsky.app",
            "discord.com",
            "douyin.com",
            "facebook.com",
            "fb.com",
            "fb.me",
            "instagram.com",
            "line.me",
            "linkedin.com",
            "lnkd.in",
            "mastodon.online",
            "mastodon.social",
            "messenger.com",
            "news.ycombinator.com",
            "nextdoor.com",
            "ok.ru",
            "quora.com",
            "redd.it",
            "reddit.com",
            "snapchat.com",
            "t.co",
            "t.me",
            "telegram.org",
            "threads.com",
            "threads.net",
            "tiktok.com",
            "tumblr.com",
            "twitter.com",
            "vk.com",
            "wa.me",
            "weibo.cn",
            "weibo.com",
            "whatsapp.com",
            "x.com",
            "xiaohongshu.com",
            "xing.com",
            "youtu.be",
            "youtube.com",
            "zhihu.com",
        ],
    ),
    (
        Search,
        &[
            "ask.com",
            "baidu.com",
            "coccoc.com",
            "duckduckgo.com",
            "ecosia.org",
            "google.cat",
            "kagi.com",
            "mojeek.com",
            "qwant.com",
            "search.aol.com",
            "search.brave.com",
            "search.daum.net",
            "search.naver.com",
            "search.seznam.cz",
            "sm.cn",
            "so.com",
            "sogou.com",
            "startpage.com",
            "swisscows.com",
            "ya.ru",
        ],
    ),
];

/// Subdomains of search engines that are other services.
const SERVICES: [&str; 13] = [
    "accounts",
    "blog",
    "calendar",
    "chat",
    "classroom",
    "cloud",
    "disk",
    "docs",
    "drive",
    "groups",
    "mail",
    "meet",
    "sites",
];

/// Second-level domains of countries that register names below them, as `co.uk`.
const SECOND_LEVELS: [&str; 6] = ["ac", "co", "com", "ne", "net", "org"];

/// Returns the channel of a visit: the meaning of `utm_medium`, a click mark, a known or another host, any other campaign.
pub(super) fn find_channel(
    medium: Option<&str>,
    is_clicked: bool,
    host: Option<&str>,
    has_utm: bool,
) -> Channel {
    let of_medium = medium.and_then(channel_of_medium);
    let of_click = is_clicked.then_some(Paid);
    let of_host = || host.map(|host| channel_of_host(host).unwrap_or(Referral));
    of_medium.or(of_click).or_else(of_host).unwrap_or(if has_utm { Campaign } else { Direct })
}

fn channel_of_medium(medium: &str) -> Option<Channel> {
    let word = medium.replace(|sign: char| !sign.is_alphanumeric(), "");
    MEDIUMS.iter().find(|(_, words)| words.contains(&&*word)).map(|(channel, _)| *channel)
}

fn channel_of_host(host: &str) -> Option<Channel> {
    let is_within =
        |domain: &&str| host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let of_domain = DOMAINS.iter().find(|(_, domains)| domains.iter().any(is_within));
    let of_brand = || BRANDS.iter().find(|(brand, _)| is_of_brand(host, brand)).map(|(_, channel)| *channel);
    let channel = of_domain.map(|(channel, _)| *channel).or_else(of_brand)?;
    let is_service = channel == Search && host.split('.').any(|label| SERVICES.contains(&label));
    (!is_service).then_some(channel)
}

/// Returns whether a host is a brand's, in any country: `brand.com`, `www.brand.de`, `brand.co.uk`.
fn is_of_brand(host: &str, brand: &str) -> bool {
    let mut labels = host.rsplit('.');
    let is_country = |label: &str| label.len() == 2;
    match (labels.next(), labels.next(), labels.next()) {
        (Some("com"), Some(name), _) => name == brand,
        (Some(top), Some(name), _) if is_country(top) && name == brand => true,
        (Some(top), Some(second), Some(name)) => {
            is_country(top) && SECOND_LEVELS.contains(&second) && name == brand
        }
        _ => false,
    }
}
