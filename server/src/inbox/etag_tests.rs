use crate::inbox::etag::tag_of;

#[test]
fn ignores_signed_links_and_nothing_else() {
    let body = |slug: &str, link: &str| {
        serde_json::json!({"results": [{"slug": slug, "cv_upload": link, "text": "\"cv_upload\":\"x\""}]})
            .to_string()
    };
    assert_eq!(tag_of(&body("a", "/cv?expires=1")), tag_of(&body("a", "/cv?expires=2")));
    assert_ne!(tag_of(&body("a", "/cv")), tag_of(&body("b", "/cv")));
    assert_ne!(
        tag_of("{\"text\":\"\\\"cv_upload\\\":\\\"x\\\"\"}"),
        tag_of("{\"text\":\"\\\"cv_upload\\\":\\\"y\\\"\"}")
    );
}
