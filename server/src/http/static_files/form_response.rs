//! Responses to forms posted without scripts.

use axum::response::{Html, IntoResponse as _, Redirect, Response};

use crate::http::{error::ApiError, static_files::StaticFiles};

/// The item of the refusal page that is repeated for each sentence. Sentences hold no markup.
const MESSAGE_ITEM: &str = "<li>{{message}}</li>";

impl StaticFiles {
    /// Redirects to the thanks, which may be reloaded without posting again, or responds with a page of what was
    /// refused. `None` when the build has no such page.
    pub(crate) fn form_response(&self, thanks: &str, refused: Option<&ApiError>) -> Option<Response> {
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
