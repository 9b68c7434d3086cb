//! The server's clock jumps by an hour while it runs; the database's stays.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, Result, ensure};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    folder::Folder,
    forms::{Form, Kind},
    product::{DATABASE, Product, new_database},
    program::find,
    server::{Server, create_admin},
    session::Session,
    visitors::client,
};

/// Failures before a login is refused.
const ATTEMPTS: usize = 10;

/// Lets the clock jump ahead and back; false where libfaketime is missing.
pub(crate) async fn jump() -> Result<bool> {
    let Some(library) = library() else { return Ok(false) };
    let folder = Folder::new()?;
    let clock = folder.write("clock", "+0")?;
    let postgres = new_database().await?;
    let settings = [
        ("LD_PRELOAD", &*library.to_string_lossy()),
        ("FAKETIME_TIMESTAMP_FILE", &*clock.to_string_lossy()),
        ("FAKETIME_NO_CACHE", "1"),
        // As on a real machine, only the time of day jumps.
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
    ];
    let server = Server::start(&postgres.url(DATABASE), &settings)?;
    let product = Product { server, postgres, client: client()? };
    product.server.ready(&product.client).await?;
    let password = create_admin(&product.postgres.url(DATABASE), "ada")?;
    let sign_in = async || Session::sign_in(&product.client, &product.server.url(), "ada", &password).await;
    let status = async |session: &Session, path: &str| -> Result<u16> {
        Ok(session.get(&product.client, &product.server.url(), path).await?.status().as_u16())
    };

    let form = Form::new(Kind::Application);
    store(&product, &form).await?;
    let session = sign_in().await?;
    let link = link(&product, &session).await?;
    // An hour ahead: what lives for minutes has ended, what lives for days has not.
    fs::write(&clock, "+3600")?;
    ensure!(status(&session, "/api/applications").await? == 401, "an access token outlived its time");
    ensure!(status(&session, &link).await? != 200, "a link to a CV outlived its time");
    let ahead = session.next(&product.client, &product.server.url()).await?;
    works(&product, &ahead).await?;
    guess(&product).await?;

    // Back: what was made ahead is good, and so is what was made before.
    fs::write(&clock, "+0")?;
    for session in [&session, &ahead] {
        ensure!(status(session, "/api/applications").await? == 200, "an access token is refused");
    }
    ensure!(status(&session, &link).await? == 200, "a link to a CV is refused");
    // An hour behind.
    fs::write(&clock, "-3600")?;
    let behind = ahead.next(&product.client, &product.server.url()).await?;
    // A second tab that refreshes at the same time, at an instance whose clock is right: it is the database's that counts.
    fs::write(&clock, "+0")?;
    works(&product, &ahead.next(&product.client, &product.server.url()).await?).await?;
    fs::write(&clock, "-3600")?;
    works(&product, &behind).await?;
    works(&product, &sign_in().await?).await?;
    // A form that comes again is the same form, whatever the clock says.
    store(&product, &form).await?;
    let rows = product.postgres.query(DATABASE, crate::forms::KEYS_AND_SLUGS).await?;
    let rows = rows.iter().filter(|row| row.try_get(0).is_ok_and(|key: String| key == form.key)).count();
    ensure!(rows == 1, "a form has {rows} rows");
    Ok(true)
}

async fn store(product: &Product, form: &Form) -> Result<()> {
    let answer = form.request(&product.client, &product.server.url()).send().await?;
    ensure!(answer.status() == StatusCode::CREATED, "a form was answered {}", answer.status());
    Ok(())
}

/// The path of the link to the newest application's CV.
async fn link(product: &Product, session: &Session) -> Result<String> {
    let list = session.get(&product.client, &product.server.url(), "/api/applications").await?;
    let list: Value = list.error_for_status()?.json().await?;
    let link = list.pointer("/results/0/cv_upload").and_then(Value::as_str);
    link.map(str::to_owned).context("the list holds no link")
}

/// Forms are stored, lists are read, and links are good.
async fn works(product: &Product, session: &Session) -> Result<()> {
    store(product, &Form::new(Kind::Contact)).await?;
    store(product, &Form::new(Kind::Application)).await?;
    let link = link(product, session).await?;
    let file = session.get(&product.client, &product.server.url(), &link).await?;
    ensure!(file.status() == StatusCode::OK, "a fresh link was answered {}", file.status());
    Ok(())
}

/// Passwords may be guessed no more often than ever.
async fn guess(product: &Product) -> Result<()> {
    let guess = json!({"username": "eve", "password": "not the password"});
    let login = || product.client.post(format!("{}/api/token/", product.server.url())).json(&guess).send();
    for number in 1..=ATTEMPTS {
        let status = login().await?.status();
        ensure!(
            [StatusCode::UNAUTHORIZED, StatusCode::TOO_MANY_REQUESTS].contains(&status),
            "guess {number} was answered {status}"
        );
    }
    let status = login().await?.status();
    ensure!(status == StatusCode::TOO_MANY_REQUESTS, "one guess more was answered {status}");
    // Everybody here has one address: the attempts must not lock out who comes next.
    product.postgres.execute(DATABASE, "DELETE FROM attempt_windows").await
}

fn library() -> Option<PathBuf> {
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let folders = folders.map(|folder| folder.path().join("faketime")).collect::<Vec<_>>();
    find("libfaketimeMT.so.1", &folders)
}
