use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::{AsyncRead, AsyncReadExt as _};

use super::{BoundedLines, LINE_BYTES};

fn bounded<S: AsyncRead>(stream: S) -> BoundedLines<S> {
    BoundedLines::new(stream, SocketAddr::from((Ipv4Addr::LOCALHOST, 25)))
}

#[tokio::test]
async fn fails_at_line_beyond_limit() {
    let mut lines = bounded(tokio::io::repeat(b'x'));
    let mut read = Vec::new();
    for _ in 0..2 {
        assert!(lines.read_to_end(&mut read).await.unwrap_err().to_string().contains("more than 1000 bytes"));
    }
    assert!(read.len() <= LINE_BYTES);
}

#[tokio::test]
async fn reads_lines_within_limit() {
    let text = format!("{}\r\n", "x".repeat(LINE_BYTES - 2)).repeat(20);
    let mut read = String::new();
    BoundedLines { greeting: b"220 x\r\n", ..bounded(text.as_bytes()) }
        .read_to_string(&mut read)
        .await
        .unwrap();
    assert_eq!(read, format!("220 x\r\n{text}"));
}
