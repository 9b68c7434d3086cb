//! Connections to the database.

use std::{convert::Infallible, io, time::Duration};

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection as _};
use futures_util::{FutureExt as _, TryFutureExt as _, future::BoxFuture};
use rustls::ClientConfig;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{UnixStream, lookup_host},
};
use tokio_postgres::{
    Config, NoTls, Socket,
    config::{Host, SslMode, SslNegotiation},
    tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream},
};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_util::either::Either;

use crate::{
    config::database::{DatabaseConfig, Timeouts},
    storage::sqlstate::ErrorCodes,
};

/// The name under which Postgres reports the encoding of the database.
const ENCODING: &str = "server_encoding";

/// Time for the attempts to reach all addresses of a database: less than that of a readiness check.
const ADDRESSES_WAIT: Duration = Duration::from_millis(1_500);

const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];

/// Opens a connection and sets its time limits. No parallel workers and no JIT, because starting those takes longer than a
/// page of a list, and other requests need the other cores.
///
/// By statements, because poolers refuse unknown parameters at connection start. A pooler in transaction mode does not keep
/// them, so there the account itself needs them: `ALTER ROLE … SET statement_timeout`.
pub(crate) async fn establish(config: &DatabaseConfig) -> ConnectionResult<AsyncPgConnection> {
    let Timeouts { statement, lock, idle_in_transaction, .. } = config.timeouts;
    let [statement, lock, idle] = [statement, lock, idle_in_transaction].map(|time| time.as_millis());
    let settings = format!(
        "SET statement_timeout = {statement}; SET lock_timeout = {lock}; \
         SET idle_in_transaction_session_timeout = {idle}; \
         SET max_parallel_workers_per_gather = 0; SET jit = off"
    );
    let mut connection = connect(config).await?;
    let set = connection.batch_execute(&settings).await;
    set.map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

/// Connects to the first host that answers. A local socket is used if it is the first one.
async fn connect(database: &DatabaseConfig) -> ConnectionResult<AsyncPgConnection> {
    let mut config = database.driver.clone();
    if let Some(Host::Unix(folder)) = config.get_hosts().first() {
        // The driver would not pass it to the transport.
        let port = config.get_ports().first().copied().unwrap_or(5_432);
        let socket = UnixStream::connect(folder.join(format!(".s.PGSQL.{port}"))).await;
        let stream = ErrorCodes::new(socket.map_err(bad)?);
        config.ssl_mode(SslMode::Disable);
        let connected = config.connect_raw(stream, NoTls).await;
        let (client, connection) = connected.map_err(bad)?;
        require_utf8(&config, connection.parameter(ENCODING))?;
        tokio::spawn(connection);
        return AsyncPgConnection::try_from(client).await;
    }
    share_time(&mut config).await;
    let transport = Transport {
        tls: MakeRustlsConnect::new(ClientConfig::clone(&database.tls)),
        mode: config.get_ssl_mode(),
        host: String::new(),
    };
    // The transport negotiates TLS itself, so the driver must pass it the plain connection.
    config.ssl_mode(SslMode::Require).ssl_negotiation(SslNegotiation::Direct);
    let connected = config.connect(transport).await;
    let (client, connection) = connected.map_err(bad)?;
    require_utf8(&config, connection.parameter(ENCODING))?;
    AsyncPgConnection::try_from_client_and_connection(client, connection).await
}

/// Shortens the time for each address if there are several, so that silent ones leave time for the one that answers.
async fn share_time(config: &mut Config) {
    let port_of = |index: usize| config.get_ports().get(index).or(config.get_ports().first()).copied();
    let mut addresses = config.get_hostaddrs().len();
    if addresses == 0 {
        for (index, host) in config.get_hosts().iter().enumerate() {
            let Host::Tcp(name) = host else { continue };
            let found = lookup_host((name.as_str(), port_of(index).unwrap_or(5_432))).await;
            addresses = addresses.saturating_add(found.map_or(1, Iterator::count));
        }
    }
    if let Some(share) =
        u32::try_from(addresses).ok().and_then(|addresses| ADDRESSES_WAIT.checked_div(addresses))
        && addresses > 1
        && config.get_connect_timeout().is_none_or(|time| *time > share)
    {
        config.connect_timeout(share);
    }
}

/// Refuses a database that cannot store every text, so that no request finds that out.
fn require_utf8(config: &Config, encoding: Option<&str>) -> ConnectionResult<()> {
    // A pooler may leave it out.
    let Some(encoding) = encoding.filter(|encoding| *encoding != "UTF8") else { return Ok(()) };
    let database = config.get_dbname().or(config.get_user()).unwrap_or_default();
    // The pool passes on errors of connections only. No other one has this kind: the URL was parsed before.
    Err(ConnectionError::InvalidConnectionUrl(format!(
        "The database {database} has the encoding {encoding}; agency-server needs UTF8 (docs/operations.md)."
    )))
}

/// Encrypts the driver's connections as `sslmode` says, and adds codes to errors.
#[derive(Clone)]
struct Transport {
    tls: MakeRustlsConnect,
    mode: SslMode,
    host: String,
}

type Encrypted = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;

type Stream = ErrorCodes<Either<Socket, Encrypted>>;

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

    fn connect(mut self, mut socket: Socket) -> Self::Future {
        let connecting = async move {
            if self.mode == SslMode::Disable {
                return Ok(Either::Left(socket));
            }
            socket.write_all(&SSL_REQUEST).await?;
            if socket.read_u8().await? == b'S' {
                let tls = MakeTlsConnect::<Socket>::make_tls_connect(&mut self.tls, &self.host);
                return Ok(Either::Right(tls.map_err(io::Error::other)?.connect(socket).await?));
            }
            if self.mode == SslMode::Prefer {
                return Ok(Either::Left(socket));
            }
            Err(io::Error::other("the database does not encrypt, but sslmode asks for it"))
        };
        connecting.map_ok(ErrorCodes::new).boxed()
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

/// Returns the message of the database or the network, which the driver's `Display` leaves out.
fn bad(error: impl Into<anyhow::Error>) -> ConnectionError {
    let error = error.into();
    let answer = error.downcast_ref().and_then(tokio_postgres::Error::as_db_error);
    let reason = answer.map_or_else(|| format!("{error:#}"), |answer| answer.message().to_owned());
    ConnectionError::BadConnection(reason)
}
