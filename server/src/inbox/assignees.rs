//! The accounts that a record can be assigned to.

use axum::{Json, extract::State};
use diesel::{dsl::sql, prelude::*, sql_types::Text};
use diesel_async::RunQueryDsl;

use crate::{
    auth::{display_name::display_name_sql, signed_in::SignedIn},
    http::error::ApiError,
    inbox::submission::PersonResponse,
    storage::{self, Pool, schema::admins},
};

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
    let people = admins::table
        .select((admins::username, sql::<Text>(&name)))
        .order((sql::<Text>(&format!("lower({name})")), admins::username));
    Ok(Json(people.load(&mut connection).await?))
}
