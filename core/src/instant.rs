//! Parsing and formatting RFC 3339 dates and instants, without a calendar library.

/// Microseconds in a second.
const SECOND: i64 = 1_000_000;

/// Digits of a second's fraction in microseconds.
const MICROS_DIGITS: usize = 6;

/// Microseconds in a day.
pub const DAY: i64 = 86_400 * SECOND;

/// Instants of the years 0 to 9999, in microseconds since 1970. RFC 3339 can express no others.
pub const WRITABLE: std::ops::Range<i64> = -719_528 * DAY..2_932_897 * DAY;

/// Parses a date such as 2026-01-31 to days since 1970. None for a date that does not exist.
#[must_use]
pub fn parse_date(text: &str) -> Option<i64> {
    let (date, rest) = take_date(text)?;
    rest.is_empty().then_some(date)
}

/// Parses an instant such as 2026-01-31T12:00:00.5+01:00 to microseconds since 1970 in UTC. None if it does not exist.
///
/// Digits beyond microseconds are cut off.
#[must_use]
pub fn parse_instant(text: &str) -> Option<i64> {
    let (date, rest) = take_date(text)?;
    let rest = rest.strip_prefix(['T', 't'])?;
    let (hour, rest) = take_number(rest, 2)?;
    let (minute, rest) = take_number(rest.strip_prefix(':')?, 2)?;
    let (second, mut rest) = take_number(rest.strip_prefix(':')?, 2)?;
    let mut micros = 0;
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = fraction.bytes().take(MICROS_DIGITS).take_while(u8::is_ascii_digit).count();
        let (number, _) = take_number(fraction, digits)?;
        micros = (digits..MICROS_DIGITS).fold(number, |micros, _| micros * 10);
    }
    let offset = match rest {
        "Z" | "z" => 0,
        _ => {
            let (sign, rest) = rest
                .strip_prefix('+')
                .map(|rest| (1, rest))
                .or(rest.strip_prefix('-').map(|rest| (-1, rest)))?;
            let (hours, rest) = take_number(rest, 2)?;
            let (minutes, rest) = take_number(rest.strip_prefix(':')?, 2)?;
            (hours < 24 && minutes < 60 && rest.is_empty()).then_some(sign * (hours * 60 + minutes))?
        }
    };
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let seconds = (hour * 60 + minute - offset) * 60 + second;
    let instant = date * DAY + seconds * SECOND + micros;
    WRITABLE.contains(&instant).then_some(instant)
}

/// Formats days since 1970 as a date.
#[must_use]
pub fn format_date(days: i64) -> String {
    let (year, month, day) = civil(days);
    let mut text = String::new();
    push_numbers(&mut text, [("", year, 4), ("-", month, 2), ("-", day, 2)]);
    text
}

/// Formats microseconds since 1970 as an instant in UTC, with six fractional digits unless it is a whole second.
#[must_use]
pub fn format_instant(micros: i64) -> String {
    let mut text = format_date(micros.div_euclid(DAY));
    let (second, micros) = (micros.rem_euclid(DAY) / SECOND, micros.rem_euclid(SECOND));
    push_numbers(&mut text, [("T", second / 3_600, 2), (":", second / 60 % 60, 2), (":", second % 60, 2)]);
    if micros != 0 {
        push_numbers(&mut text, [(".", micros, 6)]);
    }
    text.push('Z');
    text
}

/// Appends numbers with a fixed count of digits, each after its separator. The standard library's formatting would add
/// a twentieth to the size of the module.
fn push_numbers<const COUNT: usize>(text: &mut String, numbers: [(&str, i64, u32); COUNT]) {
    for (sign, number, digits) in numbers {
        text.push_str(sign);
        for place in (0..digits).rev() {
            let digit = number / 10_i64.saturating_pow(place) % 10;
            text.extend(u32::try_from(digit).ok().and_then(|digit| char::from_digit(digit, 10)));
        }
    }
}

/// Splits a number of exactly `digits` digits off the start of a text.
fn take_number(text: &str, digits: usize) -> Option<(i64, &str)> {
    let (number, rest) = text.split_at_checked(digits)?;
    number
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| number.parse().ok().map(|number| (number, rest)))?
}

/// Splits a date off the start of a text, in days since 1970.
fn take_date(text: &str) -> Option<(i64, &str)> {
    let (year, rest) = take_number(text, 4)?;
    let (month, rest) = take_number(rest.strip_prefix('-')?, 2)?;
    let (day, rest) = take_number(rest.strip_prefix('-')?, 2)?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let days = days(year, month, day);
    // A day that does not exist, such as February 30, converts back to another date.
    (civil(days) == (year, month, day)).then_some((days, rest))
}

/// Converts a Gregorian date to days since 1970. Years start in March here, so that the leap day is their last day.
const fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Converts days since 1970 to year, month and day: the inverse of [`days`].
const fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let part = (5 * of_year + 2) / 153;
    let month = if part < 10 { part + 3 } else { part - 9 };
    let year = year_of_era + era * 400;
    (if month <= 2 { year + 1 } else { year }, month, of_year - (153 * part + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DAY, WRITABLE, format_date, format_instant, parse_date, parse_instant};

    #[test]
    fn parses_date_to_days_since_1970() {
        let days = [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2026-01-31", 20_484),
            ("0000-01-01", -719_528),
            ("9999-12-31", 2_932_896),
        ];
        for (text, expected) in days {
            assert_eq!(parse_date(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn rejects_invalid_dates_and_instants() {
        let days = [
            "",
            "2026-04-31",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "2026-1-1",
        ];
        let written =
            ["+2026-01-01", "-001-01-01", "10000-01-01", "2026-01-01 ", "20260101", "２０２６-01-01", "\0"];
        for text in days.into_iter().chain(written) {
            assert_eq!(parse_date(text), None, "{text}");
            assert_eq!(parse_instant(&format!("{text}T00:00:00Z")), None, "{text}");
        }
        for time in [
            "",
            "T",
            "T00:00Z",
            "T00:00:00",
            "T24:00:00Z",
            "T00:60:00Z",
            "T00:00:60Z",
            "T00:00:00.Z",
            "T00:00:00+0100",
            "T00:00:00 01:00",
            "T00:00:00+24:00",
            "T00:00:00.1234567890",
            "T00:00:00.1234567890xZ",
            "T00:00:00.１Z",
            "T00:00:00ZZ",
            " 00:00:00Z",
            "T-1:00:00Z",
        ] {
            assert_eq!(parse_instant(&format!("2026-01-01{time}")), None, "{time}");
        }
        assert_eq!(parse_instant("0000-01-01T00:00:00+00:01"), None);
        assert_eq!(parse_instant("9999-12-31T23:59:59-00:01"), None);
    }

    #[test]
    fn parses_instant_with_offset() {
        let same =
            ["2026-01-31T12:00:00.5Z", "2026-01-31t13:30:00.500000999+01:30", "2026-01-30T12:30:00.50-23:30"];
        for text in same {
            let written = parse_instant(text).map(format_instant);
            assert_eq!(written.as_deref(), Some("2026-01-31T12:00:00.500000Z"), "{text}");
        }
        let long = format!("2026-01-31T12:00:00.5{}9Z", "0".repeat(1_000));
        assert_eq!(parse_instant(&long), parse_instant(same[0]));
        for (fraction, micros) in [("1", 100_000), ("000001", 1), ("0000009", 0), ("1234567890", 123_456)] {
            assert_eq!(
                parse_instant(&format!("1970-01-01T00:00:00.{fraction}Z")),
                Some(micros),
                "{fraction}"
            );
        }
        assert_eq!(format_instant(-1), "1969-12-31T23:59:59.999999Z");
        assert_eq!(format_instant(0), "1970-01-01T00:00:00Z");
    }

    proptest! {
        #[test]
        fn parses_what_it_formats(micros in WRITABLE) {
            prop_assert_eq!(parse_instant(&format_instant(micros)), Some(micros));
            let day = micros.div_euclid(DAY);
            prop_assert_eq!(parse_date(&format_date(day)), Some(day));
            prop_assert!(format_date(day) < format_date(day + 1) || day == WRITABLE.end / DAY - 1);
        }

        #[test]
        fn parses_any_text_without_panic(text in "[0-9:TZ.+ -]{0,30}|.{0,30}") {
            if let Some(micros) = parse_instant(&text) {
                prop_assert!(WRITABLE.contains(&micros));
            }
            prop_assert!(parse_date(&text).is_none_or(|day| format_date(day) == text));
        }
    }
}
