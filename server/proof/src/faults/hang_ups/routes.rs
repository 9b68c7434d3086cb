//! Requests to every route of the site and of the API. The API's routes are from its description, so new ones are
//! included.

use rand::seq::IndexedRandom as _;

use crate::harness::prelude::*;

/// Paths that the API does not describe.
const PAGES: [&str; 7] =
    ["/", "/contact", "/assets/none.js", "/healthz", "/readyz", "/api/openapi.json", "/api/docs"];

/// Number of sessions to refresh and end.
const SESSIONS: usize = 20;

pub(super) struct Routes {
    /// Methods and paths.
    all: Vec<(String, String)>,
    access: String,
    refreshes: Vec<String>,
    /// Key of a stored consultation.
    consultation: String,
    application: String,
    cv: String,
}

impl Routes {
    /// Reads the routes and stores the records that their requests need.
    pub(super) async fn discover(system: &System, ledger: &Ledger) -> Result<Self> {
        let (server, password) = (system.address(), create_admin(&system.database_url(), "ada")?);
        let mut refreshes = Vec::new();
        for _ in 0..SESSIONS {
            refreshes.push(Session::sign_in(server, "ada", &password).await?.refresh);
        }
        let session = Session::sign_in(server, "ada", &password).await?;
        for &kind in Kind::ALL {
            send(&Form::new(kind), server, ledger).await;
        }
        let consultation = session.newest_slug("consultations").await?;
        let application = session.newest_slug("applications").await?;
        let cv = session.get(&format!("/api/applications/{application}")).await?.json_text("/cv_upload")?;
        let described = session.read_json("/api/openapi.json").await?;
        let mut all = PAGES.map(|path| ("GET".to_owned(), path.to_owned())).to_vec();
        let paths = described.get("paths").and_then(Value::as_object).context("no path is described")?;
        for (path, calls) in paths {
            let methods = calls.as_object().into_iter().flat_map(|calls| calls.keys());
            all.extend(methods.map(|method| (method.to_uppercase(), path.clone())));
        }
        let routes = Self { all, access: session.access, refreshes, consultation, application, cv };
        // Checks that each route has a request.
        for number in 0..routes.all.len() {
            routes.request_for(number)?;
        }
        Ok(routes)
    }

    /// Returns the request to a route, and the form that it sends, if any. Consecutive numbers cycle through the
    /// routes.
    pub(super) fn request_for(&self, number: usize) -> Result<(Vec<u8>, Option<Form>)> {
        let (method, path) = self.all.get(number % self.all.len().max(1)).context("there are no routes")?;
        for &kind in Kind::ALL {
            if *path == kind.path() {
                let form = Form::new(kind);
                return Ok((form.request(), Some(form)));
            }
        }
        let is_consultation = path.starts_with("/api/consultations/");
        let slug = if is_consultation { &self.consultation } else { &self.application };
        let path = if path.contains("/cv/") { &self.cv } else { path };
        let path = path.replace("{key}", slug);
        ensure!(!path.contains('{'), "{path} has parameters that the proof has no values for");
        let body = match &*path {
            "/api/token/" => return Ok((login(), None)),
            "/api/token/refresh/" | "/api/token/revoke/" => {
                json!({"refresh": self.refreshes.choose(&mut rand::rng())})
            }
            _ if path.ends_with("/actions/") => json!({"action": "start", "version": 1}),
            // Invalid for every other route, so that the account stays unchanged.
            _ => {
                json!({"username": "ada", "current_password": "wrong", "new_password": "long enough", "code": "123456"})
            }
        };
        if method == "GET" {
            return Ok((get(&path, &self.access), None));
        }
        let headers = format!("{}{}content-type: application/json\r\n", bearer(&self.access), forwarded());
        Ok((request(method, &path, &headers, body.to_string().as_bytes()), None))
    }
}

/// Returns a login request of an unknown account.
pub(super) fn login() -> Vec<u8> {
    let username = format!("guest {:x}", rand::random::<u64>());
    post("/api/token/", "", &json!({"username": username, "password": "not the password"}))
}
