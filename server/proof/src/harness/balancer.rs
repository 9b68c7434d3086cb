//! Proxies in front of several servers, with the configurations of `docs/operations.md`.

use std::{fmt::Write as _, fs};

use crate::harness::prelude::*;

/// Addresses of two instances in the document.
const INSTANCES: [&str; 2] = ["10.0.0.11:8000", "10.0.0.12:8000"];

/// Program with a configuration in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProxyProgram {
    HaProxy,
    Nginx,
    Caddy,
}

pub(crate) struct Balancer {
    _process: Process,
    _folder: TempDir,
    pub(crate) address: SocketAddr,
}

impl Balancer {
    /// Starts a proxy as the document has it, but without TLS. HAProxy takes any number of servers, the others two.
    pub(crate) fn start(proxy: ProxyProgram, servers: &[SocketAddr]) -> Result<Self> {
        let (folder, address) = (temporary_folder()?, random_address(8_080));
        let (program, setup, arguments, configuration) = match proxy {
            ProxyProgram::HaProxy => ("haproxy", "balancer", "-db -f", haproxy(address, servers)?),
            ProxyProgram::Nginx => {
                ("nginx", "proxies", "-e stderr -c", nginx(address, servers, folder.path())?)
            }
            ProxyProgram::Caddy => {
                ("caddy", "proxies", "run --adapter caddyfile --config", caddy(address, servers)?)
            }
        };
        let mut command = command_as_postgres(&find_program(program, setup)?);
        command.args(arguments.split(' ')).arg(write_file(&folder, "configuration", &configuration)?);
        // Caddy keeps its state there.
        command.envs(["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"].map(|name| (name, folder.path())));
        Ok(Self { _process: Process::start(command)?, _folder: folder, address })
    }
}

/// Returns the configuration of HAProxy, which here also names the answering server in each response.
fn haproxy(address: SocketAddr, servers: &[SocketAddr]) -> Result<String> {
    let mut instances = String::new();
    for (number, server) in servers.iter().enumerate() {
        writeln!(instances, "  server instance{number} {server}")?;
    }
    let [first, second] = INSTANCES;
    let documented = format!("  server first {first}\n  server second {second}\n");
    let tls = "bind :443 ssl crt /etc/haproxy/www.example.com.pem alpn h2,http/1.1";
    let plain = format!("bind {address}\n  http-response set-header x-served-by %b/%s");
    replace(
        &block("haproxy")?,
        &[(&documented, &instances), (tls, &plain), ("bind :80", &format!("bind {}:8081", address.ip()))],
    )
}

/// Returns the configuration of nginx, with folders of its own.
fn nginx(address: SocketAddr, servers: &[SocketAddr], folder: &Path) -> Result<String> {
    let block = block("nginx")?;
    let lines = block.split_inclusive('\n').filter(|line| !line.trim_start().starts_with("ssl_"));
    let site = at_servers(&lines.collect::<String>(), servers)?;
    let plain = format!("listen {}:8081;", address.ip());
    let tls = ("listen 443 ssl http2;", &*format!("listen {address};"));
    let site = replace(&site, &[tls, ("listen 80;", &plain)])?;
    // One process, which ends with the proof.
    let mut main =
        "daemon off;\nmaster_process off;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n"
            .to_owned();
    for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"] {
        writeln!(main, "{kind}_temp_path {}/{kind};", folder.display())?;
    }
    Ok(format!("pid {}/pid;\n{main}{site}}}\n", folder.display()))
}

fn caddy(address: SocketAddr, servers: &[SocketAddr]) -> Result<String> {
    let here = format!("http://:{} {{\n\tbind {}\n", address.port(), address.ip());
    let site = replace(&block("caddyfile")?, &[("www.example.com {\n", &here)])?;
    Ok(format!("{{\n\tadmin off\n}}\n{}", at_servers(&site, servers)?))
}

/// Returns the block of the document with this language.
fn block(language: &str) -> Result<String> {
    let document = fs::read_to_string(root().join("docs/operations.md"))?;
    let start = document.split_once(&format!("```{language}\n")).map(|(_, rest)| rest);
    let found = start.and_then(|rest| rest.split_once("```")).map(|(block, _)| block.to_owned());
    found.with_context(|| format!("docs/operations.md has no block of {language}"))
}

fn at_servers(configuration: &str, servers: &[SocketAddr]) -> Result<String> {
    let addresses = servers.iter().map(ToString::to_string).collect::<Vec<_>>();
    ensure!(addresses.len() == INSTANCES.len(), "the document has two instances");
    let replaced = INSTANCES.into_iter().zip(addresses.iter().map(String::as_str));
    replace(configuration, &replaced.collect::<Vec<_>>())
}

/// Replaces each of these texts, which must be there.
fn replace(configuration: &str, texts: &[(&str, &str)]) -> Result<String> {
    let mut replaced = configuration.to_owned();
    for (text, by) in texts {
        ensure!(replaced.contains(text), "docs/operations.md has no {text:?}");
        replaced = replaced.replace(text, by);
    }
    Ok(replaced)
}
