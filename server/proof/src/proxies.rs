//! Two releases behind each proxy of `docs/operations.md`.

use std::fs;

use crate::harness::prelude::*;

/// Size of the largest CV, which the rules require to be smaller than 5 MB.
const LARGEST_CV: usize = 5 * 1_024 * 1_024 - 1;
/// Repetitions of a request, so that it is sent to both instances.
const REPEATS: usize = 20;

/// An instance of a release with its own files.
struct Release {
    server: Server,
    _site: TempDir,
}

impl Release {
    async fn start(name: &str, database_url: &str) -> Result<Self> {
        let site = temporary_folder()?;
        write_file(&site, "index.html", "<!doctype html>\n<title>A site</title>\n")?;
        write_file(&site, "routes.json", "{\"shell\": []}")?;
        for folder in ["assets", "answers"] {
            fs::create_dir(site.path().join(folder))?;
        }
        for page in ["refused", "consultations"] {
            write_file(&site, &format!("answers/{page}.html"), "{{message}}")?;
        }
        write_file(&site, &format!("assets/{name}.js"), "//")?;
        let root = site.path().display().to_string();
        // Caddy trusts no address that its client names, so all forms count as one visitor's.
        let settings = [TRUSTED, ("WEB_ROOT", &root), ("RATE_LIMITS", "off")];
        let mut server = Server::start(database_url, &settings)?;
        server.ready().await?;
        Ok(Self { server, _site: site })
    }
}

/// Checks that each proxy passes on what the product promises, also while an instance is stopped.
pub(crate) async fn serve_through_proxies() -> Result<String> {
    let system = System::start(&[]).await?;
    let url = system.postgres.url();
    let password = create_admin(&url, "ada")?;
    for proxy in [ProxyProgram::HaProxy, ProxyProgram::Nginx, ProxyProgram::Caddy] {
        serve_through(proxy, &url, &password).await.with_context(|| format!("{proxy:?}"))?;
    }
    Ok("HAProxy, nginx and Caddy, as docs/operations.md configures them, passed on CVs of 5 MB, exports, lists that had not \
        changed and forms without scripts. Files of two releases behind them were always found. An instance was stopped, \
        and nothing was refused."
        .to_owned())
}

async fn serve_through(proxy: ProxyProgram, database_url: &str, password: &str) -> Result<()> {
    let mut releases = Vec::new();
    for name in ["old", "new"] {
        releases.push(Release::start(name, database_url).await?);
    }
    let [old, new] = &mut *releases else { bail!("two releases are expected") };
    let balancer = Balancer::start(proxy, &[old.server.address, new.server.address])?;
    let site = balancer.address;
    wait_until("the proxy serves pages and calls", async || {
        let answers = [once(site, &get("/", "")).await, once(site, &get("/readyz", "")).await];
        Ok(answers.into_iter().all(|answer| answer.is_ok_and(|answer| answer.status == 200)))
    })
    .await?;

    for (path, status) in [("/assets/old.js", 200), ("/assets/new.js", 200), ("/assets/gone.js", 404)] {
        for _ in 0..REPEATS {
            once(site, &get(path, "")).await?.ensure(status).context(path)?;
        }
    }
    send_forms(site).await?;
    read_list(&Session::sign_in(site, "ada", password).await?).await?;

    old.server.stop()?;
    for _ in 0..REPEATS {
        once(site, &Form::new(Kind::Contact).request()).await?.ensure(201)?;
        once(site, &get("/", "")).await?.ensure(200)?;
        once(site, &get("/assets/new.js", "")).await?.ensure(200)?;
    }
    Ok(())
}

/// Sends forms with and without scripts, and with the largest CV.
async fn send_forms(site: SocketAddr) -> Result<()> {
    let form = Form::new(Kind::Application);
    let mut cv = b"%PDF-1.7\n".to_vec();
    cv.resize(LARGEST_CV, b' ');
    let body = application(&form.key, &cv);
    let path = form.kind.path();
    once(site, &request("POST", &path, &form.headers(), &body))
        .await?
        .ensure(201)
        .context("the largest CV")?;

    let plain = "accept: text/html\r\ncontent-type: application/x-www-form-urlencoded\r\n";
    let text = format!("{} is a form without scripts.", Form::new(Kind::Contact).key).replace(' ', "+");
    let body = format!("message={text}&full_name=Ada+Lovelace&email=ada%40customer.example&referral=");
    let path = Kind::Contact.path();
    let answer = once(site, &request("POST", &path, plain, body.as_bytes())).await?.ensure(303)?;
    let thanks = answer.header("location");
    ensure!(thanks == Some("/answers/consultations"), "a form without scripts leads to {thanks:?}");
    Ok(())
}

/// Exports a list, and asks for it again while it has not changed.
async fn read_list(session: &Session) -> Result<()> {
    let link = session.post("/api/consultations/export", &json!({})).await?.ensure(200)?.json_text("/url")?;
    let file = once(session.server, &get(&link, "")).await?.ensure(200)?;
    ensure!(String::from_utf8_lossy(&file.body).contains("without scripts"), "an export lacks a form");

    let path = "/api/consultations?page=1";
    let list = session.get(path).await?.ensure(200)?;
    let tag = list.header("etag").context("a list has no entity tag")?;
    let headers = format!("{}if-none-match: {tag}\r\n", bearer(&session.access));
    let unchanged = once(session.server, &request("GET", path, &headers, b"")).await?.ensure(304)?;
    ensure!(unchanged.body.is_empty(), "an unchanged list has a body");
    Ok(())
}
