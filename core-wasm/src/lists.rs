//! Pages and orders of lists.

use agency_core::{
    pagination,
    sort::{SortKey, SortOrder, name_key},
};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::value::{float, number, property, text, to_js, whole};

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

/// The positions of records in an order, the first record's first; an unknown order is the default one.
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
    let mut rows = (0_usize..)
        .map_while(|index| Some((index, property(records, &index.to_string()).filter(JsValue::is_object)?)))
        .map(|(index, record)| {
            let id = i64::try_from(whole(number(&record, "id").unwrap_or_default())).unwrap_or(i64::MAX);
            (index, name_key(&text(&record, "full_name")), text(&record, "created_at"), id)
        })
        .collect::<Vec<_>>();
    rows.sort_by(|(_, name_a, created_a, id_a), (_, name_b, created_b, id_b)| {
        let a = SortKey { name_key: name_a, created_at: created_a, id: *id_a };
        let b = SortKey { name_key: name_b, created_at: created_b, id: *id_b };
        order.compare(&a, &b)
    });
    to_js(&rows.into_iter().map(|(index, ..)| index).collect::<Vec<_>>())
}
