//! TLS clients for the database, the mail server and the receiver of webhooks.

use std::{io, path::Path, sync::Arc, time::Duration};

use anyhow::{Context as _, Result, ensure};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, OtherError, RootCertStore, SignatureScheme,
    client::{
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        verify_server_cert_signed_by_trust_anchor, verify_server_name,
    },
    crypto::{
        WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
        verify_tls13_signature_with_raw_key,
    },
    pki_types::{CertificateDer, ServerName, SubjectPublicKeyInfoDer, UnixTime, pem::PemObject as _},
    server::ParsedCertificate,
};
use x509_cert::{
    Certificate, Version,
    der::{Decode as _, Encode as _},
};

const OLD_VERSION: &str = "its certificate has X.509 version 1, but only version 3 can be verified: make one with the command \
    under TLS in docs/operations.md";
const UNKNOWN_KEY: &str = "its certificate or its authority's has a key that cannot be verified, such as P-521: make one of RSA, \
    P-256 or P-384 with the command under TLS in docs/operations.md";

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
    let provider = ring::default_provider();
    let algorithms = provider.signature_verification_algorithms;
    let trusted = match verification {
        Verification::None => None,
        Verification::Signer | Verification::Full => Some(trusted(setting, root)?),
    };
    let verifier = Verifier { trusted, checks_name: verification == Verification::Full, algorithms };
    let builder = ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .context("TLS cannot be set up")?;
    let builder = builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
    Ok(Arc::new(builder.with_no_client_auth()))
}

/// Certificates that a client trusts.
#[derive(Debug)]
struct Trusted {
    roots: RootCertStore,
    /// Those of `sslrootcert`. A server may have one of them itself: a self-signed certificate is its own root.
    named: Vec<CertificateDer<'static>>,
}

fn trusted(setting: &str, file: Option<&Path>) -> Result<Trusted> {
    let mut roots = RootCertStore::empty();
    let Some(file) = file.filter(|file| *file != Path::new("system")) else {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        return Ok(Trusted { roots, named: Vec::new() });
    };
    let certificates = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let named = certificates.unwrap_or_default();
    roots.add_parsable_certificates(named.iter().cloned());
    ensure!(!roots.is_empty(), "sslrootcert in {setting} names no readable certificates: {}", file.display());
    Ok(Trusted { roots, named })
}

/// Checks the server's certificate as [`Verification`] says.
#[derive(Debug)]
struct Verifier {
    trusted: Option<Trusted>,
    checks_name: bool,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(Trusted { roots, named }) = &self.trusted else {
            return Ok(ServerCertVerified::assertion());
        };
        if named.contains(end_entity) {
            ensure_valid_at(now, end_entity)?;
        } else {
            ensure_version_3(end_entity)?;
            let (certificate, algorithms) = (ParsedCertificate::try_from(end_entity)?, self.algorithms.all);
            verify_server_cert_signed_by_trust_anchor(&certificate, roots, intermediates, now, algorithms)
                .map_err(|error| self.explain(error))?;
        }
        if self.checks_name {
            ensure_version_3(end_entity)?;
            verify_server_name(&ParsedCertificate::try_from(end_entity)?, name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ensure_known_key(signature)?;
        ensure_version_3(certificate)?;
        verify_tls12_signature(message, certificate, signature, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ensure_known_key(signature)?;
        let Some(old) = of_old_version(certificate) else {
            return verify_tls13_signature(message, certificate, signature, &self.algorithms);
        };
        // rustls reads no other certificate than those of version 3, but it does read keys.
        let key = old.tbs_certificate.subject_public_key_info.to_der().map_err(bad_encoding)?;
        verify_tls13_signature_with_raw_key(
            message,
            &SubjectPublicKeyInfoDer::from(key),
            signature,
            &self.algorithms,
        )
    }

    /// Includes P-521, which cannot be verified: a server with such a key would otherwise end the handshake without a reason.
    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let mut schemes = self.algorithms.supported_schemes();
        schemes.push(SignatureScheme::ECDSA_NISTP521_SHA512);
        schemes
    }
}

impl Verifier {
    fn explain(&self, error: Error) -> Error {
        match error {
            Error::InvalidCertificate(CertificateError::UnsupportedSignatureAlgorithmContext { .. }) => {
                other(UNKNOWN_KEY)
            }
            // Also the error for a root that has the name of the issuer, but is another one.
            Error::InvalidCertificate(
                CertificateError::UnsupportedSignatureAlgorithmForPublicKeyContext {
                    public_key_algorithm_id: key,
                    ..
                },
            ) if self.algorithms.all.iter().all(|known| *known.public_key_alg_id() != key) => {
                other(UNKNOWN_KEY)
            }
            Error::InvalidCertificate(
                CertificateError::UnsupportedSignatureAlgorithmForPublicKeyContext { .. },
            ) => CertificateError::UnknownIssuer.into(),
            // A self-signed certificate as openssl makes it may sign others.
            Error::InvalidCertificate(CertificateError::Other(cause))
                if cause.to_string() == "CaUsedAsEndEntity" =>
            {
                CertificateError::UnknownIssuer.into()
            }
            error => error,
        }
    }
}

fn bad_encoding(_: x509_cert::der::Error) -> Error {
    CertificateError::BadEncoding.into()
}

fn ensure_valid_at(now: UnixTime, certificate: &CertificateDer<'_>) -> Result<(), Error> {
    let validity = Certificate::from_der(certificate).map_err(bad_encoding)?.tbs_certificate.validity;
    let now = Duration::from_secs(now.as_secs());
    if now < validity.not_before.to_unix_duration() {
        return Err(CertificateError::NotValidYet.into());
    }
    if now > validity.not_after.to_unix_duration() {
        return Err(CertificateError::Expired.into());
    }
    Ok(())
}

/// Returns a certificate of an older version than 3.
fn of_old_version(certificate: &CertificateDer<'_>) -> Option<Certificate> {
    Certificate::from_der(certificate).ok().filter(|parsed| parsed.tbs_certificate.version != Version::V3)
}

fn ensure_version_3(certificate: &CertificateDer<'_>) -> Result<(), Error> {
    if of_old_version(certificate).is_some() { Err(other(OLD_VERSION)) } else { Ok(()) }
}

fn ensure_known_key(signature: &DigitallySignedStruct) -> Result<(), Error> {
    if signature.scheme == SignatureScheme::ECDSA_NISTP521_SHA512 { Err(other(UNKNOWN_KEY)) } else { Ok(()) }
}

fn other(sentence: &str) -> Error {
    Error::Other(OtherError(Arc::new(io::Error::other(sentence))))
}
