//! The command that answers a request for erasure: deletes all that came from an e-mail address.

#[cfg(test)]
mod tests;

use agency_core::{
    FORMS, contact,
    rule::{Kind, TextRule},
    search::TOKENISER,
};
use anyhow::{Result, anyhow};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Text},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use futures_util::TryStreamExt as _;

use crate::{
    lists::{bounds, lists_of, upkeep},
    search::words::email_key,
    storage::{
        self, Pool,
        schema::{idempotency_keys, words_progress},
    },
};

/// How an address is read.
const EMAIL: TextRule = contact::RULES.email;

/// The tables of stored forms, each with the columns that hold an address.
fn tables() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    FORMS.iter().filter_map(|form| {
        let addresses = form.texts.iter().filter(|rule| rule.kind == Kind::Email).map(|rule| rule.name);
        Some((form.stored?.table, addresses.collect::<Vec<_>>()))
    })
}

/// Deletes the stored forms of an address, files and idempotency keys with them, all of it or nothing, and tells how many
/// there were in each table.
#[expect(clippy::print_stdout, reason = "how many there were is what the command answers with")]
pub(crate) async fn forget(pool: &Pool, email: &str) -> Result<()> {
    let email = EMAIL.normalize(email);
    EMAIL.judge(&email).map_err(|message| anyhow!("{message}"))?;
    let key = email_key(&email);
    let mut connection = storage::get(pool).await?;
    let deleted = connection
        .transaction(async |connection| -> QueryResult<_> {
            // Many rows may be looked at, which takes longer than a request may.
            connection.batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0").await?;
            let mut deleted = Vec::new();
            for (table, addresses) in tables() {
                deleted.push((table, delete(connection, table, &addresses, &key).await?));
            }
            Ok(deleted)
        })
        .await?;
    for (table, rows) in deleted {
        println!("{table}: {rows}");
    }
    // What tells the lists of the deleted rows has their names, and goes when it is counted.
    upkeep::fold(&mut connection).await?;
    Ok(())
}

async fn delete(
    connection: &mut AsyncPgConnection,
    table: &str,
    addresses: &[&str],
    key: &str,
) -> QueryResult<usize> {
    let (ids, slugs): (Vec<_>, Vec<_>) = find(connection, table, addresses, key).await?.into_iter().unzip();
    for list in lists_of(table) {
        bounds::release(connection, &list, &ids).await?;
    }
    let deleted = sql_query(format!("DELETE FROM {table} WHERE id = ANY($1)"))
        .bind::<Array<BigInt>, _>(&ids)
        .execute(connection)
        .await?;
    diesel::delete(idempotency_keys::table.filter(idempotency_keys::slug.eq_any(slugs)))
        .execute(connection)
        .await?;
    Ok(deleted)
}

/// Ids and slugs of an address: those that are stored under it, and those whose words are still to be made. Compared here
/// too, because the database's lower case depends on how it was set up.
async fn find(
    connection: &mut AsyncPgConnection,
    table: &str,
    addresses: &[&str],
    key: &str,
) -> QueryResult<Vec<(i64, String)>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        id: i64,
        #[diesel(sql_type = Text)]
        slug: String,
        #[diesel(sql_type = Array<Text>)]
        addresses: Vec<String>,
    }
    let query = found_by(table, addresses, checked_to(connection, table).await?);
    let rows = sql_query(query).bind::<Text, _>(key).load_stream::<Row>(connection).await?;
    let found = rows.try_filter_map(async |row| {
        let matches = row.addresses.iter().any(|address| email_key(address) == key);
        Ok(matches.then_some((row.id, row.slug)))
    });
    found.try_collect().await
}

/// Up to which id every row of a table is found by its address.
async fn checked_to(connection: &mut AsyncPgConnection, table: &str) -> QueryResult<i64> {
    let checked = words_progress::table.filter(words_progress::tokeniser.ge(TOKENISER)).find(table);
    let checked = checked.select(words_progress::checked_to).get_result(connection).await.optional()?;
    Ok(checked.unwrap_or_default())
}

/// The statement for what an address may have sent: by the index of addresses, and beyond what is known to be in it by the
/// rows themselves, so that it takes no longer the more records there are. A number that is a constant tells Postgres how
/// few these are.
fn found_by(table: &str, addresses: &[&str], checked_to: i64) -> String {
    // A record is stored under one address; where a form asks for several, every row is looked at.
    let is_unknown = match addresses {
        [_] => format!(
            "id > {checked_to} AND NOT EXISTS ( \
                 SELECT FROM {table}_words AS s WHERE s.id = {table}.id AND s.tokeniser >= {TOKENISER})"
        ),
        _ => "true".to_owned(),
    };
    let row = format!("SELECT id, slug, ARRAY[{}]::text[] AS addresses FROM {table}", addresses.join(", "));
    let known = format!("id IN (SELECT id FROM {table}_words WHERE email_key = $1)");
    format!("{row} WHERE {known} UNION {row} WHERE {is_unknown}")
}
