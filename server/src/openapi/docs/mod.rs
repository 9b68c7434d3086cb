//! The documentation of the API as a page without scripts, under the same policy as every page.

#![expect(clippy::indexing_slicing, reason = "a JSON value without the member is null, no panic")]

mod schema;

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use axum::{
    http::header,
    response::{Html, IntoResponse},
};
use maud::{DOCTYPE, Markup, html};
use serde_json::Value;

use crate::openapi::{
    self,
    docs::schema::{members, schema_rows, text_or_empty},
};

static PAGE: LazyLock<String> = LazyLock::new(|| {
    let description = serde_json::to_value(openapi::description(None)).unwrap_or_default();
    page(&description).into_string()
});

/// `GET /api/docs`: returns the page.
pub(crate) async fn get_docs() -> Html<&'static str> {
    Html(&PAGE)
}

/// `GET /api/docs/style.css`: returns the style sheet.
pub(crate) async fn get_style() -> impl IntoResponse {
    let headers = [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, include_str!("style.css"))
}

fn page(api: &Value) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { (text_or_empty(&api["info"]["title"])) }
                link rel="icon" href="/favicon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/api/docs/style.css";
            }
            body {
                header {
                    h1 { (text_or_empty(&api["info"]["title"])) }
                    p { (text_or_empty(&api["info"]["description"])) }
                    p class="quiet" {
                        "Version " (text_or_empty(&api["info"]["version"])) " · "
                        a href="/api/openapi.json" { "OpenAPI document" }
                    }
                    nav aria-label="Calls" {
                        ul {
                            @for (method, path, described) in operations(api) {
                                li { a href={ "#" (anchor(described)) } { (verb(method)) " " code { (path) } } }
                            }
                        }
                    }
                }
                main {
                    @for (method, path, described) in operations(api) {
                        (operation(api, method, path, described))
                    }
                    h2 id="schemas" { "Schemas" }
                    @for (name, schema) in members(&api["components"]["schemas"]) {
                        section id={ "schema-" (name) } {
                            h3 { code { (name) } }
                            (schema_rows(schema))
                        }
                    }
                }
            }
        }
    }
}

/// Returns every endpoint with its method, path and description.
fn operations(api: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    members(&api["paths"]).flat_map(|(path, methods)| {
        members(methods).map(move |(method, described)| (method, path, described))
    })
}

/// Returns the anchor of an endpoint.
fn anchor(described: &Value) -> String {
    text_or_empty(&described["operationId"]).replace('_', "-")
}

fn operation(api: &Value, method: &str, path: &str, described: &Value) -> Markup {
    let body = &described["requestBody"]["content"];
    html! {
        section id=(anchor(described)) {
            h2 { (verb(method)) " " code { (path) } }
            @if let Some(summary) = described["summary"].as_str() { p { (without_marks(summary)) } }
            @if let Some(more) = described["description"].as_str() { p { (without_marks(more)) } }
            @if described["security"].is_array() {
                p class="private" { "Needs an access token: " code { "Authorization: Bearer …" } }
            }
            @if let Some(parameters) = described["parameters"].as_array() {
                h3 { "Parameters" }
                dl {
                    @for parameter in parameters {
                        dt {
                            code { (text_or_empty(&parameter["name"])) }
                            " " span class="quiet" { "in " (text_or_empty(&parameter["in"])) }
                            @if parameter["required"] == true { " " span class="tag" { "required" } }
                        }
                        dd {
                            (text_or_empty(&parameter["description"]).replace('`', "")) " "
                            (schema::kind(&parameter["schema"]))
                        }
                    }
                }
            }
            @for (media, content) in members(body) {
                h3 { "Body " span class="quiet" { (media) } }
                (schema_rows(schema::resolved(api, &content["schema"])))
            }
            h3 { "Answers" }
            dl {
                @for (status, answer) in members(&described["responses"]) {
                    dt { span class={ "status status-" (status.get(..1).unwrap_or_default()) } { (status) } }
                    dd {
                        (text_or_empty(&answer["description"]))
                        @for (_, content) in members(&answer["content"]) { " " (schema::kind(&content["schema"])) }
                    }
                }
            }
        }
    }
}

fn verb(method: &str) -> Markup {
    html! { span class={ "verb verb-" (method) } { (method.to_uppercase()) } }
}

/// Returns the sentence of a doc comment, without the endpoint it repeats and without backticks.
fn without_marks(sentence: &str) -> String {
    let summary = match sentence.split_once("`: ") {
        Some((call, summary)) if call.starts_with('`') => summary,
        _ => sentence,
    };
    let mut letters = summary.replace('`', "");
    if let Some(first) = letters.get(..1).map(str::to_uppercase) {
        letters.replace_range(..1, &first);
    }
    letters
}
