//! Limits the cost of each exported function, in instructions of the shipped module. Texts can be of any kind, and
//! pages call the functions on every keystroke.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test says what failed")]

mod module;

use agency_core::{
    FORMS, STAFF_FORMS,
    filter::NAMES,
    form::Form,
    sort::SortOrder,
    work::{NOTE, RecordAction, RecordState},
};
use module::{Argument, Rules};

/// Maximum cost of a call, in instructions.
struct Ceiling {
    fixed: u64,
    /// Per byte of the arguments.
    byte: u64,
}

/// Trims, folds, counts and scans each text. A text of CR only is the most expensive.
const FORM: Ceiling = Ceiling { fixed: 30_000, byte: 270 };
const COUNT: Ceiling = Ceiling { fixed: 2_000, byte: 270 };
/// Folds each name once, and compares it with seven others in a list of a hundred. The lower case of Σ depends on its
/// neighbours.
const SORT: Ceiling = Ceiling { fixed: 2_000, byte: 3_200 };
/// Decodes a token and parses its JSON. Nested brackets are the most expensive.
const SESSION: Ceiling = Ceiling { fixed: 2_000, byte: 440 };
/// Decomposes each letter, and compares each of a query's hundred words with each word of the text.
const SEARCH: Ceiling = Ceiling { fixed: 400_000, byte: 6_500 };
const FILTER: Ceiling = Ceiling { fixed: 30_000, byte: 600 };
/// Scans a table.
const MOVE: Ceiling = Ceiling { fixed: 4_000, byte: 0 };
/// Forms of the staff module, where the compiler inlines less, and notes.
const STAFF: Ceiling = Ceiling { fixed: 120_000, byte: 440 };
const PAGES: Ceiling = Ceiling { fixed: 4_000, byte: 0 };

/// Maximum ratio of the costs for twice the input.
const GROWTH: f64 = 2.2;

impl Ceiling {
    fn hold(&self, what: &str, bytes: usize, cost: u64) {
        let most = self.fixed + self.byte * u64::try_from(bytes).unwrap();
        assert!(cost <= most, "{what}: {cost} instructions for {bytes} bytes, at most {most}");
    }
}

/// Units of texts that are expensive to check.
const UNITS: [&str; 14] =
    ["a", "é", "中", "😀", " ", "\u{a0}", "\u{3000}", "\r", "\r\n", "a\r", "@", "a@b.", ".", "\u{0}"];

/// Returns texts of about this many bytes, alone and between other characters.
fn texts(bytes: usize) -> impl Iterator<Item = String> {
    UNITS.into_iter().flat_map(move |unit| {
        let text = unit.repeat(bytes / unit.len());
        [format!("a{text}b"), format!("a@{text}.b"), text]
    })
}

/// Returns the arguments of a form that has the same text in every field and as the file name.
fn arguments<'a>(form: &Form, text: &'a str) -> Vec<Argument<'a>> {
    let text = Argument::Bytes(text.as_bytes());
    let file = [text.clone(), Argument::Number(1_000.0), Argument::Bytes(b"%PDF-1.7")];
    let file = if form.file.is_some() { &file[..] } else { &[] };
    vec![text; form.texts.len()].into_iter().chain(file.iter().cloned()).collect()
}

/// Returns the length of a form's arguments and the cost of checking it.
fn form_cost(rules: &mut Rules, position: u32, form: &Form, text: &str) -> (usize, u64) {
    let length = rules.write(&arguments(form, text));
    let (refused, cost): (u32, _) = rules.call("check_form", (position, length));
    assert!(refused as usize <= form.names().count());
    (length as usize, cost)
}

/// Module, its forms with their positions, and the maximum cost of a form.
type Module = (Rules, Vec<(u32, &'static Form)>, Ceiling);

fn modules() -> [Module; 2] {
    [
        (Rules::start("public"), (0..).zip(FORMS).collect(), FORM),
        (Rules::start("staff"), (0..).zip(STAFF_FORMS).collect(), STAFF),
    ]
}

#[test]
fn limits_cost_of_form_per_byte() {
    for (mut rules, forms, ceiling) in modules() {
        for (position, form) in forms {
            // The maximum length of the longest field, in characters of four bytes.
            let longest = form.texts.iter().map(|rule| 4 * rule.max.chars).max().unwrap();
            for bytes in [0, 10, 100, longest] {
                for text in texts(bytes) {
                    let (length, cost) = form_cost(&mut rules, position, form, &text);
                    ceiling.hold(form.name, length, cost);
                }
            }
        }
    }
}

#[test]
fn limits_cost_of_field_per_byte() {
    for (mut rules, forms, ceiling) in modules() {
        for (position, form) in forms {
            for (field, rule) in (0_u32..).zip(form.texts) {
                for text in texts(4 * rule.max.chars) {
                    let length = rules.write(&[Argument::Bytes(text.as_bytes())]);
                    let (_, cost): (u32, _) = rules.call("check_field", (position, field, length));
                    ceiling.hold(rule.name, length as usize, cost);
                }
            }
        }
    }
}

#[test]
fn limits_cost_of_counting_per_byte() {
    let mut rules = Rules::start("public");
    for text in texts(100_000) {
        let length = rules.write(&[Argument::Bytes(text.as_bytes())]);
        let (_, cost): (u32, _) = rules.call("count_characters", length);
        COUNT.hold("count_characters", length as usize, cost);
    }
}

#[test]
fn cost_of_form_grows_linearly() {
    for (mut rules, forms, _) in modules() {
        for (position, form) in forms {
            for (once, twice) in texts(8_000).zip(texts(16_000)) {
                let once = form_cost(&mut rules, position, form, &once).1;
                let twice = form_cost(&mut rules, position, form, &twice).1;
                grows(form.name, once, twice);
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a ratio need not be exact")]
fn grows(what: &str, once: u64, twice: u64) {
    let ratio = twice as f64 / once as f64;
    assert!(ratio <= GROWTH, "{what}: {once} instructions, {twice} for twice the input: {ratio:.2} times");
}

#[test]
fn limits_cost_of_unknown_forms_and_fields() {
    let mut rules = Rules::start("public");
    let forms = u32::try_from(FORMS.len()).unwrap();
    for (form, field, length) in
        [(u32::MAX, 0, 0), (forms, 0, 9), (0, u32::MAX, 0), (0, 4, 0), (0, 0, u32::MAX)]
    {
        let (_, cost): (u32, _) = rules.call("check_form", (form, length));
        assert!(cost < FORM.fixed, "{cost}");
        let (_, cost): (u32, _) = rules.call("check_field", (form, field, length));
        assert!(cost < FORM.fixed, "{cost}");
    }
}

/// Returns the length of the arguments and the highest cost of sorting records with this name in any order.
fn sort_cost(rules: &mut Rules, records: u32, name: &str) -> (usize, u64) {
    let costs = SortOrder::ALL.map(|order| {
        let mut arguments = vec![Argument::Bytes(order.as_str().as_bytes())];
        for record in 0..records {
            let created_at = Argument::Bytes(b"2026-01-01T00:00:00.000000Z");
            let id = Argument::Number(f64::from(records - record));
            arguments.extend([Argument::Bytes(name.as_bytes()), created_at, id]);
        }
        let length = rules.write(&arguments);
        let (sorted, cost): (u32, _) = rules.call("sort_records", (records, length));
        assert_eq!(sorted, records);
        (length as usize, cost)
    });
    costs.into_iter().max_by_key(|(_, cost)| *cost).unwrap()
}

#[test]
fn limits_cost_of_sorting_per_byte() {
    let mut rules = Rules::start("staff");
    for unit in ["a", "İ", "Σ", "😀", "\u{3000}", "ẞ "] {
        for records in [0, 10, 100] {
            let name = unit.repeat(200 / unit.len());
            let (length, cost) = sort_cost(&mut rules, records, &name);
            SORT.hold("sort_records", length, cost);
            if records > 0 {
                grows("sort_records", cost, sort_cost(&mut rules, records, &name.repeat(2)).1);
            }
        }
    }
}

#[test]
fn limits_cost_of_session_per_byte() {
    let mut rules = Rules::start("staff");
    for payload in ["A", "e30", "W1tb", "eyJhIjp7", "eyJleHAiOjE", ".", "a.", "é"] {
        let costs = [8_000, 16_000].map(|bytes| {
            let token = format!("e30.{}.sig", payload.repeat(bytes / payload.len()));
            let length = rules.write(&[Argument::Bytes(token.as_bytes())]);
            let (_, decided): (u32, _) = rules.call("decide_session", (1_u32, 1e9, length));
            let (_, live): (u32, _) = rules.call("is_token_live", (1e9, length));
            SESSION.hold("decide_session", length as usize, decided);
            SESSION.hold("is_token_live", length as usize, live);
            decided
        });
        grows("decide_session", costs[0].max(SESSION.fixed), costs[1]);
    }
}

#[test]
fn limits_cost_of_pages_for_any_count() {
    let mut rules = Rules::start("staff");
    for number in [0.0, -1.0, 1.5, 9.0, 1e3, 1e15, f64::MAX, f64::INFINITY, f64::NAN] {
        for page in [1.0, 5.0, number] {
            let (_, count): (f64, _) = rules.call("page_count", (number, page));
            let (links, cost): (u32, _) = rules.call("page_links", (page, number));
            assert!(links <= 9);
            PAGES.hold("page_count", 0, count);
            PAGES.hold("page_links", 0, cost);
        }
    }
}

#[test]
fn limits_cost_of_note_per_byte() {
    let mut rules = Rules::start("staff");
    for text in texts(4 * NOTE.max.chars) {
        let length = rules.write(&[Argument::Bytes(text.as_bytes())]);
        let (_, cost): (u32, _) = rules.call("check_note", length);
        STAFF.hold("check_note", length as usize, cost);
    }
}

#[test]
fn limits_cost_of_move_in_any_state() {
    let mut rules = Rules::start("staff");
    let states = u32::try_from(RecordState::ALL.len()).unwrap();
    let actions = u32::try_from(RecordAction::ALL.len()).unwrap();
    for state in (0..=states).chain([u32::MAX]) {
        let (allowed, cost): (u32, _) = rules.call("allowed_actions", state);
        assert_eq!(allowed == 0, state >= states);
        MOVE.hold("allowed_actions", 0, cost);
        for action in (0..=actions).chain([u32::MAX]) {
            let (numbers, cost): (u32, _) = rules.call("move_record", (state, action));
            assert_eq!(numbers == 0, state >= states || action >= actions);
            MOVE.hold("move_record", 0, cost);
            for from in (0..=states).chain([u32::MAX]) {
                let (numbers, cost): (u32, _) = rules.call("undo_action", (action, from, state));
                assert_eq!(numbers == 0, from.max(state) >= states || action >= actions);
                MOVE.hold("undo_action", 0, cost);
            }
        }
    }
}

#[test]
fn limits_cost_of_searching_per_byte() {
    let mut rules = Rules::start("staff");
    for unit in ["a ", "ab", "é ", "İ", "한", "中 ", "\u{301}", "😀", "a.", "\u{0}"] {
        let different = ('a'..='z').map(|c| format!("a{c} \"a {c}\"")).collect::<Vec<_>>().join(" ");
        let repeated = ["a", "\"a a\" ", "é", "-a b ", "a."].map(|query| query.repeat(200 / query.len()));
        for query in repeated.into_iter().chain([different]) {
            let costs = [8_000, 16_000].map(|bytes| {
                let text = unit.repeat(bytes / unit.len());
                let length =
                    rules.write(&[Argument::Bytes(query.as_bytes()), Argument::Bytes(text.as_bytes())]);
                let (_, found): (u32, _) = rules.call("matches_record", (1_u32, length));
                let (_, marked): (u32, _) = rules.call("highlight_text", length);
                SEARCH.hold("matches_record", length as usize, found);
                SEARCH.hold("highlight_text", length as usize, marked);
                found.max(marked)
            });
            grows("searching", costs[0].max(SEARCH.fixed), costs[1]);
        }
    }
}

#[test]
fn limits_cost_of_filter_per_byte() {
    let mut rules = Rules::start("staff");
    for text in texts(8_000).chain(["1".repeat(8_000), "2026-01-01".to_owned()]) {
        let length = rules.write(&vec![Argument::Bytes(text.as_bytes()); NAMES.len()]);
        let (refused, cost): (u32, _) = rules.call("read_filter", (u32::MAX, length));
        assert!(refused < 7);
        FILTER.hold("read_filter", length as usize, cost);
    }
}
