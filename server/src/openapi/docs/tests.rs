use reqwest::StatusCode;

use crate::testing::app::{TestApp, parts};

#[tokio::test(flavor = "multi_thread")]
async fn lists_every_endpoint_field_and_status() {
    let app = TestApp::start().await;
    let api = parts(app.request("GET", "/api/openapi.json").send().await.unwrap()).await.1;
    for path in ["/api/docs", "/api/docs/"] {
        let answer = app.request("GET", path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()["content-type"], "text/html; charset=utf-8");
        let page = answer.text().await.unwrap();
        for (path, methods) in api["paths"].as_object().unwrap() {
            assert!(page.contains(&format!("<code>{path}</code>")), "{path}");
            for described in methods.as_object().unwrap().values() {
                for status in described["responses"].as_object().unwrap().keys() {
                    assert!(page.contains(&format!("<dt>{status}</dt>")), "{path} {status}");
                }
            }
        }
        for (name, schema) in api["components"]["schemas"].as_object().unwrap() {
            assert!(page.contains(&format!("id=\"schema-{name}\"")), "{name}");
            // Quotes are escaped.
            let values = schema["enum"].as_array().into_iter().flatten().map(|value| value.as_str().unwrap());
            for value in values {
                assert!(page.contains(&format!("&quot;{value}&quot;")), "{name}: {value}");
            }
            let parts = ["allOf", "oneOf"].iter().find_map(|of| schema[of].as_array());
            for part in parts.unwrap_or(&vec![schema.clone()]) {
                if let Some(reference) = part["$ref"].as_str() {
                    let name = reference.rsplit('/').next().unwrap();
                    assert!(page.contains(&format!("href=\"#schema-{name}\"")), "{name}");
                }
                for (field, described) in part["properties"].as_object().into_iter().flatten() {
                    assert!(page.contains(&format!("&quot;{field}&quot;: {{")), "{name}.{field}");
                    for limit in ["minLength", "maxLength", "minItems", "maxItems", "minimum"] {
                        if let Some(number) = described.get(limit) {
                            assert!(
                                page.contains(&format!("&quot;{limit}&quot;: {number}")),
                                "{name}.{field}"
                            );
                        }
                    }
                }
            }
        }
        // Nothing that the content security policy blocks.
        for forbidden in ["<script", "<style", "style=", "onclick", "http://", "https://"] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn links_to_existing_sections() {
    let app = TestApp::start().await;
    let page = app.request("GET", "/api/docs").send().await.unwrap().text().await.unwrap();
    let targets = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut seen = 0;
    for target in targets.filter(|target| *target != "/favicon.svg") {
        seen += 1;
        if let Some(id) = target.strip_prefix('#') {
            assert!(page.contains(&format!("id=\"{id}\"")), "{target}");
        } else {
            let answer = app.request("GET", target).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::OK, "{target}");
        }
    }
    assert!(seen > 10);
}
