//! Paths of the API's description.

use crate::resources::List;

/// Returns a described path with the name of each list in place of `{list}`.
pub(crate) fn paths_of(described: &str) -> Vec<String> {
    let lists = if described.contains("{list}") { &List::ALL[..] } else { &List::ALL[..1] };
    lists.iter().map(|list| described.replace("{list}", list.name())).collect()
}
