//! The command line.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};

use crate::{
    auth::admins::AdminCommand,
    background::{
        delivery::commands as delivery, retention::command as retention, webhook::outbox::WebhookOutbox,
    },
    config::Config,
    http::static_files::StaticFiles,
    inbox::{export_person::export_person, forget::forget},
    monitoring::telemetry,
    router, serve,
    storage::{
        self, Pool,
        grants::grants,
        migrations::{self, Schema},
    },
};

const SETTINGS: &str = "\
Settings come from the environment; .env.example in the sources lists all of them. Required:
  DATABASE_URL   the database, as in postgresql://user:password@host:5432/agency
  TOKEN_SECRET   at least 32 random bytes, as from `openssl rand -base64 48`
Each of these may also be a file of that name in CREDENTIALS_DIRECTORY, as systemd's LoadCredential creates it.";

/// The website's server: the API over Postgres, and the built pages.
#[derive(Parser)]
#[command(version, after_help = SETTINGS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Migrate the database, then serve (the default)
    ///
    /// Also starts without the database: until it is reachable and migrated, /readyz answers 503. An account that may
    /// not change the schema can serve a database that is up to date. SIGTERM and SIGINT let requests in progress finish,
    /// within 25 seconds; a second signal stops at once. After SIGTERM the server accepts connections for
    /// some more seconds, while /readyz answers 503.
    #[command(after_help = "Example:\n  METRICS_ADDR=127.0.0.1:9100 agency-server serve")]
    Serve,
    /// Migrate the database
    ///
    /// Runs all missing migrations in one transaction. Instances that start at the same time wait for each other.
    #[command(after_help = "Example:\n  DATABASE_URL=postgresql://owner@db/agency agency-server migrate")]
    Migrate,
    /// Print the statements that give a database account the rights to serve
    ///
    /// Needs no settings and no database. The owner runs them after each migration.
    #[command(
        after_help = "Example:\n  agency-server grants agency_server | psql postgresql://owner@db/agency"
    )]
    Grants {
        /// The name of the account
        role: String,
    },
    /// Create an admin or reset a password, and print it; remove, rename or manage an account
    ///
    /// A printed password expires in 30 days; until then the admin chooses another one on the account page. A reset and a
    /// removal sign the admin out everywhere. With a name or an address, an existing account only
    /// gets these, and keeps its password.
    #[command(after_help = "Examples:\n  agency-server admin ada\n  agency-server admin --first admin\n  \
                            agency-server admin ada --first-name Ada --email ada@agency.example\n  \
                            agency-server admin --remove ada\n  agency-server admin --no-second-factor ada\n  \
                            agency-server admin --end-sign-ins ada\n  agency-server admin ada --rename augusta")]
    Admin(AdminCommand),
    /// Delete everything from an email address: consultations, applications and their CVs
    ///
    /// Deletes all or nothing, ignores case, and prints how many records of each kind there were.
    #[command(after_help = "Example:\n  agency-server forget somebody@mail.example")]
    Forget {
        /// The email address
        email: String,
    },
    /// Write everything from an email address to a ZIP file: records, notes, history, mails and CVs
    ///
    /// The file has what `forget` would delete. Only its owner may read it. An existing file is not changed. `--to -` writes to
    /// standard output, and the counts to standard error.
    #[command(after_help = "Example:\n  agency-server export-person somebody@mail.example --to person.zip")]
    ExportPerson {
        /// The email address
        email: String,
        /// The file to create, or - for standard output
        #[arg(long, value_name = "FILE.zip")]
        to: PathBuf,
    },
    /// Delete records past their retention period
    ///
    /// The server does this itself if its account may delete. More than 1,000 records and a tenth of a list need --yes;
    /// `agency-server check` shows how many are due. Prints how many records of each list were deleted.
    #[command(after_help = "Example:\n  agency-server check && agency-server sweep --yes")]
    Sweep {
        /// Confirm the deletion of many records
        #[arg(long)]
        yes: bool,
    },
    /// Send a test mail, and print what the mail server answers
    ///
    /// Needs no database.
    #[command(after_help = "Example:\n  agency-server mail-test somebody@mail.example")]
    MailTest {
        /// The recipient; all addresses in NOTIFY if there is none
        address: Option<String>,
    },
    /// Queue failed mails again
    ///
    /// A running server sends them. Mails to addresses that NOTIFY no longer names are dropped.
    #[command(after_help = "Example:\n  agency-server mail-test && agency-server mail-retry")]
    MailRetry,
    /// Send a test webhook, and print what the receiver answers
    ///
    /// Needs no database.
    #[command(after_help = "Example:\n  agency-server webhook-test")]
    WebhookTest,
    /// Queue failed webhooks again
    ///
    /// A running server sends them.
    #[command(after_help = "Example:\n  agency-server webhook-test && agency-server webhook-retry")]
    WebhookRetry,
    /// Print the description of the API, as in /api/openapi.json
    ///
    /// Needs no settings and no database.
    #[command(after_help = "Example:\n  agency-server openapi > openapi.json")]
    Openapi,
    /// Check the settings, the built site and the database, and change nothing
    ///
    /// Exits with 0 if the server could serve with them.
    #[command(after_help = "Example:\n  agency-server check && systemctl restart agency-server")]
    Check,
}

impl Cli {
    /// Runs the command.
    pub(crate) async fn run_command(self) -> Result<()> {
        match self.command.unwrap_or(Command::Serve) {
            Command::Serve => serve::serve(configure()?).await,
            Command::Migrate => migrated(&configure()?).await.map(drop),
            Command::Grants { role } => print(&grants(&role)),
            Command::Admin(admin) => {
                let config = configure()?;
                let pool = migrated(&config).await?;
                admin.run_admin_command(&pool, webhooks(&config).as_ref()).await
            }
            Command::Forget { email } => {
                let config = configure()?;
                forget(&migrated(&config).await?, webhooks(&config).as_ref(), &email).await
            }
            Command::ExportPerson { email, to } => {
                export_person(&migrated(&configure()?).await?, &email, &to).await
            }
            Command::Sweep { yes } => {
                let config = configure()?;
                let webhooks = webhooks(&config);
                retention::sweep_all(&migrated(&config).await?, &config.retention, webhooks.as_ref(), yes)
                    .await
            }
            Command::MailTest { address } => {
                delivery::send_test_mail(configure()?.mail, address.as_deref()).await
            }
            Command::MailRetry => {
                let config = configure()?;
                delivery::retry_failed_mails(&migrated(&config).await?, config.mail.as_ref()).await
            }
            Command::WebhookTest => delivery::send_test_webhook(configure()?.webhook).await,
            Command::WebhookRetry => {
                let config = configure()?;
                delivery::retry_failed_webhooks(&migrated(&config).await?, config.webhook.as_ref()).await
            }
            Command::Openapi => print(&router::description(None).to_pretty_json()?),
            Command::Check => check(&configure()?).await,
        }
    }
}

/// Reads the settings, and starts logging.
fn configure() -> Result<Config> {
    let config = Config::from_env()?;
    telemetry::start(&config.logs);
    Ok(config)
}

/// Returns what writes webhooks; none without a receiver.
fn webhooks(config: &Config) -> Option<WebhookOutbox> {
    let webhook = config.webhook.as_ref()?;
    Some(WebhookOutbox::new(webhook, config.public_url.clone()))
}

fn print(text: &str) -> Result<()> {
    Ok(writeln!(io::stdout(), "{}", text.trim_end())?)
}

/// Migrates the database, and returns a pool of connections to it.
async fn migrated(config: &Config) -> Result<Pool> {
    let pool = storage::connect(&config.database)?;
    migrations::migrate(&pool).await?;
    Ok(pool)
}

#[expect(clippy::print_stdout, reason = "the command prints what it found")]
async fn check(config: &Config) -> Result<()> {
    println!("settings: fine");
    match &config.mail {
        Some(mail) => println!("mail: {}", mail.summary()),
        None => println!("mail: none is sent"),
    }
    match &config.webhook {
        Some(webhook) => println!("webhooks: {}", webhook.summary()),
        None => println!("webhooks: none are sent"),
    }
    let pages = StaticFiles::open(&config.web_root)?;
    match pages.len() {
        0 => println!("site: none in {}, only the API would be served", config.web_root.display()),
        files => println!("site: {files} pages and files"),
    }
    let mut connection = storage::get(&storage::connect(&config.database)?).await?;
    match migrations::schema(&mut connection).await? {
        Schema::Current => println!("database: up to date"),
        Schema::Pending => {
            migrations::ensure_usable_schemas(&mut connection).await?;
            bail!("the database is not up to date: run `agency-server migrate`")
        }
        Schema::Newer => println!("database: one release newer, which this server works with"),
        Schema::TooNew => bail!("the database is newer than this server"),
    }
    print!("{}", retention::preview(&mut connection, &config.retention).await?);
    Ok(())
}
