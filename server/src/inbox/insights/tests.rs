//! Compares the figures with records that are counted one by one, and with their lists.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write as _,
};

use agency_core::{
    instant::{DAY, format_instant},
    source::Channel,
    work::RecordState,
};
use chrono::{DateTime, Datelike as _, Days, NaiveDate, NaiveTime, TimeDelta, Utc, Weekday};
use chrono_tz::Tz;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use reqwest::StatusCode;
use serde_json::{Value, json};
use url::form_urlencoded;

use crate::{
    config::retention::Policy,
    inbox::tests::Worker,
    testing::{
        app::{TestApp, parts},
        rows::insert_numbered,
    },
};

const LISTS: [&str; 2] = ["consultations", "applications"];

/// Zones, each with a day on which its clocks do something unusual.
const DAYS: [(&str, &str); 14] = [
    ("UTC", "2026-03-01"),
    // Forward and back at two in the morning, on a Sunday.
    ("America/Chicago", "2026-03-08"),
    ("US/Central", "2026-11-01"),
    // Half an hour, and a quarter of one.
    ("Australia/Lord_Howe", "2026-04-05"),
    ("Asia/Kathmandu", "2026-03-01"),
    // Forward at midnight, which does not exist.
    ("Africa/Cairo", "2026-04-24"),
    ("Asia/Beirut", "2026-03-29"),
    ("America/Sao_Paulo", "2018-11-04"),
    // Back at midnight, and at a minute past midnight, which the day before then follows.
    ("America/Havana", "2026-11-01"),
    ("America/Sao_Paulo", "2018-02-18"),
    ("America/St_Johns", "2010-11-07"),
    // The day was left out.
    ("Pacific/Apia", "2011-12-30"),
    ("Pacific/Kiritimati", "2026-02-28"),
    ("Europe/Berlin", "2026-10-25"),
];

#[derive(Debug)]
struct Record {
    kind: &'static str,
    at: DateTime<Utc>,
    state: RecordState,
    /// Microseconds until the first action.
    time: Option<i64>,
    channel: Channel,
    landing: Option<String>,
    campaign: Option<String>,
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Finds the days of a zone by the local time of every quarter of an hour, without asking when a local time is.
struct Calendar {
    zone: Tz,
    found: HashMap<NaiveDate, DateTime<Utc>>,
}

impl Calendar {
    /// Returns the first instant with this date or a later one.
    fn first(&mut self, day: NaiveDate) -> DateTime<Utc> {
        let zone = self.zone;
        *self.found.entry(day).or_insert_with(|| {
            let start = day.and_time(NaiveTime::MIN).and_utc() - TimeDelta::hours(15);
            let quarters = (0..60 * 4).map(|quarter| start + TimeDelta::minutes(15 * quarter));
            let mut later = quarters.filter(|at| at.with_timezone(&zone).date_naive() >= day);
            later.next().unwrap()
        })
    }

    /// Returns the last day that began before an instant, or with it.
    fn day_of(&mut self, at: DateTime<Utc>) -> NaiveDate {
        let shown = at.with_timezone(&self.zone).date_naive();
        let near = [shown + Days::new(1), shown, shown - Days::new(1)];
        near.into_iter().find(|day| self.first(*day) <= at).unwrap()
    }
}

fn generate(random: &mut StdRng) -> Vec<Record> {
    let mut records = Vec::new();
    for (zone, special) in DAYS {
        let mut calendar = Calendar { zone: zone.parse().unwrap(), found: HashMap::new() };
        for _ in 0..160 {
            let days = Days::new(random.random_range(0..60));
            let near = if random.random_bool(0.5) { day(special) + days } else { day(special) - days };
            let near = if random.random_bool(0.3) { day(special) } else { near };
            let midnight = calendar.first(near);
            let micros =
                [-1, 0, 1, 59_999_999, 3_600_000_000, -3_600_000_000, random.random_range(-DAY..DAY)];
            let time =
                *[0, 1, 60_000_000, 86_400_000_000, random.random_range(0..30 * DAY)].choose(random).unwrap();
            let names = [
                "spring",
                "Spring",
                "z",
                "\u{e9}",
                "fair 2026",
                "50%_off",
                "a",
                "b",
                "c",
                "d",
                "e",
                "f",
                "g",
            ];
            let pages = ["/", "/contact", "/service/website", "/project/ecommerce"];
            records.push(Record {
                kind: LISTS.choose(random).unwrap(),
                at: midnight + TimeDelta::microseconds(*micros.choose(random).unwrap()),
                state: *RecordState::ALL.choose(random).unwrap(),
                time: random.random_bool(0.6).then_some(time),
                channel: *Channel::ALL.choose(random).unwrap(),
                landing: pages
                    .choose(random)
                    .filter(|_| random.random_bool(0.8))
                    .map(|page| (*page).to_owned()),
                campaign: names
                    .choose(random)
                    .filter(|_| random.random_bool(0.7))
                    .map(|name| (*name).to_owned()),
            });
        }
    }
    records
}

async fn insert(app: &TestApp, records: &[Record]) {
    let mut rows = String::new();
    for Record { kind, at, state, time, channel, landing, campaign } in records {
        let text =
            |text: &Option<String>| text.as_ref().map_or("NULL".to_owned(), |text| format!("'{text}'"));
        let at = at.to_rfc3339();
        let first = time.map_or("NULL".to_owned(), |time| {
            format!("timestamptz '{at}' + {time} * interval '1 microsecond'")
        });
        write!(
            rows,
            "{}('{kind}', md5(gen_random_uuid()::text), 'Ada', 'ada', 'a@b.example', 'a@b.example', '{at}', '{}', {first}, \
             '{}', {}, {})",
            if rows.is_empty() { "" } else { ", " },
            state.as_str(),
            channel.as_str(),
            text(landing),
            text(campaign)
        )
        .unwrap();
    }
    app.execute(&format!(
        "INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key, created_at, state, first_action_at, \
             channel, landing, utm_campaign) VALUES {rows}; \
         INSERT INTO consultations (id, message) SELECT id, 'We need a shop.' FROM submissions WHERE kind = 'consultations'; \
         INSERT INTO applications (id, job_title, cover_letter, cv_name, cv_type, cv_size) \
             SELECT id, 'Developer', 'I have built engines for years.', 'cv.pdf', 'pdf', 4 \
             FROM submissions WHERE kind = 'applications'; ANALYZE submissions"
    ))
    .await;
}

/// Returns the figures of some records.
fn sums(records: &[&Record], lists: &[&str], from: DateTime<Utc>, end: DateTime<Utc>) -> Value {
    let mut counts = BTreeMap::new();
    for list in lists {
        let [mut count, mut spam, mut waiting, mut answered] = [0; 4];
        for record in records.iter().filter(|record| record.kind == *list) {
            if record.state == RecordState::Spam {
                spam += 1;
                continue;
            }
            count += 1;
            if record.time.is_some() { answered += 1 } else { waiting += 1 }
        }
        counts.insert(list, json!({"count": count, "spam": spam, "waiting": waiting, "answered": answered}));
    }
    let kept =
        records.iter().filter(|record| lists.contains(&record.kind) && record.state != RecordState::Spam);
    let mut times = kept.filter_map(|record| record.time).collect::<Vec<_>>();
    times.sort_unstable();
    #[expect(clippy::cast_precision_loss, reason = "less than 2^53 microseconds")]
    let nearest_rank = |percent: usize| {
        let rank = (times.len() * percent).div_ceil(100);
        rank.checked_sub(1).map(|at| times[at] as f64 / 1e6)
    };
    let (from, to) = (format_instant(from.timestamp_micros()), format_instant(end.timestamp_micros() - 1));
    json!({"from": from, "to": to, "lists": counts, "median": nearest_rank(50), "p90": nearest_rank(90)})
}

/// Returns the most frequent names, each with its counts.
fn names<'a>(
    records: &[&'a Record],
    lists: &[&str],
    name_of: impl Fn(&'a Record) -> Option<&'a str>,
) -> Value {
    let mut found = BTreeMap::<&str, BTreeMap<&str, [i64; 2]>>::new();
    for record in
        records.iter().filter(|record| lists.contains(&record.kind) && record.state != RecordState::Spam)
    {
        let Some(name) = name_of(record) else { continue };
        let empty = || lists.iter().map(|list| (*list, [0; 2])).collect();
        let counts = found.entry(name).or_insert_with(empty).get_mut(record.kind).unwrap();
        counts[0] += 1;
        counts[1] += i64::from(record.state == RecordState::Done);
    }
    // In the order of their bytes.
    let mut found = found.into_iter().collect::<Vec<_>>();
    found.sort_by_key(|(_, lists)| -lists.values().map(|[count, _]| count).sum::<i64>());
    let rows = found.into_iter().take(10).map(|(name, lists)| {
        let counts =
            lists.into_iter().map(|(list, [count, done])| (list, json!({"count": count, "done": done})));
        json!({"name": name, "lists": counts.collect::<BTreeMap<_, _>>()})
    });
    rows.collect()
}

/// Counts the records of a period one by one.
fn oracle(
    records: &[Record],
    lists: &[&str],
    calendar: &mut Calendar,
    from: NaiveDate,
    to: NaiveDate,
) -> Value {
    let length = (to - from).num_days() + 1;
    let before = from - Days::new(length.unsigned_abs());
    let is_weekly = length <= 182;
    let part_of = |day: NaiveDate| {
        if is_weekly { day.week(Weekday::Mon).first_day() } else { day.with_day(1).unwrap() }
    };
    let days = records.iter().map(|record| (calendar.day_of(record.at), record)).collect::<Vec<_>>();
    let between = |first: NaiveDate, last: NaiveDate| {
        let found = days.iter().filter(move |(day, _)| (first..=last).contains(day));
        found.map(|(_, record)| *record).collect::<Vec<_>>()
    };
    let mut buckets = BTreeMap::<NaiveDate, [NaiveDate; 2]>::new();
    for day in from.iter_days().take_while(|day| *day <= to) {
        buckets.entry(part_of(day)).or_insert([day, day])[1] = day;
    }
    let mut of_days = |first: NaiveDate, last: NaiveDate| {
        sums(&between(first, last), lists, calendar.first(first), calendar.first(last + Days::new(1)))
    };
    let buckets = buckets.into_values().map(|[first, last]| of_days(first, last)).collect::<Vec<_>>();
    let (total, earlier) = (of_days(from, to), of_days(before, from - Days::new(1)));
    let kept = between(from, to);
    json!({
        "from": from, "to": to, "zone": calendar.zone.name(), "unit": if is_weekly { "week" } else { "month" },
        "buckets": buckets, "total": total, "before": earlier,
        "channels": names(&kept, lists, |record| Some(record.channel.as_str())),
        "landings": names(&kept, lists, |record| record.landing.as_deref()),
        "campaigns": names(&kept, lists, |record| record.campaign.as_deref()),
        "kept_from": null, "spam_kept_from": null,
    })
}

fn address(lists: &[&str], zone: &str, from: NaiveDate, to: NaiveDate) -> String {
    let (from, to) = (from.to_string(), to.to_string());
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs([("zone", zone), ("from", &from), ("to", &to)]);
    if let [list] = lists {
        query.append_pair("list", list);
    }
    format!("/api/insights?{}", query.finish())
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_as_records_that_are_counted_one_by_one() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let mut random = StdRng::seed_from_u64(58);
    let records = generate(&mut random);
    insert(&app, &records).await;
    let mut counted = 0;
    for (zone, special) in DAYS {
        let special = day(special);
        let mut calendar = Calendar { zone: zone.parse().unwrap(), found: HashMap::new() };
        let mut periods =
            vec![(special, special), (special - Days::new(1), special), (special, special + Days::new(1))];
        for most in [10, 40, 300] {
            let [first, last] = [0; 2].map(|_: i32| Days::new(random.random_range(0..most)));
            periods.push((special - first, special + last));
        }
        periods.push((special, special + Days::new(181)));
        periods.push((special, special + Days::new(182)));
        for (from, to) in periods {
            for lists in [&LISTS[..], &LISTS[..1], &LISTS[1..]] {
                let found = ada.get(&address(lists, zone, from, to)).await;
                let expected = oracle(&records, lists, &mut calendar, from, to);
                assert_eq!(found, expected, "{lists:?} {zone} {from} {to}");
                counted += found["total"]["lists"]["consultations"]["count"].as_i64().unwrap_or_default();
            }
        }
    }
    assert!(counted > 1_000, "{counted}");
}

/// Asserts that each count equals the one of its list.
async fn compare(ada: &Worker<'_>, found: &Value) -> usize {
    let mut compared = 0;
    let mut check = async |list: &str, span: &Value, filter: &[(&str, &str)], count: &Value| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs([("from", span["from"].as_str().unwrap()), ("to", span["to"].as_str().unwrap())]);
        let query = query.extend_pairs(filter).finish();
        let page = ada.get(&format!("/api/{list}?{query}")).await;
        assert_eq!((&page["count"], &page["more"]), (count, &json!(false)), "{list} {query}");
        compared += 1;
    };
    let spans = found["buckets"].as_array().unwrap().iter().chain([&found["total"], &found["before"]]);
    for span in spans {
        for (list, counts) in span["lists"].as_object().unwrap() {
            for (name, filter) in [
                ("count", &[("box", "kept")][..]),
                ("spam", &[("box", "spam")]),
                ("waiting", &[("box", "kept"), ("waiting", "yes")]),
                ("answered", &[("box", "kept"), ("waiting", "no")]),
            ] {
                check(list, span, filter, &counts[name]).await;
            }
        }
    }
    for (names, filter) in [("channels", "channel"), ("landings", "landing"), ("campaigns", "campaign")] {
        for named in found[names].as_array().unwrap() {
            let name = named["name"].as_str().unwrap();
            for (list, counts) in named["lists"].as_object().unwrap() {
                for (count, state) in [("count", "kept"), ("done", "done")] {
                    check(list, &found["total"], &[("box", state), (filter, name)], &counts[count]).await;
                }
            }
        }
    }
    compared
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_what_its_lists_hold() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    insert(&app, &generate(&mut StdRng::seed_from_u64(59))).await;
    for (zone, from, to) in [
        ("America/St_Johns", "2010-10-25", "2010-11-14"),
        ("Africa/Cairo", "2026-04-01", "2026-05-31"),
        ("Europe/Berlin", "2026-01-01", "2026-12-31"),
    ] {
        let found = ada.get(&address(&LISTS, zone, day(from), day(to))).await;
        assert!(compare(&ada, &found).await > 100);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_as_many_as_an_export_has_rows() {
    let app = TestApp::patient().await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&insert_numbered(
        1..=10_050,
        "'Ada ' || n",
        "'We need a shop.'",
        "timestamptz '2026-03-04 12:00Z'",
    ))
    .await;
    let found = ada.get(&address(&LISTS, "UTC", day("2026-03-02"), day("2026-03-08"))).await;
    let [week] = &found["buckets"].as_array().unwrap()[..] else { panic!("{found}") };
    let (counts, total) = (&week["lists"]["consultations"], &found["total"]);
    assert_eq!(counts, &json!({"count": 10_050, "spam": 0, "waiting": 10_050, "answered": 0}));
    assert_eq!((total, &found["before"]["lists"]["consultations"]["count"]), (week, &json!(0)));
    let [from, to] = ["from", "to"].map(|name| week[name].as_str().unwrap());
    for filter in ["box=kept", "box=kept&waiting=yes&channel=unknown"] {
        let file = app
            .get(&format!("/api/consultations/export.csv?from={from}&to={to}&{filter}"), &ada.access)
            .await;
        assert_eq!(file.text().await.unwrap().lines().count(), 10_051, "{filter}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_invalid_periods() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let from = ("from", "From must be a date such as 2026-01-31");
    let to = ("to", "To must be a date such as 2026-01-31");
    let zone = ("zone", "Zone must be a time zone such as America/Chicago");
    let long = ("to", "To must be at most 1,830 days from From");
    for (query, errors) in [
        (
            "from=2026-01-01&to=2026-01-31&zone=UTC&list=people",
            &[("list", "List must be consultations or applications")][..],
        ),
        ("from=2026-01-01&to=2026-01-31&zone=Mars/Olympus", &[zone]),
        ("from=2026-01-01&to=2026-01-31&zone=", &[zone]),
        ("from=2030-01-01&to=1970-01-01&zone=UTC", &[("from", "From must not be after To")]),
        ("from=1986-01-01&to=2026-01-01&zone=UTC", &[long]),
        ("from=2020-01-01&to=2025-01-05&zone=UTC", &[long]),
        ("from=2026-02-29&to=-7d&zone=UTC", &[from, to]),
        ("from=2026-01-01T00:00:00Z&to=2026-01-31&zone=UTC", &[from]),
        ("to=2026-01-31&zone=0", &[from, zone]),
        ("", &[from, to, zone]),
    ] {
        let (status, body) = parts(app.get(&format!("/api/insights?{query}"), &ada.access).await).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert_eq!(body["errors"], json!(errors.iter().copied().collect::<BTreeMap<_, _>>()), "{query}");
    }
    // Of a parameter that is given twice, the first counts.
    for (query, months) in [
        ("from=2020-01-01&to=2025-01-03&zone=Asia/Calcutta&zone=Mars", 61),
        ("from=0000-01-01&to=0004-12-31&zone=Etc/GMT-14", 60),
        ("from=9995-01-01&to=9999-12-31&zone=Pacific/Pago_Pago", 60),
    ] {
        let found = ada.get(&format!("/api/insights?{query}")).await;
        assert_eq!(found["buckets"].as_array().unwrap().len(), months, "{query}");
        compare(&ada, &found).await;
    }
    let anonymous = app.request("GET", "/api/insights").send().await.unwrap();
    assert_eq!(anonymous.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn says_from_when_records_are_kept() {
    let app = TestApp::set_up(|setup| {
        setup.config.retention = Policy { lists: [("consultations", 400)].into(), spam: Some(30) };
    })
    .await;
    let ada = Worker::named(&app, "ada").await;
    let today = Utc::now().date_naive();
    for (lists, days) in [(&LISTS[..], Some(400)), (&LISTS[..1], Some(400)), (&LISTS[1..], None)] {
        let found = ada.get(&address(lists, "UTC", today, today)).await;
        let kept = ["kept_from", "spam_kept_from"].map(|name| {
            let from = found[name].as_str().map(|at| at.parse::<DateTime<Utc>>().unwrap());
            from.map(|at| (Utc::now() - at).num_days())
        });
        assert_eq!(kept, [days, Some(30)], "{lists:?}");
    }
}
