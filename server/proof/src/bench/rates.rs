//! Compares the server with a plain axum + sqlx server with the same API and rows, and with pgbench.

use crate::bench::{Bench, statements};
use crate::harness::prelude::*;
use crate::report::{Limits, Report};

const ROUNDS: usize = 3;
const SECONDS: u64 = 2;
const TIME: Duration = Duration::from_secs(SECONDS);

const SHARE: Limits = Limits('≥', 0.4, 0.6, " ×");
const MEMORY: Limits = Limits('≤', 60.0, 45.0, " MB");

/// Creates the plain server's table with the product's rows.
const COPY: &str = "CREATE TABLE plain_consultations AS \
         SELECT id, slug, full_name, email, referral, message, created_at \
         FROM submissions JOIN consultations USING (id) ORDER BY id; \
     ALTER TABLE plain_consultations ADD PRIMARY KEY (id), ADD UNIQUE (slug), \
         ALTER id ADD GENERATED ALWAYS AS IDENTITY, ALTER created_at SET DEFAULT now(); \
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
    pub(super) fn make(&self, access: &str) -> MakeRequest {
        match &self.path {
            Some(path) => repeat(path, access),
            None => Arc::new(|_| Form::new(Kind::Contact).request()),
        }
    }
}

/// Reports the ratio of both rates for each call, and the server's peak memory.
///
/// A form is compared with its own statements only. The mail server accepts connections and never responds.
pub(super) async fn measure(bench: &mut Bench, report: &mut Report) -> Result<()> {
    let last = bench.rows.div_ceil(10);
    let ends = Some(Limits('≥', 15.0, 25.0, " ×"));
    let path = |page| Some(format!("/api/consultations?page={page}&sort=newest"));
    // A sample record: forms of this benchmark share one address, so that each has thousands of related records.
    let oldest = bench.session.get("/api/consultations?sort=oldest").await?.json_text("/results/0/slug")?;
    let detail = Some(format!("/api/consultations/{oldest}"));
    let call = |name, path, status, against_plain| Call { name, path, status, against_plain };
    let calls = [
        call("list, first page", path(1), 200, ends),
        call("list, middle page", path(last.div_ceil(2)), 200, None),
        call("list, last page", path(last), 200, ends),
        call("detail", detail, 200, Some(Limits('≥', 0.45, 0.8, " ×"))),
        call("user info", Some("/api/userinfo/".into()), 200, Some(Limits('≥', 0.7, 1.0, " ×"))),
        call("create", None, 201, None),
    ];
    bench.system.postgres.execute(COPY).await?;
    bench.system.postgres.execute("VACUUM (ANALYZE) plain_consultations").await?;
    let mail_server = MailServer::start(State::Hanging).await?;
    bench.restart(&mail_server.settings()).await?;
    let address = random_address(8_000);
    let mut plain = command(&root().join("target/plain/release/plain-server"));
    plain.env("LISTEN_ADDR", address.to_string());
    plain.env("DATABASE_URL", bench.system.postgres.url()).env("TOKEN_SECRET", SECRET);
    let mut plain_server = Process::start(plain)?;
    plain_server.wait_for("listening").await?;
    for call in &calls {
        if let Some(limits) = call.against_plain {
            let make = call.make(&bench.session.access);
            let plain = async || rate(address, call.status, TIME, &make).await;
            compare(bench, call, "a plain axum + sqlx server", plain, limits, report).await?;
        }
    }
    drop(plain_server);
    bench.system.postgres.execute("DROP TABLE plain_consultations").await?;
    let calls = calls.into_iter().filter(|call| call.name != "user info").collect::<Vec<_>>();
    let scripts = statements::scripts(bench, &calls).await?;
    bench.restart(&[]).await?;
    for (call, script) in calls.iter().zip(&scripts) {
        let pgbench = async || bench.system.postgres.pgbench(script, CONNECTIONS, SECONDS);
        compare(bench, call, "pgbench", pgbench, SHARE, report).await?;
    }
    let what = format!("peak memory, {CONNECTIONS} connections of load");
    report.result(MEMORY, &what, "", bench.peak_memory()?);
    Ok(())
}

/// Reports the median ratio of the product's rate to another's, measured in turn.
async fn compare(
    bench: &Bench,
    call: &Call,
    other: &str,
    rate_of_other: impl AsyncFn() -> Result<f64>,
    limits: Limits,
    report: &mut Report,
) -> Result<()> {
    let (make, mut rates) = (call.make(&bench.session.access), Vec::new());
    for _ in 0..ROUNDS {
        let product = rate(bench.system.address(), call.status, TIME, &make).await?;
        rates.push((product, rate_of_other().await?));
    }
    let median_of = |pick: fn(&(f64, f64)) -> f64| percentile(50, rates.iter().map(pick).collect());
    let figures = format!("{:.0}/s against {:.0}/s", median_of(|pair| pair.0), median_of(|pair| pair.1));
    let what = format!("{}, {} rows, against {other}", call.name, bench.rows);
    report.result(limits, &what, &figures, median_of(|pair| pair.0 / pair.1));
    Ok(())
}
