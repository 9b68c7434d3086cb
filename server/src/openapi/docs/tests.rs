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
                    assert!(page.contains(&format!(">{status}</span>")), "{path} {status}");
                }
            }
        }
        for (name, schema) in api["components"]["schemas"].as_object().unwrap() {
            assert!(page.contains(&format!("id=\"schema-{name}\"")), "{name}");
            if let Some(values) = schema["enum"].as_array() {
                let values =
                    values.iter().map(|value| value.as_str().unwrap()).collect::<Vec<_>>().join(", ");
                assert!(page.contains(&format!("one of {values}")), "{name}: {values}");
                continue;
            }
            let parts = ["allOf", "oneOf"].iter().find_map(|of| schema[of].as_array());
            for part in parts.unwrap_or(&vec![schema.clone()]) {
                if let Some(reference) = part["$ref"].as_str() {
                    let name = reference.rsplit('/').next().unwrap();
                    assert!(page.contains(&format!("href=\"#schema-{name}\"")), "{name}");
                    continue;
                }
                for field in part["properties"].as_object().unwrap().keys() {
                    assert!(page.contains(&format!("<code>{field}</code>")), "{name}.{field}");
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
