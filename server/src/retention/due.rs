//! The records whose retention period is over, as SQL: the same as the rules' `delete_at`, which a test holds it against.

use agency_core::{retention::Policy, work::RecordState};

/// The records of one state whose period is over.
pub(super) struct Due {
    pub(super) condition: String,
    /// The order in which an index has them.
    pub(super) order: &'static str,
}

/// The records of a kind whose period is over at some time, for each state that has one.
pub(super) fn due(kind: &str, policy: &Policy, clock: &str) -> Vec<Due> {
    let of_state = |state: RecordState| {
        let stay = policy.stay(kind, state)?;
        // A day has 24 hours here, also where the clocks are changed.
        let before = |days: u32| format!("{clock} - interval '{} hours'", u64::from(days) * 24);
        let condition = format!(
            "kind = '{kind}' AND state = '{}' AND created_at <= {} AND state_since <= {}",
            state.as_str(),
            before(stay.after_arrival),
            before(stay.after_move)
        );
        let order = match state {
            RecordState::Spam => "state_since",
            _ => "created_at, id",
        };
        Some(Due { condition, order })
    };
    RecordState::ALL.into_iter().filter_map(of_state).collect()
}

/// The statement that counts them.
pub(super) fn count(kind: &str, policy: &Policy, clock: &str) -> String {
    let each = due(kind, policy, clock);
    let each = each.iter().map(|due| format!("SELECT 1 FROM submissions WHERE {}", due.condition));
    match each.collect::<Vec<_>>().join(" UNION ALL ") {
        none if none.is_empty() => "SELECT 0::bigint AS count".to_owned(),
        all => format!("SELECT count(*) AS count FROM ({all}) AS due"),
    }
}
