//! Harness: starts processes, sends requests, and compares acknowledged with stored forms.

mod balancer;
mod forms;
mod http;
mod inbox;
mod ledger;
mod load;
mod mail_server;
mod patroni;
mod pooler;
mod postgres;
mod process;
mod server;
mod session;
mod system;
mod visitors;

/// Names of the harness, and common names of libraries.
pub(crate) mod prelude {
    pub(crate) use std::{
        collections::{BTreeMap, BTreeSet, HashMap, HashSet},
        net::{Ipv4Addr, SocketAddr},
        path::{Path, PathBuf},
        sync::{
            Arc, Mutex,
            atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
        },
        time::{Duration, Instant},
    };

    pub(crate) use anyhow::{Context as _, Result, bail, ensure};
    pub(crate) use serde_json::{Value, json};
    pub(crate) use tokio::{
        task::JoinSet,
        time::{interval, sleep, timeout},
    };

    pub(crate) use super::{
        balancer::{Balancer, served_by},
        forms::{Form, KEYS_AND_SLUGS, Kind, application, cv_hash},
        http::{Answer, Connection, TIMEOUT, bearer, forwarded, get, head, once, post, request},
        inbox::Inbox,
        ledger::{Balance, Ledger, Receipt},
        load::{CONNECTIONS, MakeRequest, answers, at_rate, median, milliseconds, p99, rate, repeat},
        mail_server::{MailServer, State},
        patroni::Patroni,
        pooler::Pooler,
        postgres::{DATABASE, Postgres, Stop, execute, postgres_programs, rows, socket_url},
        process::{
            Folder, Process, command, command_as_postgres, find_program, hand_over, is_root, root,
            run_command,
        },
        server::{SECRET, Server, Setting, create_admin, random_address, random_ip, seed},
        session::Session,
        system::{System, TRUSTED},
        visitors::{Outcome, Visitors, send},
    };
}
