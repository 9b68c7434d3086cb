//! HAProxy in front of several servers.

use std::fmt::Write as _;

use crate::harness::prelude::*;

pub(crate) struct Balancer {
    _process: Process,
    _folder: TempDir,
    pub(crate) address: SocketAddr,
}

impl Balancer {
    pub(crate) fn start(servers: &[Server]) -> Result<Self> {
        let (folder, address) = (temporary_folder()?, random_address(8_080));
        let mut instances = String::new();
        for (number, server) in servers.iter().enumerate() {
            writeln!(instances, "  server instance{number} {}", server.address)?;
        }
        let configuration = include_str!("haproxy.cfg").replace("{address}", &address.to_string());
        let file = write_file(&folder, "haproxy.cfg", &configuration.replace("{instances}\n", &instances))?;
        let mut haproxy = command_as_postgres(&find_program("haproxy", "balancer")?);
        haproxy.arg("-db").arg("-f").arg(file);
        Ok(Self { _process: Process::start(haproxy)?, _folder: folder, address })
    }
}
