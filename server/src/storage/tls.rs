//! Encrypted connections to the database and to the mail server.

use std::{path::Path, sync::Arc};

use anyhow::{Context as _, Result};
use rustls::{
    ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject as _},
};

/// How much of the other end's certificate is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verification {
    /// None of it: the connection is encrypted, to whomever.
    None,
    /// Who signed it.
    Signer,
    /// Who signed it, and the name of the host.
    Full,
}

/// What connections are encrypted with. Without a file of signers, those that the machine trusts count. `setting` names the
/// address that says so.
pub(crate) fn client(
    setting: &str,
    verification: Verification,
    root: Option<&Path>,
) -> Result<Arc<ClientConfig>> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .context("TLS cannot be set up")?;
    let config = if verification == Verification::Full {
        builder.with_root_certificates(roots(setting, root)?).with_no_client_auth()
    } else {
        let signer = match verification {
            Verification::None => None,
            _ => Some(
                WebPkiServerVerifier::builder_with_provider(
                    Arc::new(roots(setting, root)?),
                    Arc::clone(&provider),
                )
                .build()
                .context("TLS cannot be set up")?,
            ),
        };
        let verifier = Arc::new(Lenient { signer, provider });
        builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth()
    };
    Ok(Arc::new(config))
}

fn roots(setting: &str, file: Option<&Path>) -> Result<RootCertStore> {
    let mut store = RootCertStore::empty();
    if let Some(file) = file.filter(|file| *file != Path::new("system")) {
        let unreadable =
            || format!("sslrootcert in {setting} names no readable certificates: {}", file.display());
        let read = || {
            let certificates =
                CertificateDer::pem_file_iter(file).ok()?.collect::<Result<Vec<_>, _>>().ok()?;
            let (added, _) = store.add_parsable_certificates(certificates);
            (added > 0).then_some(())
        };
        let mut read = read;
        read().with_context(unreadable)?;
    } else {
        store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    }
    Ok(store)
}

/// Looks at the signer only, or at nothing, as `sslmode` asked for.
#[derive(Debug)]
struct Lenient {
    signer: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Lenient {
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
            // The name comes last: the signer was fine.
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
