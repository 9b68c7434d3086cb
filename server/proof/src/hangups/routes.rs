//! Requests to every route there is: of the API as it describes itself, so that a new one joins, and of the site.

use std::net::SocketAddr;

use anyhow::{Context as _, Result, bail};
use rand::seq::IndexedRandom as _;
use serde_json::{Value, json};

use crate::{
    addresses,
    forms::{BOUNDARY, Form, Kind, application_body, contact},
    product::{DATABASE, Product},
    server::create_admin,
    session::Session,
};

/// What the API does not describe.
const PAGES: [&str; 8] = [
    "/",
    "/contact",
    "/assets/none.js",
    "/no/such/page",
    "/healthz",
    "/readyz",
    "/api/openapi.json",
    "/api/docs",
];

/// Sign-ins that refreshes and revocations are tried on.
const SESSIONS: usize = 20;

/// Makes requests to every route.
pub(crate) struct Routes {
    /// Where they are.
    pub(crate) server: SocketAddr,
    all: Vec<Route>,
    access: String,
    /// A sign-in that is the only one of its admin: that it ends all others of that admin ends none.
    only: String,
    only_password: String,
    /// The password of whoever makes the requests.
    password: String,
    refreshes: Vec<String>,
    consultation: String,
    application: String,
    cv: String,
}

struct Route {
    method: String,
    path: String,
    /// The name of what its body is.
    body: Option<String>,
}

/// A request as it goes over the line.
pub(crate) struct Request {
    pub(crate) bytes: Vec<u8>,
    /// The form in it.
    pub(crate) form: Option<Form>,
}

impl Routes {
    /// Reads which routes there are, and gathers what their requests need.
    pub(crate) async fn of(product: &Product, password: &str) -> Result<Self> {
        let (client, server) = (&product.client, product.server.url());
        let mut sessions = Vec::new();
        for _ in 0..SESSIONS {
            sessions.push(Session::sign_in(client, &server, "ada", password).await?);
        }
        let session = sessions.pop().context("nobody signed in")?;
        let other = create_admin(&product.postgres.url(DATABASE), "grace")?;
        let only = Session::sign_in(client, &server, "grace", &other).await?;
        let store = async |kind| {
            let answer = Form::new(kind).request(client, &server).send().await?.error_for_status()?;
            let stored: Value = answer.json().await?;
            stored.get("slug").and_then(Value::as_str).map(str::to_owned).context("a stored form has no slug")
        };
        let (consultation, application) = (store(Kind::Contact).await?, store(Kind::Application).await?);
        let record = session.get(client, &server, &format!("/api/applications/{application}")).await?;
        let record: Value = record.json().await?;
        let cv = record.get("cv_upload").and_then(Value::as_str).context("the record links to no CV")?;
        let described: Value = client.get(format!("{server}/api/openapi.json")).send().await?.json().await?;
        let pages = PAGES.map(|path| Route { method: "GET".to_owned(), path: path.to_owned(), body: None });
        let routes = Self {
            server: product.server.address(),
            all: described_routes(&described)?.into_iter().chain(pages).collect(),
            access: session.access,
            only: only.access,
            only_password: other,
            password: password.to_owned(),
            refreshes: sessions.into_iter().map(|session| session.refresh).collect(),
            consultation,
            application,
            cv: cv.to_owned(),
        };
        // Every one can be asked for.
        for route in &routes.all {
            routes.request(route)?;
        }
        Ok(routes)
    }

    /// A request to the route whose turn it is.
    pub(crate) fn turn(&self, number: usize) -> Result<Request> {
        let route = self.all.get(number % self.all.len().max(1)).context("there are no routes")?;
        self.request(route)
    }

    /// A login of somebody unknown, from an address.
    pub(crate) fn login(address: &str) -> Request {
        let form = login();
        let lines = format!("{}: {address}\r\ncontent-type: application/json\r\n", addresses::FORWARDED_FOR);
        Request {
            bytes: over_the_line("POST", "/api/token/", &lines, form.to_string().as_bytes()),
            form: None,
        }
    }

    /// A contact form, from an address of its own.
    pub(crate) fn contact() -> Request {
        let form = Form::new(Kind::Contact);
        let lines = lines(&form, "application/json");
        let body = contact(&form.key).to_string();
        let bytes = over_the_line("POST", "/api/consultations/create/", &lines, body.as_bytes());
        Request { bytes, form: Some(form) }
    }

    fn request(&self, route: &Route) -> Result<Request> {
        let Route { method, path, body } = route;
        let path = match path.split_once('{').map(|(start, _)| start) {
            None => path.clone(),
            Some("/api/consultations/") => path.replace("{key}", &self.consultation),
            Some("/api/applications/") => path.replace("{key}", &self.application),
            Some(_) if path.contains("/cv/") => self.cv.clone(),
            Some(_) => bail!("{path} has parameters that the proof has no values for"),
        };
        let refresh = || {
            let refresh = self.refreshes.choose(&mut rand::rng());
            json!({"refresh": refresh})
        };
        let json = match body.as_deref() {
            Some("ApplicationForm") => {
                let form = Form::new(Kind::Application);
                let lines = lines(&form, &format!("multipart/form-data; boundary={BOUNDARY}"));
                let bytes = over_the_line(method, &path, &lines, &application_body(&form.key));
                return Ok(Request { bytes, form: Some(form) });
            }
            Some("ContactForm") => return Ok(Self::contact()),
            Some("LoginForm") => login().to_string(),
            Some("ActionForm") => json!({"action": "start", "version": 1}).to_string(),
            Some("RefreshParams") => refresh().to_string(),
            // Refused: the password stays.
            Some("PasswordForm") => password().to_string(),
            // Refused: neither the challenge nor the password is right.
            Some("SecondFactorForm") => json!({"challenge": "none", "code": "123456"}).to_string(),
            Some("SecondFactorChangeForm") => {
                json!({"current_password": "not the password", "code": "123456"}).to_string()
            }
            Some("ConfirmParams") => {
                json!({"setup": "none", "current_password": "not the password", "code": "123456"}).to_string()
            }
            // There is no such sign-in, so that none of the proof's ends.
            Some("EndParams") => json!({"id": "none", "current_password": self.password}).to_string(),
            Some("SignInEndForm") => json!({"current_password": self.only_password}).to_string(),
            Some(body) => bail!("{path} takes a {body}, which the proof cannot make"),
            None => String::new(),
        };
        let access = if path.ends_with("/end-others/") { &self.only } else { &self.access };
        let lines = format!(
            "{}: {}\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n",
            addresses::FORWARDED_FOR,
            addresses::next(),
            access
        );
        Ok(Request { bytes: over_the_line(method, &path, &lines, json.as_bytes()), form: None })
    }
}

fn login() -> Value {
    json!({"username": format!("guest {:x}", rand::random::<u64>()), "password": "not the password"})
}

fn password() -> Value {
    json!({
        "username": "ada",
        "current_password": "not the password",
        "new_password": format!("never {:x}", rand::random::<u64>()),
    })
}

fn lines(form: &Form, media: &str) -> String {
    let address = addresses::next();
    format!(
        "{}: {address}\r\nidempotency-key: {}\r\ncontent-type: {media}\r\n",
        addresses::FORWARDED_FOR,
        form.key
    )
}

fn over_the_line(method: &str, path: &str, lines: &str, body: &[u8]) -> Vec<u8> {
    let length = if method == "GET" { String::new() } else { format!("content-length: {}\r\n", body.len()) };
    let head = format!("{method} {path} HTTP/1.1\r\nhost: proof\r\nconnection: close\r\n{lines}{length}\r\n");
    [head.as_bytes(), body].concat()
}

/// The routes of a description.
fn described_routes(described: &Value) -> Result<Vec<Route>> {
    let paths = described.get("paths").and_then(Value::as_object).context("no path is described")?;
    let mut routes = Vec::new();
    for (path, calls) in paths {
        for (method, call) in calls.as_object().into_iter().flatten() {
            let content = call.pointer("/requestBody/content").and_then(Value::as_object);
            let name = content.and_then(|content| content.values().next()?.pointer("/schema/$ref")?.as_str());
            let body = name.and_then(|name| name.rsplit('/').next()).map(str::to_owned);
            routes.push(Route { method: method.to_uppercase(), path: path.clone(), body });
        }
    }
    Ok(routes)
}
