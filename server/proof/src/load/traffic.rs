//! What comes in over a day: pages, lists, records, forms and logins.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::json;
use tokio::{
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};

use crate::{
    addresses::{self, FORWARDED_FOR},
    forms::{Form, Kind},
    load::meter::{Meter, Outcome},
    product::Product,
    server::create_admin,
    session::Session,
    visitors::{Refusal, client, refusal},
};

/// A kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Call {
    /// The home page.
    Page,
    /// A page of a list.
    List,
    /// A record.
    Detail,
    /// A form.
    Create(Kind),
    /// A login.
    Login,
}

/// Ten calls as they come; after every five tens there is a login.
const TEN: [Call; 10] = [
    Call::Page,
    Call::List,
    Call::Detail,
    Call::Create(Kind::Contact),
    Call::Page,
    Call::Page,
    Call::List,
    Call::Detail,
    Call::Create(Kind::Application),
    Call::Page,
];

/// Orders of a list, each asked for at its beginning and further on.
const SORTS: [&str; 4] = ["newest", "oldest", "name_asc", "name_desc"];

/// Who signs in: the agency's staff, each so often that no limit on an account is met.
const STAFF: usize = 8;

/// Forms that are there from the beginning.
const FORMS: usize = 30;

/// Makes calls.
pub(crate) struct Traffic {
    client: Client,
    server: String,
    session: Session,
    staff: Vec<(String, String)>,
    calls: Vec<Call>,
    made: AtomicUsize,
}

impl Traffic {
    /// Traffic for a product whose database this fills first; pages only where they are built.
    pub(crate) async fn prepare(product: &Product, pages: bool) -> Result<Arc<Self>> {
        let url = product.postgres.url(crate::product::DATABASE);
        let staff = (0..STAFF).map(|number| {
            let name = format!("ada{number}");
            create_admin(&url, &name).map(|password| (name, password))
        });
        Self::of(product, pages, staff.collect::<Result<_>>()?).await
    }

    /// Traffic in which these sign in, by their passwords.
    async fn of(product: &Product, pages: bool, staff: Vec<(String, String)>) -> Result<Arc<Self>> {
        let server = product.server.url();
        let (name, password) = staff.first().context("nobody may sign in")?;
        let session = Session::sign_in(&product.client, &server, name, password).await?;
        for _ in 0..FORMS {
            Form::new(Kind::Contact).request(&product.client, &server).send().await?.error_for_status()?;
        }
        let calls = [TEN; 5].concat().into_iter().chain([Call::Login]);
        let calls = calls.filter(|&call| pages || call != Call::Page).collect();
        let made = AtomicUsize::new(0);
        Ok(Arc::new(Self { client: client()?, server, session, staff, calls, made }))
    }

    /// Makes calls one after the other, so many at the same time; how many were answered a second.
    pub(crate) async fn as_fast_as_possible(self: &Arc<Self>, at_once: usize, time: Duration) -> f64 {
        let until = Instant::now() + time;
        let mut workers = JoinSet::new();
        for number in 0..at_once {
            let (traffic, meter) = (Arc::clone(self), Meter::default());
            workers.spawn(async move {
                for call in traffic.calls.iter().cycle().skip(number) {
                    if Instant::now() >= until {
                        break;
                    }
                    traffic.call(*call, &meter).await;
                }
                meter.total().served()
            });
        }
        let served = workers.join_all().await.into_iter().sum::<usize>();
        f64::from(u32::try_from(served).unwrap_or(u32::MAX)) / time.as_secs_f64()
    }

    /// Makes calls at a rate, however slowly they are answered.
    pub(crate) async fn at_rate(self: &Arc<Self>, a_second: f64, time: Duration, meter: &Arc<Meter>) {
        self.each_at_rate(&self.calls, a_second, time, meter).await;
    }

    /// Makes these calls in turn at a rate, however slowly they are answered.
    pub(crate) async fn each_at_rate(
        self: &Arc<Self>,
        calls: &[Call],
        a_second: f64,
        time: Duration,
        meter: &Arc<Meter>,
    ) {
        let mut ticks = interval(Duration::from_secs_f64(1.0 / a_second.max(1.0)));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let until = Instant::now() + time;
        let mut running = JoinSet::new();
        for &call in calls.iter().cycle() {
            ticks.tick().await;
            if Instant::now() >= until {
                break;
            }
            let (traffic, meter) = (Arc::clone(self), Arc::clone(meter));
            running.spawn(async move { traffic.call(call, &meter).await });
            while running.try_join_next().is_some() {}
        }
        running.join_all().await;
    }

    /// Makes the call whose turn it is.
    pub(crate) async fn turn(&self, number: usize, meter: &Meter) {
        if let Some(&call) = self.calls.get(number % self.calls.len().max(1)) {
            self.call(call, meter).await;
        }
    }

    /// Makes one call.
    pub(crate) async fn call(&self, call: Call, meter: &Meter) -> Duration {
        let since = Instant::now();
        let outcome = match self.request(call).send().await {
            Ok(answer) => self.judge(call, answer).await,
            Err(error) if error.is_timeout() => Outcome::Hung,
            Err(_) => Outcome::TurnedAway,
        };
        let took = since.elapsed();
        meter.note(call, outcome, took);
        took
    }

    async fn judge(&self, call: Call, answer: Response) -> Outcome {
        let wanted = if matches!(call, Call::Create(_)) { StatusCode::CREATED } else { StatusCode::OK };
        if answer.status() == wanted {
            return match answer.bytes().await {
                Ok(_) => Outcome::Served,
                Err(error) if error.is_timeout() => Outcome::Hung,
                Err(_) => Outcome::TurnedAway,
            };
        }
        match refusal(answer).await {
            Refusal::Proper => Outcome::Refused,
            Refusal::CutOff => Outcome::TurnedAway,
            Refusal::Surprise(what) => Outcome::Surprise(what),
        }
    }

    fn request(&self, call: Call) -> RequestBuilder {
        let get = |path: &str| self.client.get(format!("{}{path}", self.server));
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        match call {
            Call::Page => get("/"),
            Call::List => {
                let sort = SORTS.get(number % SORTS.len()).copied().unwrap_or_default();
                let page = 1 + number % (FORMS / 10);
                get(&format!("/api/consultations?page={page}&sort={sort}")).bearer_auth(&self.session.access)
            }
            Call::Detail => {
                get(&format!("/api/consultations/{}", 1 + number % FORMS)).bearer_auth(&self.session.access)
            }
            Call::Create(kind) => Form::new(kind).request(&self.client, &self.server),
            Call::Login => {
                let account = self.staff.get(number % self.staff.len().max(1)).cloned().unwrap_or_default();
                let form = json!({"username": account.0, "password": account.1});
                let request = self.client.post(format!("{}/api/token/", self.server)).json(&form);
                request.header(FORWARDED_FOR, addresses::next().to_string())
            }
        }
    }
}
