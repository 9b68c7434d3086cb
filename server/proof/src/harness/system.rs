//! Deployed product: servers and Postgres, with or without a balancer and a pooler.

use crate::harness::prelude::*;

/// Setting that makes servers trust proxies on this machine: the balancer, and the proof itself.
pub(crate) const TRUSTED: Setting<'_> = ("TRUSTED_PROXIES", "127.0.0.1");

/// Servers and their dependencies, dropped in this order.
pub(crate) struct System {
    balancer: Option<Balancer>,
    pub(crate) servers: Vec<Server>,
    pub(crate) pooler: Option<Pooler>,
    pub(crate) postgres: Postgres,
    site: TempDir,
}

impl System {
    /// Starts a server over an empty database.
    pub(crate) async fn start(settings: &[Setting<'_>]) -> Result<Self> {
        let (postgres, site) = (Postgres::start().await?, temporary_folder()?);
        let page = "<p>A page.\n".repeat(2_000);
        write_file(&site, "index.html", &format!("<!doctype html>\n<title>A site</title>\n{page}"))?;
        // As large as the real site's largest script.
        write_file(&site, "large.js", &"//".repeat(128 * 1_024))?;
        write_file(&site, "routes.json", "{\"shell\": []}")?;
        let mut system = Self { balancer: None, servers: Vec::new(), pooler: None, postgres, site };
        system.serve(1, settings).await?;
        Ok(system)
    }

    /// Starts three servers at the same time behind HAProxy, optionally over PgBouncer.
    pub(crate) async fn balanced(is_pooled: bool) -> Result<Self> {
        let mut system = Self::start(&[]).await?;
        if is_pooled {
            system.pooler = Some(Pooler::start(system.postgres.folder.path()).await?);
        }
        system.serve(3, &[TRUSTED]).await?;
        Ok(system)
    }

    /// Replaces all servers.
    pub(crate) async fn serve(&mut self, count: usize, settings: &[Setting<'_>]) -> Result<()> {
        let site = self.site.path().display().to_string();
        let settings = [&[("WEB_ROOT", &*site)], settings].concat();
        let url = self.pooler.as_ref().map_or_else(|| self.postgres.url(), Pooler::url);
        self.servers.clear();
        for _ in 0..count {
            self.servers.push(Server::start(&url, &settings)?);
        }
        let addresses = self.servers.iter().map(|server| server.address).collect::<Vec<_>>();
        self.balancer =
            (count > 1).then(|| Balancer::start(ProxyProgram::HaProxy, &addresses)).transpose()?;
        self.ready().await
    }

    /// Waits until all servers are ready and the balancer uses them.
    pub(crate) async fn ready(&mut self) -> Result<()> {
        for server in &mut self.servers {
            server.ready().await?;
        }
        if self.balancer.is_some() {
            self.wait_until_used("/healthz", "living/").await?;
            self.wait_until_used("/readyz", "ready/").await?;
        }
        Ok(())
    }

    /// Waits until the balancer answers a path from all servers of a backend.
    pub(crate) async fn wait_until_used(&self, path: &str, backend: &str) -> Result<()> {
        wait_until(&format!("the balancer answers {path} by {backend}"), async || {
            let mut seen = HashSet::new();
            for _ in 0..2 * self.servers.len() {
                if let Ok(answer) = once(self.address(), &get(path, "")).await {
                    let server = answer.header("x-served-by").filter(|name| name.starts_with(backend));
                    seen.extend(server.map(str::to_owned));
                }
            }
            Ok(seen.len() == self.servers.len())
        })
        .await
    }

    /// Returns the server with this number, modulo the number of servers.
    pub(crate) fn server(&mut self, number: usize) -> Result<&mut Server> {
        let count = self.servers.len().max(1);
        self.servers.get_mut(number % count).context("no server")
    }

    /// Restarts a server that was killed or stopped.
    pub(crate) async fn resume(&mut self, number: usize) -> Result<()> {
        self.server(number)?.process.restart()?;
        self.ready().await
    }

    /// Returns the address of the site: the balancer's, or the first server's.
    pub(crate) fn address(&self) -> SocketAddr {
        let first = self.servers.first().map_or(SocketAddr::from(([0; 4], 0)), |server| server.address);
        self.balancer.as_ref().map_or(first, |balancer| balancer.address)
    }

    /// Creates an admin and signs in.
    pub(crate) async fn sign_in(&self) -> Result<Session> {
        let password = create_admin(&self.postgres.url(), "ada")?;
        Session::sign_in(self.address(), "ada", &password).await
    }

    /// Waits until visitors are served, lets them leave, and compares their responses with the stored forms.
    pub(crate) async fn settle(&self, visitors: Visitors) -> Result<Balance> {
        visitors.ledger.more(40).await?;
        self.compare(&visitors.leave().await).await
    }

    pub(crate) async fn compare(&self, ledger: &Ledger) -> Result<Balance> {
        ledger.settle(self.address(), &self.postgres.url()).await
    }
}
