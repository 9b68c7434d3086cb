//! Certificates as openssl makes them, which PostgreSQL's manual shows.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    sync::Arc,
};

use rcgen::{BasicConstraints, CertificateParams, IsCa, KeyPair, date_time_ymd};
use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    sign::{CertifiedKey, SingleCertAndKey},
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, copy_bidirectional},
    net::{TcpListener, TcpStream},
    process::{Child, Command},
};

use super::{establish, settings};
use crate::testing::{database::tcp_url, postgres_proxy::Proxy};

/// Folder with a key `NAME.key` for each certificate `NAME.crt`.
struct Certificates(tempfile::TempDir);

impl Certificates {
    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    async fn openssl(&self, arguments: &str) {
        let mut command = Command::new("openssl");
        let output = command.args(arguments.split(' ')).current_dir(self.0.path()).output().await.unwrap();
        assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    }

    async fn create() -> Self {
        let certificates = Self(tempfile::tempdir().unwrap());
        let self_signed =
            "req -x509 -noenc -subj /CN=localhost -addext subjectAltName=DNS:localhost -newkey ec -pkeyopt";
        for arguments in [
            &*format!("{self_signed} ec_paramgen_curve:P-256 -keyout authority.key -out authority.crt"),
            &format!("{self_signed} ec_paramgen_curve:P-521 -keyout p521.key -out p521.crt"),
            &format!(
                "{self_signed} ec_paramgen_curve:P-256 -keyout leaf.key -out leaf.crt -addext basicConstraints=CA:FALSE"
            ),
            "req -x509 -noenc -subj /CN=localhost -newkey rsa:2048 -keyout unnamed.key -out unnamed.crt",
            "req -new -noenc -subj /CN=localhost -newkey rsa:2048 -keyout version1.key -out request",
            "x509 -req -in request -signkey version1.key -out version1.crt",
            "x509 -req -in request -CA authority.crt -CAkey authority.key -CAcreateserial -out signed1.crt",
        ] {
            certificates.openssl(arguments).await;
        }
        std::fs::write(certificates.path("extensions"), "subjectAltName=DNS:localhost").unwrap();
        let signed = "x509 -req -in request -CA p521.crt -CAkey p521.key -CAcreateserial -extfile extensions";
        certificates.openssl(&format!("{signed} -out of_p521.crt")).await;
        for name in ["signed1", "of_p521"] {
            std::fs::copy(certificates.path("version1.key"), certificates.path(&format!("{name}.key")))
                .unwrap();
        }

        let mut parameters = CertificateParams::new(["localhost".to_owned()]).unwrap();
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        (parameters.not_before, parameters.not_after) =
            (date_time_ymd(2_000, 1, 1), date_time_ymd(2_001, 1, 1));
        let key = KeyPair::generate().unwrap();
        std::fs::write(certificates.path("expired.crt"), parameters.self_signed(&key).unwrap().pem())
            .unwrap();
        std::fs::write(certificates.path("expired.key"), key.serialize_pem()).unwrap();
        certificates
    }

    /// Returns a configuration that uses a certificate without reading it.
    fn server(&self, name: &str) -> Arc<ServerConfig> {
        let provider = Arc::new(ring::default_provider());
        let chain = vec![CertificateDer::from_pem_file(self.path(&format!("{name}.crt"))).unwrap()];
        let key = PrivateKeyDer::from_pem_file(self.path(&format!("{name}.key"))).unwrap();
        let key = CertifiedKey::new(chain, provider.key_provider.load_private_key(key).unwrap());
        let builder =
            ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        Arc::new(builder.with_no_client_auth().with_cert_resolver(Arc::new(SingleCertAndKey::from(key))))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_certificates_that_psql_accepts() {
    const NAME: &str = "not valid for name";
    const OLD: &str = "its certificate has X.509 version 1, but only version 3 can be verified";
    const KEY: &str = "has a key that cannot be verified, such as P-521";
    let certificates = Certificates::create().await;
    for (certificate, mode, root, expected) in [
        ("authority", "require", "", ""),
        ("authority", "verify-ca", "authority", ""),
        ("authority", "verify-full", "authority", ""),
        ("authority", "verify-full", "unnamed", "UnknownIssuer"),
        ("leaf", "verify-ca", "leaf", ""),
        ("leaf", "verify-ca", "unnamed", "UnknownIssuer"),
        ("leaf", "verify-ca", "p521", KEY),
        ("unnamed", "require", "", ""),
        ("unnamed", "verify-ca", "unnamed", ""),
        ("unnamed", "verify-full", "unnamed", NAME),
        ("version1", "require", "", ""),
        ("version1", "require", "version1", ""),
        ("version1", "verify-ca", "version1", ""),
        ("version1", "verify-full", "version1", OLD),
        ("signed1", "require", "", ""),
        ("signed1", "verify-ca", "authority", OLD),
        ("of_p521", "require", "", ""),
        ("of_p521", "verify-full", "p521", KEY),
        ("expired", "require", "", ""),
        ("expired", "verify-ca", "expired", "expired"),
    ] {
        let proxy = Proxy::start(Some(certificates.server(certificate))).await;
        let file = certificates.path(&format!("{root}.crt"));
        let named = if root.is_empty() { String::new() } else { format!("&sslrootcert={}", file.display()) };
        let parameters = format!("sslmode={mode}{named}");
        let connected = establish(&settings(&tcp_url("", "localhost", proxy.port, &parameters))).await;
        let error = connected.err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(error.is_empty(), expected.is_empty(), "{certificate} {parameters}: {error}");
        assert!(
            error.to_lowercase().contains(&expected.to_lowercase()),
            "{certificate} {parameters}: {error}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_key_that_cannot_be_verified() {
    let certificates = Certificates::create().await;
    let (mut openssl, port) = serve(&certificates.path("p521.crt"), &certificates.path("p521.key")).await;
    let database = tcp_url("", "localhost", encrypted_by(port).await, "sslmode=require");
    let error = establish(&settings(&database)).await.err().unwrap().to_string();
    assert!(error.contains("has a key that cannot be verified, such as P-521"), "{error}");
    openssl.kill().await.unwrap();
}

/// Starts a TLS server of openssl, because rustls has none with such a key. Returns its port.
async fn serve(certificate: &Path, key: &Path) -> (Child, u16) {
    let mut command = Command::new("openssl");
    command.args(["s_server", "-accept", "127.0.0.1:0", "-cert"]).arg(certificate).arg("-key").arg(key);
    let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        if let Some(address) = line.strip_prefix("ACCEPT ") {
            return (server, address.rsplit(':').next().unwrap().parse().unwrap());
        }
    }
    panic!("openssl ended");
}

/// Agrees to encrypt one connection as Postgres does, and leaves that to the server at this port. Returns its own port.
async fn encrypted_by(port: u16) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (mut client, _) = listener.accept().await.unwrap();
        client.read_exact(&mut [0; 8]).await.unwrap();
        client.write_all(b"S").await.unwrap();
        let mut server = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let _ = copy_bidirectional(&mut client, &mut server).await;
    });
    here
}
