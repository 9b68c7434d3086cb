//! What a client is told for whom there is no place.

use std::{io, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::OwnedSemaphorePermit,
    time::timeout,
};

/// The answer, which no request is read for.
const NO_ROOM: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
     cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: 80\r\n\r\n\
     {\"message\":\"The service is not available right now. Please try again shortly.\"}\n";

/// Says that there is no room. What the client sent is read, so that its answer is not lost with the connection.
pub(super) async fn reject(mut stream: TcpStream, time_limit: Duration, _permit: OwnedSemaphorePermit) {
    let talk = async {
        stream.write_all(NO_ROOM.as_bytes()).await?;
        stream.shutdown().await?;
        let mut discarded = [0; 1_024];
        while stream.read(&mut discarded).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = timeout(time_limit, talk).await;
}
