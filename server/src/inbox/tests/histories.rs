//! Made-up histories of two clients and a server, against a model that is only the rules: what each is answered, what
//! the record is then, and what its history tells.

use std::collections::HashMap;

use agency_core::work::{RecordAction, RecordState, moved};
use futures_util::future::join_all;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use serde_json::{Value, json};

use super::Worker;
use crate::testing::app::{TestApp, pair, parts};

/// How many histories there are unless `WORK_HISTORIES` says otherwise.
const HISTORIES: u64 = 150;
const STEPS: usize = 12;
/// How many are made at the same time.
const AT_ONCE: u64 = 8;
/// How many are made before the clients sign in anew: fewer than an access token's time is long enough for.
const ROUND: u64 = 10_000;

const PEOPLE: [&str; 2] = ["ada", "eve"];

/// What a client sends, with the key that makes it one.
#[derive(Clone, Debug, PartialEq)]
struct Click {
    client: usize,
    action: RecordAction,
    version: Option<i64>,
    to: Option<&'static str>,
    key: String,
}

impl Click {
    fn body(&self) -> Value {
        let mut body = json!({"action": self.action, "text": format!("note {}", self.key)});
        if let Some(version) = self.version {
            body["version"] = json!(version);
        }
        body["to"] = json!(self.to);
        body
    }
}

/// The server as the rules have it.
#[derive(Clone, Debug, PartialEq)]
struct Model {
    state: RecordState,
    version: i64,
    owner: Option<&'static str>,
    done: HashMap<String, Click>,
    history: Vec<(RecordAction, String)>,
}

impl Model {
    /// What a click is answered, and what becomes of the record.
    fn click(&mut self, click: &Click) -> u16 {
        if self.done.contains_key(&click.key) {
            return 200;
        }
        if click.version.is_some_and(|version| version != self.version) {
            return 409;
        }
        let Ok(state) = moved(self.state, click.action) else { return 422 };
        if click.action == RecordAction::Assign {
            if self.owner == click.to {
                return 200;
            }
            self.owner = click.to;
        }
        self.state = state;
        self.version += 1;
        self.done.insert(click.key.clone(), click.clone());
        self.history.push((click.action, click.key.clone()));
        200
    }

    /// Whether this is how the server tells the record.
    fn is(&self, record: &Value) -> bool {
        let told = record["history"].as_array().unwrap();
        record["state"] == json!(self.state)
            && record["version"] == json!(self.version)
            && record["assigned_to"]["username"] == json!(self.owner)
            && told.len() == self.history.len()
            && told.iter().zip(&self.history).all(|(event, (action, key))| {
                let note = (*action == RecordAction::Note).then(|| format!("note {key}"));
                event["action"] == json!(action) && event["text"] == json!(note)
            })
    }
}

/// One history of one record.
async fn history(clients: &[Worker<'_>; 2], number: u64) {
    let mut random = StdRng::seed_from_u64(number);
    let slug = format!("{number:032x}");
    let row = format!(
        "DO $$ DECLARE added bigint := add_consultation(); \
         BEGIN UPDATE submissions SET slug = '{slug}' WHERE id = added; END $$"
    );
    clients[0].app.execute(&row).await;
    let path = format!("consultations/{slug}");
    let mut model =
        Model { state: RecordState::New, version: 1, owner: None, done: HashMap::new(), history: Vec::new() };
    // The version that each client saw last, and what it sent last, whose answer may have been lost.
    let mut known = [1_i64; 2];
    let mut last: [Option<Click>; 2] = [None, None];
    let send = async |click: &Click| {
        let answer = clients[click.client].send(&path, &click.body(), Some(&click.key)).await;
        parts(answer).await
    };
    for step in 0..STEPS {
        let mut next = |client: usize, random: &mut StdRng| {
            if let Some(again) = last[client].clone()
                && random.random_bool(0.2)
            {
                return again;
            }
            let action = *RecordAction::ALL.choose(random).unwrap();
            let blind = action == RecordAction::Note && random.random_bool(0.5);
            let to = [None, Some(PEOPLE[0]), Some(PEOPLE[1])];
            let to = if action == RecordAction::Assign { *to.choose(random).unwrap() } else { None };
            let version = (!blind).then_some(known[client]);
            let key = format!("{slug}-{client}-{step}");
            let click = Click { client, action, version, to, key };
            last[client] = Some(click.clone());
            click
        };
        let name = format!("history {number}, step {step}");
        let client = random.random_range(0..2);
        let first = next(client, &mut random);
        if random.random_bool(0.3) {
            // Both at the same moment: as if one had come before the other.
            let second = next(1 - client, &mut random);
            let (one, other) = tokio::join!(send(&first), send(&second));
            let record = clients[0].get(&format!("/api/{path}")).await;
            let mut orders = [model.clone(), model.clone()];
            let forward = (orders[0].click(&first), orders[0].click(&second));
            let backward = (orders[1].click(&second), orders[1].click(&first));
            let answers = (one.0.as_u16(), other.0.as_u16());
            let [forwards, backwards] = orders;
            model = if answers == forward && forwards.is(&record) {
                forwards
            } else {
                let backward = (backward.1, backward.0);
                assert!(
                    answers == backward && backwards.is(&record),
                    "{name}: {first:?} {second:?} {record}"
                );
                backwards
            };
            continue;
        }
        let (status, answer) = send(&first).await;
        assert_eq!(status.as_u16(), model.click(&first), "{name}: {first:?} {model:?} {answer}");
        match status.as_u16() {
            200 => assert!(model.is(&answer), "{name}: {first:?} {model:?} {answer}"),
            409 => assert!(model.is(&answer["record"]), "{name}: {first:?} {model:?} {answer}"),
            _ => {}
        }
        // One answer in four is lost, and the client goes on with what it saw before.
        if status.as_u16() != 422 && random.random_bool(0.75) {
            known[client] = model.version;
        }
    }
    let record = clients[0].get(&format!("/api/{path}")).await;
    assert!(model.is(&record), "history {number}: {model:?} {record}");
}

#[tokio::test(flavor = "multi_thread")]
async fn made_up_histories_lose_nothing_and_do_nothing_twice() {
    let app = TestApp::start().await;
    let mut tokens = [app.sign_in(PEOPLE[0]).await, app.sign_in(PEOPLE[1]).await];
    let wanted = std::env::var("WORK_HISTORIES").ok();
    let histories = wanted.map_or(HISTORIES, |wanted| wanted.parse().expect("WORK_HISTORIES is a number"));
    for first in (0..histories).step_by(usize::try_from(ROUND).unwrap()) {
        for tokens in &mut tokens {
            *tokens = pair(app.post("/api/token/refresh/", &json!({"refresh": tokens.1})).await).await;
        }
        let clients = tokens.each_ref().map(|(access, _)| Worker { app: &app, access: access.clone() });
        let end = histories.min(first + ROUND);
        join_all((0..AT_ONCE).map(async |turn| {
            for number in (first + turn..end).step_by(usize::try_from(AT_ONCE).unwrap()) {
                history(&clients, number).await;
            }
        }))
        .await;
    }
    assert_eq!(app.rows("consultations").await, i64::try_from(histories).unwrap());
    let torn = "submissions AS c WHERE version <> 1 + (SELECT count(*) FROM history \
                WHERE submission_id = c.id)";
    assert_eq!(app.rows(torn).await, 0);
}
