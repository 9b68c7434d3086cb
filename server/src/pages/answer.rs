//! The page that answers a form posted without scripts.

use axum::{
    http::StatusCode,
    response::{Html, IntoResponse as _, Response},
};

use crate::{error::ApiError, pages::Pages};

/// Where the page of refusals takes its sentences, which never hold markup.
const MESSAGE_ITEM: &str = "<li>{{message}}</li>";

impl Pages {
    /// The thanks, or the sentences that refuse it. None when the build has no such page.
    pub(crate) fn answer(&self, thanks: &str, refused: Option<&ApiError>) -> Option<Response> {
        let (name, status, sentences) = match refused {
            None => (thanks, StatusCode::CREATED, Vec::new()),
            Some(error) => ("refused.html", error.status(), error.sentences()),
        };
        let page = self.answer_page(name)?;
        let items = sentences.iter().map(|sentence| MESSAGE_ITEM.replace("{{message}}", sentence));
        let page = page.replace(MESSAGE_ITEM, &items.collect::<String>());
        Some((status, Html(page)).into_response())
    }
}
