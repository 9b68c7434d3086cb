//! The programs beside the server: psql and pgbench.

use std::{
    env, fs,
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};

/// The server's binary, of the same build as this benchmark.
const SERVER: &str = env!("CARGO_BIN_EXE_agency-server");
const SEED: &str = env!("CARGO_BIN_EXE_agency-seed");

/// What tokens are signed with.
pub(crate) const SECRET: &str = "a secret for a database that is thrown away";

/// Postgres' log, from the folder of its data: `scripts/postgres.sh` keeps it there.
const LOG: &str = "../log";

/// The records' words by how many records have them. A query that a list cannot answer is as slow as they are many, and
/// slowest where all of them stand at the far end of the list.
const ADD_WORDS: &str = "CREATE FUNCTION bench_words(id bigint) RETURNS text LANGUAGE sql AS $$ SELECT concat( \
         CASE WHEN id % 250 = 0 THEN ' zinc' END, \
         CASE WHEN id % 50 = 1 THEN ' copper kettle' END, \
         CASE WHEN id % 25 = 2 THEN ' nickel' END, \
         CASE WHEN id % 14 = 3 THEN ' silver' END, \
         CASE WHEN id <= {rows} * 3 / 100 THEN ' archive' END, \
         CASE WHEN id <= {rows} * 6 / 100 THEN ' ledger' END) $$; \
     CREATE FUNCTION bench_add_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         IF TG_TABLE_NAME = 'consultations' THEN new.message := new.message || bench_words(new.id); \
         ELSIF new.kind = 'consultations' THEN \
             new.words := new.words || to_tsvector('simple', bench_words(new.id)); \
         END IF; \
         RETURN new; END $$; \
     CREATE TRIGGER bench_words BEFORE INSERT ON consultations FOR EACH ROW EXECUTE FUNCTION bench_add_words(); \
     CREATE TRIGGER bench_words BEFORE INSERT ON submissions FOR EACH ROW EXECUTE FUNCTION bench_add_words()";
const REMOVE_WORDS: &str =
    "DROP TRIGGER bench_words ON consultations; DROP TRIGGER bench_words ON submissions";

/// Where Postgres, its programs and the servers are.
pub(crate) struct Tools {
    cluster: String,
    programs: String,
    rows: String,
    /// The binary of the server in `server/benches/plain`.
    pub(crate) plain_server: String,
}

impl Tools {
    pub(crate) fn from_env() -> Result<Self> {
        Ok(Self {
            cluster: env::var("BENCH_DATABASE_URL")?,
            programs: env::var("POSTGRES_BIN")?,
            rows: env::var("BENCH_ROWS")?,
            plain_server: env::var("PLAIN_SERVER")?,
        })
    }

    pub(crate) fn sizes(&self) -> Result<Vec<u64>> {
        self.rows.split_whitespace().map(|rows| rows.parse().context("BENCH_ROWS must be numbers")).collect()
    }

    /// The address of the database with so many rows.
    pub(crate) fn url(&self, rows: u64) -> String {
        self.cluster.replacen("///postgres", &format!("///bench_{rows}"), 1)
    }

    /// Makes that database, some of whose records somebody works on.
    pub(crate) fn fill(&self, rows: u64) -> Result<()> {
        self.psql(&self.cluster, &format!("CREATE DATABASE bench_{rows}"))?;
        let admin = self.server(rows).args(["admin", "bench"]).stdout(Stdio::null()).status()?;
        ensure!(admin.success(), "the database has no tables");
        self.psql(&self.url(rows), &ADD_WORDS.replace("{rows}", &rows.to_string()))?;
        let filled = Command::new(SEED)
            .arg(rows.to_string())
            .env("DATABASE_URL", self.url(rows))
            .stdout(Stdio::null())
            .status()?;
        ensure!(filled.success(), "the database could not be filled");
        self.psql(&self.url(rows), REMOVE_WORDS)?;
        // Postgres does it by itself within minutes, while something else would be timed.
        self.psql(&self.url(rows), "VACUUM (ANALYZE)")?;
        Ok(())
    }

    /// The server's command on that database, with the settings of production: attempts are limited by the addresses
    /// that this benchmark forwards for, and every request is logged.
    pub(crate) fn server(&self, rows: u64) -> Command {
        let mut command = Command::new(SERVER);
        command
            .env("DATABASE_URL", self.url(rows))
            .env("TOKEN_SECRET", SECRET)
            .env("RATE_LIMITS", "on")
            .env("TRUSTED_PROXIES", "127.0.0.1")
            .env("LOG_FORMAT", "json")
            .env_remove("RUST_LOG");
        command
    }

    /// Where one of Postgres' programs is.
    fn program(&self, name: &str) -> String {
        format!("{}/{name}", self.programs)
    }

    /// What a statement answers.
    pub(crate) fn psql(&self, url: &str, statement: &str) -> Result<String> {
        let answer = Command::new(self.program("psql"))
            .args(["-X", "-qtA", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", statement])
            .output()
            .context("psql cannot be run")?;
        ensure!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
        Ok(String::from_utf8(answer.stdout)?.trim().to_owned())
    }

    /// Postgres's version.
    pub(crate) fn version(&self) -> Result<String> {
        let version = self.psql(&self.cluster, "SHOW server_version")?;
        Ok(version.split(' ').next().unwrap_or_default().to_owned())
    }

    /// Where Postgres' log ends.
    pub(crate) fn log_length(&self) -> Result<String> {
        self.psql(&self.cluster, &format!("SELECT (pg_stat_file('{LOG}')).size"))
    }

    /// What Postgres has logged since its log ended there.
    pub(crate) fn log_since(&self, end: &str) -> Result<String> {
        self.psql(&self.cluster, &format!("SELECT pg_read_file('{LOG}', {end}, 100000000)"))
    }

    /// How often a second pgbench carries a script out.
    pub(crate) fn pgbench(&self, rows: u64, script: &str, connections: usize, seconds: u64) -> Result<f64> {
        let file = env::temp_dir().join(format!("bench-{}.sql", std::process::id()));
        fs::write(&file, script)?;
        let answer = Command::new(self.program("pgbench"))
            .args(["-n", "-M", "prepared", "-j", "1", "-c", &connections.to_string()])
            .args(["-T", &seconds.to_string(), "-f"])
            .arg(&file)
            .arg(self.url(rows))
            .output()
            .context("pgbench cannot be run")?;
        fs::remove_file(&file)?;
        let text = String::from_utf8_lossy(&answer.stdout);
        let tps = text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        tps.with_context(|| String::from_utf8_lossy(&answer.stderr).into_owned())
    }
}
