//! What the system may hold for a connection.

use socket2::SockRef;
use tokio::net::TcpListener;

/// What was sent and not acknowledged yet, and what has come and was not read, in bytes; the system takes twice that for
/// its own records. Without a bound it keeps several megabytes for each client. This much carries 10 Mbit/s over a line on
/// which everything takes a tenth of a second.
const BUFFER: usize = 128 * 1_024;

/// What is given to the system before it can be sent, in bytes: what a client does not take stays with the server, which
/// so knows of it. A line as slow as a connection may be takes half of it in time.
const AHEAD: u32 = 32 * 1_024;

/// Bounds the buffers of all connections to a listener, which inherit them.
pub(super) fn bound_buffers(listener: &TcpListener) {
    let socket = SockRef::from(listener);
    let bounded = socket
        .set_send_buffer_size(BUFFER)
        .and_then(|()| socket.set_recv_buffer_size(BUFFER))
        .and_then(|()| socket.set_tcp_notsent_lowat(AHEAD));
    if let Err(error) = bounded {
        tracing::warn!(%error, "the buffers of connections could not be bounded");
    }
}
