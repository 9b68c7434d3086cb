//! The server's clock jumps by an hour while it runs; the database's does not.

use std::fs;

use crate::harness::prelude::*;

/// Lets the clock jump ahead and back: tokens, links and sessions keep their lifetimes, forms are stored, and a repeat
/// stays one row.
pub(crate) async fn jump() -> Result<Balance> {
    let folder = Folder::new()?;
    let clock = folder.write("clock", "+0")?;
    let (library, file) = (library()?.display().to_string(), clock.display().to_string());
    let settings = [
        ("LD_PRELOAD", &*library),
        ("FAKETIME_TIMESTAMP_FILE", &file),
        ("FAKETIME_NO_CACHE", "1"),
        // As on a real machine, only the time of day jumps.
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
    ];
    let (system, ledger) = (System::start(&settings).await?, Ledger::default());
    let password = create_admin(&system.database_url(), "ada")?;
    let sign_in = async || Session::sign_in(system.address(), "ada", &password).await;

    let form = Form::new(Kind::Application);
    // Its receipt is the one of its repeat.
    send(&form, system.address(), &Ledger::default()).await;
    let session = sign_in().await?;
    let link = link(&session).await?;
    fs::write(&clock, "+3600")?;
    for path in ["/api/applications", &link] {
        ensure!(session.get(path).await?.status != 200, "{path} is answered after its lifetime");
    }
    let ahead = session.next().await?;
    works(&system, &ahead, &ledger).await?;
    // What was made before the jump and during it is valid again.
    fs::write(&clock, "+0")?;
    for (session, path) in
        [(&session, "/api/applications"), (&session, &*link), (&ahead, "/api/applications")]
    {
        session.get(path).await?.ensure(200)?;
    }
    fs::write(&clock, "-3600")?;
    works(&system, &ahead.next().await?, &ledger).await?;
    works(&system, &sign_in().await?, &ledger).await?;
    send(&form, system.address(), &ledger).await;
    system.compare(&ledger).await
}

/// Forms are stored, lists are read, and links are valid.
async fn works(system: &System, session: &Session, ledger: &Ledger) -> Result<()> {
    for &kind in Kind::ALL {
        send(&Form::new(kind), system.address(), ledger).await;
    }
    session.get(&link(session).await?).await?.ensure(200).map(drop)
}

/// The link to the newest application's CV.
async fn link(session: &Session) -> Result<String> {
    session.get("/api/applications").await?.text("/results/0/cv_upload")
}

fn library() -> Result<PathBuf> {
    let folders = fs::read_dir("/usr/lib")?.flatten().map(|folder| folder.path().join("faketime"));
    find("libfaketimeMT.so.1", &folders.collect::<Vec<_>>(), "clock")
}
