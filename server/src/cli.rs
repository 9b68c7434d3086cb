//! The commands.

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::{auth::admins, config::Config, seed, serve, state::AppState, storage, telemetry};

/// The website's server: the API over Postgres, and the built pages. Settings come from the environment.
#[derive(Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Bring the database up to date, then serve (the default)
    Serve,
    /// Bring the database up to date
    Migrate,
    /// Create an admin, or give one a new password, and print it
    Admin {
        /// The account's name
        name: String,
        /// Do nothing when there is any admin already
        #[arg(long)]
        first: bool,
    },
    /// Add made-up consultations, and a tenth as many applications, to try the product with
    Seed {
        /// How many consultations
        #[arg(value_parser = clap::value_parser!(u64).range(seed::CONSULTATIONS))]
        consultations: u64,
        /// The same seed makes the same submissions
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Check the settings and the database's reachability
    Check,
}

impl Cli {
    /// Carries out the command.
    pub(crate) async fn run(self) -> Result<()> {
        let config = Config::from_env()?;
        telemetry::start(config.log_format);
        let pool = storage::connect(&config.database_url)?;
        match self.command.unwrap_or(Command::Serve) {
            Command::Serve => {
                storage::migrate(&pool).await?;
                serve::serve(config.listen_addr, AppState::new(config, pool)).await
            }
            Command::Migrate => storage::migrate(&pool).await,
            Command::Admin { name, first } => {
                storage::migrate(&pool).await?;
                admins::create_or_reset(&pool, &name, first).await
            }
            Command::Seed { consultations, seed } => {
                storage::migrate(&pool).await?;
                seed::fill(&pool, consultations, seed).await
            }
            Command::Check => storage::check(&pool).await,
        }
    }
}
