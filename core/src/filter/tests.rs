use proptest::prelude::*;

use super::{Filter, Moment, NAMES, PARAMETERS, ParameterType, moment::RELATIVE_DAYS};
use crate::{instant::DAY, search::QUERY_LENGTH, sort::SortOrder, work::Assigned};

/// Parses a query and returns the filter as a query again, with the names of invalid parameters.
fn reread(query: &str) -> (String, Vec<&'static str>) {
    let (filter, errors) = Filter::parse(query);
    (filter.write(), errors.as_slice().iter().map(|error| error.field).collect())
}

#[test]
fn writes_parameters_in_one_order_without_defaults() {
    let (written, refused) = reread(
        "page=2&sort=oldest&to=2026-02-01&from=2026-01-01&campaign=a+b&landing=/&channel=paid&waiting=no&assigned=me&box=kept&q=a+b",
    );
    assert_eq!(
        written,
        "q=a+b&box=kept&assigned=me&waiting=no&channel=paid&landing=%2F&campaign=a+b&from=2026-01-01&to=2026-02-01&sort=oldest&page=2"
    );
    assert!(refused.is_empty());
    assert_eq!(reread("page=1&sort=newest&q=+&utm_source=x&box"), (String::new(), vec!["box"]));
    assert_eq!(reread(""), (String::new(), vec![]));
    // The first of repeated parameters counts.
    assert_eq!(reread("page=2&page=3"), ("page=2".to_owned(), vec![]));
}

#[test]
fn rejects_invalid_values() {
    let (written, refused) = reread(
        "page=0&sort=up&to=2026-04-31&from=0&campaign=%00&landing=contact&channel=tv&waiting=1&assigned=&box=archived&q=%00%FF\"-&later=1",
    );
    assert_eq!(written, "q=%00%EF%BF%BD%22-");
    assert_eq!(refused, NAMES[1..]);
}

#[test]
fn cuts_search_query_at_its_limit() {
    let (filter, errors) = Filter::parse(&format!("q=++{}", "a%20".repeat(5_000)));
    assert_eq!(filter.q.chars().count(), 199);
    assert!(errors.is_empty());
}

#[test]
fn day_ends_at_midnight_and_instant_after_one_microsecond() {
    let span = |filter: &Filter| (filter.from.map(|from| from.start(0)), filter.to.map(|to| to.end(0)));
    let (filter, _) = Filter::parse("from=1970-01-02&to=1970-01-02");
    assert_eq!(span(&filter), (Some(DAY), Some(2 * DAY)));
    let (filter, _) = Filter::parse("from=1970-01-01T00:00:00.000007Z&to=1970-01-01T02:00:00.000007%2B02:00");
    assert_eq!(span(&filter), (Some(7), Some(8)));
    let (filter, errors) = Filter::parse("from=9999-12-31&to=0000-01-01");
    assert!(errors.is_empty() && span(&filter).0 > span(&filter).1);
}

#[test]
fn relative_days_include_today() {
    let noon = 20_000 * DAY + DAY / 2;
    for (text, first) in [("-1d", 20_000), ("-2d", 19_999), ("-7d", 19_994), ("-366d", 19_635)] {
        let from = Moment::parse_start(text).unwrap();
        assert_eq!((from.start(noon), from.end(noon)), (first * DAY, (first + 1) * DAY), "{text}");
        // The result is the same all day and changes at midnight.
        for (now, later) in [(20_000 * DAY, 0), (20_001 * DAY - 1, 0), (20_001 * DAY, DAY)] {
            assert_eq!(from.start(now), first * DAY + later, "{text}");
        }
    }
    assert_eq!(Moment::parse_start("-1d").unwrap().start(-1), -DAY);
    assert!(Moment::parse_start("-366d").unwrap().start(i64::MIN) < 0);
}

#[test]
fn is_whole_ignores_state_order_and_page() {
    for whole in ["", "page=7&sort=name_asc", "box=spam", "box=kept", "q=-", "q=%22%22"] {
        assert!(Filter::parse(whole).0.is_whole(), "{whole}");
    }
    for part in [
        "q=a",
        "q=-a",
        "assigned=me",
        "assigned=nobody",
        "from=2026-01-01",
        "to=2026-01-01",
        "waiting=yes",
        "channel=unknown",
        "landing=/",
        "campaign=a",
    ] {
        assert!(!Filter::parse(part).0.is_whole(), "{part}");
    }
    assert_eq!(Filter::parse("assigned=ada").0.assigned(), Some(Assigned::To("ada")));
}

#[test]
fn error_names_every_valid_value() {
    for part in PARAMETERS {
        let ParameterType::OneOf { values, default } = part.value_type else { continue };
        let (last, others) = values.split_last().unwrap();
        assert!(part.error.ends_with(&format!(" must be {} or {last}", others.join(", "))), "{}", part.name);
        for value in values {
            let query = format!("{}={value}", part.name);
            let written = if default == Some(value) { String::new() } else { query.clone() };
            assert_eq!(reread(&query), (written, vec![]));
        }
    }
}

#[test]
fn description_names_every_limit() {
    let (days, most) = (RELATIVE_DAYS.start(), RELATIVE_DAYS.end());
    for (name, limit) in
        [("q", format!("; {QUERY_LENGTH} characters are read.")), ("from", format!(" ({days} to {most})."))]
    {
        let part = PARAMETERS.iter().find(|part| part.name == name).unwrap();
        assert!(part.description.ends_with(&limit), "{}", part.description);
    }
}

fn value() -> impl Strategy<Value = Option<String>> {
    let known = "-[0-9]{1,3}d|new|done|kept|me|nobody|yes|no|paid|unknown|/[a-z]{1,200}|oldest|name_asc|[0-9]{1,3}|[0-9]{4}-[01][0-9]-[0-3][0-9]";
    prop_oneof![
        Just(None),
        known.prop_map(Some),
        "[0-9]{4}-0[0-9]-1[0-9]T[0-2][0-9]:0[0-9]:[0-6][0-9](\\.[0-9]{1,12})?(Z|[+-]0[0-9]:30)"
            .prop_map(Some),
        any::<String>().prop_map(Some),
    ]
}

proptest! {
    #[test]
    fn parses_written_filter_as_same_filter(values in prop::collection::vec(value(), NAMES.len())) {
        let values = std::array::from_fn(|at| values[at].as_deref());
        let (filter, errors) = Filter::from_values(values);
        prop_assert!(errors.as_slice().iter().all(|error| NAMES.contains(&error.field) && error.field != "q"));
        let written = filter.write();
        let (again, none) = Filter::parse(&written);
        prop_assert_eq!(&again, &filter);
        prop_assert!(none.is_empty());
        prop_assert_eq!(again.write(), written);
    }

    #[test]
    fn parses_any_url_query(query in any::<String>()) {
        let (filter, errors) = Filter::parse(&query);
        prop_assert!(filter.page >= 1);
        prop_assert!(errors.is_empty() || SortOrder::ALL.contains(&filter.sort));
    }
}
