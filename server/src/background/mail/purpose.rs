//! Purposes of mails, as the queue stores them.

use crate::storage::text_enum::text_enum;

text_enum! {
    /// Purpose of a mail.
    pub(crate) enum MailPurpose {
        /// Tells staff about a new record.
        Notify = "notify",
        /// Tells the visitor that the form arrived.
        Acknowledge = "acknowledge",
    }
}
