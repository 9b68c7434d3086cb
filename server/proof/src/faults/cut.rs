//! Connections break in the midst of a request, and before its answer.

use std::{net::SocketAddr, sync::Arc};

use anyhow::{Result, ensure};
use reqwest::StatusCode;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, copy},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

use crate::{
    forms::{Form, Kind},
    ledger::{Balance, Ledger},
    product::Product,
    visitors::send,
};

/// Where a connection breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// After so many bytes of the request.
    Request(usize),
    /// When the answer comes: the server has done its work, and the client never learns of it.
    Answer,
}

/// Breaks every form's first requests in each of these ways; then lets it through.
pub(crate) async fn cut_connections(cuts: &[Cut]) -> Result<Balance> {
    let product = Product::start().await?;
    let ledger = Arc::<Ledger>::default();
    for &kind in Kind::ALL {
        for &cut in cuts {
            let form = Form::new(kind);
            let proxy = Proxy::start(product.server.address(), cut).await?;
            let broken = form.request(&product.client, &proxy.url()).send().await;
            ensure!(broken.is_err(), "a request through a broken connection was answered");
            ledger.silence();
            send(&form, &product.client, &mut [product.server.url()].into_iter().cycle(), &ledger).await;
        }
    }
    let answer = product.client.get(format!("{}/healthz", product.server.url())).send().await?;
    ensure!(answer.status() == StatusCode::OK, "/healthz answered {}", answer.status());
    ledger.settle_with(&product.inbox()).await
}

/// Passes connections on, and breaks each.
struct Proxy {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Proxy {
    async fn start(server: SocketAddr, cut: Cut) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                // A connection that breaks ends with an error, as it should.
                let _ = pass(client, server, cut).await;
            }
        });
        Ok(Self { address, task })
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn pass(mut client: TcpStream, server: SocketAddr, cut: Cut) -> Result<()> {
    let mut server = TcpStream::connect(server).await?;
    let (mut from_client, _to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    match cut {
        Cut::Request(bytes) => {
            copy(&mut from_client.take(u64::try_from(bytes)?), &mut to_server).await?;
            to_server.flush().await?;
        }
        Cut::Answer => {
            let mut first = [0; 1];
            tokio::select! {
                copied = copy(&mut from_client, &mut to_server) => drop(copied?),
                read = from_server.read(&mut first) => drop(read?),
            }
        }
    }
    Ok(())
}
