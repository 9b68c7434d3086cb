//! The page that answers a form posted without scripts.

use axum::{
    http::StatusCode,
    response::{Html, IntoResponse as _, Response},
};

use crate::{error::ApiError, pages::Pages};

/// Where the page of refusals takes its sentences, which never hold markup.
const MESSAGE_ITEM: &str = "<li>{{message}}</li>";

impl Pages {
    /// The thanks, or the sentences that refuse it.
    pub(crate) fn answer<T>(&self, result: Result<T, ApiError>) -> Response {
        let (name, status, sentences) = match result {
            Ok(_) => ("sent.html", StatusCode::CREATED, Vec::new()),
            Err(error) => ("refused.html", error.status(), error.sentences()),
        };
        let Some(page) = self.answer_page(name) else {
            return ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE).into_response();
        };
        let items = sentences.iter().map(|sentence| MESSAGE_ITEM.replace("{{message}}", sentence));
        let page = page.replace(MESSAGE_ITEM, &items.collect::<String>());
        (status, Html(page)).into_response()
    }
}
