//! Paging and sorting lists.

use agency_core::{
    pagination,
    sort::{SortKey, SortOrder, name_key},
};
use js_sys::{Array, Reflect};
use wasm_bindgen::{JsCast as _, JsValue, prelude::wasm_bindgen};

use crate::convert::{property, text_of, to_js, to_number, to_u64};

/// Maximum records to sort, so that an endless list cannot block the page.
const MAX_RECORDS: u32 = 10_000;

/// Returns the number of pages for a number of items.
#[wasm_bindgen(js_name = pageCount)]
#[must_use]
pub fn page_count(items: f64, #[wasm_bindgen(js_name = pageSize)] page_size: f64) -> f64 {
    let size = u32::try_from(to_u64(page_size)).unwrap_or(u32::MAX);
    to_number(pagination::page_count(to_u64(items), size))
}

/// Returns the links of a pager; null marks a gap.
#[wasm_bindgen(js_name = pageLinks, unchecked_return_type = "PageLink[]")]
pub fn page_links(page: f64, pages: f64) -> Result<JsValue, JsValue> {
    let links = pagination::page_links(to_u64(page), to_u64(pages));
    to_js(&links.iter().map(|link| link.0.map(to_number)).collect::<Vec<_>>())
}

/// Returns the positions of up to 10,000 records in sorted order. An unknown order is the default order.
#[wasm_bindgen(js_name = sortRecords, unchecked_return_type = "number[]")]
pub fn sort_records(
    #[wasm_bindgen(unchecked_param_type = "SortOrder")] order: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly SortRecord[]")] records: &JsValue,
) -> Result<JsValue, JsValue> {
    let order = SortOrder::parse(&text_of(order)).unwrap_or_default();
    let mut rows = Vec::new();
    if let Some(records) = records.dyn_ref::<Array>() {
        let length = property(records, "length")?.as_f64().map_or(0, to_u64);
        for position in 0..u32::try_from(length).unwrap_or(u32::MAX).min(MAX_RECORDS) {
            rows.push((position, Row::read(&Reflect::get_u32(records, position)?)?));
        }
    }
    rows.sort_by(|(_, a), (_, b)| order.compare(&a.key(), &b.key()));
    to_js(&rows.iter().map(|(position, _)| *position).collect::<Vec<_>>())
}

/// Sort key of a record.
struct Row {
    name_key: String,
    created_at: String,
    id: i64,
}

impl Row {
    fn read(record: &JsValue) -> Result<Self, JsValue> {
        let id = property(record, "id")?.as_f64().map_or(0, to_u64);
        Ok(Self {
            name_key: name_key(&text_of(&property(record, "full_name")?)),
            created_at: text_of(&property(record, "created_at")?),
            id: i64::try_from(id).unwrap_or(i64::MAX),
        })
    }

    fn key(&self) -> SortKey<'_> {
        SortKey { name_key: &self.name_key, created_at: &self.created_at, id: self.id }
    }
}
