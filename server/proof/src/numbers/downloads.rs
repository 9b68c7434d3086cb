//! CVs that come in at one instance and are read at another.

use anyhow::{Context as _, Result, ensure};
use reqwest::StatusCode;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::{
    forms::{Form, Kind, cv_hash},
    numbers::pooled::Cluster,
};

/// Sends so many applications; record and CV are then asked of the next instances, which hand out every CV as it was
/// sent, byte for byte.
pub(crate) async fn read_elsewhere(cluster: &Cluster, count: usize) -> Result<()> {
    let session = cluster.sign_in().await?;
    let server = cluster.url();
    for _ in 0..count {
        let form = Form::new(Kind::Application);
        let created = form.request(&cluster.client, &server).send().await?;
        ensure!(created.status() == StatusCode::CREATED, "a form was answered {}", created.status());
        let created: Value = created.json().await?;
        let slug = created.get("slug").and_then(Value::as_str).context("a form has no slug")?;
        let record = session.get(&cluster.client, &server, &format!("/api/applications/{slug}")).await?;
        let record: Value = record.error_for_status()?.json().await?;
        let link = record.get("cv_upload").and_then(Value::as_str).context("a record has no link")?;
        let file = session.get(&cluster.client, &server, link).await?.error_for_status()?.bytes().await?;
        ensure!(Sha256::digest(&file).to_vec() == cv_hash(&form.key), "a CV is not what was sent");
    }
    Ok(())
}
