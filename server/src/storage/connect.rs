//! One connection to the database.

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

use crate::storage::{
    address::TIMEOUT,
    coded::Coded,
    config::{DatabaseConfig, Timeouts},
    unnamed::{self, Wire},
};

const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];
const POSTGRES_PORT: u16 = 5_432;

/// Connects as the settings say.
pub(crate) async fn establish(config: &DatabaseConfig) -> ConnectionResult<AsyncPgConnection> {
    let transport = Transport::new(config);
    if config.statement_cache {
        let mut connection = connect(&config.address.config, transport).await?;
        connection
            .batch_execute(&session(config.timeouts))
            .await
            .map_err(ConnectionError::CouldntSetupConfiguration)?;
        return Ok(connection);
    }
    tokio::time::timeout(TIMEOUT, connect(&config.address.config, transport))
        .await
        .unwrap_or_else(|_| Err(bad("the database did not answer in time")))
}

/// No statement, lock or forgotten transaction may hold up the others for long.
///
/// None is split among processes or compiled either: beginning that takes longer than a page of a list does, and the
/// other cores have other visitors.
///
/// Set by a statement, because poolers refuse unknown parameters of a new connection. Behind a pooler that hands
/// out connections by the transaction the account's own settings do this: `ALTER ROLE … SET statement_timeout`.
fn session(timeouts: Timeouts) -> String {
    let Timeouts { statement, lock, idle_in_transaction, .. } = timeouts;
    let [statement, lock, idle] = [statement, lock, idle_in_transaction].map(|time| time.as_millis());
    format!(
        "SET statement_timeout = {statement}; SET lock_timeout = {lock}; \
         SET idle_in_transaction_session_timeout = {idle}; \
         SET max_parallel_workers_per_gather = 0; SET jit = off"
    )
}

/// Connects to the first host that answers; sockets of this machine are tried before other machines.
async fn connect(config: &Config, transport: Transport) -> ConnectionResult<AsyncPgConnection> {
    let mut config = config.clone();
    let mut failure = None;
    for (position, host) in config.get_hosts().iter().enumerate() {
        if let Host::Unix(folder) = host {
            let port = config.get_ports().get(position).or(config.get_ports().first());
            let socket = folder.join(format!(".s.PGSQL.{}", port.copied().unwrap_or(POSTGRES_PORT)));
            match connect_socket(config.clone(), &socket, &transport).await {
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
    // The transport itself asks for encryption, so the driver hands it the bare connection at once.
    config.ssl_mode(SslMode::Require).ssl_negotiation(SslNegotiation::Direct);
    let (client, connection) = config.connect(transport).await.map_err(|error| bad(&told(&error)))?;
    AsyncPgConnection::try_from_client_and_connection(client, connection).await
}

/// Connects over a socket, which the driver would not hand to the transport.
async fn connect_socket(
    mut config: Config,
    socket: &Path,
    transport: &Transport,
) -> ConnectionResult<AsyncPgConnection> {
    config.ssl_mode(SslMode::Disable);
    let stream = UnixStream::connect(socket).await.map_err(|error| bad(&error.to_string()))?;
    let connecting = config.connect_raw(transport.speak(stream), NoTls);
    let (client, connection) = connecting.await.map_err(|error| bad(&told(&error)))?;
    tokio::spawn(connection);
    if config.get_target_session_attrs() != TargetSessionAttrs::Any {
        let answer = client.simple_query("SHOW transaction_read_only").await;
        let is_read_only = answer
            .map_err(|error| bad(&told(&error)))?
            .iter()
            .any(|message| matches!(message, SimpleQueryMessage::Row(row) if row.get(0) == Some("on")));
        if is_read_only != (config.get_target_session_attrs() == TargetSessionAttrs::ReadOnly) {
            return Err(bad("the database does not allow what target_session_attrs asks for"));
        }
    }
    AsyncPgConnection::try_from(client).await
}

/// What carries the driver's messages: it encrypts, keeps statements from having names for a pooler's sake, and lets
/// errors tell their codes.
#[derive(Clone)]
struct Transport {
    tls: Arc<ClientConfig>,
    mode: SslMode,
    negotiation: SslNegotiation,
    names_statements: bool,
    host: String,
}

/// What the driver speaks into: the stream itself, or one without named statements.
type Spoken<S> = Coded<Either<S, unnamed::Stream>>;

type Encrypted = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;

impl Transport {
    fn new(config: &DatabaseConfig) -> Self {
        let DatabaseConfig { address, statement_cache, .. } = config;
        Self {
            tls: Arc::clone(&address.tls),
            mode: address.config.get_ssl_mode(),
            negotiation: address.config.get_ssl_negotiation(),
            names_statements: *statement_cache,
            host: String::new(),
        }
    }

    fn speak<S: Wire>(&self, stream: S) -> Spoken<S> {
        Coded::new(if self.names_statements {
            Either::Left(stream)
        } else {
            Either::Right(unnamed::spawn(stream))
        })
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
    type Stream = Spoken<Either<Socket, Encrypted>>;
    type TlsConnect = Self;
    type Error = Infallible;

    fn make_tls_connect(&mut self, host: &str) -> Result<Self, Infallible> {
        Ok(Self { host: host.to_owned(), ..self.clone() })
    }
}

impl TlsConnect<Socket> for Transport {
    type Stream = Spoken<Either<Socket, Encrypted>>;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Self::Stream>>;

    fn connect(self, socket: Socket) -> Self::Future {
        async move { Ok(self.speak(self.encrypt(socket).await?)) }.boxed()
    }
}

impl TlsStream for Spoken<Either<Socket, Encrypted>> {
    fn channel_binding(&self) -> ChannelBinding {
        match self.get_ref() {
            Either::Left(Either::Right(encrypted)) => encrypted.channel_binding(),
            _ => ChannelBinding::none(),
        }
    }
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
