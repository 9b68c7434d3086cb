//! The documentation of the API as a page without scripts, under the same policy as every page.

#![expect(clippy::indexing_slicing, reason = "a JSON value without the member is null, no panic")]

#[cfg(test)]
mod tests;

use axum::{body::Bytes, http::header, response::IntoResponse};
use maud::{DOCTYPE, Markup, html};
use serde_json::Value;

/// `GET /api/docs/style.css`: returns the style sheet.
pub(super) async fn get_style() -> impl IntoResponse {
    let headers = [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, include_str!("style.css"))
}

/// Returns the page of a description.
pub(super) fn page(api: &Value) -> Bytes {
    render(api).into_string().into()
}

fn render(api: &Value) -> Markup {
    let title = text(&api["info"]["title"]);
    let operations = members(&api["paths"])
        .flat_map(|(path, methods)| members(methods).map(move |(method, call)| (path, method, call)))
        .collect::<Vec<_>>();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { (title) }
                link rel="icon" href="/favicon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/api/docs/style.css";
            }
            body {
                header {
                    h1 { (title) }
                    p { (text(&api["info"]["description"])) }
                    p { a href="/api/openapi.json" { "OpenAPI document" } }
                    nav aria-label="Calls" {
                        ul {
                            @for (path, method, call) in &operations {
                                li { a href={ "#" (text(&call["operationId"])) } { (method) " " code { (path) } } }
                            }
                        }
                    }
                }
                main {
                    @for (path, method, call) in &operations {
                        section id=(text(&call["operationId"])) {
                            h2 { (method) " " code { (path) } }
                            p { (text(&call["summary"])) }
                            p { (text(&call["description"])) }
                            @if call["security"].is_array() {
                                p { "Needs an access token: " code { "Authorization: Bearer …" } }
                            }
                            dl {
                                @for parameter in call["parameters"].as_array().into_iter().flatten() {
                                    dt { code { (text(&parameter["name"])) } " in " (text(&parameter["in"])) }
                                    dd { (text(&parameter["description"])) (json(&parameter["schema"])) }
                                }
                                @for (media, content) in members(&call["requestBody"]["content"]) {
                                    dt { "Body" }
                                    dd { (media) (json(&content["schema"])) }
                                }
                                @for (status, response) in members(&call["responses"]) {
                                    dt { (status) }
                                    dd {
                                        (text(&response["description"]))
                                        @for (_, content) in members(&response["content"]) { (json(&content["schema"])) }
                                    }
                                }
                            }
                        }
                    }
                    h2 id="schemas" { "Schemas" }
                    @for (name, schema) in members(&api["components"]["schemas"]) {
                        section id={ "schema-" (name) } { h3 { code { (name) } } (json(schema)) }
                    }
                }
            }
        }
    }
}

/// Returns the members of an object, in order.
fn members(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// Returns a string, or an empty one for any other value.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Renders a schema as JSON, with a link for each reference.
fn json(schema: &Value) -> Markup {
    let schema = format!("{schema:#}");
    let mut parts = schema.split("\"#/components/schemas/");
    html! {
        pre {
            (parts.next().unwrap_or_default())
            @for part in parts {
                @let (name, rest) = part.split_once('"').unwrap_or((part, ""));
                a href={ "#schema-" (name) } { (name) } (rest)
            }
        }
    }
}
