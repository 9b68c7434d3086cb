//! The queue of webhooks in Postgres.

use diesel::{NullableExpressionMethods as _, Queryable, Selectable};

use crate::{
    background::{delivery::queue::queue, webhook::event::EventType},
    storage::schema::webhooks,
};

/// A webhook that this instance may send until its lease ends.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = webhooks, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Leased {
    pub(crate) id: i64,
    /// The number of this attempt, so that only its own result is marked.
    pub(crate) tries: i32,
    pub(crate) failures: i32,
    pub(super) event: EventType,
    pub(crate) message_id: String,
    /// Kept as long as the webhook is not sent.
    #[diesel(select_expression = webhooks::message.assume_not_null())]
    pub(crate) message: String,
}

// Deletions last: a sweep may write many, and nobody waits for them. An index has this order.
queue!(
    webhooks,
    record: slug = str,
    order: (webhooks::event.eq(EventType::Deleted), webhooks::due_at)
);

#[cfg(test)]
impl Leased {
    /// Returns a webhook that is in no table.
    pub(super) fn test(message_id: &str, message: &str) -> Self {
        Self {
            id: 0,
            tries: 1,
            failures: 0,
            event: EventType::Created,
            message_id: message_id.to_owned(),
            message: message.to_owned(),
        }
    }
}
