//! The queue of webhooks in Postgres.

use diesel::{ExpressionMethods as _, NullableExpressionMethods as _, Queryable, Selectable, dsl::Eq};

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
    /// Not the event: the next release may store types that this one does not know.
    #[diesel(select_expression = webhooks::event.eq(EventType::Deleted), select_expression_type = Eq<webhooks::event, EventType>)]
    pub(super) is_deletion: bool,
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
            is_deletion: false,
            message_id: message_id.to_owned(),
            message: message.to_owned(),
        }
    }
}
