//! The links of a text.

use std::collections::BTreeSet;

use crate::spam::THRESHOLD;

/// What lets a name with a dot be taken for a host without `https://` before it. `example` is kept for examples.
const ENDINGS: [&str; 34] = [
    "app", "bid", "biz", "click", "club", "cn", "co", "com", "dev", "example", "gl", "icu", "info", "io",
    "link", "live", "loan", "ly", "me", "net", "online", "org", "pro", "ru", "shop", "site", "store", "su",
    "top", "uk", "vip", "win", "work", "xyz",
];

/// What is no part of a link, beside white space.
const AROUND: [char; 13] = ['<', '>', '"', '\'', '(', ')', '[', ']', '{', '}', '|', ',', ';'];

/// The links that are written for pages which show markup.
const MARKUP: [&str; 3] = ["[url=", "[url]", "[link="];

/// So many letters and digits beside each link, and the links go with a text; with fewer, the text goes with the links.
const MUCH_PROSE: usize = 80;
const LITTLE_PROSE: usize = 25;

/// The links of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// How many can be followed.
    pub count: usize,
    /// To how many different hosts they lead. A report of a fault names pages of one host again and again.
    pub hosts: usize,
    /// How many other hosts are only named, as in `we run shop.example`.
    pub named_hosts: usize,
    /// How many lead to other hosts in HTML or in the code of forums.
    pub marked_up: usize,
    /// How many letters and digits stand beside them.
    pub prose: usize,
}

impl Links {
    /// The links of these texts together.
    #[must_use]
    pub fn of(texts: &[&str]) -> Self {
        let mut found = Found::default();
        for text in texts {
            found.read(text);
        }
        let Found { mut links, hosts, named } = found;
        links.hosts = hosts.len();
        links.named_hosts = named.difference(&hosts).count();
        links
    }

    /// Whether one can be followed.
    pub(super) const fn lead_away(&self) -> bool {
        self.hosts > 0 || self.marked_up > 0
    }

    /// How much they speak against a text. A few links are what a request for a new site has, or a letter with its
    /// author's work.
    pub(super) fn points(&self) -> u32 {
        let is_beside = |prose: usize| self.prose >= self.count.saturating_mul(prose);
        let many = match self.hosts.saturating_add(self.named_hosts / 2) {
            0..=2 => 0,
            3 => 3,
            4 => 5,
            5 => 7,
            6 => 8,
            _ => THRESHOLD,
        };
        let by_hosts = if is_beside(MUCH_PROSE) {
            many.min(THRESHOLD / 2)
        } else if self.hosts > 3 && !is_beside(LITTLE_PROSE) {
            many.saturating_add(THRESHOLD / 2)
        } else {
            many
        };
        // One may be a piece of code that somebody asks about.
        let by_markup = match self.marked_up {
            0 => 0,
            1 => THRESHOLD / 2,
            _ => THRESHOLD,
        };
        by_markup.saturating_add(by_hosts)
    }
}

/// What was found so far.
#[derive(Default)]
struct Found {
    links: Links,
    hosts: BTreeSet<String>,
    named: BTreeSet<String>,
}

impl Found {
    fn read(&mut self, text: &str) {
        let text = text.to_lowercase();
        let anchors = text.split("href=").skip(1).filter(|target| {
            let target = target.trim_start_matches(['"', '\'', '\\', ' ']);
            ["http://", "https://", "//", "www."].iter().any(|start| target.starts_with(start))
        });
        let forums = MARKUP.iter().map(|markup| text.matches(markup).count()).sum::<usize>();
        self.links.marked_up = self.links.marked_up.saturating_add(anchors.count().saturating_add(forums));
        for piece in text.split(|c: char| c.is_whitespace() || AROUND.contains(&c)) {
            self.read_piece(piece);
        }
    }

    /// Reads what stands between two spaces, in which there may be several links and, in scripts that have no spaces,
    /// whole sentences.
    fn read_piece(&mut self, piece: &str) {
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
            // What is not ASCII goes on with the sentence.
            let next = end.find("http").filter(|_| end.contains("://"));
            let path = end.find(|c: char| !c.is_ascii()).into_iter().chain(next).min().unwrap_or(end.len());
            rest = end.get(path..).unwrap_or_default();
        }
        if is_link {
            self.count_prose(rest);
        } else if !self.read_host(piece) {
            self.count_prose(piece);
        }
    }

    /// Reads what may be a host without `https://` before it; false where it is not.
    fn read_host(&mut self, piece: &str) -> bool {
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

/// The host that a text begins with. One that begins in another script may have all of it.
fn host_of(text: &str) -> &str {
    let is_ascii = text.starts_with(|c: char| c.is_ascii());
    let is_part = |c: char| {
        matches!(c, '.' | '-' | '_') || c.is_ascii_alphanumeric() || !is_ascii && c.is_alphanumeric()
    };
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default().trim_end_matches('.')
}

/// Whether a name with dots is a host as they are called most often. `node.js` is none, and neither is the end of a
/// sentence.without a space behind it.
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

    /// How many links, hosts, named hosts and links in markup a text has.
    fn of(text: &str) -> [usize; 4] {
        let Links { count, hosts, named_hosts, marked_up, .. } = Links::of(&[text]);
        [count, hosts, named_hosts, marked_up]
    }

    #[test]
    fn links_are_found_however_they_are_written() {
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
            assert_eq!(of(link), [1, 1, 0, 0], "{link}");
        }
        assert_eq!(of("https://a.example,https://b.example;https://c.example")[0], 3);
        assert_eq!(of("www.shop.example https://shop.example/a https://SHOP.example/b"), [3, 1, 0, 0]);
    }

    #[test]
    fn a_host_that_is_only_named_is_less_than_a_link() {
        assert_eq!(of("We run shop.example, and my-shop.com."), [0, 0, 2, 0]);
        assert_eq!(of("We run shop.example: https://shop.example/"), [1, 1, 0, 0]);
    }

    #[test]
    fn what_merely_has_dots_is_no_link() {
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
            assert_eq!(of(text), [0; 4], "{text}");
        }
    }

    #[test]
    fn links_in_markup_lead_to_other_hosts() {
        assert_eq!(of(r#"<a href="https://a.example">a</a> <A HREF='//b.example'>b</A>"#)[3], 2);
        assert_eq!(of("[url=https://a.example]a[/url] [URL]b.example[/URL] [link=c]c[/link]")[3], 3);
        assert_eq!(of(r##"<a href="/contact">a</a> <a href="#top">b</a> [text](https://a.example)"##)[3], 0);
    }

    #[test]
    fn what_stands_beside_links_is_counted() {
        assert_eq!(Links::of(&["Look at https://a.example/some/path here", "a b"]).prose, 12);
        assert_eq!(Links::of(&["请看https://a.example/路谢谢"]).prose, 5);
    }
}
