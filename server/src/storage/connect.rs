//! Connections to the database.

use std::{convert::Infallible, io, path::Path, sync::Arc};

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection as _};
use futures_util::{FutureExt as _, future::BoxFuture};
use rustls::ClientConfig;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::UnixStream,
};
use tokio_postgres::{
    Config, NoTls, SimpleQueryMessage, Socket,
    config::{Host, SslMode, SslNegotiation, TargetSessionAttrs},
    tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream},
};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_util::either::Either;

use crate::{
    config::database::{Address, DatabaseConfig, Timeouts},
    storage::sqlstate::ErrorCodes,
};

const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];
const POSTGRES_PORT: u16 = 5_432;

/// Opens a connection and sets the session's time limits.
pub(crate) async fn establish(config: &DatabaseConfig) -> ConnectionResult<AsyncPgConnection> {
    let mut connection = connect(&config.address.config, Transport::new(&config.address)).await?;
    let set = connection.batch_execute(&session_settings(config.timeouts)).await;
    set.map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

/// Returns `SET` statements: time limits, no parallel workers, no JIT, because starting those takes longer than a page of
/// a list, and other requests need the other cores.
///
/// Statements, because poolers refuse unknown parameters at connection start. A pooler in transaction mode does not keep
/// them, so there the account itself needs them: `ALTER ROLE … SET statement_timeout`.
fn session_settings(timeouts: Timeouts) -> String {
    let Timeouts { statement, lock, idle_in_transaction, .. } = timeouts;
    let [statement, lock, idle] = [statement, lock, idle_in_transaction].map(|time| time.as_millis());
    format!(
        "SET statement_timeout = {statement}; SET lock_timeout = {lock}; \
         SET idle_in_transaction_session_timeout = {idle}; \
         SET max_parallel_workers_per_gather = 0; SET jit = off"
    )
}

/// Connects to the first host that answers; local sockets are tried first.
async fn connect(config: &Config, transport: Transport) -> ConnectionResult<AsyncPgConnection> {
    let mut config = config.clone();
    let mut failure = None;
    for (position, host) in config.get_hosts().iter().enumerate() {
        if let Host::Unix(folder) = host {
            let port = config.get_ports().get(position).or(config.get_ports().first());
            let socket = folder.join(format!(".s.PGSQL.{}", port.copied().unwrap_or(POSTGRES_PORT)));
            match connect_socket(config.clone(), &socket).await {
                Err(error) => failure = Some(error),
                connection => return connection,
            }
        }
    }
    if let Some(failure) =
        failure.filter(|_| config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_))))
    {
        return Err(failure);
    }
    // The transport negotiates TLS itself, so the driver must pass it the plain connection.
    config.ssl_mode(SslMode::Require).ssl_negotiation(SslNegotiation::Direct);
    let (client, connection) = config.connect(transport).await.map_err(|error| bad(&describe(&error)))?;
    AsyncPgConnection::try_from_client_and_connection(client, connection).await
}

/// Connects to a local socket, which the driver would not pass to the transport.
async fn connect_socket(mut config: Config, socket: &Path) -> ConnectionResult<AsyncPgConnection> {
    config.ssl_mode(SslMode::Disable);
    let stream = UnixStream::connect(socket).await.map_err(|error| bad(&error.to_string()))?;
    let connecting = config.connect_raw(ErrorCodes::new(stream), NoTls);
    let (client, connection) = connecting.await.map_err(|error| bad(&describe(&error)))?;
    tokio::spawn(connection);
    if config.get_target_session_attrs() != TargetSessionAttrs::Any {
        let answer = client.simple_query("SHOW transaction_read_only").await;
        let is_read_only = answer
            .map_err(|error| bad(&describe(&error)))?
            .iter()
            .any(|message| matches!(message, SimpleQueryMessage::Row(row) if row.get(0) == Some("on")));
        if is_read_only != (config.get_target_session_attrs() == TargetSessionAttrs::ReadOnly) {
            return Err(bad("the database does not allow what target_session_attrs asks for"));
        }
    }
    AsyncPgConnection::try_from(client).await
}

/// Encrypts the driver's connections as `sslmode` says, and adds codes to errors.
#[derive(Clone)]
struct Transport {
    tls: Arc<ClientConfig>,
    mode: SslMode,
    negotiation: SslNegotiation,
    host: String,
}

type Encrypted = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;

type Stream = ErrorCodes<Either<Socket, Encrypted>>;

impl Transport {
    fn new(address: &Address) -> Self {
        Self {
            tls: Arc::clone(&address.tls),
            mode: address.config.get_ssl_mode(),
            negotiation: address.config.get_ssl_negotiation(),
            host: String::new(),
        }
    }

    async fn encrypt(&self, mut socket: Socket) -> io::Result<Either<Socket, Encrypted>> {
        if self.mode == SslMode::Disable {
            return Ok(Either::Left(socket));
        }
        if self.negotiation == SslNegotiation::Postgres {
            socket.write_all(&SSL_REQUEST).await?;
            if socket.read_u8().await? != b'S' {
                return if self.mode == SslMode::Prefer {
                    Ok(Either::Left(socket))
                } else {
                    Err(io::Error::other("the database does not encrypt, but sslmode asks for it"))
                };
            }
        }
        let mut tls = MakeRustlsConnect::new(ClientConfig::clone(&self.tls));
        let tls = MakeTlsConnect::<Socket>::make_tls_connect(&mut tls, &self.host);
        Ok(Either::Right(tls.map_err(io::Error::other)?.connect(socket).await?))
    }
}

impl MakeTlsConnect<Socket> for Transport {
    type Stream = Stream;
    type TlsConnect = Self;
    type Error = Infallible;

    fn make_tls_connect(&mut self, host: &str) -> Result<Self, Infallible> {
        Ok(Self { host: host.to_owned(), ..self.clone() })
    }
}

impl TlsConnect<Socket> for Transport {
    type Stream = Stream;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Self::Stream>>;

    fn connect(self, socket: Socket) -> Self::Future {
        async move { Ok(ErrorCodes::new(self.encrypt(socket).await?)) }.boxed()
    }
}

impl TlsStream for Stream {
    fn channel_binding(&self) -> ChannelBinding {
        match self.get_ref() {
            Either::Right(encrypted) => encrypted.channel_binding(),
            Either::Left(_) => ChannelBinding::none(),
        }
    }
}

/// Returns the message of the database or the network, which `Display` leaves out.
fn describe(error: &tokio_postgres::Error) -> String {
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
