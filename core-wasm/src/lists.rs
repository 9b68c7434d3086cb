//! Pages and orders of lists.

use agency_core::{
    pagination,
    sort::{SortKey, SortOrder, name_key},
};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::value::{float, item, number, text, to_js, whole};

/// What is sorted at the most: a list that never ends must not hold the page.
const MOST_RECORDS: u32 = 10_000;

/// How many pages a number of items fills.
#[wasm_bindgen(js_name = pageCount)]
#[must_use]
pub fn page_count(items: f64, page_size: f64) -> f64 {
    let size = u32::try_from(whole(page_size)).unwrap_or(u32::MAX);
    float(pagination::page_count(whole(items), size))
}

/// The links of a pager; null where pages are left out.
#[wasm_bindgen(js_name = pageLinks, unchecked_return_type = "PageLink[]")]
#[must_use]
pub fn page_links(page: f64, pages: f64) -> JsValue {
    to_js(&pagination::page_links(whole(page), whole(pages)))
}

/// The positions of records in an order, the first record's first, up to 10,000 of them. An unknown order is the
/// default one.
#[wasm_bindgen(js_name = sortRecords, unchecked_return_type = "number[]")]
#[must_use]
pub fn sort_records(
    #[wasm_bindgen(unchecked_param_type = "SortOrder")] order: &JsValue,
    #[wasm_bindgen(
        unchecked_param_type = "readonly { full_name: string; created_at: string; id: number }[]"
    )]
    records: &JsValue,
) -> JsValue {
    let order = order.as_string().and_then(|order| SortOrder::parse(&order)).unwrap_or_default();
    let mut rows: Vec<Row> = Vec::new();
    for position in 0..MOST_RECORDS {
        let record = item(records, position);
        if !record.is_object() {
            break;
        }
        let row = Row::read(position, &record);
        // A page is short, and the standard sorts would be a tenth of the module.
        let place = rows.partition_point(|other| order.compare(&other.key(), &row.key()).is_le());
        rows.insert(place, row);
    }
    to_js(&rows.iter().map(|row| row.position).collect::<Vec<_>>())
}

/// What a record is sorted by, and where it stood.
struct Row {
    position: u32,
    name_key: String,
    created_at: String,
    id: i64,
}

impl Row {
    fn read(position: u32, record: &JsValue) -> Self {
        Self {
            position,
            name_key: name_key(&text(record, "full_name")),
            created_at: text(record, "created_at"),
            id: i64::try_from(whole(number(record, "id").unwrap_or_default())).unwrap_or(i64::MAX),
        }
    }

    fn key(&self) -> SortKey<'_> {
        SortKey { name_key: &self.name_key, created_at: &self.created_at, id: self.id }
    }
}
