//! How many requests run for one client behind a trusted proxy.
//!
//! Who connects directly has a share of the connections. A proxy's connections are everybody's, so there the share is
//! counted by the address that the proxy names.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    extract::{ConnectInfo, Request},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use crate::{
    http::{
        client::{TrustedProxies, network},
        error::ApiError,
    },
    monitoring::metrics::{Metrics, Refused},
};

/// The requests that run for each client behind a trusted proxy.
#[derive(Clone)]
pub(crate) struct RequestShares(Arc<Shares>);

struct Shares {
    per_address: usize,
    trusted_proxies: TrustedProxies,
    metrics: Arc<Metrics>,
    running: Mutex<HashMap<IpAddr, usize>>,
}

impl RequestShares {
    /// So many for each address.
    pub(crate) fn new(per_address: usize, trusted_proxies: TrustedProxies, metrics: Arc<Metrics>) -> Self {
        Self(Arc::new(Shares { per_address, trusted_proxies, metrics, running: Mutex::default() }))
    }

    /// Counts one more; none when the client has its share.
    fn take(&self, client: IpAddr) -> Option<Running> {
        let client = network(client);
        let mut running = self.lock();
        let count = running.entry(client).or_default();
        if *count >= self.0.per_address {
            return None;
        }
        *count = count.saturating_add(1);
        drop(running);
        Some(Running { shares: self.clone(), client })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that runs.
struct Running {
    shares: RequestShares,
    client: IpAddr,
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut running = self.shares.lock();
        if let Some(count) = running.get_mut(&self.client) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                running.remove(&self.client);
            }
        }
    }
}

/// Answers 503 to a client behind a trusted proxy for whom its share of requests runs already.
pub(crate) async fn keep_share(shares: RequestShares, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip().to_canonical());
    let trusted = &shares.0.trusted_proxies;
    let Some(client) = peer.and_then(|peer| trusted.forwarded_for(peer, request.headers())) else {
        return next.run(request).await;
    };
    let Some(_running) = shares.take(client) else {
        shares.0.metrics.connections_refused(Refused::Share).inc();
        return ApiError::unavailable().into_response();
    };
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use reqwest::StatusCode;
    use tokio::{io::AsyncWriteExt as _, net::TcpStream};

    use crate::{
        monitoring::metrics::Refused,
        testing::app::{TestApp, pause},
    };

    const LONG: Duration = Duration::from_mins(10);

    /// A server whose clients have a share of two requests each.
    async fn behind_proxy(trusted: &str) -> TestApp {
        let trusted = trusted.parse().unwrap();
        TestApp::set_up(move |setup| {
            setup.config.max_connections = 8;
            setup.config.trusted_proxies = vec![trusted];
            setup.pace.gap = LONG;
            setup.pace.grace = LONG;
        })
        .await
    }

    /// Begins a request for a client, and waits until it runs.
    async fn begin(app: &TestApp, client: &str) -> TcpStream {
        let running = app.state.metrics.in_flight.get();
        let mut stream = app.connect().await;
        let head = format!(
            "POST /api/token/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {client}\r\n\
             Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        while app.state.metrics.in_flight.get() == running {
            pause().await;
        }
        stream
    }

    async fn visit(app: &TestApp, client: &str) -> StatusCode {
        let request = app.request("GET", "/healthz").header("x-forwarded-for", client);
        let answer = request.send().await.unwrap();
        let is_refused = answer.status() == StatusCode::SERVICE_UNAVAILABLE;
        assert_eq!(answer.headers().contains_key("retry-after"), is_refused);
        answer.status()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_client_behind_a_proxy_has_its_share_of_requests() {
        let app = behind_proxy("127.0.0.1").await;
        let first = begin(&app, "2001:db8::1").await;
        let _second = begin(&app, "2001:db8::2").await;
        assert_eq!(visit(&app, "2001:db8::3").await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(app.state.metrics.connections_refused(Refused::Share).get(), 1);
        // What it makes up itself stands in front of what the proxy appends.
        assert_eq!(visit(&app, "192.0.2.1, 2001:db8::3").await, StatusCode::SERVICE_UNAVAILABLE);
        for other in ["2001:db8:0:1::1", "192.0.2.1", "127.0.0.1", ""] {
            assert_eq!(visit(&app, other).await, StatusCode::OK, "{other}");
        }
        drop(first);
        while app.state.metrics.in_flight.get() > 1 {
            pause().await;
        }
        assert_eq!(visit(&app, "2001:db8::3").await, StatusCode::OK);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn whom_nobody_trusts_names_no_client() {
        let app = behind_proxy("192.0.2.9").await;
        let _running = [begin(&app, "192.0.2.1").await, begin(&app, "192.0.2.1").await];
        assert_eq!(visit(&app, "192.0.2.1").await, StatusCode::OK);
    }
}
