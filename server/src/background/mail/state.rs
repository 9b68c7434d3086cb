//! States and purposes of mails, as the queue stores them.

use crate::storage::text_enum::text_enum;

text_enum! {
    /// State of a mail.
    pub(crate) enum MailState {
        Waiting = "waiting",
        Sent = "sent",
        /// Was refused, or failed for a day.
        Failed = "failed",
        /// Is not sent, because `NOTIFY` no longer names its recipient.
        Dropped = "dropped",
    }
}

impl MailState {
    /// States of mails that are not sent, of which the message is kept.
    pub(crate) const UNSENT: [Self; 2] = [Self::Waiting, Self::Failed];
}

text_enum! {
    /// Purpose of a mail.
    pub(crate) enum MailPurpose {
        /// Tells staff about a new record.
        Notify = "notify",
        /// Tells the visitor that the form arrived.
        Acknowledge = "acknowledge",
    }
}
