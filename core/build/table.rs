use std::{collections::BTreeMap, error::Error, fmt::Write};

use regex_automata::{
    Anchored,
    dfa::{Automaton, dense},
    util::{primitives::StateID, start},
};

/// Compiles a pattern to a DFA and prints it as Rust: byte classes, transitions, start and accepting states.
///
/// State 0 is dead. The text matches when the state after its last byte is accepting.
pub(crate) fn compile(pattern: &str) -> Result<String, Box<dyn Error>> {
    let dfa = dense::Builder::new().configure(dense::Config::new().minimize(true)).build(pattern)?;
    let start = dfa.start_state(&start::Config::new().anchored(Anchored::Yes))?;

    let mut rows = Rows::default();
    rows.number(&dfa, start);
    let mut next = 0;
    while let Some(&state) = rows.order.get(next) {
        let row =
            (0..=u8::MAX).map(|byte| rows.number(&dfa, dfa.next_state(state, byte))).collect::<Vec<_>>();
        rows.table.push(row);
        next += 1;
    }

    let accepting =
        rows.order.iter().map(|&state| dfa.is_match_state(dfa.next_eoi_state(state))).collect::<Vec<_>>();
    print(&rows.table, &accepting)
}

/// States found so far, numbered from 1 in order of discovery.
#[derive(Default)]
struct Rows {
    numbers: BTreeMap<StateID, u8>,
    order: Vec<StateID>,
    table: Vec<Vec<u8>>,
}

impl Rows {
    fn number(&mut self, dfa: &dense::DFA<Vec<u32>>, state: StateID) -> u8 {
        if dfa.is_dead_state(state) {
            return 0;
        }
        let next = u8::try_from(self.order.len() + 1).unwrap_or(u8::MAX);
        assert!(next < u8::MAX, "the pattern has too many states for a table of bytes");
        *self.numbers.entry(state).or_insert_with(|| {
            self.order.push(state);
            next
        })
    }
}

/// Prints the tables. Bytes with the same transitions in every state share one column.
fn print(table: &[Vec<u8>], accepting: &[bool]) -> Result<String, Box<dyn Error>> {
    let mut columns: BTreeMap<Vec<u8>, u8> = BTreeMap::new();
    let mut distinct = Vec::new();
    let mut classes = Vec::new();
    for byte in 0..=usize::from(u8::MAX) {
        let column = table.iter().filter_map(|row| row.get(byte).copied()).collect::<Vec<_>>();
        let next = u8::try_from(columns.len())?;
        let class = *columns.entry(column.clone()).or_insert_with(|| {
            distinct.push(column);
            next
        });
        classes.push(class);
    }

    let states = table.len() + 1;
    let width = distinct.len();
    let mut transitions = vec![0; width];
    for state in 0..table.len() {
        transitions.extend(distinct.iter().filter_map(|column| column.get(state).copied()));
    }
    let accepts = std::iter::once(false).chain(accepting.iter().copied()).collect::<Vec<_>>();

    let mut out = String::new();
    writeln!(out, "const CLASS_COUNT: usize = {width};")?;
    writeln!(out, "const START: u8 = 1;")?;
    writeln!(out, "static CLASSES: [u8; 256] = {classes:?};")?;
    writeln!(out, "static TRANSITIONS: [u8; {}] = {transitions:?};", states * width)?;
    writeln!(out, "static ACCEPTS: [bool; {states}] = {accepts:?};")?;
    Ok(out)
}
