//! A sign-in that moves between instances.

use anyhow::{Result, ensure};
use reqwest::StatusCode;

use crate::{numbers::pooled::Cluster, product::DATABASE};

/// Tokens of one instance work at the next; a spent one that comes again ends the sign-in at all of them.
pub(crate) async fn move_between(cluster: &Cluster) -> Result<()> {
    let server = cluster.url();
    let client = &cluster.client;
    let first = cluster.sign_in().await?;
    let info = first.get(client, &server, "/api/userinfo/").await?;
    ensure!(info.status() == StatusCode::OK, "another instance answered {}", info.status());

    let second = first.next(client, &server).await?;
    let third = second.next(client, &server).await?;
    let later = "UPDATE refresh_tokens SET spent_at = spent_at - interval '1 hour'";
    cluster.postgres.execute(DATABASE, later).await?;
    for (what, token) in [("a spent token", &first), ("the last token", &third)] {
        let answer = token.ask_next(client, &server).await?;
        ensure!(answer.status() == StatusCode::UNAUTHORIZED, "{what} was answered {}", answer.status());
    }
    Ok(())
}
