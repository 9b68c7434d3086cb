//! The accounts that a record can be assigned to.

use axum::{Json, extract::State};
use diesel::{declare_sql_function, prelude::*, sql_types::Text};
use diesel_async::RunQueryDsl;

use crate::{
    auth::{current_admin::CurrentAdmin, display_name::display_name},
    http::error::ApiError,
    inbox::submission::PersonResponse,
    storage::{self, Pool, schema::admins},
};

#[declare_sql_function]
extern "SQL" {
    fn lower(text: Text) -> Text;
}

/// `GET /api/admins/`: every account, in the order of the names.
#[utoipa::path(
    get,
    path = "/admins",
    tag = "work",
    responses((status = 200, description = "Every account", body = [PersonResponse]))
)]
pub(crate) async fn list_admins(
    _: CurrentAdmin,
    State(pool): State<Pool>,
) -> Result<Json<Vec<PersonResponse>>, ApiError> {
    let mut connection = storage::connection(&pool).await?;
    let people =
        admins::table.select(PersonResponse::as_select()).order((lower(display_name()), admins::username));
    Ok(Json(people.load(&mut connection).await?))
}
