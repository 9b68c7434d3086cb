//! States of deliveries, as the queue stores them.

use crate::storage::text_enum::text_enum;

text_enum! {
    /// State of a mail or a webhook.
    pub(crate) enum DeliveryState {
        Waiting = "waiting",
        Sent = "sent",
        /// Was refused, or failed for a day.
        Failed = "failed",
        /// Is not sent, because the settings no longer ask for it.
        Dropped = "dropped",
    }
}

impl DeliveryState {
    /// States of deliveries that are not sent, of which the message is kept.
    pub(crate) const UNSENT: [Self; 2] = [Self::Waiting, Self::Failed];
}
