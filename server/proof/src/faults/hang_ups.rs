//! Clients that close the connection at any byte of a request or response, on every route, while visitors are served.

use rand::{RngExt as _, seq::IndexedRandom as _};
use tokio::io::AsyncReadExt as _;

use crate::harness::prelude::*;

/// Clients that leave at the same time.
const AT_ONCE: usize = 8;
/// Maximum bytes of a response that a client reads before it leaves.
const ANSWER_BYTES: usize = 1_000;
/// Maximum database connections of a server: its pool, and a few for readiness and background tasks.
const CONNECTIONS: usize = 16 + 4;
/// Address of clients without a proxy.
const STORM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);
/// Paths that the API does not describe.
const PAGES: [&str; 7] =
    ["/", "/contact", "/assets/none.js", "/healthz", "/readyz", "/api/openapi.json", "/api/docs"];
const OPEN_WORK: &str = "(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' \
         AND pid <> pg_backend_pid() AND xact_start IS NOT NULL) \
     + (SELECT count(*) FROM pg_locks WHERE pid <> pg_backend_pid())";

/// Moment at which a client leaves.
#[derive(Clone, Copy)]
enum LeaveAt {
    /// After this many bytes of the request.
    Request(usize),
    /// This long after the last byte of the request.
    Sent(Duration),
    /// After this many bytes of the response.
    Answer(usize),
}

impl LeaveAt {
    /// Picks a random moment during a request of `length` bytes, the wait, or the response.
    fn random(length: usize) -> Self {
        let mut random = rand::rng();
        match random.random_range(0..6) {
            0 | 1 => Self::Request(random.random_range(0..length.max(1))),
            2 => Self::Sent(Duration::ZERO),
            3 => Self::Sent(Duration::from_micros(random.random_range(0..20_000))),
            _ => Self::Answer(random.random_range(1..ANSWER_BYTES)),
        }
    }
}

/// Sends a request and leaves, gracefully or with a reset. Returns the number of response bytes read.
async fn leave(from: Ipv4Addr, server: SocketAddr, request: &[u8], moment: LeaveAt) -> Result<usize> {
    // A server without a free slot can close the connection at any time.
    let Ok(mut connection) = Connection::open_from(from, server).await else { return Ok(0) };
    let (sent, read) = match moment {
        LeaveAt::Request(bytes) => (request.get(..bytes).unwrap_or(request), 0),
        LeaveAt::Sent(_) => (request, 0),
        LeaveAt::Answer(bytes) => (request, bytes),
    };
    let _ = connection.write(sent).await;
    if let LeaveAt::Sent(wait) = moment {
        sleep(wait).await;
    }
    let mut answer = Vec::new();
    let mut wanted = connection.stream().take(u64::try_from(read)?);
    let _ = timeout(TIMEOUT, wanted.read_to_end(&mut answer)).await.context("the server is silent")?;
    if rand::random() {
        connection.stream().set_zero_linger()?;
    }
    Ok(answer.len())
}

/// Lets clients leave at random moments of every route, at every byte of a form, a login and their responses, and 1 ms
/// after a login.
///
/// # Errors
/// A visitor was refused; a transaction, lock or connection is left; or a form that was cut off and sent again is not
/// stored exactly once.
pub(crate) async fn hang_up(times: usize) -> Result<Balance> {
    let system = System::start(&[TRUSTED]).await?;
    system.postgres.execute("ALTER SYSTEM SET log_connections = on").await?;
    system.postgres.execute("SELECT pg_reload_conf()").await?;
    let server = system.address();
    let visitors = Visitors::start(server);
    let requests = requests_to_all_routes(&system, &visitors.ledger, times).await?;
    let (before, mut forms) = (connections(&system.postgres), Vec::new());

    let moments = requests.into_iter().map(|(bytes, form)| {
        forms.extend(form);
        (Ipv4Addr::LOCALHOST, closing(&bytes), LeaveAt::random(bytes.len()))
    });
    leave_all(server, moments).await?;
    let contact = Form::new(Kind::Contact);
    for bytes in [contact.request(), login()].map(|bytes| closing(&bytes)) {
        let answer = leave(Ipv4Addr::LOCALHOST, server, &bytes, LeaveAt::Answer(ANSWER_BYTES)).await?;
        let moments = (0..bytes.len()).map(LeaveAt::Request).chain((1..=answer).map(LeaveAt::Answer));
        leave_all(server, moments.map(|moment| (Ipv4Addr::LOCALHOST, bytes.clone(), moment))).await?;
    }
    forms.push(contact);
    let moment = LeaveAt::Sent(Duration::from_millis(1));
    leave_all(server, (0..times).map(|_| (STORM, login(), moment))).await?;

    let ledger = visitors.leave().await;
    let has_ended = async || Ok(system.postgres.query_text(OPEN_WORK).await? == "0");
    wait_until("transactions and locks end", has_ended).await?;
    let made = connections(&system.postgres) - before;
    ensure!(made <= CONNECTIONS, "the server made {made} connections to the database");
    for form in &forms {
        send(form, server, &ledger).await;
    }
    let balance = system.compare(&ledger).await?.ensure_smooth()?;
    let note = format!(
        "{times} clients sent requests to every route and left at a random moment, as many left 1 ms after a login, and \
         others left at every byte of a form, of a login and of their responses. Visitors opened a connection for each \
         form. None was refused, and 99 % were served within {:.0} ms. No transaction or lock was left, and the server \
         had opened {made} connections to the database. {} forms that were cut off were sent again and stored once.",
        balance.within,
        forms.len()
    );
    Ok(Balance { note: Some(note), ..balance })
}

/// Request, and the form that it sends, if any.
type Request = (Vec<u8>, Option<Form>);

/// Stores the records that requests need, and returns requests to all routes in turn. The API's routes are from its
/// description, so new ones are included.
async fn requests_to_all_routes(system: &System, ledger: &Ledger, count: usize) -> Result<Vec<Request>> {
    let (server, password) = (system.address(), create_admin(&system.postgres.url(), "ada")?);
    // Requests refresh and end these sessions.
    let mut refreshes = Vec::new();
    for _ in 0..20 {
        refreshes.push(Session::sign_in(server, "ada", &password).await?.refresh);
    }
    let session = Session::sign_in(server, "ada", &password).await?;
    for &kind in Kind::ALL {
        send(&Form::new(kind), server, ledger).await;
    }
    let consultation = session.get("/api/consultations").await?.json_text("/results/0/slug")?;
    let applications = session.get("/api/applications").await?;
    let application = applications.json_text("/results/0/slug")?;
    let cv = applications.json_text("/results/0/cv_upload")?;
    let described = session.read_json("/api/openapi.json").await?;
    let described = described.get("paths").and_then(Value::as_object).context("no path is described")?;
    let mut routes = PAGES.map(|path| ("GET".to_owned(), path.to_owned())).to_vec();
    for (path, calls) in described {
        for method in calls.as_object().into_iter().flat_map(|calls| calls.keys()) {
            let paths =
                Kind::ALL.iter().map(|kind| path.replace("{list}", kind.list())).collect::<BTreeSet<_>>();
            routes.extend(paths.into_iter().map(|path| (method.to_uppercase(), path)));
        }
    }
    let request_to = |(method, path): &(String, String)| {
        if let Some(&kind) = Kind::ALL.iter().find(|kind| kind.path().trim_end_matches('/') == path) {
            let form = Form::new(kind);
            return Ok((form.request(), Some(form)));
        }
        let slug = if path.starts_with("/api/consultations/") { &consultation } else { &application };
        let path = if path.contains("/cv/") { cv.clone() } else { path.replace("{key}", slug) };
        ensure!(!path.contains('{'), "{path} has parameters that the proof has no values for");
        let body = match &*path {
            "/api/token" => return Ok((login(), None)),
            "/api/token/refresh" | "/api/token/revoke" => {
                json!({"refresh": refreshes.choose(&mut rand::rng())})
            }
            // Invalid for every route but actions, so that the account stays unchanged.
            _ => {
                json!({"action": "start", "version": 1, "current_password": "wrong", "new_password": "long enough"})
            }
        };
        if method == "GET" {
            return Ok((get(&path, &session.access), None));
        }
        let headers = format!("{}{}content-type: application/json\r\n", bearer(&session.access), forwarded());
        Ok((request(method, &path, &headers, body.to_string().as_bytes()), None))
    };
    routes.iter().cycle().take(count).map(request_to).collect()
}

/// Breaks the connection in the middle of each form and at the start of its response, and sends the form again.
pub(crate) async fn cut_connections(times: usize) -> Result<Balance> {
    let system = System::start(&[TRUSTED]).await?;
    let (server, ledger) = (system.address(), Ledger::default());
    for number in 0..times {
        for &kind in Kind::ALL {
            for moment in [LeaveAt::Request(1 + number * 20), LeaveAt::Answer(1)] {
                let form = Form::new(kind);
                leave(Ipv4Addr::LOCALHOST, server, &form.request(), moment).await?;
                send(&form, server, &ledger).await;
            }
        }
    }
    system.compare(&ledger).await
}

/// Sends these requests, some at the same time, and leaves.
async fn leave_all(
    server: SocketAddr,
    requests: impl IntoIterator<Item = (Ipv4Addr, Vec<u8>, LeaveAt)>,
) -> Result<()> {
    let mut running = JoinSet::new();
    for (from, bytes, moment) in requests {
        if running.len() == AT_ONCE {
            running.join_next().await.context("nobody leaves")???;
        }
        running.spawn(async move { leave(from, server, &bytes, moment).await });
    }
    running.join_all().await.into_iter().try_for_each(|left| left.map(drop))
}

/// Returns the request with a `Connection: close` header.
fn closing(request: &[u8]) -> Vec<u8> {
    let line = request.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let (line, rest) = request.split_at(line);
    [line, b"connection: close\r\n", rest].concat()
}

/// Returns the number of database connections that the server has opened.
fn connections(postgres: &Postgres) -> usize {
    let made = |line: &&str| line.contains("connection authorized") && line.contains("agency-server");
    postgres.log().lines().filter(made).count()
}
