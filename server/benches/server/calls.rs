//! The calls that are timed.

use std::sync::Arc;

use anyhow::{Context as _, Result};

use crate::{
    application,
    load::{MakeRequest, get, post, post_without_key},
    product::Product,
};

/// The size of an ordinary CV.
pub(crate) const CV: usize = 200 * 1_024;

const CREATE: &str = "/api/consultations/create/";
const JSON: &str = "application/json";
const CONSULTATION: &str = r#"{"message":"We need a shop for ten thousand ties.","full_name":"Ada Lovelace","email":"ada@customer.example","referral":"a friend"}"#;

/// One call.
pub(crate) struct Call {
    pub(crate) name: String,
    /// How it is answered.
    pub(crate) status: u16,
    pub(crate) make: MakeRequest,
    /// Whether there is a budget for it.
    pub(crate) is_budgeted: bool,
}

/// Every call that is timed beside pgbench.
pub(crate) async fn all(product: &Product) -> Result<Vec<Call>> {
    let last = product.rows.div_ceil(10);
    Ok(vec![
        list(product, "first", 1),
        list(product, "middle", last / 2),
        list(product, "last", last),
        detail(product).await?,
        Call { name: "create".to_owned(), status: 201, make: create(), is_budgeted: true },
        upload(),
    ])
}

/// A page of the newest consultations.
fn list(product: &Product, name: &str, page: u64) -> Call {
    let request = get(&format!("/api/consultations?page={page}&sort=newest"), &product.access);
    Call {
        name: format!("list, {name} page"),
        status: 200,
        make: Arc::new(move |_| request.clone()),
        is_budgeted: true,
    }
}

/// The newest consultation.
async fn detail(product: &Product) -> Result<Call> {
    let list = product.read("/api/consultations").await?;
    let slug = list.pointer("/results/0/slug").and_then(serde_json::Value::as_str).context("no record")?;
    let request = get(&format!("/api/consultations/{slug}"), &product.access);
    let make: MakeRequest = Arc::new(move |_| request.clone());
    Ok(Call { name: "detail".to_owned(), status: 200, make, is_budgeted: true })
}

/// A consultation with an idempotency key, as the page sends it.
pub(crate) fn create() -> MakeRequest {
    Arc::new(|number| create_with(number, CONSULTATION))
}

/// A consultation with these texts and an idempotency key.
pub(crate) fn create_with(number: u64, texts: &str) -> Vec<u8> {
    post(CREATE, number, JSON, texts.as_bytes())
}

/// A consultation without one.
pub(crate) fn create_without_key() -> MakeRequest {
    Arc::new(|number| post_without_key(CREATE, number, JSON, CONSULTATION.as_bytes()))
}

/// An application with an ordinary CV and an idempotency key.
fn upload() -> Call {
    let form = application::form(&application::cv(CV));
    let make: MakeRequest = Arc::new(move |number| application::request(number, &form));
    Call { name: format!("upload of {} KB", CV / 1_024), status: 201, make, is_budgeted: false }
}
