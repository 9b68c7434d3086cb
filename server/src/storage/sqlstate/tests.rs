use bytes::BytesMut;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::{ErrorCodes, code, with_code};

#[test]
fn puts_code_in_front_of_message() {
    let rewritten = |body: &[u8]| with_code(BytesMut::from(&*message(b'E', body)));
    for (body, expected) in [
        (
            &b"SFEHLER\0VERROR\0C57014\0Mstorniere Anfrage\0Fpostgres.c\0\0"[..],
            &b"SFEHLER\0VERROR\0C57014\0MSQLSTATE 57014: storniere Anfrage\0Fpostgres.c\0\0"[..],
        ),
        // A code may come after its message, and what is no error is left as it is.
        (b"Moh\0C08P01\0\0", b"MSQLSTATE 08P01: oh\0C08P01\0\0"),
    ] {
        assert_eq!(rewritten(body), message(b'E', expected));
    }
    for other in [&b"Moh\0\0"[..], b"C57014\0\0", b"\0", b"", b"Moh", b"C"] {
        assert_eq!(rewritten(other), message(b'E', other));
    }
}

#[test]
fn reads_code_only_in_front_of_message() {
    let code_of = |message: &str| code(&message.to_owned()).map(str::to_owned);
    assert_eq!(code_of("SQLSTATE 57014: storniere Anfrage: SQLSTATE 40001: x").as_deref(), Some("57014"));
    for other in
        ["connection closed", "57014: x", "SQLSTATE 5701: x", "SQLSTATE 57014", "no SQLSTATE 57014: x"]
    {
        assert_eq!(code_of(other), None, "{other}");
    }
}

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    [&[kind][..], &(u32::try_from(body.len()).unwrap() + 4).to_be_bytes(), body].concat()
}

#[tokio::test]
async fn rewrites_errors_in_pieces_of_any_size() {
    let long = vec![7; 70_000];
    let said = [
        message(b'Z', b"I"),
        message(b'E', b"C57014\0Mzu langsam\0\0"),
        message(b'D', &long),
        message(b'E', &long),
        message(b'E', b"C40P01\0MVerklemmung\0\0"),
        message(b'Z', b""),
    ];
    let expected = [
        message(b'Z', b"I"),
        message(b'E', b"C57014\0MSQLSTATE 57014: zu langsam\0\0"),
        message(b'D', &long),
        message(b'E', &long),
        message(b'E', b"C40P01\0MSQLSTATE 40P01: Verklemmung\0\0"),
        message(b'Z', b""),
    ];
    for piece in [1, 2, 7, 4_096, 200_000] {
        let (mut server, client) = tokio::io::duplex(piece);
        let bytes = said.concat();
        tokio::spawn(async move { server.write_all(&bytes).await.unwrap() });
        let (mut client, mut heard, mut buffer) = (ErrorCodes::new(client), Vec::<u8>::new(), vec![0; piece]);
        loop {
            let count = client.read(&mut buffer).await.unwrap();
            if count == 0 {
                break;
            }
            heard.extend(&buffer[..count]);
        }
        assert!(heard == expected.concat(), "in pieces of {piece}");
    }
}

#[tokio::test]
async fn fails_at_message_that_server_did_not_finish() {
    let (mut server, client) = tokio::io::duplex(100);
    server.write_all(&[message(b'Z', b"I"), b"E\0\0".to_vec()].concat()).await.unwrap();
    drop(server);
    let (mut client, mut heard) = (ErrorCodes::new(client), Vec::new());
    assert!(client.read_to_end(&mut heard).await.is_err());
    assert_eq!(heard, message(b'Z', b"I"));
}
