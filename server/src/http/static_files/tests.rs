use std::fs;

use reqwest::{Method, StatusCode, header::HeaderMap};

use crate::{
    openapi::tests::contract::Site,
    testing::app::{TestApp, parts},
};

async fn answer(app: &TestApp, path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, String) {
    let request =
        headers.iter().fold(app.request("GET", path), |request, (name, value)| request.header(*name, *value));
    let answer = request.send().await.unwrap();
    (answer.status(), answer.headers().clone(), answer.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_pages_assets_and_shell_by_path() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let cases = [
        ("/", StatusCode::OK, "home", "no-cache"),
        ("/contact", StatusCode::OK, "contact", "no-cache"),
        ("/contact/", StatusCode::OK, "contact", "no-cache"),
        ("/login", StatusCode::OK, "shell", "no-cache"),
        ("/dashboard/consultation/x", StatusCode::OK, "shell", "no-cache"),
        ("/dashboard/consultation/x/y", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("/dashboard/consultation//x", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("/dashboard/consultation", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("/nothing", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("/nothing/deeper/", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("/Contact", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("//", StatusCode::OK, "home", "no-cache"),
        ("//?page=2", StatusCode::OK, "home", "no-cache"),
        ("/contact//", StatusCode::OK, "contact", "no-cache"),
        ("//contact", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("//contact/?page=2", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("//project/known", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("/project/known", StatusCode::OK, "known project", "no-cache"),
        ("/project/known/", StatusCode::OK, "known project", "no-cache"),
        ("/project/kn%6Fwn", StatusCode::OK, "known project", "no-cache"),
        ("/project/nope", StatusCode::NOT_FOUND, "missing project", "no-cache"),
        ("/project/nope/", StatusCode::NOT_FOUND, "missing project", "no-cache"),
        ("/project/known/nope", StatusCode::NOT_FOUND, "missing project", "no-cache"),
        ("/projects", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("/foo.php", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("/project/foo.bar", StatusCode::NOT_FOUND, "missing project", "no-cache"),
        ("/project/%ff", StatusCode::NOT_FOUND, "missing project", "no-cache"),
        ("/project%2Fknown", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("/project%2fknown", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("/project/%2Fknown", StatusCode::NOT_FOUND, "missing project", "no-cache"),
        ("/project/%252Fknown", StatusCode::NOT_FOUND, "missing project", "no-cache"),
        ("/project/%25/%ff/known", StatusCode::NOT_FOUND, "missing project", "no-cache"),
        ("/projects/nope", StatusCode::NOT_FOUND, "missing", "no-cache"),
        ("/dashboard/consultation/a.b", StatusCode::OK, "shell", "no-cache"),
        ("/dashboard/consultation/%ff", StatusCode::OK, "shell", "no-cache"),
        ("/assets/app-1.js", StatusCode::OK, "script", "public, max-age=31536000, immutable"),
    ];
    for (path, status, content, caching) in cases {
        let answer = app.request("GET", path).send().await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
        assert_eq!(answer.headers()["cache-control"], caching, "{path}");
        assert_eq!(answer.text().await.unwrap(), content, "{path}");
    }
    let missing = app.request("GET", "/assets/app-2.js").send().await.unwrap();
    assert_eq!(parts(missing).await.0, StatusCode::NOT_FOUND);
    let small = app.request("GET", "/assets/app-1.js").header("accept-encoding", "br").send().await.unwrap();
    assert_eq!(small.headers()["content-encoding"], "br");
}

#[tokio::test(flavor = "multi_thread")]
async fn hides_internal_files_of_the_build() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    for path in [
        "/routes.json",
        "/shell.html",
        "/404.html",
        "/index.html",
        "/answers/consultations.html",
        "/contact/index.html",
        "/%ff",
    ] {
        let (status, _, body) = answer(&app, path, &[]).await;
        assert_eq!((status, body.as_str()), (StatusCode::NOT_FOUND, "missing"), "{path}");
    }
    for path in ["/assets/app-1.js.br", "/assets/app"] {
        let answer = app.request("GET", path).send().await.unwrap();
        assert_eq!(parts(answer).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_304_to_tag_of_each_encoding() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let mut tags = Vec::new();
    for (accepted, coding, content) in [
        ("gzip;q=0.5, br", Some("br"), "brotli contact"),
        ("gzip, br;q=0.5", Some("gzip"), "gzip contact"),
        ("br;q=0", None, "contact"),
    ] {
        let (status, headers, body) = answer(&app, "/contact", &[("accept-encoding", accepted)]).await;
        assert_eq!((status, body.as_str()), (StatusCode::OK, content));
        assert_eq!(headers.get("content-encoding").map(|coding| coding.to_str().unwrap()), coding);
        assert_eq!(headers["vary"], "accept-encoding");
        let tag = headers["etag"].to_str().unwrap().to_owned();
        assert!(tag.starts_with('"'), "weak: {tag}");

        let compressed = tag.strip_suffix('"').unwrap();
        let by_proxies = [format!("{compressed}-gzip\""), format!("W/{compressed}--gzip\"")];
        for known in
            [[tag.clone(), format!("\"x\", W/{tag}"), "*".to_owned()].as_slice(), &by_proxies].concat()
        {
            let asked = [("accept-encoding", accepted), ("if-none-match", &known)];
            let (status, headers, body) = answer(&app, "/contact/", &asked).await;
            assert_eq!((status, body.as_str()), (StatusCode::NOT_MODIFIED, ""), "{known}");
            assert_eq!(headers["etag"], *tag);
            assert_eq!(headers["vary"], "accept-encoding");
            assert_eq!(headers["cache-control"], "no-cache");
            assert_eq!(headers["x-content-type-options"], "nosniff");
        }
        tags.push(tag);
    }
    // The tag of one encoding never matches another.
    let asked = [("accept-encoding", "br"), ("if-none-match", &*tags[1])];
    assert_eq!(answer(&app, "/contact", &asked).await.0, StatusCode::OK);
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn never_responds_304_for_missing_page() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let asked = [("accept-encoding", "br"), ("if-none-match", "*")];
    let (status, headers, body) = answer(&app, "/nothing", &asked).await;
    assert_eq!((status, body.as_str()), (StatusCode::NOT_FOUND, "compressed missing"));
    assert!(!headers.contains_key("etag"));
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_to_head_like_get() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    for path in ["/", "/contact", "/nothing", "/assets/app-1.js", "/login"] {
        let get = app.request("GET", path).send().await.unwrap();
        let head = app.request("HEAD", path).send().await.unwrap();
        assert_eq!(head.status(), get.status(), "{path}");
        for name in ["content-length", "content-type", "cache-control", "vary", "etag"] {
            assert_eq!(head.headers().get(name), get.headers().get(name), "{path} {name}");
        }
        assert!(head.headers().contains_key("content-length"), "{path}");
        assert_eq!(head.text().await.unwrap(), "");
    }
    let posted = app.request("POST", "/contact").send().await.unwrap();
    assert_eq!(posted.headers()["allow"], "GET,HEAD");
    assert_eq!(app.request(Method::OPTIONS.as_str(), "/").send().await.unwrap().status(), 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_content_type_of_files() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    for (path, expected) in [
        ("/", "text/html; charset=utf-8"),
        ("/assets/app-1.js", "text/javascript; charset=utf-8"),
        ("/assets/rules-1.wasm", "application/wasm"),
        ("/assets/shop-1.avif", "image/avif"),
        ("/site.webmanifest", "application/manifest+json; charset=utf-8"),
        ("/sitemap.xml", "text/xml; charset=utf-8"),
        ("/robots.txt", "text/plain; charset=utf-8"),
    ] {
        assert_eq!(answer(&app, path, &[]).await.1["content-type"], expected, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_large_file_completely() {
    let root = Site::build();
    let picture = (0..3_000_000_u32).map(|n| (n % 251).to_le_bytes()[0]).collect::<Vec<_>>();
    fs::write(root.0.join("assets/large-1.avif"), &picture).unwrap();
    let app = TestApp::serving(root.0.clone()).await;
    let answer = app.request("GET", "/assets/large-1.avif").send().await.unwrap();
    assert_eq!(answer.content_length(), Some(3_000_000));
    assert!(answer.bytes().await.unwrap() == picture);
    let head = app.request("HEAD", "/assets/large-1.avif").send().await.unwrap();
    assert_eq!(
        (head.status(), &head.headers()["content-length"]),
        (StatusCode::OK, &"3000000".parse().unwrap())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_404_for_deleted_file() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    for path in ["/assets/shop-1.avif", "/robots.txt"] {
        fs::remove_file(root.0.join(&path[1..])).unwrap();
        let missing = app.request("GET", path).send().await.unwrap();
        assert_eq!(missing.headers()["cache-control"], "no-store", "{path}");
        assert_eq!(parts(missing).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_tags_with_content_not_with_times() {
    let root = Site::build();
    let mut tags = Vec::new();
    for content in ["home", "home", "main"] {
        // The same content gets a new time.
        fs::write(root.0.join("index.html"), content).unwrap();
        let app = TestApp::serving(root.0.clone()).await;
        tags.push(answer(&app, "/", &[]).await.1["etag"].clone());
    }
    assert_eq!(tags[0], tags[1]);
    assert_ne!(tags[1], tags[2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_noindex_only_with_shell() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    for path in ["/login", "/dashboard", "/dashboard/consultation/x"] {
        assert_eq!(answer(&app, path, &[]).await.1["x-robots-tag"], "noindex", "{path}");
    }
    assert!(!answer(&app, "/contact", &[]).await.1.contains_key("x-robots-tag"));
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_api_without_build() {
    let app = TestApp::start().await;
    let (status, body) = parts(app.request("GET", "/").send().await.unwrap()).await;
    assert_eq!((status, &body["message"]), (StatusCode::NOT_FOUND, &"Not found".into()));
    assert_eq!(app.request("GET", "/api/openapi.json").send().await.unwrap().status(), StatusCode::OK);
}
