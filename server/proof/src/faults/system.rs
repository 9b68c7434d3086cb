//! What the system does for connections, and holds for them.

use std::{
    fs,
    net::{IpAddr, SocketAddr},
};

use anyhow::{Context as _, Result};
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::net::{TcpSocket, TcpStream};

/// Lets this process open as many connections as the system allows it: many give it a thousand unless it asks for more.
pub(super) fn allow_many_connections() -> Result<()> {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    Ok(setrlimit(Resource::Nofile, limit)?)
}

/// Connects from one of this machine's addresses, and takes so many bytes at a time where that is said.
pub(super) async fn connect_from(from: [u8; 4], to: SocketAddr, window: Option<u32>) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if let Some(window) = window {
        socket.set_recv_buffer_size(window)?;
    }
    socket.bind((from, 0).into())?;
    Ok(socket.connect(to).await?)
}

/// How many bytes the system holds for all connections of a server: what it has not sent, what nobody acknowledged and
/// what nobody has read, also of connections that the server knows nothing of any more.
pub(super) fn held(server: SocketAddr) -> Result<u64> {
    let IpAddr::V4(address) = server.ip() else { return Ok(0) };
    let local = format!("{:08X}:{:04X}", u32::from_ne_bytes(address.octets()), server.port());
    let table = fs::read_to_string("/proc/net/tcp").context("the system tells nothing of its connections")?;
    let queues = table.lines().skip(1).filter_map(|line| {
        let mut fields = line.split_whitespace().skip(1);
        (fields.next()? == local).then_some(())?;
        let (sent, read) = fields.nth(2)?.split_once(':')?;
        let bytes = |queue| u64::from_str_radix(queue, 16).ok();
        bytes(sent)?.checked_add(bytes(read)?)
    });
    Ok(queues.sum())
}
