//! Responses to forms posted without scripts.

use axum::response::{Html, IntoResponse as _, Redirect, Response};

use crate::http::{error::ApiError, static_files::StaticFiles};

/// Item of the error page that is repeated for each message. Messages contain no markup.
const MESSAGE_ITEM: &str = "<li>{{message}}</li>";

impl StaticFiles {
    /// Redirects to the thanks page, so that a reload does not post again, or responds with a page of errors. Returns
    /// `None` if the build has no error page.
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
