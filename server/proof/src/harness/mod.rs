//! Starts what the product needs, sends requests, and compares what was acknowledged with what is stored.

pub(crate) mod balancer;
pub(crate) mod forms;
pub(crate) mod http;
mod inbox;
mod ledger;
pub(crate) mod load;
mod mail_server;
mod patroni;
mod pooler;
pub(crate) mod postgres;
pub(crate) mod process;
pub(crate) mod server;
mod session;
mod system;
mod visitors;

pub(crate) use self::{
    forms::{Form, Kind},
    http::{Answer, Connection},
    inbox::Inbox,
    ledger::{Balance, Ledger},
    mail_server::{MailServer, State},
    patroni::Patroni,
    postgres::{DATABASE, Postgres, Stop},
    process::{Folder, Process},
    server::{Server, Setting, create_admin},
    session::Session,
    system::{System, TRUSTED},
    visitors::{Outcome, Visitors, send},
};
