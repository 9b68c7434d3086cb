//! Page arithmetic. Page numbers start at 1.

use serde::Serialize;

/// Records on a page of the dashboard.
pub const DASHBOARD_PAGE_SIZE: u32 = 10;

/// Projects on a page of the portfolio.
pub const PORTFOLIO_PAGE_SIZE: u32 = 6;

/// Maximum number of pages for which a pager shows every link. Beyond it, the middle is left out.
const ALL_LINKS: u64 = 9;

/// Item of a pager: a page number, or none for a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PageLink(#[cfg_attr(feature = "typescript", ts(type = "number | null"))] pub Option<u64>);

/// Returns the number of pages for a number of items; 0 for no items or a page size of 0.
#[must_use]
pub const fn page_count(items: u64, page_size: u32) -> u64 {
    if page_size == 0 {
        return 0;
    }
    items.div_ceil(page_size as u64)
}

/// Parses a page number; none if it is not a whole number of at least 1.
#[must_use]
pub fn parse_page(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    // A number beyond u64 is still a valid page, past the last one.
    digits.then(|| text.parse().unwrap_or(u64::MAX)).filter(|&page| page >= 1)
}

/// Returns the number of items before a page.
#[must_use]
pub const fn offset(page: u64, page_size: u32) -> u64 {
    page.saturating_sub(1).saturating_mul(page_size as u64)
}

/// Returns the links of a pager: the first page, the last page, and the pages around the current one.
#[must_use]
pub fn page_links(page: u64, pages: u64) -> Vec<PageLink> {
    if pages <= ALL_LINKS {
        return (1..=pages).map(|page| PageLink(Some(page))).collect();
    }
    let page = page.clamp(1, pages);
    // A window of five pages. Near the ends it grows, so that the pager keeps its width.
    let start = page.saturating_sub(2).clamp(3, pages.saturating_sub(6));
    let (start, end) = match page {
        _ if page <= 4 => (2, 7),
        _ if page > pages.saturating_sub(4) => (pages.saturating_sub(6), pages.saturating_sub(1)),
        _ => (start, start.saturating_add(4)),
    };
    let mut links = vec![PageLink(Some(1))];
    if start > 2 {
        links.push(PageLink(None));
    }
    links.extend((start..=end).map(|page| PageLink(Some(page))));
    if end < pages.saturating_sub(1) {
        links.push(PageLink(None));
    }
    links.push(PageLink(Some(pages)));
    links
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DASHBOARD_PAGE_SIZE, PageLink, offset, page_count, page_links, parse_page};

    fn shown(page: u64, pages: u64) -> String {
        page_links(page, pages)
            .into_iter()
            .map(|PageLink(link)| link.map_or("…".to_owned(), |page| page.to_string()))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn page_count_rounds_up() {
        let pages = [0, 1, 10, 11, 20, 21].map(|count| page_count(count, DASHBOARD_PAGE_SIZE));
        assert_eq!(pages, [0, 1, 1, 2, 2, 3]);
        assert_eq!(page_count(5, 0), 0);
    }

    #[test]
    fn parses_page_numbers_from_one() {
        assert_eq!(parse_page("1"), Some(1));
        assert_eq!(parse_page("99999999999999999999999"), Some(u64::MAX));
        for refused in ["", "0", "-1", "+1", "1.5", " 1", "x", "１"] {
            assert_eq!(parse_page(refused), None, "{refused}");
        }
    }

    #[test]
    fn page_links_leave_out_middle_of_long_pager() {
        assert_eq!(shown(1, 0), "");
        assert_eq!(shown(2, 9), "1 2 3 4 5 6 7 8 9");
        assert_eq!(shown(1, 20), "1 2 3 4 5 6 7 … 20");
        assert_eq!(shown(5, 20), "1 … 3 4 5 6 7 … 20");
        assert_eq!(shown(10, 20), "1 … 8 9 10 11 12 … 20");
        assert_eq!(shown(16, 20), "1 … 14 15 16 17 18 … 20");
        assert_eq!(shown(20, 20), "1 … 14 15 16 17 18 19 20");
    }

    proptest! {
        #[test]
        fn pages_hold_every_item_once(items in 0_u64..500, size in 1_u32..40) {
            let shown = (1..=page_count(items, size))
                .flat_map(|page| {
                    let start = offset(page, size);
                    start..(start + u64::from(size)).min(items)
                })
                .collect::<Vec<_>>();
            prop_assert_eq!(shown, (0..items).collect::<Vec<_>>());
        }

        #[test]
        fn page_links_ascend_and_hold_current_page(page in any::<u64>(), pages in 1_u64..) {
            let links = page_links(page, pages);
            let numbers = links.iter().filter_map(|link| link.0).collect::<Vec<_>>();
            prop_assert!(links.len() <= 9);
            prop_assert!(numbers.is_sorted_by(|a, b| a < b));
            prop_assert!(numbers.contains(&page.clamp(1, pages)));
            prop_assert!(numbers.contains(&1) && numbers.contains(&pages));
        }
    }
}
