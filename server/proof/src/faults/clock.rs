//! Jumps of the server's clock by an hour while it runs. The database's clock is unchanged.

use std::fs;

use crate::harness::prelude::*;

/// Moves the clock ahead and back. Tokens and sessions keep their lifetimes, forms are stored, and a repeated
/// form remains one row.
pub(crate) async fn jump() -> Result<Balance> {
    let folder = temporary_folder()?;
    let clock = write_file(&folder, "clock", "+0")?;
    let settings = [
        ("LD_PRELOAD", "/usr/$LIB/faketime/libfaketimeMT.so.1"),
        ("FAKETIME_TIMESTAMP_FILE", &*clock.to_string_lossy()),
        ("FAKETIME_NO_CACHE", "1"),
        // As on a real machine, the monotonic clock does not jump.
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
    ];
    let (system, ledger) = (System::start(&settings).await?, Ledger::default());
    let form = Form::new(Kind::Application);
    // Only the repeat below adds a receipt.
    send(&form, system.address(), &Ledger::default()).await;
    let session = system.sign_in().await?;
    let cv = path_of_cv(&session).await?;
    fs::write(&clock, "+3600")?;
    for path in ["/api/applications", &cv] {
        ensure!(session.get(path).await?.status != 200, "{path} is answered after its lifetime");
    }
    let ahead = session.next().await?;
    works(&system, &ahead, &ledger).await?;
    // Tokens from before and during the jump are valid again.
    fs::write(&clock, "+0")?;
    for (session, path) in [(&session, "/api/applications"), (&session, &*cv), (&ahead, "/api/applications")]
    {
        session.get(path).await?.ensure(200)?;
    }
    fs::write(&clock, "-3600")?;
    works(&system, &ahead.next().await?, &ledger).await?;
    works(&system, &system.sign_in().await?, &ledger).await?;
    send(&form, system.address(), &ledger).await;
    system.compare(&ledger).await
}

/// Checks that forms are stored, lists are read, and CVs are sent.
async fn works(system: &System, session: &Session, ledger: &Ledger) -> Result<()> {
    for &kind in Kind::ALL {
        send(&Form::new(kind), system.address(), ledger).await;
    }
    session.get(&path_of_cv(session).await?).await?.ensure(200).map(drop)
}

/// Returns the path of the newest application's CV.
async fn path_of_cv(session: &Session) -> Result<String> {
    session.get("/api/applications").await?.json_text("/results/0/cv_upload")
}
