//! Self-signed certificate for tests.

use std::{io::Write as _, sync::Arc};

use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer};
use tempfile::{Builder, TempPath};

/// Returns a certificate for `localhost` in PEM, and a TLS configuration that uses it.
pub(crate) fn certificate() -> (String, Arc<ServerConfig>) {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .unwrap();
    (cert.pem(), Arc::new(config))
}

/// Writes a certificate into a file, which is removed when the value is dropped.
pub(crate) fn in_a_file(pem: &str) -> TempPath {
    let mut file = Builder::new().suffix(".pem").tempfile().unwrap();
    file.write_all(pem.as_bytes()).unwrap();
    file.into_temp_path()
}
