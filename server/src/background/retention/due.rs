//! The SQL of due records, which are past their retention period. A test compares it with `delete_at` of the rules.

use agency_core::{retention::Policy, work::RecordState};

pub(super) struct Due {
    pub(super) condition: String,
    /// The order of the index that finds them.
    pub(super) order: &'static str,
}

/// Returns the due records of a kind at a time, for each state with a retention period.
pub(super) fn due(kind: &str, policy: &Policy, clock: &str) -> Vec<Due> {
    let of_state = |state: RecordState| {
        let period = policy.retention_period(kind, state)?;
        // A day has 24 hours, also when daylight saving time begins or ends.
        let before = |days: u32| format!("{clock} - interval '{} hours'", u64::from(days) * 24);
        let condition = format!(
            "kind = '{kind}' AND state = '{}' AND created_at <= {} AND state_since <= {}",
            state.as_str(),
            before(period.after_arrival),
            before(period.after_move)
        );
        let order = match state {
            RecordState::Spam => "state_since",
            _ => "created_at, id",
        };
        Some(Due { condition, order })
    };
    RecordState::ALL.into_iter().filter_map(of_state).collect()
}

/// Returns the SQL expression that counts the due records of a kind.
pub(super) fn count_due_sql(kind: &str, policy: &Policy, clock: &str) -> String {
    let each = due(kind, policy, clock);
    let each = each.iter().map(|due| format!("SELECT 1 FROM submissions WHERE {}", due.condition));
    match each.collect::<Vec<_>>().join(" UNION ALL ") {
        none if none.is_empty() => "0::bigint".to_owned(),
        all => format!("(SELECT count(*) FROM ({all}) AS due)"),
    }
}
