use diesel_async::SimpleAsyncConnection as _;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::forget;
use crate::{
    background::{
        cleanup,
        retention::{self, Sweep},
    },
    config::{
        mail::{
            Destination, MailConfig,
            address::{address, mailbox},
        },
        retention::Policy,
    },
    inbox::tests::Worker,
    testing::{
        app::{TestApp, parts, signed_webhooks},
        form::{TestForm, pdf},
        rows::assert_counts_are_exact,
    },
};

pub(crate) async fn consult(app: &TestApp, email: &str, key: &str) -> StatusCode {
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": email});
    let request = app.request("POST", "/api/consultations/create/").json(&form);
    request.header("idempotency-key", format!("consultation-{key}")).send().await.unwrap().status()
}

pub(crate) async fn apply(app: &TestApp, email: &str, key: &str) -> StatusCode {
    let form = TestForm::default()
        .text_field("job_title", "Software Engineer")
        .text_field("full_name", "Ada Lovelace")
        .text_field("email", email)
        .text_field("cover_letter", &format!("I have built analytical engines for years. {key}"))
        .cv("cv.pdf", &pdf(400_000));
    form.request(app).header("idempotency-key", format!("application-{key}")).send().await.unwrap().status()
}

async fn counts(app: &TestApp, access: &str) -> [Value; 2] {
    let mut counts = [Value::Null, Value::Null];
    for (count, list) in counts.iter_mut().zip(["consultations", "applications"]) {
        *count = parts(app.get(&format!("/api/{list}"), access).await).await.1["count"].clone();
    }
    counts
}

/// Starts a server that writes mails and webhooks.
pub(crate) async fn app_with_deliveries() -> TestApp {
    let mail = MailConfig {
        destination: Destination::Folder("/nowhere".into()),
        from: mailbox("site@agency.example").unwrap(),
        notify: vec![address("staff@agency.example").unwrap()],
        acknowledge: true,
    };
    TestApp::set_up(|setup| {
        setup.config.mail = Some(mail);
        setup.config.webhook = Some(signed_webhooks("http://localhost/"));
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_everything_of_an_address_and_nothing_else() {
    let app = app_with_deliveries().await;
    let ada = Worker::named(&app, "ada").await;
    for (n, email) in
        ["ada@lovelace.example", "Ada@Lovelace.EXAMPLE", "ada@lovelace.example.org", "a.ada@lovelace.example"]
            .into_iter()
            .enumerate()
    {
        assert_eq!(consult(&app, email, &format!("{n}-0123456789")).await, StatusCode::CREATED);
        assert_eq!(apply(&app, email, &format!("{n}-0123456789")).await, StatusCode::CREATED);
    }
    // Every odd id is a consultation's.
    for id in 1..=8 {
        let record = format!("{}/{id}", ["applications", "consultations"][id % 2]);
        let (status, _) = ada.act(&record, &json!({"action": "note", "text": "Called."})).await;
        assert_eq!(status, StatusCode::OK, "{record}");
    }
    let tables =
        ["submissions", "history", "idempotency_keys", "deliveries WHERE transport = 'mail'", "cv_chunks"];
    assert_eq!(app.rows("deliveries WHERE transport = 'webhook'").await, 16);
    for (table, rows) in tables.into_iter().zip([8, 8, 8, 11, 8]) {
        assert_eq!(app.rows(table).await, rows, "{table}");
    }
    for _ in 0..2 {
        forget(app.pool(), app.state.webhooks.as_deref(), " ADA@lovelace.Example\n").await.unwrap();
        assert_eq!(counts(&app, &ada.access).await, [json!(2), json!(2)]);
        // Those of the others, and a deletion for each record.
        assert_eq!(
            app.rows("deliveries WHERE transport = 'webhook' AND purpose <> 'submission.deleted'").await,
            8
        );
        assert_eq!(app.rows("deliveries WHERE purpose = 'submission.deleted'").await, 4);
        let left = "email IN ('ada@lovelace.example.org', 'a.ada@lovelace.example')";
        assert_eq!(app.rows(&format!("submissions WHERE {left}")).await, 4);
        assert_eq!((app.rows("consultations").await, app.rows("applications").await), (2, 2));
        // A notice for each record, and an acknowledgement for each address.
        for (table, rows) in tables.into_iter().zip([4, 4, 4, 6, 4]) {
            assert_eq!(app.rows(table).await, rows, "{table}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ignores_case_in_any_script() {
    let app = TestApp::start().await;
    assert_eq!(consult(&app, "Ägnes@BÜCHER.example", "0123456789").await, StatusCode::CREATED);
    forget(app.pool(), app.state.webhooks.as_deref(), "äGNES@bücher.example").await.unwrap();
    assert_eq!(app.rows("consultations").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_every_spelling_of_an_address() {
    let app = TestApp::start().await;
    let emails = [
        "info@BÜCHER.example",
        "info@XN--BCHER-KVA.example",
        "info@ｂücher.example",
        "info2@bücher.example",
        "info@xn--bcher-kva.example",
        "Info@bücher.example",
        "info@bucher.example",
    ];
    for (n, email) in emails.iter().enumerate() {
        assert_eq!(consult(&app, email, &format!("{n}-0123456789")).await, StatusCode::CREATED);
    }
    forget(app.pool(), app.state.webhooks.as_deref(), "info@bücher.example").await.unwrap();
    assert_eq!(app.rows("submissions").await, 2);
    assert_eq!(
        app.rows("submissions WHERE email IN ('info@bucher.example', 'info2@bücher.example')").await,
        2
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_invalid_address() {
    let app = TestApp::start().await;
    for (given, sentence) in [
        ("", "Your Email is Required"),
        ("ada", "Please enter a valid email address"),
        ("%@%", "Please enter a valid email address"),
    ] {
        assert_eq!(
            forget(app.pool(), app.state.webhooks.as_deref(), given).await.unwrap_err().to_string(),
            sentence
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_nothing_when_a_part_cannot_be_deleted() {
    let app = TestApp::start().await;
    assert_eq!(consult(&app, "ada@lovelace.example", "0123456789").await, StatusCode::CREATED);
    assert_eq!(apply(&app, "ada@lovelace.example", "0123456789").await, StatusCode::CREATED);
    app.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'no'; END$$; \
         CREATE TRIGGER refuse BEFORE DELETE ON cv_chunks FOR EACH ROW EXECUTE FUNCTION refuse()",
    )
    .await;
    assert!(forget(app.pool(), app.state.webhooks.as_deref(), "ada@lovelace.example").await.is_err());
    assert_eq!((app.rows("consultations").await, app.rows("applications").await), (1, 1));
    assert_eq!(app.rows("idempotency_keys").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_exactly_while_forms_arrive() {
    let app = TestApp::start().await;
    let insert = "SELECT add_consultation(email => CASE n % 3 WHEN 0 THEN 'gone@b.example' ELSE 'a@b.example' END) \
                  FROM generate_series(1, 30) AS n";
    app.execute(&insert.replace("30)", "1500)")).await;
    let writers = (0..3).map(|_| {
        let pool = app.pool().clone();
        tokio::spawn(async move {
            let mut connection = pool.get().await.unwrap();
            for _ in 0..30 {
                connection.batch_execute(insert).await.unwrap();
            }
        })
    });
    let writers = writers.collect::<Vec<_>>();
    let mut connection = app.pool().get().await.unwrap();
    while writers.iter().any(|writer| !writer.is_finished()) {
        forget(app.pool(), app.state.webhooks.as_deref(), "gone@b.example").await.unwrap();
        assert_counts_are_exact(&mut connection).await;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    forget(app.pool(), app.state.webhooks.as_deref(), "gone@b.example").await.unwrap();
    assert_counts_are_exact(&mut connection).await;
    assert_eq!(app.rows("consultations").await, 1_000 + 3 * 30 * 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_and_sweeps_with_a_publication_of_all_tables() {
    let app = app_with_deliveries().await;
    // With the publication, Postgres refuses to change or delete rows of tables without a primary key.
    app.execute("CREATE PUBLICATION p FOR ALL TABLES").await;
    let ada = Worker::named(&app, "ada").await;
    for key in ["0-0123456789", "1-0123456789"] {
        let email = format!("{}@lovelace.example", &key[..1]);
        assert_eq!(consult(&app, &email, key).await, StatusCode::CREATED);
        assert_eq!(apply(&app, &email, key).await, StatusCode::CREATED);
    }
    assert_eq!(ada.act("applications/2", &json!({"action": "start", "version": 1})).await.0, StatusCode::OK);
    forget(app.pool(), app.state.webhooks.as_deref(), "0@lovelace.example").await.unwrap();
    assert_eq!(counts(&app, &ada.access).await, [json!(1), json!(1)]);
    app.execute(
        "UPDATE submissions SET created_at = now() - interval '3 years', state_since = now() - interval '3 years'; \
         UPDATE idempotency_keys SET created_at = now() - interval '3 years'; \
         INSERT INTO exports (list, by, at) VALUES ('consultations', 'Ada', now() - interval '3 years'); \
         UPDATE account_events SET at = now() - interval '3 years'; \
         INSERT INTO attempt_windows VALUES ('', ARRAY[now() - interval '3 years']); \
         UPDATE refresh_tokens SET expires_at = now()",
    )
    .await;
    assert_eq!(cleanup::clean_up(app.pool()).await.unwrap(), 4);
    let policy =
        Policy { lists: [("consultations", 365), ("applications", 365)].into_iter().collect(), spam: None };
    for kind in ["consultations", "applications"] {
        let swept = retention::sweep(app.pool(), kind, &policy, app.state.webhooks.as_deref(), false, |_| ())
            .await
            .unwrap();
        assert_eq!(swept, Sweep::Deleted(1), "{kind}");
    }
    retention::delete_audit_rows(app.pool()).await.unwrap();
    for table in [
        "submissions",
        "deliveries WHERE transport = 'mail'",
        "history",
        "exports",
        "account_events",
        "idempotency_keys",
    ] {
        assert_eq!(app.rows(table).await, 0, "{table}");
    }
    // Also for tables without deletions.
    let without = "pg_class AS c WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace \
                   AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND indisprimary)";
    assert_eq!(app.rows(without).await, 0);
}
