//! TLS clients for the database and the mail server.

use std::{path::Path, sync::Arc};

use anyhow::{Context as _, Result, ensure};
use rustls::{
    ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject as _},
};

/// Checks of the server's certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verification {
    None,
    /// The signer.
    Signer,
    /// The signer and the host name.
    Full,
}

/// Returns a client that trusts the certificates in `root`, or the system's. Errors name `setting`.
pub(crate) fn client(
    setting: &str,
    verification: Verification,
    root: Option<&Path>,
) -> Result<Arc<ClientConfig>> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .context("TLS cannot be set up")?;
    if verification == Verification::Full {
        return Ok(Arc::new(builder.with_root_certificates(roots(setting, root)?).with_no_client_auth()));
    }
    let signer = if verification == Verification::Signer {
        let roots = Arc::new(roots(setting, root)?);
        let verifier = WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(&provider));
        Some(verifier.build().context("TLS cannot be set up")?)
    } else {
        None
    };
    let verifier = Arc::new(AnyName { signer, provider });
    Ok(Arc::new(builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth()))
}

fn roots(setting: &str, file: Option<&Path>) -> Result<RootCertStore> {
    let mut store = RootCertStore::empty();
    let Some(file) = file.filter(|file| *file != Path::new("system")) else {
        store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        return Ok(store);
    };
    let certificates = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    store.add_parsable_certificates(certificates.unwrap_or_default());
    ensure!(!store.is_empty(), "sslrootcert in {setting} names no readable certificates: {}", file.display());
    Ok(store)
}

/// Accepts any host name; checks the signer if there is one to check against.
#[derive(Debug)]
struct AnyName {
    signer: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(signer) = &self.signer else {
            return Ok(ServerCertVerified::assertion());
        };
        match signer.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now) {
            // The name is checked last, after the signer.
            Err(Error::InvalidCertificate(
                rustls::CertificateError::NotValidForName
                | rustls::CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verdict => verdict,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
