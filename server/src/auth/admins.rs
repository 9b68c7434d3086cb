//! Creates and removes admins, for `agency-server admin`.
#![expect(clippy::print_stdout, reason = "the command prints the results")]

use std::borrow::Cow;

use agency_core::{admin::check_username, login::RULES};
use anyhow::{Context as _, Result, anyhow, ensure};
use diesel::{
    dsl::{self, exists},
    prelude::*,
    select, sql_query,
    sql_types::{BigInt, Timestamptz},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};
use rand::seq::IndexedRandom as _;

use crate::{
    auth::{
        account::{
            events::{Actor, set_actor},
            queries::end_sessions,
        },
        display_name::display_name_sql,
        password, second_factor,
    },
    storage::{self, Pool, schema::admins},
};

/// The characters of printed passwords: none that look alike.
const ALPHABET: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const PASSWORD_LENGTH: usize = 24;

/// Creates an admin, or resets an admin's password and ends all sessions. Prints the password.
///
/// With `first`, does nothing if there is any admin.
pub(crate) async fn create_or_reset(pool: &Pool, name: &str, first: bool) -> Result<()> {
    let username = normalize_username(name)?;
    let mut connection = storage::get(pool).await?;
    let is_known = select(exists(admins::table.filter(admins::username.eq(username.as_ref()))));
    // Names from before a rule was changed stay valid.
    if !is_known.get_result(&mut connection).await? {
        check_username(&username).map_err(|message| anyhow!("{message}"))?;
    }
    if first && select(exists(admins::table.select(admins::id))).get_result(&mut connection).await? {
        return Ok(());
    }
    let password = random_password();
    let hash = password::hash(&password)?;
    connection
        .transaction(async |connection| -> QueryResult<()> {
            set_actor(connection, Actor::Command).await?;
            let printed_at = dsl::now.into_sql::<Timestamptz>().nullable();
            // Locks the account, so that no session starts until the transaction ends.
            let id: i64 = diesel::insert_into(admins::table)
                .values((admins::username.eq(username.as_ref()), admins::password_hash.eq(&hash)))
                .on_conflict(admins::username)
                .do_update()
                .set((admins::password_hash.eq(&hash), admins::password_printed_at.eq(printed_at)))
                .returning(admins::id)
                .get_result(connection)
                .await?;
            end_sessions(connection, id).await
        })
        .await?;
    println!("username: {username}\npassword: {password}");
    Ok(())
}

/// Removes an admin. Ends their sessions and unassigns their records.
pub(crate) async fn remove(pool: &Pool, name: &str) -> Result<()> {
    let username = normalize_username(name)?;
    let mut connection = storage::get(pool).await?;
    connection
        .transaction(async |connection| -> Result<()> {
            let id = lock_for_command(connection, &username).await?;
            unassign_records(connection, id).await?;
            diesel::delete(admins::table.find(id)).execute(connection).await?;
            Ok(())
        })
        .await?;
    println!("removed: {username}");
    Ok(())
}

/// Unassigns all records of a locked admin, and adds that to their history.
async fn unassign_records(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<usize> {
    let statement = format!(
        "WITH changed AS ( \
             UPDATE submissions SET assigned_to = NULL, version = version + 1 WHERE assigned_to = $1 \
             RETURNING id, state \
         ) \
         INSERT INTO history (submission_id, action, from_state, to_state, from_admin) \
         SELECT changed.id, 'assign', state, state, {} \
         FROM changed, admins WHERE admins.id = $1 ORDER BY changed.id",
        display_name_sql("admins")
    );
    sql_query(statement).bind::<BigInt, _>(admin_id).execute(connection).await
}

/// Turns an admin's second factor off, for an admin who has lost both the app and the recovery codes.
pub(crate) async fn end_second_factor(pool: &Pool, name: &str) -> Result<()> {
    let username = normalize_username(name)?;
    let mut connection = storage::get(pool).await?;
    connection
        .transaction(async |connection| -> Result<()> {
            let id = lock_for_command(connection, &username).await?;
            let was_on = second_factor::turn_off(connection, id).await?;
            ensure!(was_on, "the admin {username:?} has no second factor");
            Ok(())
        })
        .await?;
    println!("second factor off: {username}");
    Ok(())
}

/// Returns the id of an admin.
pub(crate) async fn find_admin_id(connection: &mut AsyncPgConnection, username: &str) -> Result<i64> {
    let account = admins::table.filter(admins::username.eq(username)).select(admins::id);
    account.first(connection).await.optional()?.with_context(|| no_admin(username))
}

/// Locks an admin's account until the transaction ends, for a change by the command. Returns the admin's id.
pub(crate) async fn lock_for_command(connection: &mut AsyncPgConnection, username: &str) -> Result<i64> {
    let account = admins::table.filter(admins::username.eq(username)).select(admins::id);
    let id = account.for_update().first(connection).await.optional()?;
    set_actor(connection, Actor::Command).await?;
    id.with_context(|| no_admin(username))
}

fn no_admin(username: &str) -> String {
    format!("there is no admin {username:?}")
}

/// Normalizes and checks a username.
pub(crate) fn normalize_username(name: &str) -> Result<Cow<'_, str>> {
    let username = RULES.username.normalize(name);
    RULES.username.check_normalized(&username).map_err(|message| anyhow!("{message}"))?;
    Ok(username)
}

/// Returns 24 of 56 characters: 139 random bits.
fn random_password() -> String {
    let mut rng = rand::rng();
    (0..PASSWORD_LENGTH).filter_map(|_| ALPHABET.choose(&mut rng)).map(|&byte| char::from(byte)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{ALPHABET, random_password};

    #[test]
    fn generates_password_of_128_random_bits() {
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
