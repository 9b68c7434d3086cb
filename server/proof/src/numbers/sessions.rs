//! A sign-in that moves between instances.

use anyhow::{Result, ensure};
use reqwest::StatusCode;

use crate::{numbers::pooled::Pair, product::DATABASE};

/// Tokens of one instance work at the other; a spent one that comes again there ends the sign-in at both.
pub(crate) async fn move_between(pair: &Pair) -> Result<()> {
    let [here, there] = pair.urls();
    let client = &pair.client;
    let first = pair.sign_in().await?;
    let info = first.get(client, &there, "/api/userinfo/").await?;
    ensure!(info.status() == StatusCode::OK, "the other instance answered {}", info.status());

    let second = first.next(client, &there).await?;
    let third = second.next(client, &here).await?;
    let later = "UPDATE refresh_tokens SET spent_at = spent_at - interval '1 hour'";
    pair.postgres.execute(DATABASE, later).await?;
    for (what, token, server) in [("a spent token", &first, &here), ("the last token", &third, &there)] {
        let answer = token.ask_next(client, server).await?;
        ensure!(answer.status() == StatusCode::UNAUTHORIZED, "{what} was answered {}", answer.status());
    }
    Ok(())
}
