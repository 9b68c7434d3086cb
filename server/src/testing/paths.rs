//! Paths of the API's description.

use serde_json::{Map, Value};

use crate::resources::List;

/// Returns the described paths with their methods. Those with `{list}` are there once for each list, with its name.
pub(crate) fn described_paths(api: &Value) -> Vec<(String, &Map<String, Value>)> {
    let paths = api["paths"].as_object().unwrap().iter();
    let paths = paths.flat_map(|(path, methods)| {
        let lists = if path.contains("{list}") { &List::ALL[..] } else { &List::ALL[..1] };
        lists.iter().map(move |list| (path.replace("{list}", list.name()), methods.as_object().unwrap()))
    });
    paths.collect()
}
