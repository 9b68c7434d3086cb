//! How a form posted without scripts is answered.

use axum::response::{Html, IntoResponse as _, Redirect, Response};

use crate::{http::error::ApiError, pages::Pages};

/// Where the page of refusals takes its sentences, which never hold markup.
const MESSAGE_ITEM: &str = "<li>{{message}}</li>";

impl Pages {
    /// The way to the thanks, which may be loaded again without posting again, or the page with the sentences that refuse
    /// it. None when the build has no such page.
    pub(crate) fn answer(&self, thanks: &str, refused: Option<&ApiError>) -> Option<Response> {
        let Some(error) = refused else {
            return self.file(thanks).map(|_| Redirect::to(thanks).into_response());
        };
        let page = self.refusal.as_ref()?;
        let items =
            error.sentences().into_iter().map(|sentence| MESSAGE_ITEM.replace("{{message}}", sentence));
        let page = page.replace(MESSAGE_ITEM, &items.collect::<String>());
        Some((error.status(), Html(page)).into_response())
    }
}
