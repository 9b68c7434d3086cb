//! Paging and sorting lists.
#![expect(unsafe_code, reason = "an exported name is unsafe because it must be unique")]

use agency_core::{
    pagination,
    sort::{SortKey, SortOrder, name_key},
};

use agency_core::form::exchange::{Arguments, reply, to_u64, u64_to_number, usize_to_number, with_arguments};

/// Returns the number of pages for a number of items.
#[unsafe(no_mangle)]
pub extern "C" fn page_count(items: f64, page_size: f64) -> f64 {
    let size = u32::try_from(to_u64(page_size)).unwrap_or(u32::MAX);
    u64_to_number(pagination::page_count(to_u64(items), size))
}

/// Replies with the links of a pager; 0 marks a gap. Returns their count.
#[unsafe(no_mangle)]
pub extern "C" fn page_links(page: f64, pages: f64) -> usize {
    let links = pagination::page_links(to_u64(page), to_u64(pages));
    reply(links.iter().map(|link| link.0.map_or(0.0, u64_to_number)))
}

/// Replies with the positions of records in sorted order. Returns their count. An unknown order is the default order.
#[unsafe(no_mangle)]
pub extern "C" fn sort_records(records: usize, length: usize) -> usize {
    let positions = with_arguments(length, |arguments| {
        let order = SortOrder::parse(arguments.take_text()).unwrap_or_default();
        let rows = (0..records).map(|_| Row::take(arguments)).collect::<Vec<_>>();
        sorted(order, &rows)
    });
    reply(positions.into_iter().map(usize_to_number))
}

/// Returns the positions of the rows in sorted order, by insertion. A page is short, and the standard library's sort
/// would add a tenth to the size of the module.
fn sorted(order: SortOrder, rows: &[Row<'_>]) -> Vec<usize> {
    let mut positions: Vec<usize> = Vec::with_capacity(rows.len());
    for (position, row) in rows.iter().enumerate() {
        let comes_first = |other: &usize| {
            rows.get(*other).is_some_and(|other| order.compare(&other.key(), &row.key()).is_le())
        };
        positions.insert(positions.partition_point(comes_first), position);
    }
    positions
}

/// Sort key of a record.
struct Row<'a> {
    name_key: String,
    created_at: &'a str,
    id: i64,
}

impl<'a> Row<'a> {
    fn take(arguments: &mut Arguments<'a>) -> Self {
        Self {
            name_key: name_key(arguments.take_text()),
            created_at: arguments.take_text(),
            id: i64::try_from(to_u64(arguments.take_number().unwrap_or_default())).unwrap_or(i64::MAX),
        }
    }

    fn key(&self) -> SortKey<'_> {
        SortKey { name_key: &self.name_key, created_at: self.created_at, id: self.id }
    }
}
