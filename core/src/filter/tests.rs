use proptest::prelude::*;

use super::{Filter, Moment, NAMES, PARTS, Takes};
use crate::{instant::DAY, sort::SortOrder, work::Assigned};

/// A filter written again, and the fields that were refused.
fn reread(query: &str) -> (String, Vec<&'static str>) {
    let (filter, errors) = Filter::read(query);
    (filter.write(), errors.as_slice().iter().map(|error| error.field).collect())
}

#[test]
fn a_filter_has_one_order_and_leaves_out_what_goes_without_saying() {
    let (written, refused) =
        reread("page=2&sort=oldest&to=2026-02-01&from=2026-01-01&assigned=me&box=open&q=a+b");
    assert_eq!(written, "q=a+b&box=open&assigned=me&from=2026-01-01&to=2026-02-01&sort=oldest&page=2");
    assert!(refused.is_empty());
    assert_eq!(reread("page=1&sort=newest&q=+&utm_source=x&box"), (String::new(), vec!["box"]));
    assert_eq!(reread(""), (String::new(), vec![]));
    // The first of two counts.
    assert_eq!(reread("page=2&page=3"), ("page=2".to_owned(), vec![]));
}

#[test]
fn a_value_that_makes_no_sense_is_refused() {
    let (written, refused) =
        reread("page=0&sort=up&to=2026-04-31&from=0&assigned=&box=archived&q=%00%FF\"-&later=1");
    assert_eq!(written, "q=%00%EF%BF%BD%22-");
    assert_eq!(refused, ["box", "assigned", "from", "to", "sort", "page"]);
}

#[test]
fn a_query_is_kept_as_far_as_it_is_read() {
    let (filter, errors) = Filter::read(&format!("q=++{}", "a%20".repeat(5_000)));
    assert_eq!(filter.q.chars().count(), 199);
    assert!(errors.is_empty());
}

#[test]
fn a_day_reaches_to_its_end_and_an_instant_to_itself() {
    let span = |filter: &Filter| (filter.from.map(|from| from.start(0)), filter.to.map(|to| to.end(0)));
    let (filter, _) = Filter::read("from=1970-01-02&to=1970-01-02");
    assert_eq!(span(&filter), (Some(DAY), Some(2 * DAY)));
    let (filter, _) = Filter::read("from=1970-01-01T00:00:00.000007Z&to=1970-01-01T02:00:00.000007%2B02:00");
    assert_eq!(span(&filter), (Some(7), Some(8)));
    let (filter, errors) = Filter::read("from=9999-12-31&to=0000-01-01");
    assert!(errors.is_empty() && span(&filter).0 > span(&filter).1);
}

#[test]
fn last_days_end_with_today() {
    let noon = 20_000 * DAY + DAY / 2;
    for (text, first) in [("-1d", 20_000), ("-2d", 19_999), ("-7d", 19_994), ("-366d", 19_635)] {
        let from = Moment::parse_start(text).unwrap();
        assert_eq!((from.start(noon), from.end(noon)), (first * DAY, (first + 1) * DAY), "{text}");
        // The whole day has the same ones, and the next day has others.
        for (now, later) in [(20_000 * DAY, 0), (20_001 * DAY - 1, 0), (20_001 * DAY, DAY)] {
            assert_eq!(from.start(now), first * DAY + later, "{text}");
        }
    }
    assert_eq!(Moment::parse_start("-1d").unwrap().start(-1), -DAY);
    assert!(Moment::parse_start("-366d").unwrap().start(i64::MIN) < 0);
}

#[test]
fn a_whole_list_is_one_that_leaves_nothing_out_but_other_boxes() {
    for whole in ["", "page=7&sort=name_asc", "box=spam", "q=-", "q=%22%22"] {
        assert!(Filter::read(whole).0.is_whole(), "{whole}");
    }
    for part in ["q=a", "q=-a", "assigned=me", "assigned=nobody", "from=2026-01-01", "to=2026-01-01"] {
        assert!(!Filter::read(part).0.is_whole(), "{part}");
    }
    assert_eq!(Filter::read("assigned=ada").0.assigned(), Some(Assigned::To("ada")));
}

#[test]
fn a_refusal_names_every_value_that_is_taken() {
    for part in PARTS {
        let Takes::OneOf { values, default } = part.takes else { continue };
        let (last, others) = values.split_last().unwrap();
        assert!(
            part.refusal.ends_with(&format!(" must be {} or {last}", others.join(", "))),
            "{}",
            part.name
        );
        for value in values {
            let query = format!("{}={value}", part.name);
            let written = if default == Some(value) { String::new() } else { query.clone() };
            assert_eq!(reread(&query), (written, vec![]));
        }
    }
}

fn value() -> impl Strategy<Value = Option<String>> {
    let known =
        "-[0-9]{1,3}d|new|open|done|spam|me|nobody|oldest|name_asc|[0-9]{1,3}|[0-9]{4}-[01][0-9]-[0-3][0-9]";
    prop_oneof![
        Just(None),
        known.prop_map(Some),
        "[0-9]{4}-0[0-9]-1[0-9]T[0-2][0-9]:0[0-9]:[0-6][0-9](\\.[0-9]{1,9})?(Z|[+-]0[0-9]:30)".prop_map(Some),
        any::<String>().prop_map(Some),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_as_the_same(values in prop::collection::vec(value(), NAMES.len())) {
        let values = std::array::from_fn(|at| values[at].as_deref());
        let (filter, errors) = Filter::of(values);
        prop_assert!(errors.as_slice().iter().all(|error| NAMES.contains(&error.field) && error.field != "q"));
        let written = filter.write();
        let (again, none) = Filter::read(&written);
        prop_assert_eq!(&again, &filter);
        prop_assert!(none.is_empty());
        prop_assert_eq!(again.write(), written);
    }

    #[test]
    fn any_query_of_an_address_gets_an_answer(query in any::<String>()) {
        let (filter, errors) = Filter::read(&query);
        prop_assert!(filter.page >= 1);
        prop_assert!(errors.is_empty() || SortOrder::ALL.contains(&filter.sort));
    }
}
