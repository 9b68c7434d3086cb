//! Compares lists with a plain axum + sqlx server, and creating with a Django server, over a copy of the same rows. Measures
//! the response times of other calls.

use std::process::Command;

use crate::bench::Bench;
use crate::harness::prelude::*;
use crate::report::{Limits, Report};

const ROUNDS: usize = 3;
const TIME: Duration = Duration::from_secs(2);
/// Time for the calls of staff that show no list.
const CALLING: Duration = Duration::from_secs(10);

const CREATES_PER_SECOND: f64 = 50.0;
const CREATING: Duration = Duration::from_secs(20);

const LIST: Limits = Limits('≥', 15.0, 25.0, " ×");
const OTHER_CALL: Limits = Limits('≤', 15.0, 8.0, " ms");
/// Pages whose records get notes: enough that none gets a hundred.
const NOTED_PAGES: u64 = 100;
const CREATE: Limits = Limits('≤', 25.0, 10.0, " ms");
const MEMORY: Limits = Limits('≤', 60.0, 45.0, " MB");

/// Creates the table of both other servers with the product's rows.
const COPY: &str = "CREATE TABLE plain_consultations AS \
         SELECT id, slug, full_name, email, referral, message, created_at \
         FROM submissions JOIN consultations USING (id) ORDER BY id; \
     ALTER TABLE plain_consultations ADD PRIMARY KEY (id), ADD UNIQUE (slug), \
         ALTER id ADD GENERATED ALWAYS AS IDENTITY, ALTER created_at SET DEFAULT now(); \
     CREATE INDEX ON plain_consultations (created_at, id); \
     SELECT setval(pg_get_serial_sequence('plain_consultations', 'id'), max(id)) FROM plain_consultations";

/// Gives every record a history.
const NOTE: &str = "INSERT INTO history (submission_id, by, action, from_state, to_state, text) \
     SELECT id, 'Ada Lovelace', 'note', state, state, 'Called her.' FROM submissions";

/// One kind of request, and the limits of the ratio of its rates.
struct Call {
    name: &'static str,
    make: MakeRequest,
    status: u16,
    limits: Limits,
}

/// Another server, over its own table in the same database.
struct Peer {
    name: &'static str,
    address: SocketAddr,
    process: Process,
}

impl Peer {
    async fn plain(bench: &Bench) -> Result<Self> {
        let mut plain = command(&root().join("target/plain/release/plain-server"));
        plain.env("DATABASE_URL", bench.system.postgres.url()).env("TOKEN_SECRET", SECRET);
        Self::start("a plain axum + sqlx server", plain, "listening").await
    }

    async fn django(bench: &Bench) -> Result<Self> {
        let gunicorn = root().join(".local/django/bin/gunicorn");
        ensure!(gunicorn.is_file(), "Django is missing: run 'make django'");
        let mut django = command(&gunicorn);
        django.current_dir(root().join("server/benches/django"));
        django.env("PGHOST", bench.system.postgres.folder.path()).env("TOKEN_SECRET", SECRET);
        Self::start("a Django server that only inserts", django, "Listening at").await
    }

    /// Starts a server, and waits for the words that it prints when it listens.
    async fn start(name: &'static str, mut program: Command, words: &str) -> Result<Self> {
        let address = random_address(8_000);
        program.env("LISTEN_ADDR", address.to_string());
        let mut process = Process::start(program)?;
        process.wait_for(words).await?;
        Ok(Self { name, address, process })
    }

    /// Reports the median ratio of the product's rate to this server's, measured in turn.
    async fn compare(&self, bench: &Bench, call: &Call, report: &mut Report) -> Result<()> {
        let mut rates = Vec::new();
        for _ in 0..ROUNDS {
            let rate = async |server| rate(server, call.status, TIME, &call.make).await;
            rates.push((rate(bench.system.address()).await?, rate(self.address).await?));
        }
        let median_of = |pick: fn(&(f64, f64)) -> f64| percentile(50, rates.iter().map(pick).collect());
        let figures = format!("{:.0}/s against {:.0}/s", median_of(|pair| pair.0), median_of(|pair| pair.1));
        let what = format!("{}, {} rows, against {}", call.name, bench.rows, self.name);
        report.result(call.limits, &what, &figures, median_of(|pair| pair.0 / pair.1));
        Ok(())
    }

    /// Stops it in order, so that no worker outlives it.
    fn stop(mut self) -> Result<()> {
        self.process.stop(Signal::TERM).map(drop)
    }
}

/// Reports how long the calls of staff take that show no list.
async fn other_calls(bench: &Bench, report: &mut Report) -> Result<()> {
    bench.system.postgres.execute(NOTE).await?;
    bench.system.postgres.execute("VACUUM (ANALYZE) history").await?;
    let (session, mut noted) = (&bench.session, Vec::new());
    // A sample record: forms of this benchmark share one address, so that each has thousands of related records.
    let oldest = session.get("/api/consultations?sort=oldest").await?.json_text("/results/0/slug")?;
    for page in 1..=NOTED_PAGES {
        for slug in session.slugs(&format!("/api/consultations?page={page}")).await? {
            let note = json!({"action": "note", "text": "Called her."});
            let path = format!("/api/consultations/{slug}/actions/");
            noted.push(post(&path, &bearer(&session.access), &note));
        }
    }
    let note: MakeRequest = Arc::new(move |number| {
        let nth = usize::try_from(number).unwrap_or_default() % noted.len();
        noted.get(nth).cloned().unwrap_or_default()
    });
    for (name, make) in [
        ("record", repeat(&format!("/api/consultations/{oldest}"), &session.access)),
        ("user info", repeat("/api/userinfo/", &session.access)),
        ("action", note),
    ] {
        let mut times = Vec::new();
        // The first calls of a connection plan their statements. Those of a running server are open for days.
        answers(bench.system.address(), CONNECTIONS, 0, TIME, &make).await?;
        for answer in answers(bench.system.address(), CONNECTIONS, 0, CALLING, &make).await? {
            ensure!(answer.status == 200, "the server answered {}", answer.status);
            times.push(answer.milliseconds);
        }
        let what = format!("{name}, {} rows, {CONNECTIONS} connections, p99", bench.rows);
        let figures = format!("median {:.1} ms", percentile(50, times.clone()));
        report.result(OTHER_CALL, &what, &figures, percentile(99, times));
    }
    Ok(())
}

/// Reports the ratio of the rates of each call, how long a create takes, and the server's peak memory.
///
/// The mail server accepts connections and never responds: a form is compared with what it does itself, which includes the
/// rows of its mails.
pub(super) async fn measure(bench: &mut Bench, report: &mut Report) -> Result<()> {
    let mail_server = MailServer::start(State::Hanging).await?;
    bench.restart(&mail_server.settings()).await?;
    bench.system.postgres.execute(COPY).await?;
    bench.system.postgres.execute("VACUUM (ANALYZE) plain_consultations").await?;

    let plain = Peer::plain(bench).await?;
    for (name, page) in [("list, first page", 1), ("list, last page", bench.rows.div_ceil(10))] {
        let make = repeat(&format!("/api/consultations?page={page}&sort=newest"), &bench.session.access);
        plain.compare(bench, &Call { name, make, status: 200, limits: LIST }, report).await?;
    }
    plain.stop()?;
    other_calls(bench, report).await?;

    let make: MakeRequest = Arc::new(|_| Form::new(Kind::Contact).request());
    let times = at_rate(bench.system.address(), 201, CREATES_PER_SECOND, CREATING, &make).await?;
    let what = format!("create, {} rows, {CREATES_PER_SECOND} a second, p99", bench.rows);
    let figures = format!("median {:.1} ms", percentile(50, times.clone()));
    report.result(CREATE, &what, &figures, percentile(99, times));
    let create = Call { name: "create", make, status: 201, limits: Limits('≥', 1.0, 2.0, " ×") };
    let django = Peer::django(bench).await?;
    django.compare(bench, &create, report).await?;
    django.stop()?;
    bench.system.postgres.execute("DROP TABLE plain_consultations").await?;

    let what = format!("peak memory, {CONNECTIONS} connections of load");
    report.result(MEMORY, &what, "", bench.peak_memory()?);
    Ok(())
}
