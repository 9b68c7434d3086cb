//! Killed servers, and a receiver of webhooks that is down, hangs or refuses. Every change must reach it.

use crate::harness::prelude::*;

/// Counts transactions that a server keeps open while it waits for the receiver.
const HELD: &str = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'agency-server' \
     AND state LIKE 'idle in transaction%' AND state_change < now() - interval '5 seconds'";
const AN_HOUR_LATER: &str = "UPDATE deliveries SET due_at = due_at - interval '1 hour', \
     failing_since = failing_since - interval '1 hour'";
/// Makes webhooks of a killed server due at once, instead of after their lease.
const NOW: &str = "UPDATE deliveries SET due_at = now() WHERE state = 'waiting'";
/// Every version of every record is a change.
const IDS: &str = "SELECT slug || '_' || change FROM submissions, generate_series(1, version) AS change";
/// Address of the record that is deleted.
const LEAVING: &str = "leaving@customer.example";

/// What the receiver does for an hour of the database's time each.
const FAULTS: [Reception; 7] = [
    Reception::Away,
    Reception::Hanging,
    Reception::Endless,
    Reception::Refused("500 Internal Server Error\r\n"),
    Reception::Refused("429 Too Many Requests\r\nretry-after: 1800\r\n"),
    Reception::Refused("302 Found\r\nlocation: http://127.0.0.1:9/\r\n"),
    Reception::Refused("410 Gone\r\n"),
];

/// Kills the server `rounds` times between changes and their delivery. Then the receiver fails in every way. With
/// `verifiers`, each delivery is verified by them.
pub(crate) async fn tell_through_faults(rounds: usize, verifiers: Vec<Verifier>) -> Result<Balance> {
    let verified = !verifiers.is_empty();
    let mut receiver = WebhookReceiver::start(Reception::Kept, verifiers).await?;
    let mut system = System::start(&receiver.settings()).await?;
    let staff = system.sign_in().await?;
    let visitors = Visitors::start(system.address());
    for _ in 0..rounds {
        visitors.ledger.more(20).await?;
        start_new_records(&staff).await?;
        system.server(0)?.process.stop(Signal::KILL)?;
        system.resume(0).await?;
    }
    for fault in FAULTS {
        receiver.set(fault).await?;
        visitors.ledger.more(20).await?;
        start_new_records(&staff).await?;
        if fault == Reception::Hanging {
            // Longer than what counts as waiting.
            sleep(Duration::from_secs(6)).await;
        }
        let held = system.postgres.query_text(HELD).await?;
        ensure!(held == "0", "{held} transactions wait for a receiver that is {fault:?}");
        system.postgres.execute(AN_HOUR_LATER).await?;
        receiver.set(Reception::Kept).await?;
        visitors.ledger.more(20).await?;
    }
    let balance = system.settle(visitors).await?;
    let url = system.postgres.url();
    // What 410 ended.
    run_on_server(&url, &receiver.settings(), &["webhook-retry"])?;
    system.postgres.execute(NOW).await?;
    let ids =
        rows(&url, IDS).await?.iter().map(|row| row.try_get(0)).collect::<Result<BTreeSet<String>, _>>()?;
    let told = receiver.receive(&ids).await?;
    ensure!(told.keys().cloned().collect::<BTreeSet<_>>() == ids, "{} came for {}", told.len(), ids.len());
    let changes = ids.iter().filter(|id| !id.ends_with("_1")).count();
    ensure!(changes > 0, "nobody did anything");

    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": LEAVING});
    let slug = once(system.address(), &post("/api/consultations/create/", "", &form)).await?;
    let slug = slug.ensure(201)?.json_text("/slug")?;
    run_on_server(&url, &receiver.settings(), &["forget", LEAVING])?;
    // A command wakes no worker; a start does.
    system.server(0)?.stop()?;
    system.resume(0).await?;
    let told = receiver.receive(&BTreeSet::from([format!("{slug}_deleted")])).await?;
    let is_same = |bodies: &Vec<String>| bodies.iter().all(|body| bodies.first() == Some(body));
    ensure!(told.values().all(is_same), "a webhook that arrived twice was not the same");
    let twice = told.values().map(|bodies| bodies.len() - 1).sum::<usize>();
    let verification = if verified {
        "The receivers of docs/operations.md, which use the specification's own libraries for JavaScript and Python, verified \
         each delivery. "
    } else {
        ""
    };
    let note = format!(
        "With webhooks on, the server was killed between changes and their delivery; then the receiver was down for an hour \
         of the database's time, hung, sent an answer without end, and answered 500, 429, 302 and 410. Each of {} changes \
         arrived, {changes} of them by admins, and a deletion. {verification}Webhooks that arrived twice, with the same id and \
         body: {twice}.",
        ids.len()
    );
    Ok(Balance { note: Some(note), ..balance })
}

/// Has an admin start some of the new records.
async fn start_new_records(staff: &Session) -> Result<()> {
    for slug in staff.slugs("/api/consultations?box=new").await?.iter().take(5) {
        let start = json!({"action": "start", "version": 1});
        staff.post(&format!("/api/consultations/{slug}/actions/"), &start).await?.ensure(200)?;
    }
    Ok(())
}

/// How many times as long as with a receiver that responds a form and an action may take with one that hangs.
const LONGEST: f64 = 1.1;
const PAIRS: usize = 31;
/// Requests of a pair to each server.
const REQUESTS: u64 = 40;

/// Compares the times of forms and of actions with a receiver that hangs to those with one that responds, in turn.
pub(crate) async fn compare_with_hanging_receiver() -> Result<String> {
    let hangs = WebhookReceiver::start(Reception::Hanging, Vec::new()).await?;
    let responds = WebhookReceiver::start(Reception::Kept, Vec::new()).await?;
    let hanging = System::start(&[&hangs.settings()[..], &[TRUSTED]].concat()).await?;
    let prompt = System::start(&[&responds.settings()[..], &[TRUSTED]].concat()).await?;
    let form: MakeRequest = Arc::new(|_| Form::new(Kind::Contact).request());
    let forms = compare_times([&hanging, &prompt], [&form, &form], 201).await?;
    let note = |staff: &Session| -> MakeRequest {
        let (access, note) = (bearer(&staff.access), json!({"action": "note", "text": "Called her."}));
        Arc::new(move |number| {
            post(&format!("/api/consultations/{}/actions/", number % 64 + 1), &access, &note)
        })
    };
    let notes = [&note(&hanging.sign_in().await?), &note(&prompt.sign_in().await?)];
    let actions = compare_times([&hanging, &prompt], notes, 200).await?;
    let show = |[hanging, prompt]: [f64; 2]| {
        format!("{hanging:.2} ms instead of {prompt:.2} ms, {:.2} ×", hanging / prompt)
    };
    let shown = format!(
        "With a receiver of webhooks that hangs, a form took {}, and an action {} (medians of {PAIRS} × {REQUESTS} requests in \
         turn, against a server whose receiver responds)",
        show(forms),
        show(actions)
    );
    let is_quick = |[hanging, prompt]: [f64; 2]| hanging <= prompt * LONGEST;
    ensure!(is_quick(forms) && is_quick(actions), "{shown}");
    Ok(format!("{shown}."))
}

/// Returns the median time of a request to each of two servers, asked in turn, in milliseconds.
async fn compare_times(systems: [&System; 2], make: [&MakeRequest; 2], status: u16) -> Result<[f64; 2]> {
    let ([first, second], [make_first, make_second]) = (systems, make);
    let (mut times, mut other_times) = (Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        for (system, make, times) in
            [(first, make_first, &mut times), (second, make_second, &mut other_times)]
        {
            for answer in answers(system.address(), 1, REQUESTS, Duration::ZERO, make).await? {
                ensure!(answer.status == status, "the server answered {}", answer.status);
                times.push(answer.milliseconds);
            }
        }
    }
    Ok([times, other_times].map(|times| percentile(50, times)))
}
