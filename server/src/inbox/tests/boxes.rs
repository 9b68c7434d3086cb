//! Tests lists by state and by assignee.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{Worker, consultation, refused};
use crate::testing::{
    app::{TestApp, parts},
    rows::insert_numbered,
};

#[tokio::test(flavor = "multi_thread")]
async fn lists_record_in_new_box_after_move() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    for state in ["new", "new", "new", "open", "done", "spam"] {
        app.execute(&consultation(state)).await;
    }
    let counts = async || {
        let mut counts = Vec::new();
        for list in ["", "?box=new", "?box=open", "?box=done", "?box=spam"] {
            let page = ada.get(&format!("/api/consultations{list}")).await;
            assert_eq!(page["more"], json!(false));
            assert_eq!(page["count"], json!(page["results"].as_array().unwrap().len()), "{list}");
            counts.push(page["count"].as_i64().unwrap());
        }
        counts
    };
    assert_eq!(counts().await, [6, 3, 1, 1, 1]);
    let none = json!({"new": 0, "open": 0, "done": 0, "spam": 0});
    let boxes = json!({"new": 3, "open": 1, "done": 1, "spam": 1});
    let inbox = ada.get("/api/inbox/").await;
    for (part, expected) in [
        ("consultations", boxes),
        ("applications", none),
        ("mail", json!({"failed": 0})),
        ("retention", json!({"waiting": 0})),
        ("failing_tasks", json!([])),
    ] {
        assert_eq!(inbox[part], expected, "{part}");
    }
    assert_eq!(
        ada.act("consultations/1", &json!({"action": "finish", "version": 1})).await.0,
        StatusCode::OK
    );
    assert_eq!(counts().await, [6, 2, 1, 2, 1]);
    let done = ada.get("/api/consultations?box=done").await;
    assert!(done["results"].as_array().unwrap().iter().all(|record| record["state"] == "done"));
    assert_eq!(
        ada.get("/api/inbox/").await["consultations"],
        json!({"new": 2, "open": 1, "done": 2, "spam": 1})
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_304_for_unchanged_counts() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&consultation("new")).await;
    let answer = app.get("/api/inbox/", &ada.access).await;
    let tag = answer.headers()["etag"].clone();
    let ask = async || {
        let request = app.request("GET", "/api/inbox/").bearer_auth(&ada.access);
        request.header("if-none-match", &tag).send().await.unwrap()
    };
    let same = ask().await;
    assert_eq!((same.status(), &same.headers()["etag"]), (StatusCode::NOT_MODIFIED, &tag));
    assert_eq!(same.bytes().await.unwrap().len(), 0);
    app.execute(&consultation("new")).await;
    let (status, body) = parts(ask().await).await;
    assert_eq!((status, &body["consultations"]["new"]), (StatusCode::OK, &json!(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_records_by_assignee() {
    let app = TestApp::start().await;
    let (ada, eve) = (Worker::named(&app, "ada").await, Worker::named(&app, "eve").await);
    for state in ["new", "new", "open", "done"] {
        app.execute(&consultation(state)).await;
    }
    app.execute("UPDATE submissions SET assigned_to = 1 WHERE id IN (1, 3)").await;
    app.execute("UPDATE submissions SET assigned_to = 2 WHERE id = 2").await;
    let ids = async |worker: &Worker<'_>, query: &str| {
        let page = worker.get(&format!("/api/consultations?{query}")).await;
        assert_eq!(page["more"], json!(false), "{query}");
        let ids = page["results"].as_array().unwrap().iter().map(|record| record["id"].clone());
        (page["count"].clone(), ids.collect::<Vec<_>>())
    };
    assert_eq!(ids(&ada, "assigned=me").await, (json!(2), vec![json!(3), json!(1)]));
    assert_eq!(ids(&ada, "assigned=me&sort=oldest").await.1, [json!(1), json!(3)]);
    assert_eq!(ids(&ada, "assigned=me&sort=name_asc").await.1, [json!(1), json!(3)]);
    assert_eq!(ids(&eve, "assigned=me").await, (json!(1), vec![json!(2)]));
    assert_eq!(ids(&eve, "assigned=ada&box=new").await, (json!(1), vec![json!(1)]));
    assert_eq!(ids(&ada, "assigned=nobody").await, (json!(1), vec![json!(4)]));
    assert_eq!(ids(&ada, "assigned=nobody&box=open").await, (json!(0), vec![]));
    assert_eq!(ids(&ada, "assigned=nobody&page=9").await, (json!(1), vec![]));
    assert_eq!(ids(&ada, "assigned=somebody-who-left").await, (json!(0), vec![]));
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_boxes_as_lists_do() {
    let app = TestApp::start().await;
    let (ada, eve) = (Worker::named(&app, "ada").await, Worker::named(&app, "eve").await);
    for state in ["new", "new", "new", "open", "done", "done", "spam"] {
        app.execute(&consultation(state)).await;
    }
    app.execute("SELECT add_application()").await;
    app.execute("UPDATE submissions SET assigned_to = 1 WHERE id IN (1, 3, 4)").await;
    app.execute("UPDATE submissions SET assigned_to = 2 WHERE id IN (2, 5)").await;
    app.execute("UPDATE submissions SET created_at = '2020-02-03T12:00:00Z' WHERE id IN (1, 5)").await;
    app.reindex().await;
    let exactly = |count: u64| json!({"count": count, "more": false});
    let counts = ada.get("/api/consultations/counts?assigned=me").await;
    assert_eq!(
        counts,
        json!({"all": exactly(3), "new": exactly(2), "open": exactly(1), "done": exactly(0), "spam": exactly(0)})
    );
    for worker in [&ada, &eve] {
        for filter in [
            "",
            "assigned=me",
            "assigned=ada",
            "assigned=nobody",
            "assigned=gone",
            "q=ada",
            "to=2020-12-31",
            "q=-ada",
        ] {
            for list in ["consultations", "applications"] {
                let counts = worker.get(&format!("/api/{list}/counts?{filter}&box=done&page=7")).await;
                assert_eq!(counts.as_object().unwrap().len(), 5);
                for name in ["all", "new", "open", "done", "spam"] {
                    let place = if name == "all" { String::new() } else { format!("&box={name}") };
                    let page = worker.get(&format!("/api/{list}?{filter}{place}")).await;
                    let expected = json!({"count": page["count"], "more": page["more"]});
                    assert_eq!(counts[name], expected, "{list} {filter} {name}");
                }
            }
        }
    }
    let refusal = app.get("/api/consultations/counts?assigned=", &ada.access).await;
    let nobodys = "Assigned must be me, nobody or the name of an account";
    assert_eq!(parts(refusal).await, refused("assigned", nobodys));
}

#[tokio::test(flavor = "multi_thread")]
async fn caps_count_at_ten_thousand() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let name = "'Ada ' || lpad(n::text, 5, '0')";
    app.execute(&insert_numbered(1..=10_001, name, "'We need a shop.'", "now()")).await;
    for (sort, first) in [("newest", 10_001), ("oldest", 1), ("name_asc", 1), ("name_desc", 10_001)] {
        let page = ada.get(&format!("/api/consultations?assigned=nobody&box=new&sort={sort}")).await;
        assert_eq!((&page["count"], &page["more"]), (&json!(10_000), &json!(true)), "{sort}");
        assert_eq!(page["results"][0]["id"], json!(first), "{sort}");
    }
    let page = async |number: u32| -> Value {
        ada.get(&format!("/api/consultations?assigned=nobody&sort=oldest&page={number}")).await
    };
    let counts = async || ada.get("/api/consultations/counts?assigned=nobody").await;
    let capped = json!({"count": 10_000, "more": true});
    assert_eq!((&counts().await["new"], &counts().await["all"]), (&capped, &capped));
    let whole = json!({"count": 10_001, "more": false});
    assert_eq!(ada.get("/api/consultations/counts").await["all"], whole);
    assert_eq!(page(1_000).await["results"][9]["id"], json!(10_000));
    assert_eq!(page(1_001).await["results"], json!([]));
    app.execute("DELETE FROM submissions WHERE id = 1").await;
    assert_eq!(counts().await["all"], json!({"count": 10_000, "more": false}));
    let exact = page(1_000).await;
    assert_eq!((&exact["count"], &exact["more"]), (&json!(10_000), &json!(false)));
    assert_eq!(exact["results"][9]["id"], json!(10_001));
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_unknown_box_and_assignee() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let ask =
        async |query: &str| parts(app.get(&format!("/api/applications?{query}"), &ada.access).await).await;
    assert_eq!(ask("box=inbox").await, refused("box", "Box must be new, open, done, spam or kept"));
    assert_eq!(ask("box=").await, refused("box", "Box must be new, open, done, spam or kept"));
    let nobodys = "Assigned must be me, nobody or the name of an account";
    assert_eq!(ask("assigned=").await, refused("assigned", nobodys));
    assert_eq!(ask("assigned=a%00").await, refused("assigned", nobodys));
    let (status, all) = ask("page=0&sort=up&box=x&assigned=").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let fields = all["errors"].as_object().unwrap().keys().collect::<Vec<_>>();
    assert_eq!(fields.len(), 4, "{fields:?}");
}
