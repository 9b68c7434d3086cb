//! The delivery of mails, for the worker.

use std::time::Duration;

use crate::{
    background::{
        delivery::{
            outcome::Outcome,
            worker::{Delivery, Timing},
        },
        mail::{queue::Leased, transport},
    },
    config::mail::MailConfig,
    monitoring::metrics::{DeliveryMetrics, Metrics},
};

impl Delivery for MailConfig {
    const TASK: &'static str = "mail";
    const TIMING: Timing =
        Timing { send: Duration::from_mins(1), lease: Duration::from_mins(3), ..Timing::DEFAULT };
    type Item = Leased;

    fn is_reported(mail: &Leased) -> bool {
        mail.is_notice
    }

    async fn send(&self, mail: &Leased, time_limit: Duration) -> Outcome {
        transport::send(self, time_limit, &mail.recipient, &mail.message_id, &mail.message).await
    }

    fn metrics(metrics: &Metrics) -> &DeliveryMetrics {
        &metrics.mails
    }
}
