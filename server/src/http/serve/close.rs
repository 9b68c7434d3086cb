//! The end of a connection, and of what the system holds for it.
//!
//! A socket that is merely closed lives on in the system until its client has taken everything, which may be never. So
//! a connection keeps its place until it is known to be empty, for a bounded time, and is reset otherwise.

use std::{net::Shutdown, time::Duration};

use socket2::SockRef;
use tokio::{
    net::TcpStream,
    time::{sleep, timeout_at},
};

use crate::http::serve::limit::ConnectionGuard;

/// How long after the client's last word it is first looked again whether it has taken everything, and how much longer
/// at most.
const FIRST_LOOK: Duration = Duration::from_millis(50);
const LATER_LOOKS: Duration = Duration::from_secs(1);

/// Ends a connection with whatever was not taken of it.
pub(super) fn reset(stream: &TcpStream) {
    let _ = stream.set_zero_linger();
}

/// Says goodbye, and waits until the client has taken all that it was sent: until so long after the last of it.
pub(super) async fn close(stream: &TcpStream, guard: &ConnectionGuard, time_limit: Duration) {
    let Some(sent) = guard.activity().last_sent() else { return };
    let _ = SockRef::from(stream).shutdown(Shutdown::Write);
    let is_taken = tokio::select! {
        taken = timeout_at(sent + time_limit, taken(stream)) => taken.is_ok(),
        () = guard.evicted() => false,
    };
    if !is_taken {
        reset(stream);
    }
}

/// Waits until both sides have said goodbye and the client has acknowledged everything.
async fn taken(stream: &TcpStream) {
    let mut discarded = [0; 1_024];
    while stream.readable().await.is_ok() {
        // What the client still sends is of no use. Were it left unread, its answer would be lost with the connection.
        match stream.try_read(&mut discarded) {
            Ok(0) => break,
            Err(error) if error.kind() != std::io::ErrorKind::WouldBlock => return,
            _ => {}
        }
    }
    let mut pause = FIRST_LOOK;
    // A socket has a peer as long as anything of it is open or not acknowledged.
    while stream.peer_addr().is_ok() {
        sleep(pause).await;
        pause = (pause * 2).min(LATER_LOOKS);
    }
}
