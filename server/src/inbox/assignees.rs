//! The accounts that a record can be assigned to.

use axum::{Json, extract::State};
use diesel::{QueryableByName, sql_query, sql_types::Text};
use diesel_async::RunQueryDsl as _;

use crate::{
    auth::{display_name::display_name_sql, signed_in::SignedIn},
    http::error::ApiError,
    inbox::submission::PersonResponse,
    storage::{self, Pool},
};

#[derive(QueryableByName)]
struct Account {
    #[diesel(sql_type = Text)]
    username: String,
    #[diesel(sql_type = Text)]
    name: String,
}

/// `GET /api/admins/`: every account, in the order of the names.
#[utoipa::path(
    get,
    path = "/api/admins/",
    tag = "work",
    security(("bearer" = [])),
    responses((status = 200, description = "Every account", body = [PersonResponse]))
)]
pub(crate) async fn list_admins(
    _: SignedIn,
    State(pool): State<Pool>,
) -> Result<Json<Vec<PersonResponse>>, ApiError> {
    let mut connection = storage::connection(&pool).await?;
    let name = display_name_sql("admins");
    let query = format!("SELECT username, {name} AS name FROM admins ORDER BY lower({name}), username");
    let accounts: Vec<Account> = sql_query(query).load(&mut connection).await?;
    let people = accounts.into_iter().map(|Account { username, name }| PersonResponse { username, name });
    Ok(Json(people.collect()))
}
