//! One connection to the database.

use std::{io, sync::Arc};

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection as _};
use rustls::pki_types::ServerName;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpStream, UnixStream},
};
use tokio_postgres::{
    NoTls,
    config::{Host, SslMode},
};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::TlsConnector;

use crate::{
    config::DatabaseConfig,
    storage::{PATIENCE, address::Address, unnamed},
};

/// No statement, lock or forgotten transaction may hold up the others for long.
///
/// Set by a statement, because poolers refuse unknown parameters of a new connection. Behind a pooler that hands
/// out connections by the transaction the account's own settings do this: `ALTER ROLE … SET statement_timeout`.
const SESSION: &str = "SET statement_timeout = '10s'; SET lock_timeout = '5s'; \
     SET idle_in_transaction_session_timeout = '30s'";

const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];
const POSTGRES_PORT: u16 = 5_432;

/// Connects as the settings say.
pub(crate) async fn establish(config: &DatabaseConfig) -> ConnectionResult<AsyncPgConnection> {
    if config.statement_cache {
        let mut connection = direct(&config.address).await?;
        connection.batch_execute(SESSION).await.map_err(ConnectionError::CouldntSetupConfiguration)?;
        return Ok(connection);
    }
    tokio::time::timeout(PATIENCE, through_pooler(&config.address))
        .await
        .unwrap_or_else(|_| Err(bad("the database did not answer in time")))
}

async fn direct(address: &Address) -> ConnectionResult<AsyncPgConnection> {
    let tls = MakeRustlsConnect::new(rustls::ClientConfig::clone(&address.tls));
    let (client, connection) = address.config.connect(tls).await.map_err(|error| bad(&told(&error)))?;
    AsyncPgConnection::try_from_client_and_connection(client, connection).await
}

/// Connects so that no prepared statement has a name.
async fn through_pooler(address: &Address) -> ConnectionResult<AsyncPgConnection> {
    let config = &address.config;
    let mut failure = bad("DATABASE_URL names no host");
    for (position, host) in config.get_hosts().iter().enumerate() {
        let port = config.get_ports().get(position).or(config.get_ports().first());
        match open(address, host, port.copied().unwrap_or(POSTGRES_PORT)).await {
            Ok(stream) => return start(config.clone(), stream).await,
            Err(error) => failure = bad(&error.to_string()),
        }
    }
    Err(failure)
}

async fn start(
    mut config: tokio_postgres::Config,
    stream: unnamed::Stream,
) -> ConnectionResult<AsyncPgConnection> {
    // What encrypts is below already.
    config.ssl_mode(SslMode::Disable);
    let (client, connection) = config.connect_raw(stream, NoTls).await.map_err(|error| bad(&told(&error)))?;
    tokio::spawn(connection);
    AsyncPgConnection::try_from(client).await
}

async fn open(address: &Address, host: &Host, port: u16) -> io::Result<unnamed::Stream> {
    match host {
        Host::Unix(folder) => {
            let stream = UnixStream::connect(folder.join(format!(".s.PGSQL.{port}"))).await?;
            Ok(unnamed::spawn(stream))
        }
        Host::Tcp(host) => {
            let stream = TcpStream::connect((host.as_str(), port)).await?;
            stream.set_nodelay(true)?;
            encrypt(address, host, stream).await
        }
    }
}

async fn encrypt(address: &Address, host: &str, mut stream: TcpStream) -> io::Result<unnamed::Stream> {
    if address.config.get_ssl_mode() == SslMode::Disable {
        return Ok(unnamed::spawn(stream));
    }
    stream.write_all(&SSL_REQUEST).await?;
    if stream.read_u8().await? == b'S' {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let connector = TlsConnector::from(Arc::clone(&address.tls));
        return Ok(unnamed::spawn(connector.connect(name, stream).await?));
    }
    if address.config.get_ssl_mode() == SslMode::Prefer {
        return Ok(unnamed::spawn(stream));
    }
    Err(io::Error::other("the database does not encrypt, but sslmode asks for it"))
}

/// What the database or the network said; an error's own words leave out its cause.
fn told(error: &tokio_postgres::Error) -> String {
    error.as_db_error().map_or_else(
        || match std::error::Error::source(error) {
            Some(cause) => format!("{error}: {cause}"),
            None => error.to_string(),
        },
        |answer| answer.message().to_owned(),
    )
}

fn bad(reason: &str) -> ConnectionError {
    ConnectionError::BadConnection(reason.to_owned())
}

/// What a connection may be made over.
pub(super) trait Wire: AsyncRead + AsyncWrite + Send + 'static {}

impl<T: AsyncRead + AsyncWrite + Send + 'static> Wire for T {}
