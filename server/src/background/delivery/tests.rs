//! Tests of the worker, from the row to the receiver.

mod both;
mod mails;
mod moving;
mod webhooks;
