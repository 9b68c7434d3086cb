//! The command that creates an admin, gives one a new password, or removes one.

use std::borrow::Cow;

use agency_core::{admin::check_username, login::RULES};
use anyhow::{Result, anyhow, bail};
use diesel::{
    dsl::{self, exists},
    prelude::*,
    select,
    sql_types::Timestamptz,
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};
use rand::seq::IndexedRandom as _;

use crate::{
    auth::{
        account::{
            events::{By, done_by},
            queries,
        },
        password, second_factor,
        unassign::unassign,
    },
    storage::{self, Pool, schema::admins},
};

/// Without characters that look alike.
const ALPHABET: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const PASSWORD_LENGTH: usize = 24;

/// Creates an admin or resets one's password, ends that admin's sign-ins, and prints both.
///
/// With `first`, does nothing when there is any admin.
#[expect(clippy::print_stdout, reason = "the password is what the command answers with, this one time")]
pub(crate) async fn create_or_reset(pool: &Pool, name: &str, first: bool) -> Result<()> {
    let username = username(name)?;
    let mut connection = storage::get(pool).await?;
    // Who has such a name from before keeps it.
    if !select(exists(admins::table.filter(admins::username.eq(username.as_ref()))))
        .get_result(&mut connection)
        .await?
    {
        check_username(&username).map_err(|message| anyhow!("{message}"))?;
    }
    if first && select(exists(admins::table.select(admins::id))).get_result(&mut connection).await? {
        return Ok(());
    }
    let password = random_password();
    let hash = password::hash(&password)?;
    connection
        .transaction(async |connection| -> QueryResult<()> {
            // Waits for what is being issued to the admin, and keeps more from being issued until it is done.
            done_by(connection, By::Command).await?;
            let printed_at = dsl::now.into_sql::<Timestamptz>().nullable();
            let id: i64 = diesel::insert_into(admins::table)
                .values((admins::username.eq(username.as_ref()), admins::password_hash.eq(&hash)))
                .on_conflict(admins::username)
                .do_update()
                .set((admins::password_hash.eq(&hash), admins::password_printed_at.eq(printed_at)))
                .returning(admins::id)
                .get_result(connection)
                .await?;
            queries::end_all(connection, id).await
        })
        .await?;
    println!("username: {username}\npassword: {password}");
    Ok(())
}

/// Removes an admin, ends that admin's sign-ins, and gives the records that the admin had to nobody; an error when there is no such admin.
#[expect(clippy::print_stdout, reason = "who was removed is what the command answers with")]
pub(crate) async fn remove(pool: &Pool, name: &str) -> Result<()> {
    let username = username(name)?;
    let mut connection = storage::get(pool).await?;
    // Waits for what is being issued to the admin; the tokens go with their account.
    let removed = connection
        .transaction(async |connection| -> QueryResult<bool> {
            let Some(id) = lock(connection, &username).await? else { return Ok(false) };
            done_by(connection, By::Command).await?;
            unassign(connection, id).await?;
            diesel::delete(admins::table.find(id)).execute(connection).await?;
            Ok(true)
        })
        .await?;
    if !removed {
        bail!("there is no admin {username:?}");
    }
    println!("removed: {username}");
    Ok(())
}

/// Takes an admin's second factor away, for whoever has lost both the app and the recovery codes; an error when there is
/// none, or no such admin.
#[expect(clippy::print_stdout, reason = "whose second factor is off is what the command answers with")]
pub(crate) async fn end_second_factor(pool: &Pool, name: &str) -> Result<()> {
    let username = username(name)?;
    let mut connection = storage::get(pool).await?;
    let was_on = connection
        .transaction(async |connection| -> QueryResult<Option<bool>> {
            let Some(id) = lock(connection, &username).await? else { return Ok(None) };
            done_by(connection, By::Command).await?;
            second_factor::remove(connection, id).await.map(Some)
        })
        .await?;
    match was_on {
        None => bail!("there is no admin {username:?}"),
        Some(false) => bail!("the admin {username:?} has no second factor"),
        Some(true) => println!("second factor off: {username}"),
    }
    Ok(())
}

/// The number of the admin of a name.
pub(crate) async fn find(connection: &mut AsyncPgConnection, username: &str) -> QueryResult<Option<i64>> {
    let account = admins::table.filter(admins::username.eq(username));
    account.select(admins::id).first(connection).await.optional()
}

/// The number of the admin of a name, with the account locked until the transaction ends.
pub(crate) async fn lock(connection: &mut AsyncPgConnection, username: &str) -> QueryResult<Option<i64>> {
    let account = admins::table.filter(admins::username.eq(username));
    account.select(admins::id).for_update().first(connection).await.optional()
}

/// A name as accounts have it.
pub(crate) fn username(name: &str) -> Result<Cow<'_, str>> {
    let username = RULES.username.normalize(name);
    RULES.username.check_normalized(&username).map_err(|message| anyhow!("{message}"))?;
    Ok(username)
}

/// 24 of 56 characters: 139 random bits.
fn random_password() -> String {
    let mut rng = rand::rng();
    (0..PASSWORD_LENGTH).filter_map(|_| ALPHABET.choose(&mut rng)).map(|&byte| char::from(byte)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{ALPHABET, random_password};

    #[test]
    fn a_password_has_128_random_bits() {
        let passwords = (0..200).map(|_| random_password()).collect::<HashSet<_>>();
        assert_eq!(passwords.len(), 200);
        // Every character of the alphabet turns up, and each once in it: they are worth as many bits as they could be.
        let drawn = passwords.iter().flat_map(|password| password.bytes()).collect::<HashSet<_>>();
        assert_eq!(drawn, ALPHABET.iter().copied().collect());
        assert_eq!(drawn.len(), ALPHABET.len());
        for password in passwords {
            let bits = f64::from(u32::try_from(ALPHABET.len()).unwrap()).log2()
                * f64::from(u32::try_from(password.len()).unwrap());
            assert!(bits >= 128.0, "{bits}");
        }
    }
}
