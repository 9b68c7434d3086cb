//! Tests files by type, size and name.

use agency_core::{application::RULES, attachment::FileRule, messages::server as say};
use reqwest::StatusCode;
use serde_json::json;

use crate::testing::{
    app::TestApp,
    form::{TestForm, WORD_TYPES, docx, pdf, zip},
};

const DOC: [u8; 12] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0];

const CV: FileRule = RULES.cv;

#[tokio::test(flavor = "multi_thread")]
async fn checks_cv_by_name_content_and_size() {
    let app = TestApp::start().await;
    let mut cut = docx(5_000);
    cut.truncate(4_000);
    let types = WORD_TYPES.replace("document.xml", "document2.xml");
    let web = zip(&[("[Content_Types].xml", &types), ("_rels/.rels", ""), ("word/document2.xml", "")], 0);
    let macros = "application/vnd.ms-word.document.macroEnabled.main+xml";
    let with_macros =
        format!(r#"<Types><Override PartName="/word/document.xml" ContentType="{macros}"/></Types>"#);
    let cases = [
        ("cv.pdf", pdf(5), None),
        ("cv.DOC", DOC.to_vec(), None),
        ("cv.docx", docx(0), None),
        ("cv.pdf", [b"\n".to_vec(), pdf(1_000)].concat(), None),
        ("cv.pdf", [vec![b' '; 1_019], pdf(1_000)].concat(), None),
        ("cv.pdf", [vec![b' '; 1_020], pdf(1_000)].concat(), Some(CV.wrong_type)),
        ("cv.docx", web, None),
        (
            "cv.docx",
            zip(&[("[Content_Types].xml", &with_macros), ("word/document.xml", "")], 0),
            Some(CV.wrong_type),
        ),
        ("cv.pdf", pdf(CV.size_limit - 1), None),
        ("cv.docx", docx(CV.size_limit - 1), None),
        ("cv.pdf", pdf(CV.size_limit), Some(CV.too_large)),
        ("cv.docx", docx(CV.size_limit), Some(CV.too_large)),
        ("cv.pdf", pdf(3 * CV.size_limit), Some(CV.too_large)),
        ("", Vec::new(), Some(CV.required)),
        ("cv.pdf", Vec::new(), Some(CV.required)),
        ("cv.pdf", b"MZ\x90\x00renamed program".to_vec(), Some(CV.wrong_type)),
        ("cv.exe", pdf(100), Some(CV.wrong_type)),
        ("cv", pdf(100), Some(CV.wrong_type)),
        ("cv.pdf", docx(0), Some(CV.wrong_type)),
        ("cv.docx", pdf(100), Some(CV.wrong_type)),
        (
            "cv.docx",
            zip(&[("[Content_Types].xml", WORD_TYPES), ("xl/workbook.xml", "")], 0),
            Some(CV.wrong_type),
        ),
        ("cv.docx", zip(&[("holiday.jpg", "")], 0), Some(CV.wrong_type)),
        ("cv.docx", b"PK\x03\x04 and no zip".to_vec(), Some(CV.wrong_type)),
        ("cv.docx", cut, Some(CV.wrong_type)),
    ];
    let accepted = cases.iter().filter(|(_, _, error)| error.is_none()).count();
    for (name, content, error) in cases {
        let (status, body) = TestForm::named("Ada Lovelace").cv(name, &content).send(&app).await;
        let case = format!("{name:?} of {} bytes: {body}", content.len());
        match error {
            None => assert_eq!(status, StatusCode::CREATED, "{case}"),
            Some(error) => {
                assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{case}");
                assert_eq!(body["errors"], json!({"cv": error}), "{case}");
            }
        }
    }
    assert_eq!(app.rows("applications").await, i64::try_from(accepted).unwrap());
    let stored = "(SELECT sum(length(bytes)) AS bytes FROM cv_chunks) AS stored \
        WHERE bytes = (SELECT sum(cv_size) FROM applications)";
    assert_eq!(app.rows(stored).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_form_without_cv() {
    let app = TestApp::start().await;
    let (status, body) = TestForm::named("Ada Lovelace").send(&app).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(body["errors"], json!({"cv": CV.required}));
    // A text part is no file.
    let (_, body) = TestForm::named("Ada Lovelace").text_field("cv", "%PDF-1.7").send(&app).await;
    assert_eq!(body["errors"], json!({"cv": CV.wrong_type}));
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_limited_entries_of_zip() {
    let app = TestApp::start().await;
    let names = (0..20_000).map(|n| n.to_string()).collect::<Vec<_>>();
    let mut parts = names.iter().map(|name| (name.as_str(), "")).collect::<Vec<_>>();
    parts.extend([("[Content_Types].xml", WORD_TYPES), ("word/document.xml", "")]);
    let (_, body) = TestForm::named("Ada Lovelace").cv("cv.docx", &zip(&parts, 0)).send(&app).await;
    assert_eq!(body["errors"], json!({"cv": CV.wrong_type}));
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_readable_part_of_file_name() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let cases = [
        ("../../etc/passwd.pdf", "passwd.pdf", "passwd.pdf"),
        ("\"quoted\".pdf", "quoted.pdf", "quoted.pdf"),
        ("a\r\nSet-Cookie: x=1.pdf", "a%20Set-Cookie%20x%3D1.pdf", "a Set-Cookie x_1.pdf"),
        ("Currículum.pdf", "Curr%C3%ADculum.pdf", "Curr_culum.pdf"),
        ("C# and F# developer.pdf", "C%23%20and%20F%23%20developer.pdf", "C_ and F_ developer.pdf"),
        ("R&D lead; 100%.pdf", "R%26D%20lead%3B%20100%25.pdf", "R_D lead_ 100_.pdf"),
        ("O'Brien `$` CV.pdf", "O%27Brien%20%60%24%60%20CV.pdf", "O_Brien ___ CV.pdf"),
        ("%2e%2fcv.pdf", "%252e%252fcv.pdf", "_2e_2fcv.pdf"),
        ("من\u{200c}ی.pdf", "%D9%85%D9%86%E2%80%8C%DB%8C.pdf", "____.pdf"),
        ("履歴書.pdf", "%E5%B1%A5%E6%AD%B4%E6%9B%B8.pdf", "___.pdf"),
    ];
    for (sent, segment, plain) in cases {
        let form = TestForm::named("Ada Lovelace").cv(sent, &pdf(100));
        let record = form.stored(&app, &access).await;
        let path = record["cv_upload"].as_str().unwrap();
        assert_eq!(path.rsplit('/').next(), Some(segment));
        let file = app.get(path, &access).await;
        assert_eq!(file.status(), StatusCode::OK, "{path}");
        let expected = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{segment}");
        assert_eq!(file.headers()["content-disposition"], *expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_file_name_as_other_programs_send_it() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let lopez = "L%C3%B3pez.pdf";
    for (parameters, segment) in [
        ("filename*=utf-8''L%C3%B3pez.pdf; filename=\"Lopez.pdf\"", "Lopez.pdf"),
        ("filename=\"Lopez.pdf\"; filename*=utf-8''L%C3%B3pez.pdf", "Lopez.pdf"),
        ("filename*=utf-8''L%C3%B3pez.pdf", lopez),
        ("filename*=iso-8859-1''L%F3pez.pdf", lopez),
        ("filename=\"=?utf-8?B?TMOzcGV6LnBkZg==?=\"; filename*=utf-8''L%C3%B3pez.pdf", lopez),
        ("filename==?utf-8?B?TMOzcGV6LnBkZg==?=", lopez),
        ("filename=Lopez.pdf", "Lopez.pdf"),
    ] {
        for head in [format!("name=\"cv\"; {parameters}"), format!("{parameters}; name=cv")] {
            let form = TestForm::named("Ada Lovelace").part(&head, "", &pdf(100));
            let record = form.stored(&app, &access).await;
            let path = record["cv_upload"].as_str().unwrap();
            assert_eq!(path.rsplit('/').next(), Some(segment), "{head}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_file_name_that_is_not_utf8() {
    let app = TestApp::start().await;
    for head in ["name=\"cv\"; filename=\"L\u{fffd}pez.pdf\"", "name=\"cv\"; filename*=utf-8''L%F3pez.pdf"] {
        let form = TestForm::named("Ada Lovelace").part(head, "", &pdf(100)).not_utf8();
        assert_eq!(
            form.send(&app).await,
            (StatusCode::BAD_REQUEST, json!({"message": say::NOT_UTF8})),
            "{head}"
        );
    }
    assert_eq!(app.rows("applications").await, 0);
}
