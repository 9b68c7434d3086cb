//! The server and a plain axum and sqlx server with the same API and the same rows, timed in turns.

use std::{
    io::{BufRead as _, BufReader},
    net::TcpListener,
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};

use crate::{
    calls,
    load::rate,
    product::{KillOnDrop, Product},
    report::{Limits, Report},
    tools::{SECRET, Tools},
};

const ROUNDS: usize = 3;
const TIME: Duration = Duration::from_secs(2);

const LIST: Limits = Limits::at_least(30.0, 50.0, " ×");
const DETAIL: Limits = Limits::at_least(0.5, 0.8, " ×");
const USER_INFO: Limits = Limits::at_least(0.7, 1.0, " ×");
const CREATE: Limits = Limits::at_least(0.4, 0.7, " ×");

/// The plain server's table, with the product's rows.
const COPY: &str = "CREATE TABLE plain_consultations AS \
         SELECT id, slug, full_name, email, referral, message, created_at \
         FROM submissions JOIN consultations USING (id) ORDER BY id; \
     ALTER TABLE plain_consultations ADD PRIMARY KEY (id), ADD UNIQUE (slug), \
         ALTER id ADD GENERATED ALWAYS AS IDENTITY, ALTER created_at SET DEFAULT now(), \
         ALTER slug SET NOT NULL, ALTER full_name SET NOT NULL, ALTER email SET NOT NULL, \
         ALTER message SET NOT NULL, ALTER created_at SET NOT NULL; \
     CREATE INDEX ON plain_consultations (created_at, id); \
     SELECT setval(pg_get_serial_sequence('plain_consultations', 'id'), max(id)) FROM plain_consultations";

/// Reports the ratio of both rates for each call. The product stores its forms with a key, limits, words and a mail for
/// its staff; its mail server accepts connections and never answers.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let url = tools.url(rows);
    tools.psql(&url, COPY)?;
    tools.psql(&url, "VACUUM (ANALYZE) plain_consultations")?;
    let mail_server = TcpListener::bind("127.0.0.1:0")?;
    let smtp_url = format!("smtp://{}?tls=off", mail_server.local_addr()?);
    let mail =
        [("SMTP_URL", &*smtp_url), ("MAIL_FROM", "site@agency.example"), ("NOTIFY", "staff@agency.example")];
    let product = Product::with(tools, rows, &mail).await?;
    let plain = Plain::start(tools, rows)?;
    let slug = product.newest_slug().await?;
    let last = rows.div_ceil(10);
    let calls = |access: &str| {
        [
            (calls::list("list, first page", access, 1), LIST),
            (calls::list("list, last page", access, last), LIST),
            (calls::detail(access, &slug), DETAIL),
            (calls::user_info(access), USER_INFO),
            (calls::create(), CREATE),
        ]
    };
    for ((ours, limits), (theirs, _)) in calls(&product.access).into_iter().zip(calls(&plain.access)) {
        let mut rates = Vec::new();
        for _ in 0..ROUNDS {
            let our_rate = rate(&product.address, ours.status, TIME, &ours.make).await?;
            rates.push((our_rate, rate(&plain.address, theirs.status, TIME, &theirs.make).await?));
        }
        let what = format!("{}, {rows} rows, against a plain axum + sqlx server", ours.name);
        report.ratio(&what, &rates, limits);
    }
    drop(plain);
    tools.psql(&url, "DROP TABLE plain_consultations")?;
    Ok(())
}

/// The plain server, killed on drop.
struct Plain {
    _process: KillOnDrop,
    address: String,
    access: String,
}

impl Plain {
    fn start(tools: &Tools, rows: u64) -> Result<Self> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let mut process = Command::new(&tools.plain_server)
            .arg("bench")
            .env("DATABASE_URL", tools.url(rows))
            .env("LISTEN_ADDR", &address)
            .env("TOKEN_SECRET", SECRET)
            .stdout(Stdio::piped())
            .spawn()
            .map(KillOnDrop)
            .context("the plain server cannot be started")?;
        let mut access = String::new();
        BufReader::new(process.0.stdout.take().context("no output")?).read_line(&mut access)?;
        let access = access.trim().to_owned();
        ensure!(!access.is_empty(), "the plain server printed no token");
        Ok(Self { _process: process, address, access })
    }
}
