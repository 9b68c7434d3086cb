//! The commands.

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};

use crate::{
    auth::command::AdminCommand,
    background::{mail::commands as mail, retention::command as retention},
    config::{Config, database::DatabaseConfig},
    inbox::forget::forget,
    monitoring::telemetry,
    openapi,
    pages::Pages,
    serve,
    storage::{
        self, Pool,
        migrations::{self, Schema},
    },
};

const SETTINGS: &str = "\
Settings come from the environment; .env.example in the sources lists them all. Needed are:
  DATABASE_URL   where Postgres is, as postgresql://user:password@host:5432/agency
  TOKEN_SECRET   at least 32 random bytes, as from `openssl rand -base64 48`
Each of these may be a file of its name in CREDENTIALS_DIRECTORY instead, as systemd's LoadCredential makes it.";

const EXAMPLES: &str = "\
Examples:
  agency-server                                    serve on http://127.0.0.1:8000
  LISTEN_ADDR=0.0.0.0:80 agency-server serve       serve to everybody
  agency-server check                              look at settings, site and database, change nothing
  agency-server admin ada                          create the admin ada, or give her a new password
  agency-server admin --remove ada                 remove her account
  agency-server forget somebody@mail.example       delete all that came from that address
  agency-server sweep                              delete what the settings keep no longer
  agency-server mail-test                          send a mail to those who hear of new records";

/// The website's server: the API over Postgres, and the built pages.
#[derive(Parser)]
#[command(version, after_help = format!("{SETTINGS}\n\n{EXAMPLES}"))]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Bring the database up to date, then serve (the default)
    ///
    /// Starts without the database as well: it is waited for, and /readyz answers 503 until it is there and up to
    /// date. Where it is up to date, an account without the right to change its schema serves as well. SIGTERM and
    /// SIGINT let requests in flight finish, for 25 seconds at most; a second one does not. SIGTERM lets clients come for
    /// some seconds more, while /readyz answers 503.
    #[command(after_help = "Example:\n  METRICS_ADDR=127.0.0.1:9100 agency-server serve")]
    Serve,
    /// Bring the database up to date
    ///
    /// All missing steps are taken in one transaction. Instances that do it at the same time take turns.
    #[command(after_help = "Example:\n  DATABASE_URL=postgresql://owner@db/agency agency-server migrate")]
    Migrate,
    /// Create an admin, or give one a new password, and print it; remove one, or look after one's account
    ///
    /// A new password is good for 30 days, within which its owner chooses another one on the account's page. It ends the
    /// admin's sign-ins, and so does removal: nobody can stay signed in for more than ten
    /// seconds longer. With a name or an address given, an admin who is there gets these alone, and keeps the password.
    #[command(after_help = "Examples:\n  agency-server admin ada\n  agency-server admin --first admin\n  \
                            agency-server admin ada --first-name Ada --email ada@agency.example\n  \
                            agency-server admin --remove ada\n  agency-server admin --no-second-factor ada\n  \
                            agency-server admin --sign-ins ada\n  agency-server admin --end-sign-in ID ada\n  \
                            agency-server admin --end-sign-ins ada\n  agency-server admin --events ada")]
    Admin(AdminCommand),
    /// Delete all that came from an e-mail address: consultations, applications and their CVs
    ///
    /// All of it or nothing. Upper and lower case make no difference. Tells how many of each there were.
    #[command(after_help = "Example:\n  agency-server forget somebody@mail.example")]
    Forget {
        /// The e-mail address
        email: String,
    },
    /// Delete the records that the settings keep no longer
    ///
    /// The server does this by itself where its account may delete. More than 1,000 records and a tenth of a list wait for
    /// --yes; `agency-server check` shows how many it would be. Prints how many of each list were deleted.
    #[command(after_help = "Example:\n  agency-server check && agency-server sweep --yes")]
    Sweep {
        /// Delete also what waits
        #[arg(long)]
        yes: bool,
    },
    /// Send a mail to try the settings, and tell what the mail server says
    ///
    /// To an address, or else to all that NOTIFY names. Takes no database.
    #[command(after_help = "Example:\n  agency-server mail-test somebody@mail.example")]
    MailTest {
        /// Whom to send it to
        address: Option<String>,
    },
    /// Have mails sent again that could not be sent
    ///
    /// Those that tell of a record; a server that runs sends them. What NOTIFY no longer names is given up, so that the
    /// dashboard speaks of it no more.
    #[command(after_help = "Example:\n  agency-server mail-test && agency-server mail-retry")]
    MailRetry,
    /// Print the description of the API, as /api/openapi.json has it
    ///
    /// Takes no settings and no database.
    #[command(name = "openapi", after_help = "Example:\n  agency-server openapi > openapi.json")]
    OpenApi,
    /// Check the settings, the built site and the database, and change nothing
    ///
    /// Exits with 0 when the server could serve with all of them.
    #[command(after_help = "Example:\n  agency-server check && systemctl restart agency-server")]
    Check,
}

impl Cli {
    /// Carries out the command.
    pub(crate) async fn run(self) -> Result<()> {
        if let Some(Command::OpenApi) = self.command {
            return print_description();
        }
        let config = Config::from_env()?;
        telemetry::start(&config.logs);
        match self.command.unwrap_or(Command::Serve) {
            Command::Serve => serve::serve(config).await,
            Command::Migrate => migrated(&config.database).await.map(drop),
            Command::Admin(admin) => {
                let pool = migrated(&config.database).await?;
                admin.run(&pool).await
            }
            Command::Forget { email } => {
                let pool = migrated(&config.database).await?;
                forget(&pool, &email).await
            }
            Command::Sweep { yes } => {
                let pool = migrated(&config.database).await?;
                retention::sweep_all(&pool, &config.retention, yes).await
            }
            Command::MailTest { address } => mail::test(config.mail.as_ref(), address.as_deref()).await,
            Command::MailRetry => mail::retry(&migrated(&config.database).await?, config.mail.as_ref()).await,
            Command::OpenApi => print_description(),
            Command::Check => check(&config).await,
        }
    }
}

#[expect(clippy::print_stdout, reason = "the description is what the command answers with")]
fn print_description() -> Result<()> {
    println!("{}", openapi::description(None).to_pretty_json()?);
    Ok(())
}

/// Connections to the database, brought up to date.
async fn migrated(config: &DatabaseConfig) -> Result<Pool> {
    let pool = storage::connect(config)?;
    migrations::migrate(&pool).await?;
    Ok(pool)
}

#[expect(clippy::print_stdout, reason = "what was found is what the command answers with")]
async fn check(config: &Config) -> Result<()> {
    println!("settings: fine");
    match &config.mail {
        Some(mail) => println!("mail: {}", mail.summary()),
        None => println!("mail: none is sent"),
    }
    let pages = Pages::open(&config.web_root)?;
    match (pages.len(), pages.other_rules()) {
        (0, _) => println!("site: none in {}, only the API would be served", config.web_root.display()),
        (_, Some(why)) => bail!(why),
        (files, None) => println!("site: {files} pages and files"),
    }
    let mut connection = storage::get(&storage::connect(&config.database)?).await?;
    match migrations::schema(&mut connection).await? {
        Schema::Current => println!("database: up to date"),
        Schema::Pending => bail!("the database is not up to date: run `agency-server migrate`"),
        Schema::Newer => println!("database: one release newer, which this server works with"),
        Schema::TooNew => bail!("the database is newer than this server"),
    }
    print!("{}", retention::preview(&mut connection, &config.retention).await?);
    Ok(())
}
