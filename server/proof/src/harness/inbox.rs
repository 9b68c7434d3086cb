//! Compares the API's responses with the acknowledged forms.

use crate::harness::prelude::*;

/// Server, and the database with its accounts.
pub(crate) struct Inbox {
    pub(crate) server: SocketAddr,
    pub(crate) database_url: String,
}

/// Signed-in client with one connection.
struct Reader {
    connection: Connection,
    access: String,
}

impl Inbox {
    /// Returns the contradictions between the API and the acknowledged forms, provided that no others are stored.
    ///
    /// Checks the counts of lists and boxes, the rows of lists and exports, and a search for each form.
    pub(crate) async fn contradictions(&self, receipts: &[Receipt]) -> Result<Vec<String>> {
        let password = create_admin(&self.database_url, "auditor")?;
        let access = Session::sign_in(self.server, "auditor", &password).await?.access;
        let mut reader = Reader { connection: Connection::open(self.server).await?, access };
        let mut found = Vec::new();
        for &kind in Kind::ALL {
            let (list, acknowledged) = (kind.list(), receipts.iter().filter(|receipt| receipt.kind == kind));
            let slugs = acknowledged.clone().map(|receipt| receipt.slug.as_str()).collect::<BTreeSet<_>>();
            let rows = u64::try_from(slugs.len())?;
            let count = reader.json(&format!("/api/{list}")).await?.get("count").and_then(Value::as_u64);
            let boxes = reader.json("/api/inbox/").await?;
            let boxes = boxes.get(list).and_then(Value::as_object).context("a list has no boxes")?;
            let in_boxes = boxes.values().filter_map(Value::as_u64).sum::<u64>();
            for (what, count) in [("list", count.context("a list has no count")?), ("boxes", in_boxes)] {
                if count != rows {
                    found.push(format!("the count of the {what} is {count} for {rows} {list}"));
                }
            }
            for (what, named) in
                [("list", reader.listed(list, rows).await?), ("export", reader.exported(list).await?)]
            {
                if !named.iter().map(String::as_str).eq(slugs.iter().copied()) {
                    found.push(format!("the {what} has {} of {rows} {list}, or other ones", named.len()));
                }
            }
            for Receipt { key, slug, .. } in acknowledged {
                let hits = reader.slugs(&format!("/api/{list}?q={key}")).await?;
                if hits != [slug.as_str()] {
                    found.push(format!("a search for one of the {list} finds {}", hits.len()));
                }
            }
        }
        Ok(found)
    }
}

impl Reader {
    async fn json(&mut self, path: &str) -> Result<Value> {
        self.connection.send(&get(path, &self.access)).await?.ensure(200)?.json()
    }

    /// Returns the slugs on a page.
    async fn slugs(&mut self, path: &str) -> Result<Vec<String>> {
        let page = self.json(path).await?;
        let rows = page.get("results").and_then(Value::as_array).context("a page has no results")?;
        Ok(rows.iter().filter_map(|row| row.get("slug")?.as_str()).map(str::to_owned).collect())
    }

    /// Returns the sorted slugs on all pages of a list.
    async fn listed(&mut self, list: &str, rows: u64) -> Result<Vec<String>> {
        let mut slugs = Vec::new();
        for page in 1..=rows.div_ceil(10) {
            slugs.extend(self.slugs(&format!("/api/{list}?page={page}")).await?);
        }
        slugs.sort();
        Ok(slugs)
    }

    /// Returns the sorted slugs in an export, which are its last column.
    async fn exported(&mut self, list: &str) -> Result<Vec<String>> {
        let answer = self.connection.send(&get(&format!("/api/{list}/export.csv"), &self.access)).await?;
        let file = String::from_utf8(answer.ensure(200)?.body)?;
        let slugs = file.lines().skip(1).filter_map(|line| Some(line.rsplit_once(',')?.1.to_owned()));
        let mut slugs = slugs.collect::<Vec<_>>();
        slugs.sort();
        Ok(slugs)
    }
}
