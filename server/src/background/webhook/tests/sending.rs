//! Outcomes with faulty receivers.

use std::time::Duration;

use serde_json::{Value, json};
use standardwebhooks::Webhook;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::{SECRET, config, slack};
use crate::{
    background::{
        delivery::{commands::send_test_webhook, outcome::Outcome, queue::Leased},
        webhook::{sender::WebhookSender, slack::message},
    },
    config::webhook::WebhookConfig,
    testing::{
        certificate::certificate,
        delivery::LONG,
        receiver::{Answer, Receiver},
    },
};

const EVENT: &str = r#"{"type":"submission.created","data":{"summary":"Consultation from Ada"}}"#;

/// Sends an event.
async fn send(config: &WebhookConfig, time_limit: Duration) -> Outcome {
    let webhook = Leased { message_id: "x_1".to_owned(), message: EVENT.to_owned(), ..Leased::default() };
    WebhookSender::within(config.clone(), time_limit).send(&webhook).await
}

/// Returns the name of an outcome, the receiver's answer, and the pause that it asked for in seconds.
fn describe(outcome: Outcome) -> (&'static str, String, Option<u64>) {
    let (name, answer) = match outcome {
        Outcome::Sent => return ("sent", String::new(), None),
        Outcome::Unwanted => return ("unwanted", String::new(), None),
        Outcome::Refused(answer) => ("refused", answer),
        Outcome::Deferred(answer) => ("deferred", answer),
        Outcome::Unreachable(answer) => ("unreachable", answer),
    };
    (name, answer.text, answer.retry_after.map(|pause| pause.as_secs()))
}

#[tokio::test(flavor = "multi_thread")]
async fn judges_answers() {
    let receiver = Receiver::start().await;
    let elsewhere = Receiver::start().await;
    let status = |status, text| Answer::Status(status, None, text);
    let after = |status, seconds: &str| Answer::Status(status, Some(("retry-after", seconds.to_owned())), "");
    let moved = |status| Answer::Status(status, Some(("location", elsewhere.url())), "");
    for (answer, name, text, pause) in [
        (status(200, "ok"), "sent", "", None),
        (status(201, ""), "sent", "", None),
        (status(204, ""), "sent", "", None),
        (Answer::Endless, "sent", "", None),
        (moved(302), "deferred", "302 Found", None),
        (moved(307), "deferred", "307 Temporary Redirect", None),
        (status(400, "no\n thanks"), "deferred", "400 Bad Request: no thanks", None),
        (status(401, ""), "deferred", "401 Unauthorized", None),
        (status(404, "no_service"), "deferred", "404 Not Found: no_service", None),
        (status(410, "gone"), "refused", "410 Gone: gone", None),
        (after(429, "120"), "unreachable", "429 Too Many Requests", Some(120)),
        (after(429, "soon"), "unreachable", "429 Too Many Requests", None),
        (after(429, "Wed, 21 Oct 2015 07:28:00 GMT"), "unreachable", "429 Too Many Requests", None),
        (status(500, ""), "deferred", "500 Internal Server Error", None),
        (after(503, "7"), "unreachable", "503 Service Unavailable", Some(7)),
    ] {
        receiver.answer([answer.clone()]);
        let outcome = describe(send(&config(&receiver.url()), LONG).await);
        assert_eq!(outcome, (name, text.to_owned(), pause), "{answer:?}");
    }
    assert_eq!(elsewhere.received().len(), 0);
    let date =
        (chrono::Utc::now() + chrono::TimeDelta::hours(1)).format("%a, %d %b %Y %H:%M:%S GMT").to_string();
    receiver.answer([after(429, &date)]);
    let (_, _, pause) = describe(send(&config(&receiver.url()), LONG).await);
    assert!((3_000..=3_600).contains(&pause.unwrap()), "{pause:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_the_beginning_of_a_long_answer() {
    let receiver = Receiver::start().await;
    receiver.answer([Answer::Status(500, None, Box::leak("x".repeat(10 << 20).into_boxed_str()))]);
    let (name, text, _) = describe(send(&config(&receiver.url()), LONG).await);
    assert_eq!((name, text.chars().count()), ("deferred", 500));
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_the_time_of_an_attempt() {
    const SHORT: Duration = Duration::from_secs(1);
    let receiver = Receiver::start().await;
    receiver.answer([Answer::Hang]);
    let expected = ("unreachable", "the receiver did not answer within 1 s".to_owned(), None);
    assert_eq!(describe(send(&config(&receiver.url()), SHORT).await), expected);
    // The status is an answer.
    receiver.answer([Answer::HeadAlone]);
    assert_eq!(describe(send(&config(&receiver.url()), SHORT).await).0, "sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_connections_that_fail_without_the_url() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let refused = send(&config(&format!("http://127.0.0.1:{port}/?key=hush")), LONG).await;
    let (name, text, _) = describe(refused);
    assert!(name == "unreachable" && text.contains("Connection refused") && !text.contains("hush"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_nothing_to_a_receiver_with_an_unknown_certificate() {
    let (_, tls) = certificate();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let accepting = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        TlsAcceptor::from(tls).accept(stream).await.map(drop)
    });
    let (name, text, _) = describe(send(&config(&format!("https://localhost:{port}/")), LONG).await);
    assert!(name == "unreachable" && text.contains("certificate"), "{text}");
    assert!(accepting.await.unwrap().is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn signs_what_the_library_verifies() {
    let receiver = Receiver::start().await;
    assert_eq!(send(&config(&receiver.url()), LONG).await, Outcome::Sent);
    let [requests] = &receiver.received()[..] else { panic!("not one webhook") };
    assert_eq!((requests.header("webhook-id"), &*requests.body), ("x_1", EVENT));
    assert_eq!(requests.header("content-type"), "application/json");
    let verify = |secret: &str, body: &str| {
        Webhook::new(secret).unwrap().verify(body.as_bytes(), &requests.headers).is_ok()
    };
    assert!(verify(SECRET, EVENT));
    assert!(!verify(SECRET, "{}"));
    assert!(!verify("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", EVENT));
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_messages_to_slack_without_a_signature() {
    let receiver = Receiver::start().await;
    assert_eq!(send(&slack(&receiver.url()), LONG).await, Outcome::Sent);
    let [requests] = &receiver.received()[..] else { panic!("not one webhook") };
    assert_eq!(requests.event(), json!({"text": "Consultation from Ada"}));
    assert!(!requests.headers.contains_key("webhook-signature"));
}

#[test]
fn escapes_messages_for_slack() {
    let created = |summary: &str, url: Option<&str>| {
        let event =
            json!({"type": "submission.created", "data": {"summary": summary, "url": url}}).to_string();
        serde_json::from_str::<Value>(&message(&event).unwrap()).unwrap()["text"].as_str().unwrap().to_owned()
    };
    for (summary, shown) in [
        ("Ada & Grace", "Ada &amp; Grace"),
        ("<!channel> <@U123>", "&lt;!channel&gt; &lt;@\u{200b}U123&gt;"),
        ("&lt;!here&gt;", "&amp;lt;!here&amp;gt;"),
        ("<https://evil.example|Open it>", "&lt;https:\u{200b}//evil.example|Open it&gt;"),
        ("[a](https://b.example)", "[a]\u{200b}(https:\u{200b}//b.example)"),
        ("@all @channel ada@b.example", "@\u{200b}all @\u{200b}channel ada@\u{200b}b.example"),
    ] {
        assert_eq!(created(summary, None), shown);
    }
    let url = "https://agency.example/dashboard/consultation/0123";
    assert_eq!(created("Ada", Some(url)), format!("Ada\n<{url}|Open it in the dashboard>"));
    for event in ["submission.updated", "submission.deleted", "other"] {
        assert_eq!(message(&json!({"type": event, "data": {"slug": "x"}}).to_string()), None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tests_the_settings() {
    let receiver = Receiver::start().await;
    receiver.answer([Answer::Status(200, None, "ok"), Answer::Status(403, None, "invalid_token")]);
    send_test_webhook(Some(config(&receiver.url()))).await.unwrap();
    let refused = send_test_webhook(Some(slack(&receiver.url()))).await.unwrap_err().to_string();
    assert_eq!(refused, "the receiver refused it: 403 Forbidden: invalid_token");
    let requests = receiver.received();
    assert_eq!(requests[0].event()["type"], "webhook.test");
    Webhook::new(SECRET).unwrap().verify(requests[0].body.as_bytes(), &requests[0].headers).unwrap();
    let text = "Test by agency-server webhook-test. The webhook settings work.";
    assert_eq!(requests[1].event(), json!({"text": text}));
    let unset = send_test_webhook(None).await.unwrap_err().to_string();
    assert_eq!(unset, "no webhook is sent: WEBHOOK_URL is not set");
}
