//! Parsing filters, and searching loaded records.
#![expect(unsafe_code, reason = "an exported name is unsafe because it must be unique")]

use agency_core::{
    filter::{Filter, NAMES},
    search::{Index, Query, highlight},
};

use agency_core::form::exchange::{
    Arguments, message_location, reply, reply_texts, u64_to_number, usize_to_number, with_arguments,
};

/// Numbers for each invalid parameter: its position, and the address and length of its message.
const NUMBERS: usize = 3;

/// Parses the values of the filter parameters. Set bits of `present` mark the parameters that have a value.
///
/// Replies with all values except the page as texts (empty for defaults), then the page, then the invalid parameters.
/// Returns the number of invalid parameters.
#[unsafe(no_mangle)]
pub extern "C" fn read_filter(present: usize, length: usize) -> usize {
    let (filter, errors) = with_arguments(length, |arguments| {
        let values: [&str; NAMES.len()] = std::array::from_fn(|_| arguments.take_text());
        let mut bit = 1;
        Filter::from_values(values.map(|value| {
            let value = Some(value).filter(|_| present & bit != 0);
            bit <<= 1;
            value
        }))
    });
    let invalid = errors.as_slice().iter().flat_map(|error| {
        let position = NAMES.iter().position(|part| *part == error.field).unwrap_or_default();
        let [start, length] = message_location(error.message);
        [usize_to_number(position), start, length]
    });
    let texts = filter.texts().map(Option::unwrap_or_default);
    let page = std::iter::once(u64_to_number(filter.page));
    reply_texts(&texts.each_ref().map(|text| &**text), page.chain(invalid)) / NUMBERS
}

/// Returns 1 if a query matches a record with this number of texts, otherwise 0.
#[unsafe(no_mangle)]
pub extern "C" fn matches_record(texts: usize, length: usize) -> usize {
    with_arguments(length, |arguments| {
        let query = Query::parse(arguments.take_text());
        usize::from(query.matches(&Index::from_texts((0..texts).map(|_| arguments.take_text()))))
    })
}

/// Replies with the start and the end of each match of a query in a text, in UTF-16 code units. Returns their count.
#[unsafe(no_mangle)]
pub extern "C" fn highlight_text(length: usize) -> usize {
    let marks = with_arguments(length, marks);
    reply(marks.into_iter().map(usize_to_number))
}

/// Converts byte offsets to UTF-16 code units.
fn marks(arguments: &mut Arguments<'_>) -> Vec<usize> {
    let query = Query::parse(arguments.take_text());
    let text = arguments.take_text();
    let (mut bytes, mut units) = (0, 0);
    let ends = highlight(&query, text).into_iter().flat_map(|range| [range.start, range.end]);
    ends.map(|end| {
        let between = text.get(bytes..end).unwrap_or_default();
        bytes = end;
        units += between.chars().map(char::len_utf16).sum::<usize>();
        units
    })
    .collect()
}
