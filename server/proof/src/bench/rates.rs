//! Compares the server with a plain axum + sqlx server with the same API and rows, and with pgbench.

use std::env;

use crate::bench::{Bench, statements};
use crate::harness::prelude::*;
use crate::report::{Limits, Report};

const ROUNDS: usize = 3;
const SECONDS: u64 = 2;
const TIME: Duration = Duration::from_secs(SECONDS);

const SHARE: Limits = Limits::at_least(0.4, 0.6, " ×");
const MEMORY: Limits = Limits::at_most(60.0, 45.0, " MB");

/// Creates the plain server's table with the product's rows.
const COPY: &str = "CREATE TABLE plain_consultations AS \
         SELECT id, slug, full_name, email, referral, message, created_at \
         FROM submissions JOIN consultations USING (id) ORDER BY id; \
     ALTER TABLE plain_consultations ADD PRIMARY KEY (id), ADD UNIQUE (slug), \
         ALTER id ADD GENERATED ALWAYS AS IDENTITY, ALTER created_at SET DEFAULT now(), \
         ALTER slug SET NOT NULL, ALTER full_name SET NOT NULL, ALTER email SET NOT NULL, \
         ALTER message SET NOT NULL, ALTER created_at SET NOT NULL; \
     CREATE INDEX ON plain_consultations (created_at, id); \
     SELECT setval(pg_get_serial_sequence('plain_consultations', 'id'), max(id)) FROM plain_consultations";

/// One kind of request.
pub(super) struct Call {
    pub(super) name: &'static str,
    /// `None` for a form.
    pub(super) path: Option<String>,
    pub(super) status: u16,
    against_plain: Option<Limits>,
}

impl Call {
    fn make(&self, access: &str) -> MakeRequest {
        match &self.path {
            Some(path) => repeat(path, access),
            None => Arc::new(|_| Form::new(Kind::Contact).request()),
        }
    }
}

/// Reports the ratio of both rates for each call, and the server's peak memory.
///
/// Compared with the plain server, the product also stores an idempotency key, limits, words and a mail for each form.
/// The mail server accepts connections and never responds.
pub(super) async fn measure(bench: &mut Bench, report: &mut Report) -> Result<()> {
    let (rows, last) = (bench.rows, bench.rows.div_ceil(10));
    let ends = Some(Limits::at_least(30.0, 50.0, " ×"));
    let path = |page| Some(format!("/api/consultations?page={page}&sort=newest"));
    // A sample record: forms of this benchmark share one address, so that each has thousands of related records.
    let slug = "(SELECT slug FROM submissions WHERE kind = 'consultations' ORDER BY id LIMIT 1)";
    let slug = bench.system.postgres.query_text(slug).await?;
    let detail = Some(format!("/api/consultations/{slug}"));
    let call = |name, path, status, against_plain| Call { name, path, status, against_plain };
    let calls = [
        call("list, first page", path(1), 200, ends),
        call("list, middle page", path(last.div_ceil(2)), 200, None),
        call("list, last page", path(last), 200, ends),
        call("detail", detail, 200, Some(Limits::at_least(0.5, 0.8, " ×"))),
        call("user info", Some("/api/userinfo/".into()), 200, Some(Limits::at_least(0.7, 1.0, " ×"))),
        call("create", None, 201, Some(Limits::at_least(0.4, 0.7, " ×"))),
    ];
    bench.system.postgres.execute(COPY).await?;
    bench.system.postgres.execute("VACUUM (ANALYZE) plain_consultations").await?;
    let mail_server = MailServer::start(State::Hanging).await?;
    bench.restart(&mail_server.settings().each_ref().map(|(name, value)| (*name, &**value))).await?;
    let (plain, plain_address, plain_access) = start_plain(&bench.system.database_url())?;
    for call in &calls {
        let Some(limits) = call.against_plain else { continue };
        let (make, make_plain) = (call.make(&bench.session.access), call.make(&plain_access));
        let mut rates = Vec::new();
        for _ in 0..ROUNDS {
            let product = rate(bench.system.address(), call.status, TIME, &make).await?;
            rates.push((product, rate(plain_address, call.status, TIME, &make_plain).await?));
        }
        let what = format!("{}, {rows} rows, against a plain axum + sqlx server", call.name);
        limits.report_ratio(report, &what, &rates);
    }
    drop(plain);
    bench.system.postgres.execute("DROP TABLE plain_consultations").await?;
    let calls = calls.into_iter().filter(|call| call.name != "user info").collect::<Vec<_>>();
    let scripts = statements::scripts(bench, &calls).await?;
    bench.restart(&[]).await?;
    for (call, script) in calls.iter().zip(&scripts) {
        let make = call.make(&bench.session.access);
        let mut rates = Vec::new();
        for _ in 0..ROUNDS {
            let product = rate(bench.system.address(), call.status, TIME, &make).await?;
            rates.push((product, bench.system.postgres.pgbench(script, CONNECTIONS, SECONDS)?));
        }
        SHARE.report_ratio(report, &format!("{}, {rows} rows, against pgbench", call.name), &rates);
    }
    MEMORY.report(
        report,
        &format!("peak memory, {CONNECTIONS} connections of load"),
        "",
        bench.peak_memory()?,
    );
    Ok(())
}

/// Starts the plain server. Returns its process, its address and an access token.
fn start_plain(database_url: &str) -> Result<(Process, SocketAddr, String)> {
    let (address, set) = (random_address(8_000), env::var_os("PLAIN_SERVER").map(PathBuf::from));
    let mut command = command(&set.unwrap_or_else(|| root().join("target/plain/release/plain-server")));
    command.arg("ada").env("DATABASE_URL", database_url).env("LISTEN_ADDR", address.to_string());
    let mut process = Process::start(command.env("TOKEN_SECRET", SECRET))?;
    process.wait_for("access token: ")?;
    let log = process.log();
    let token = log.lines().find_map(|line| line.strip_prefix("access token: ")).context("no token")?;
    Ok((process, address, token.to_owned()))
}
