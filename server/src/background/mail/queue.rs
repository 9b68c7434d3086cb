//! The mail queue in Postgres.

use chrono::{DateTime, Utc};
use diesel::{dsl::Eq, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    background::{
        delivery::{queue::queue, state::DeliveryState},
        mail::purpose::MailPurpose,
    },
    storage::schema::mails,
};

/// A mail that this instance may send until its lease ends.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = mails, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Leased {
    pub(crate) id: i64,
    /// The number of this attempt, so that only its own result is marked.
    pub(crate) tries: i32,
    pub(crate) failures: i32,
    pub(crate) recipient: String,
    /// Whether it tells staff of a record. Not the purpose: the next release may store one that this one does not know.
    #[diesel(select_expression = mails::purpose.eq(MailPurpose::Notify), select_expression_type = Eq<mails::purpose, MailPurpose>)]
    pub(super) is_notice: bool,
    pub(crate) message_id: String,
    /// Kept as long as the mail is not sent. With it, the database empties the subject.
    #[diesel(select_expression = mails::message.assume_not_null())]
    pub(crate) message: String,
}

// The dashboard reports notices of new records alone: acknowledgements fail when a visitor mistypes an address.
queue!(
    mails,
    record: submission_id = i64,
    order: mails::due_at,
    reported: mails::purpose.eq(MailPurpose::Notify)
);

/// Drops the failed notices to addresses that `notified` does not name, in any letter case. Returns how many.
pub(crate) async fn drop_unnotified(
    connection: &mut AsyncPgConnection,
    notified: &[String],
) -> QueryResult<usize> {
    let failed = mails::table
        .filter(mails::state.eq(DeliveryState::Failed))
        .filter(mails::purpose.eq(MailPurpose::Notify));
    let recipients: Vec<String> = failed.select(mails::recipient).distinct().load(connection).await?;
    let is_notified = |recipient: &String| notified.iter().any(|one| one.eq_ignore_ascii_case(recipient));
    let unnotified = recipients.into_iter().filter(|recipient| !is_notified(recipient)).collect::<Vec<_>>();
    diesel::update(failed.filter(mails::recipient.eq_any(unnotified)))
        .set((
            mails::state.eq(DeliveryState::Dropped),
            (mails::message.eq(None::<String>), mails::answer.eq(None::<String>)),
            mails::failing_since.eq(None::<DateTime<Utc>>),
        ))
        .execute(connection)
        .await
}
