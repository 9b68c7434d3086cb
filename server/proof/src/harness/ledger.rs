//! Compares acknowledged forms with the database and with the API.

use tokio::sync::watch;

use crate::harness::prelude::*;

/// Record of all responses to visitors. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Ledger(watch::Sender<Book>);

#[derive(Clone, Default)]
struct Book {
    receipts: Vec<Receipt>,
    refused: usize,
    unanswered: usize,
    surprises: BTreeMap<String, usize>,
}

/// Form with a 201 response.
#[derive(Clone)]
struct Receipt {
    form: Form,
    slug: String,
    took: Duration,
}

/// Comparison of acknowledged forms and rows.
#[derive(Debug)]
pub(crate) struct Balance {
    pub(crate) acknowledged: usize,
    pub(crate) rows: usize,
    /// Acknowledged forms without a row.
    pub(crate) missing: usize,
    /// Further rows of forms that have a row.
    pub(crate) doubled: usize,
    /// CVs that differ from the sent files.
    pub(crate) altered: usize,
    /// Responses of 503 or 429 with `Retry-After`.
    pub(crate) refused: usize,
    pub(crate) unanswered: usize,
    /// Unexpected responses and contradictions of the API, with their counts.
    pub(crate) surprises: BTreeMap<String, usize>,
    /// 99th percentile of the response times of acknowledged forms in milliseconds.
    pub(crate) within: f64,
    /// Paragraph for the report.
    pub(crate) note: Option<String>,
}

impl Ledger {
    /// Records the response to a form. Returns whether the form was stored.
    pub(crate) fn note(&self, form: &Form, answer: Result<Answer>, took: Duration) -> bool {
        // A server adds a request ID to all its responses, a balancer does not.
        let is_of_server = |answer: &Answer| answer.status < 500 || answer.header("x-request-id").is_some();
        let answer = answer.ok().filter(is_of_server);
        let stored = answer.as_ref().filter(|answer| answer.status == 201);
        let slug = stored.and_then(|answer| answer.json_text("/slug").ok());
        let is_stored = slug.is_some();
        self.0.send_modify(|book| match (answer, slug) {
            (_, Some(slug)) => book.receipts.push(Receipt { form: form.clone(), slug, took }),
            (None, _) => book.unanswered += 1,
            (Some(answer), _) if answer.is_refused() => book.refused += 1,
            (Some(Answer { status, body, .. }), _) => {
                let surprise = format!("{status} {}", String::from_utf8_lossy(&body));
                *book.surprises.entry(surprise).or_default() += 1;
            }
        });
        is_stored
    }

    /// Waits until `count` more forms are answered with 201.
    pub(crate) async fn more(&self, count: usize) -> Result<()> {
        let goal = self.0.borrow().receipts.len() + count;
        self.wait_for("forms are stored", |book| book.receipts.len() >= goal).await
    }

    /// Waits until one more request is refused.
    pub(crate) async fn refused(&self) -> Result<()> {
        let before = self.0.borrow().refused;
        self.wait_for("a form is refused", |book| book.refused > before).await
    }

    async fn wait_for(&self, goal: &str, is_reached: impl Fn(&Book) -> bool) -> Result<()> {
        let reached = wait_for(&self.0, goal, is_reached).await;
        reached.with_context(|| format!("{:?}", self.0.borrow().surprises))
    }

    /// Checks that each acknowledged form is stored once and unchanged, and that the API agrees. All visitors must have
    /// left.
    pub(crate) async fn settle(&self, server: SocketAddr, database_url: &str) -> Result<Balance> {
        let Book { receipts, refused, unanswered, mut surprises } = self.0.borrow().clone();
        let password = create_admin(database_url, "auditor")?;
        let auditor = Session::sign_in(server, "auditor", &password).await?;
        for &kind in Kind::ALL {
            let receipts = receipts.iter().filter(|receipt| receipt.form.kind == kind).collect::<Vec<_>>();
            for contradiction in contradictions(&auditor, kind.list(), &receipts).await? {
                *surprises.entry(contradiction).or_default() += 1;
            }
        }
        let rows = rows(database_url, KEYS_AND_SLUGS).await?;
        let (mut keys, mut stored, mut altered) = (HashSet::new(), HashSet::new(), 0);
        for row in &rows {
            let (key, file): (&str, Option<Vec<u8>>) = (row.try_get(0)?, row.try_get(2)?);
            altered += usize::from(file.is_some_and(|hash| hash != cv_hash(key)));
            keys.insert(key);
            stored.insert((key, row.try_get(1)?));
        }
        let is_stored = |receipt: &Receipt| stored.contains(&(&*receipt.form.key, &*receipt.slug));
        let balance = Balance {
            acknowledged: receipts.len(),
            rows: rows.len(),
            missing: receipts.iter().filter(|receipt| !is_stored(receipt)).count(),
            doubled: rows.len() - keys.len(),
            altered,
            refused,
            unanswered,
            surprises,
            within: percentile(99, receipts.iter().map(|receipt| milliseconds(receipt.took)).collect()),
            note: None,
        };
        let faults = [balance.missing, balance.doubled, balance.altered, balance.surprises.len()];
        let is_sound = balance.acknowledged > 0 && balance.acknowledged == balance.rows && faults == [0; 4];
        ensure!(is_sound, "{balance:?}");
        Ok(balance)
    }
}

/// Returns the contradictions between a list of the API and the acknowledged forms, provided that no others are stored.
///
/// Checks the counts of the list and its boxes, the rows of list and export, and a search for each form.
async fn contradictions(auditor: &Session, list: &str, receipts: &[&Receipt]) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut slugs = receipts.iter().map(|receipt| receipt.slug.clone()).collect::<Vec<_>>();
    slugs.sort();
    slugs.dedup();
    let rows = u64::try_from(slugs.len())?;
    let page = auditor.read_json(&format!("/api/{list}")).await?;
    let boxes = auditor.read_json("/api/inbox/").await?;
    let boxes = boxes.get(list).and_then(Value::as_object).context("a list has no boxes")?;
    let in_boxes = boxes.values().filter_map(Value::as_u64).sum::<u64>();
    let count = page.get("count").and_then(Value::as_u64);
    for (what, count) in [("list", count), ("boxes", Some(in_boxes))] {
        if count != Some(rows) {
            found.push(format!("the count of the {what} is {count:?} for {rows} {list}"));
        }
    }
    let mut listed = Vec::new();
    for page in 1..=rows.div_ceil(10) {
        listed.extend(auditor.slugs(&format!("/api/{list}?page={page}")).await?);
    }
    let export = auditor.get(&format!("/api/{list}/export.csv")).await?.ensure(200)?.body;
    let mut lines = str::from_utf8(&export)?.lines();
    let header = lines.next().context("an export has no header")?;
    // From the end, because texts before it contain commas.
    let place = header.rsplit(',').position(|name| name == "slug").context("an export has no slugs")?;
    let exported =
        lines.filter_map(|line| Some(line.rsplit(',').nth(place)?.trim_matches('"').to_owned())).collect();
    for (what, mut named) in [("list", listed), ("export", exported)] {
        named.sort();
        if named != slugs {
            found.push(format!("the {what} has {} of {rows} {list}, or other ones", named.len()));
        }
    }
    for Receipt { form, slug, .. } in receipts {
        let hits = auditor.slugs(&format!("/api/{list}?q={}", form.key)).await?;
        if hits != [slug.as_str()] {
            found.push(format!("a search for one of the {list} finds {}", hits.len()));
        }
    }
    Ok(found)
}

impl Balance {
    /// Checks that every request was served.
    pub(crate) fn ensure_smooth(self) -> Result<Self> {
        ensure!(self.refused == 0 && self.unanswered == 0, "visitors were not served: {self:?}");
        Ok(self)
    }
}
