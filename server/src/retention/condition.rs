//! What is due by a policy, as conditions of SQL: the same as `delete_at` of the rules says, which a test holds them against.

use agency_core::{retention::Policy, work::RecordState};

/// What a deletion goes by.
pub(super) const CLOCK: &str = "now()";

/// Which records of one state are due.
pub(super) struct Due {
    pub(super) condition: String,
    /// The order in which an index has them.
    pub(super) order: &'static str,
}

/// What is due of a table at some time, one for each state of which anything ever is.
pub(super) fn due(table: &str, policy: &Policy, clock: &str) -> Vec<Due> {
    let of_state = |state: RecordState| {
        let stay = policy.stay(table, state)?;
        // A day has 24 hours here, also where the clocks are changed.
        let before = |days: u32| format!("{clock} - interval '{} hours'", u64::from(days) * 24);
        let condition = format!(
            "state = '{}' AND created_at <= {} AND coalesce(state_since, created_at) <= {}",
            state.as_str(),
            before(stay.after_arrival),
            before(stay.after_move)
        );
        let order = match state {
            RecordState::Spam => "coalesce(state_since, created_at)",
            _ => "created_at, id",
        };
        Some(Due { condition, order })
    };
    RecordState::ALL.into_iter().filter_map(of_state).collect()
}

/// The statement that counts what is due, up to a bound.
pub(super) fn count(table: &str, policy: &Policy, clock: &str, most: &str) -> String {
    let each = due(table, policy, clock);
    let each = each.iter().map(|due| format!("SELECT 1 FROM {table} WHERE {}", due.condition));
    match each.collect::<Vec<_>>().join(" UNION ALL ") {
        none if none.is_empty() => "SELECT 0::bigint".to_owned(),
        all => format!("SELECT count(*) FROM ({all} LIMIT {most}) AS due"),
    }
}
