//! Counts the links of a text.

use std::collections::BTreeSet;

use super::THRESHOLD;

/// Top-level domains by which a name without `https://` counts as a host. `example` is reserved for examples.
const ENDINGS: [&str; 34] = [
    "app", "bid", "biz", "click", "club", "cn", "co", "com", "dev", "example", "gl", "icu", "info", "io",
    "link", "live", "loan", "ly", "me", "net", "online", "org", "pro", "ru", "shop", "site", "store", "su",
    "top", "uk", "vip", "win", "work", "xyz",
];

/// Characters that end a link, in addition to white space.
const DELIMITERS: [char; 13] = ['<', '>', '"', '\'', '(', ')', '[', ']', '{', '}', '|', ',', ';'];

/// Links in forum markup (`BBCode`).
const MARKUP: [&str; 3] = ["[url=", "[url]", "[link="];

/// Letters and digits per link from which the text counts as prose with links.
const MUCH_PROSE: usize = 80;

/// Letters and digits per link below which the text counts as a list of links.
const LITTLE_PROSE: usize = 25;

/// Counts of links in texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Links {
    /// Links that can be followed.
    pub(crate) count: usize,
    /// Different hosts of these links. A bug report may list many pages of one host.
    pub(crate) hosts: usize,
    /// Other hosts that are only named, as in `we run shop.example`.
    pub(crate) named_hosts: usize,
    /// Links to other hosts in HTML or forum markup.
    pub(crate) marked_up: usize,
    /// Letters and digits outside links.
    pub(crate) prose: usize,
}

impl Links {
    /// Counts the links of all these texts together.
    pub(crate) fn from_texts(texts: &[&str]) -> Self {
        let mut found = Found::default();
        for text in texts {
            found.add_text(text);
        }
        let Found { mut links, hosts, named } = found;
        links.hosts = hosts.len();
        links.named_hosts = named.difference(&hosts).count();
        links
    }

    /// Returns whether a link can be followed.
    pub(super) const fn can_be_followed(&self) -> bool {
        self.hosts > 0 || self.marked_up > 0
    }

    /// Returns the points of these links for the spam score. A few links score 0, because requests for a site and
    /// applications have some.
    pub(super) fn points(&self) -> u32 {
        let has_prose = |prose: usize| self.prose >= self.count.saturating_mul(prose);
        let many = match self.hosts.saturating_add(self.named_hosts / 2) {
            0..=2 => 0,
            3 => 3,
            4 => 5,
            5 => 7,
            6 => 8,
            _ => THRESHOLD,
        };
        let by_hosts = if has_prose(MUCH_PROSE) {
            many.min(THRESHOLD / 2)
        } else if self.hosts > 3 && !has_prose(LITTLE_PROSE) {
            many.saturating_add(THRESHOLD / 2)
        } else {
            many
        };
        // One may be a code sample in a question.
        let by_markup = match self.marked_up {
            0 => 0,
            1 => THRESHOLD / 2,
            _ => THRESHOLD,
        };
        by_markup.saturating_add(by_hosts)
    }
}

/// Counts and hosts found so far.
#[derive(Default)]
struct Found {
    links: Links,
    hosts: BTreeSet<String>,
    named: BTreeSet<String>,
}

impl Found {
    fn add_text(&mut self, text: &str) {
        let text = text.to_lowercase();
        let anchors = text.split("href=").skip(1).filter(|target| {
            let target = target.trim_start_matches(['"', '\'', '\\', ' ']);
            ["http://", "https://", "//", "www."].iter().any(|start| target.starts_with(start))
        });
        let forums = MARKUP.iter().map(|markup| text.matches(markup).count()).sum::<usize>();
        self.links.marked_up = self.links.marked_up.saturating_add(anchors.count().saturating_add(forums));
        for piece in text.split(|c: char| c.is_whitespace() || DELIMITERS.contains(&c)) {
            self.add_piece(piece);
        }
    }

    /// Counts the links of a text without white space. It may hold several links and, in scripts without spaces, whole
    /// sentences.
    fn add_piece(&mut self, piece: &str) {
        let mut rest = piece;
        let mut is_link = false;
        while let Some((before, after)) = rest.split_once("://") {
            let words =
                ["https", "http", "hxxp", "ftp"].iter().find_map(|scheme| before.strip_suffix(scheme));
            let Some(words) = words else {
                rest = after;
                continue;
            };
            is_link = true;
            self.count_prose(words);
            let host = host_of(after);
            self.add(host);
            let end = after.strip_prefix(host).unwrap_or(after);
            // A character outside ASCII ends the path and continues the sentence.
            let next = end.find("http").filter(|_| end.contains("://"));
            let path = end.find(|c: char| !c.is_ascii()).into_iter().chain(next).min().unwrap_or(end.len());
            rest = end.get(path..).unwrap_or_default();
        }
        if is_link {
            self.count_prose(rest);
        } else if !self.add_host(piece) {
            self.count_prose(piece);
        }
    }

    /// Counts a host without `https://`; returns false if the text is not a host.
    fn add_host(&mut self, piece: &str) -> bool {
        let piece = piece.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
        let host = host_of(piece);
        let rest = piece.strip_prefix(host).unwrap_or_default();
        if rest.contains('@') || !is_host(host) {
            return false;
        }
        if host.starts_with("www.") || rest.len() > 1 && rest.starts_with(['/', '?']) {
            self.add(host);
        } else {
            self.named.insert(host.to_owned());
        }
        true
    }

    fn add(&mut self, host: &str) {
        self.links.count = self.links.count.saturating_add(1);
        self.hosts.insert(host.strip_prefix("www.").unwrap_or(host).to_owned());
    }

    fn count_prose(&mut self, text: &str) {
        let prose = text.chars().filter(|c| c.is_alphanumeric()).count();
        self.links.prose = self.links.prose.saturating_add(prose);
    }
}

/// Returns the host at the start of a text. It may contain non-ASCII letters only if it starts with one.
fn host_of(text: &str) -> &str {
    let is_ascii = text.starts_with(|c: char| c.is_ascii());
    let is_part = |c: char| {
        matches!(c, '.' | '-' | '_') || c.is_ascii_alphanumeric() || !is_ascii && c.is_alphanumeric()
    };
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default().trim_end_matches('.')
}

/// Returns whether a name with dots is a host with a common top-level domain. `node.js` is not, and neither is the end
/// of a sentence.without a space after it.
fn is_host(name: &str) -> bool {
    let Some((labels, ending)) = name.rsplit_once('.') else {
        return false;
    };
    let is_label = |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    if labels.starts_with("www.") {
        return ending.len() > 1;
    }
    ENDINGS.contains(&ending) && labels.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::Links;

    /// Returns the number of links, hosts, named hosts and links in markup.
    fn counts(text: &str) -> [usize; 4] {
        let Links { count, hosts, named_hosts, marked_up, .. } = Links::from_texts(&[text]);
        [count, hosts, named_hosts, marked_up]
    }

    #[test]
    fn counts_links_in_any_spelling() {
        for link in [
            "https://shop.example",
            "HTTP://Shop.Example/a?b#c",
            "hxxp://shop.example",
            "www.shop.example",
            "shop.example/offer",
            "(see https://shop.example/a).",
            "你好https://shop.example谢谢",
            "https://магазин.example/скидки",
            "https://1.2.3.4:8080/x",
        ] {
            assert_eq!(counts(link), [1, 1, 0, 0], "{link}");
        }
        assert_eq!(counts("https://a.example,https://b.example;https://c.example")[0], 3);
        assert_eq!(counts("www.shop.example https://shop.example/a https://SHOP.example/b"), [3, 1, 0, 0]);
    }

    #[test]
    fn counts_named_hosts_apart_from_links() {
        assert_eq!(counts("We run shop.example, and my-shop.com."), [0, 0, 2, 0]);
        assert_eq!(counts("We run shop.example: https://shop.example/"), [1, 1, 0, 0]);
    }

    #[test]
    fn ignores_dots_that_are_not_hosts() {
        for text in [
            "node.js, Next.js and v2.0.1",
            "ada@shop.example and mailto:ada@shop.example",
            "We need a shop.We have one.",
            "e.g. i.e. etc. ... a.b",
            "postgres://db:5432/shop",
            "and/or, 24/7, I/O",
            "src/main.rs:12:3",
            "",
        ] {
            assert_eq!(counts(text), [0; 4], "{text}");
        }
    }

    #[test]
    fn counts_links_in_markup_to_other_hosts() {
        assert_eq!(counts(r#"<a href="https://a.example">a</a> <A HREF='//b.example'>b</A>"#)[3], 2);
        assert_eq!(counts("[url=https://a.example]a[/url] [URL]b.example[/URL] [link=c]c[/link]")[3], 3);
        assert_eq!(
            counts(r##"<a href="/contact">a</a> <a href="#top">b</a> [text](https://a.example)"##)[3],
            0
        );
    }

    #[test]
    fn counts_letters_outside_links() {
        assert_eq!(Links::from_texts(&["Look at https://a.example/some/path here", "a b"]).prose, 12);
        assert_eq!(Links::from_texts(&["请看https://a.example/路谢谢"]).prose, 5);
    }
}
