//! Killed servers, and a receiver of webhooks that is down, hangs or refuses. Every change must reach it.

use crate::harness::prelude::*;

/// Counts transactions that a server keeps open while it waits for the receiver.
const HELD: &str = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'agency-server' \
     AND state LIKE 'idle in transaction%' AND state_change < now() - interval '5 seconds'";
const AN_HOUR_LATER: &str = "UPDATE webhooks SET due_at = due_at - interval '1 hour', \
     failing_since = failing_since - interval '1 hour'";
/// Makes webhooks of a killed server due at once, instead of after their lease.
const NOW: &str = "UPDATE webhooks SET due_at = now() WHERE state = 'waiting'";
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

/// The least share of the rate without webhooks that a receiver that hangs may leave.
const LEAST: f64 = 0.9;
const PAIRS: usize = 31;
const TIME: Duration = Duration::from_secs(1);

/// Compares the rates of forms and of actions with a receiver that hangs to those without webhooks, in turn.
pub(crate) async fn compare_with_hanging_receiver() -> Result<String> {
    let receiver = WebhookReceiver::start(Reception::Hanging, Vec::new()).await?;
    let settings = [&receiver.settings()[..], &[TRUSTED]].concat();
    let (with, without) = (System::start(&settings).await?, System::start(&[TRUSTED]).await?);
    let forms = async |system: &System| {
        let make: MakeRequest = Arc::new(|_| Form::new(Kind::Contact).request());
        rate(system.address(), 201, TIME, &make).await
    };
    let forms = median_ratio(&with, &without, forms).await?;
    let (staff_with, staff_without) = (with.sign_in().await?, without.sign_in().await?);
    let actions = async |system: &System| {
        let staff = if system.address() == staff_with.server { &staff_with } else { &staff_without };
        let (access, note) = (bearer(&staff.access), json!({"action": "note", "text": "Called her."}));
        let make: MakeRequest = Arc::new(move |number| {
            post(&format!("/api/consultations/{}/actions/", number % 64 + 1), &access, &note)
        });
        rate(system.address(), 200, TIME, &make).await
    };
    let actions = median_ratio(&with, &without, actions).await?;
    let shown = format!(
        "With a receiver of webhooks that hangs, the server stored {forms:.2} × the forms and did {actions:.2} × the actions of \
         a server without webhooks (medians of {PAIRS} pairs of a second)"
    );
    ensure!(forms >= LEAST && actions >= LEAST, "{shown}");
    Ok(format!("{shown}."))
}

/// Returns the median ratio of the rates of two servers, measured in turn.
async fn median_ratio(
    with: &System,
    without: &System,
    rate: impl AsyncFn(&System) -> Result<f64>,
) -> Result<f64> {
    let mut ratios = Vec::new();
    for pair in 0..PAIRS {
        // Whoever is first may find the machine in another state.
        ratios.push(if pair % 2 == 0 {
            rate(with).await? / rate(without).await?
        } else {
            let without = rate(without).await?;
            rate(with).await? / without
        });
    }
    Ok(percentile(50, ratios))
}
