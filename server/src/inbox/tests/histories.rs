//! Compares generated histories of two clients on two records with a model of the rules: each response, each record, and
//! its history. Clients act on one record or on both, undo, repeat requests, and act at the same time.

use std::collections::HashMap;

use agency_core::work::{LastEvent, RecordAction, RecordState, moved, undo};
use futures_util::future::join_all;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use serde_json::{Value, json};

use super::Worker;
use crate::testing::app::{TestApp, pair, parts};

/// Number of histories, unless `WORK_HISTORIES` is set.
const HISTORIES: u64 = 80;
const STEPS: usize = 12;
const CONCURRENCY: u64 = 8;
/// Histories between two refreshes of the access tokens, which live 15 minutes.
const ROUND: u64 = 2_000;

const PEOPLE: [&str; 2] = ["ada", "eve"];

/// Request of a client, for one record or in bulk for both.
#[derive(Clone, Debug, PartialEq)]
struct Sent {
    client: usize,
    action: RecordAction,
    /// The position and the last known version of each record.
    records: Vec<(usize, Option<i64>)>,
    to: Option<&'static str>,
    key: String,
    is_bulk: bool,
}

/// Result for one record: the status and, with 200 and 409, the record.
type Answer = (u16, Option<Value>);

/// Event in the history of a record.
#[derive(Clone, Debug)]
struct Event {
    client: usize,
    action: RecordAction,
    key: String,
    from: RecordState,
    to: RecordState,
    owner_before: Option<&'static str>,
}

/// Expected record by the rules.
#[derive(Clone, Debug)]
struct Model {
    state: RecordState,
    version: i64,
    owner: Option<&'static str>,
    done: HashMap<String, Sent>,
    history: Vec<Event>,
}

impl Model {
    fn new() -> Self {
        Self { state: RecordState::New, version: 1, owner: None, done: HashMap::new(), history: Vec::new() }
    }

    /// Applies a request and returns the status of its answer.
    fn apply(&mut self, sent: &Sent, version: Option<i64>) -> u16 {
        if self.done.contains_key(&sent.key) {
            return 200;
        }
        if version.is_some_and(|version| version != self.version) {
            return 409;
        }
        let (from, owner_before) = (self.state, self.owner);
        let last = self.history.last();
        let judged = if sent.action == RecordAction::Undo {
            let last = last.map(|event| LastEvent {
                action: event.action,
                from: event.from,
                to: event.to,
                is_own: event.client == sent.client,
                seconds_ago: 0,
            });
            undo(last)
        } else {
            moved(from, sent.action)
        };
        let Ok(to) = judged else { return 422 };
        let owner = match sent.action {
            RecordAction::Assign => sent.to,
            RecordAction::Undo => last.and_then(|event| event.owner_before),
            _ => self.owner,
        };
        if sent.action == RecordAction::Assign && owner == self.owner {
            return 200;
        }
        (self.state, self.owner) = (to, owner);
        self.version += 1;
        self.done.insert(sent.key.clone(), sent.clone());
        let Sent { client, action, key, .. } = sent.clone();
        self.history.push(Event { client, action, key, from, to, owner_before });
        200
    }

    /// Returns whether the record of the server equals this one.
    fn is(&self, record: &Value) -> bool {
        let events = record["history"].as_array().unwrap();
        let last = events.last().map(|event| &event["action"]);
        record["state"] == json!(self.state)
            && record["version"] == json!(self.version)
            && record["assigned_to"]["username"] == json!(self.owner)
            && (record["undo"].is_null() || Some(&record["undo"]["action"]) == last)
            && events.len() == self.history.len()
            && events.iter().zip(&self.history).all(|(event, Event { action, key, .. })| {
                let note = (*action == RecordAction::Note).then(|| format!("note {key}"));
                event["action"] == json!(action) && event["text"] == json!(note)
            })
    }

    /// Returns whether a response equals the one of this model, with this record.
    fn agrees(&self, expected: u16, (status, record): &Answer) -> bool {
        *status == expected && record.as_ref().is_none_or(|record| self.is(record))
    }
}

/// Sends a request and returns the answer for each of its records.
async fn send(client: &Worker<'_>, slugs: &[String; 2], sent: &Sent) -> Vec<Answer> {
    let mut body = json!({"action": sent.action, "to": sent.to, "text": format!("note {}", sent.key)});
    if sent.is_bulk {
        let records = sent.records.iter();
        body["records"] =
            records.map(|(record, version)| json!({"slug": slugs[*record], "version": version})).collect();
        let (status, answer) = parts(client.send_bulk("consultations", &body, Some(&sent.key)).await).await;
        assert_eq!(status.as_u16(), 200, "{answer}");
        let results = answer["results"].as_array().unwrap().iter();
        let answer = |result: &Value| {
            (u16::try_from(result["status"].as_u64().unwrap()).unwrap(), result.get("record").cloned())
        };
        return results.map(answer).collect();
    }
    let (record, version) = sent.records[0];
    body["version"] = json!(version);
    let path = format!("consultations/{}", slugs[record]);
    let (status, answer) = parts(client.send(&path, &body, Some(&sent.key)).await).await;
    let found = match status.as_u16() {
        200 => Some(answer),
        409 => Some(answer["record"].clone()),
        _ => None,
    };
    vec![(status.as_u16(), found)]
}

/// State of a client: the version of each record, and its last request, which may have got no response.
#[derive(Default)]
struct Known {
    versions: [i64; 2],
    last: Option<Sent>,
}

impl Known {
    /// Generates the next request: the last one again, or another.
    fn next(&mut self, client: usize, key: String, random: &mut StdRng) -> Sent {
        if let Some(again) = self.last.clone()
            && random.random_bool(0.2)
        {
            return again;
        }
        let action = *RecordAction::ALL.choose(random).unwrap();
        let is_note = action == RecordAction::Note;
        let is_bulk = !is_note && random.random_bool(0.4);
        let chosen = random.random_range(0..2);
        let records = if is_bulk { vec![chosen, 1 - chosen] } else { vec![chosen] };
        let is_blind = is_note && random.random_bool(0.5);
        let records =
            records.into_iter().map(|record| (record, (!is_blind).then_some(self.versions[record])));
        let to = [None, Some(PEOPLE[0]), Some(PEOPLE[1])];
        let to = if action == RecordAction::Assign { *to.choose(random).unwrap() } else { None };
        let sent = Sent { client, action, records: records.collect(), to, key, is_bulk };
        self.last = Some(sent.clone());
        sent
    }
}

/// Adds two records and returns their slugs.
async fn add_records(app: &TestApp, number: u64) -> [String; 2] {
    let slugs = [2 * number, 2 * number + 1].map(|number| format!("{number:032x}"));
    for slug in &slugs {
        let row = format!(
            "DO $$ DECLARE added bigint := add_consultation(email => '{slug}@mail.example'); \
             BEGIN UPDATE submissions SET slug = '{slug}' WHERE id = added; END $$"
        );
        app.execute(&row).await;
    }
    slugs
}

/// Runs one history of two records.
async fn history(clients: &[Worker<'_>; 2], number: u64) {
    let mut random = StdRng::seed_from_u64(number);
    let slugs = add_records(clients[0].app, number).await;
    let mut models = [Model::new(), Model::new()];
    let mut known = [1, 1].map(|version| Known { versions: [version; 2], last: None });
    for step in 0..STEPS {
        let name = format!("history {number}, step {step}");
        let client = random.random_range(0..2);
        let next = |known: &mut [Known; 2], client: usize, random: &mut StdRng| {
            known[client].next(client, format!("{}-{client}-{step}", slugs[0]), random)
        };
        let first = next(&mut known, client, &mut random);
        if random.random_bool(0.3) {
            // Two requests at the same time: for each record, one of them is first.
            let second = next(&mut known, 1 - client, &mut random);
            let (one, other) = tokio::join!(
                send(&clients[client], &slugs, &first),
                send(&clients[1 - client], &slugs, &second)
            );
            let answers = [(&first, &one), (&second, &other)];
            for (record, model) in models.iter_mut().enumerate() {
                let shown = clients[0].get(&format!("/api/consultations/{}", slugs[record])).await;
                let found = [answers, [answers[1], answers[0]]].into_iter().find_map(|order| {
                    let mut after = model.clone();
                    let agree = order.into_iter().all(|(sent, answers)| {
                        let at = sent.records.iter().position(|(each, _)| *each == record);
                        at.is_none_or(|at| after.apply(sent, sent.records[at].1) == answers[at].0)
                    });
                    (agree && after.is(&shown)).then_some(after)
                });
                *model = found.unwrap_or_else(|| panic!("{name}: {answers:?} {model:?} {shown}"));
            }
            continue;
        }
        let answers = send(&clients[client], &slugs, &first).await;
        assert_eq!(answers.len(), first.records.len(), "{name}");
        // One response in four is lost, and the client continues with its old state.
        let is_lost = random.random_bool(0.25);
        for ((record, version), answer) in first.records.iter().zip(answers) {
            let model = &mut models[*record];
            let before = model.clone();
            let expected = model.apply(&first, *version);
            assert!(model.agrees(expected, &answer), "{name}: {first:?} {before:?} {expected} {answer:?}");
            if answer.0 != 422 && !is_lost {
                known[client].versions[*record] = model.version;
            }
        }
    }
    for (slug, model) in slugs.iter().zip(models) {
        let record = clients[0].get(&format!("/api/consultations/{slug}")).await;
        assert!(model.is(&record), "history {number}: {model:?} {record}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn applies_generated_histories_exactly_once() {
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
        join_all((0..CONCURRENCY).map(async |turn| {
            for number in (first + turn..end).step_by(usize::try_from(CONCURRENCY).unwrap()) {
                history(&clients, number).await;
            }
        }))
        .await;
    }
    assert_eq!(app.rows("consultations").await, i64::try_from(2 * histories).unwrap());
    let torn = "submissions AS c WHERE version <> 1 + (SELECT count(*) FROM history \
                WHERE submission_id = c.id)";
    assert_eq!(app.rows(torn).await, 0);
    let first_action = "(SELECT at FROM (SELECT *, lead(action) OVER (ORDER BY id) AS next FROM history \
                        WHERE submission_id = c.id) AS event \
                        WHERE action IN ('start', 'finish', 'assign', 'note') AND by IS NOT NULL \
                            AND next IS DISTINCT FROM 'undo' ORDER BY id LIMIT 1)";
    let another = format!("submissions AS c WHERE first_action_at IS DISTINCT FROM {first_action}");
    assert_eq!(app.rows(&another).await, 0);
    let emptied = "submissions AS c WHERE first_action_at IS NULL \
                   AND EXISTS (SELECT FROM history WHERE submission_id = c.id AND action IN ('start', 'finish', 'assign'))";
    assert!(app.rows(emptied).await > 0);
    super::undo::assert_counts_are_exact(&app).await;
    let undone = app.rows("history WHERE action = 'undo'").await;
    assert!(undone > i64::try_from(histories).unwrap() / 4, "{undone}");
}
