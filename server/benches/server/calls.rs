//! The calls that are timed.

use std::sync::Arc;

use anyhow::Result;

use crate::{
    application,
    load::{MakeRequest, get, post},
    product::Product,
};

/// The size of an ordinary CV.
pub(crate) const CV: usize = 200 * 1_024;

const CONSULTATION: &str = r#"{"message":"We need a shop for ten thousand ties.","full_name":"Ada Lovelace","email":"ada@customer.example","referral":"a friend"}"#;

/// One call.
pub(crate) struct Call {
    pub(crate) name: &'static str,
    /// The expected status.
    pub(crate) status: u16,
    pub(crate) make: MakeRequest,
}

/// The calls that pgbench repeats with the server's statements.
pub(crate) async fn with_statements(product: &Product) -> Result<Vec<Call>> {
    let (access, last) = (&product.access, product.rows.div_ceil(10));
    Ok(vec![
        list("list, first page", access, 1),
        list("list, middle page", access, last.div_ceil(2)),
        list("list, last page", access, last),
        detail(access, &product.newest_slug().await?),
        create(),
        upload(),
    ])
}

/// A page of the newest consultations.
pub(crate) fn list(name: &'static str, access: &str, page: u64) -> Call {
    read(name, &format!("/api/consultations?page={page}&sort=newest"), access)
}

/// One consultation.
pub(crate) fn detail(access: &str, slug: &str) -> Call {
    read("detail", &format!("/api/consultations/{slug}"), access)
}

/// The account that is signed in.
pub(crate) fn user_info(access: &str) -> Call {
    read("user info", "/api/userinfo/", access)
}

/// A new consultation with an idempotency key, as the site sends it.
pub(crate) fn create() -> Call {
    let make: MakeRequest = Arc::new(|number| {
        post("/api/consultations/create/", number, "application/json", CONSULTATION.as_bytes())
    });
    Call { name: "create", status: 201, make }
}

/// A new application with an ordinary CV and an idempotency key.
fn upload() -> Call {
    let form = application::form(&application::cv(CV));
    let make: MakeRequest = Arc::new(move |number| application::request(number, &form));
    Call { name: "upload of 200 KB", status: 201, make }
}

fn read(name: &'static str, path: &str, access: &str) -> Call {
    Call { name, status: 200, make: repeat(path, access) }
}

/// The same GET for every number.
pub(crate) fn repeat(path: &str, access: &str) -> MakeRequest {
    let request = get(path, access);
    Arc::new(move |_| request.clone())
}
