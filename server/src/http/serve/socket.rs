//! What the system may hold for a connection.

use std::io;

use socket2::SockRef;

/// What was sent and not acknowledged yet, and what has come and was not read, in bytes; the system takes twice that for
/// its own records. Without a bound it keeps several megabytes for each client. This much carries 10 Mbit/s over a line on
/// which everything takes a tenth of a second.
const BUFFER: usize = 128 * 1_024;

/// What is given to the system before it can be sent, in bytes: what a client does not take stays with the server, which
/// so knows of it. A line as slow as a connection may be takes half of it in time.
const AHEAD: u32 = 32 * 1_024;

/// Bounds the buffers of a connection. Those of a listener are inherited by whoever connects afterwards, so that the
/// other side is told no larger window; whoever was faster than that is bounded when it is accepted.
pub(super) fn bound_buffers(socket: &SockRef<'_>) -> io::Result<()> {
    socket.set_send_buffer_size(BUFFER)?;
    socket.set_recv_buffer_size(BUFFER)?;
    socket.set_tcp_notsent_lowat(AHEAD)
}
