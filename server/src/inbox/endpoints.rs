//! The endpoints that every kind of record has.
//!
//! Each kind declares them by `endpoints`, so that the documentation has the types of its records. What they do is the same
//! for all kinds, in the functions that they call.

/// Declares the endpoints of a record type in a module `staff`, with `routes`, which returns them.
///
/// `list` is the name of the table, and `record` that of one record.
macro_rules! endpoints {
    ($record:ident, list: $list:literal, record: $name:literal) => {
        /// The calls of staff.
        pub(crate) mod staff {
            use std::sync::Arc;

            use axum::{
                Extension, Json,
                extract::{FromRef, Query, Request, State},
                http::{HeaderMap, Method, Version},
                response::Response,
            };
            use utoipa_axum::{router::OpenApiRouter, routes};

            use super::$record;
            use $crate::{
                auth::current_admin::CurrentAdmin,
                http::error::{ApiError, ErrorResponse},
                inbox::{
                    actions::{act_on_submission, act_on_submissions},
                    counts::count_submissions,
                    export::{
                        routes::{describe_file, export_submissions, get_submissions_file},
                        state::ExportState,
                    },
                    model::{
                        actions::{ActionBody, BulkBody, BulkResponse, ConflictResponse},
                        counts::BoxCountsResponse,
                        export::ExportResponse,
                        history::HistoryResponse,
                        list::ListResponse,
                        params::{HistoryParams, KeyParams, ListParams},
                        record::{DetailResponse, NeighboursResponse},
                    },
                    routes::{
                        KeyPath, get_submission, get_submission_history, get_submission_neighbours,
                        list_submissions,
                    },
                    state::InboxState,
                },
            };

            /// Returns the endpoints for signed-in staff.
            pub(crate) fn routes<S>() -> OpenApiRouter<S>
            where
                S: Clone + Send + Sync + 'static,
                Arc<InboxState>: FromRef<S>,
                Arc<ExportState>: FromRef<S>,
            {
                OpenApiRouter::new()
                    .routes(routes!(list))
                    .routes(routes!(act_on_several))
                    .routes(routes!(count))
                    .routes(routes!(export))
                    .routes(routes!(get))
                    .routes(routes!(get_history))
                    .routes(routes!(get_neighbours))
                    .routes(routes!(act))
            }

            /// Returns a page of the list.
            #[utoipa::path(
                get,
                path = concat!("/", $list),
                tag = $list,
                operation_id = concat!("list_", $list),
                params(
                    ListParams,
                    ("if-none-match" = Option<String>, Header, description = "The tag of the answer that the client has")
                ),
                responses(
                    (status = 200, description = "One page, with its tag", body = ListResponse<$record>),
                    (status = 304, description = "Not modified"),
                    (status = 422, description = "Invalid fields", body = ErrorResponse)
                )
            )]
            async fn list(
                admin: CurrentAdmin,
                State(state): State<Arc<InboxState>>,
                ListParams(filter): ListParams,
                headers: HeaderMap,
            ) -> Result<Response, ApiError> {
                list_submissions::<$record>(&state, &admin, &filter, &headers).await
            }

            /// Returns the number of records in each box.
            ///
            /// Box, order and page have no effect here.
            #[utoipa::path(
                get,
                path = concat!("/", $list, "/counts"),
                tag = $list,
                operation_id = concat!("count_", $list),
                params(
                    ListParams,
                    ("if-none-match" = Option<String>, Header, description = "The tag of the answer that the client has")
                ),
                responses(
                    (status = 200, description = "The counts, with their tag", body = BoxCountsResponse),
                    (status = 304, description = "Not modified"),
                    (status = 422, description = "Invalid fields", body = ErrorResponse)
                )
            )]
            async fn count(
                admin: CurrentAdmin,
                State(state): State<Arc<InboxState>>,
                ListParams(filter): ListParams,
                headers: HeaderMap,
            ) -> Result<Response, ApiError> {
                count_submissions::<$record>(&state, &admin, filter, &headers).await
            }

            /// Returns a record with its history and the records from the same address.
            #[utoipa::path(
                get,
                path = concat!("/", $list, "/{key}"),
                tag = $list,
                operation_id = concat!("get_", $name),
                params(
                    ("key" = String, Path, description = "The record's slug or id"),
                    ("if-none-match" = Option<String>, Header, description = "The tag of the answer that the client has")
                ),
                responses(
                    (status = 200, description = "The record, with its tag", body = DetailResponse<$record>),
                    (status = 304, description = "The record has not changed since the answer of that tag"),
                    (status = 404, description = "There is no such record", body = ErrorResponse)
                )
            )]
            async fn get(
                admin: CurrentAdmin,
                State(state): State<Arc<InboxState>>,
                key: KeyPath,
                headers: HeaderMap,
            ) -> Result<Response, ApiError> {
                get_submission::<$record>(&state, &admin, &key, &headers).await
            }

            /// Returns the 200 events of a record before another one.
            #[utoipa::path(
                get,
                path = concat!("/", $list, "/{key}/history"),
                tag = $list,
                operation_id = concat!("get_", $name, "_history"),
                params(("key" = String, Path, description = "The record's slug or id"), HistoryParams),
                responses(
                    (status = 200, description = "At most 200 events, oldest first", body = HistoryResponse),
                    (status = 404, description = "There is no such record", body = ErrorResponse)
                )
            )]
            async fn get_history(
                _: CurrentAdmin,
                State(state): State<Arc<InboxState>>,
                key: KeyPath,
                Query(HistoryParams { before }): Query<HistoryParams>,
            ) -> Result<Json<HistoryResponse>, ApiError> {
                get_submission_history::<$record>(&state, &key, before).await
            }

            /// Returns the records before and after a record in a list.
            ///
            /// They are found from the record's own place, so also when it has left the list. The page number has no effect
            /// here.
            #[utoipa::path(
                get,
                path = concat!("/", $list, "/{key}/neighbours"),
                tag = $list,
                operation_id = concat!("get_", $name, "_neighbours"),
                params(("key" = String, Path, description = "The record's slug or id"), ListParams),
                responses(
                    (status = 200, description = "The records before and after this one", body = NeighboursResponse),
                    (status = 404, description = "There is no such record", body = ErrorResponse),
                    (status = 422, description = "Invalid fields", body = ErrorResponse)
                )
            )]
            async fn get_neighbours(
                admin: CurrentAdmin,
                State(state): State<Arc<InboxState>>,
                key: KeyPath,
                ListParams(filter): ListParams,
            ) -> Result<Json<NeighboursResponse>, ApiError> {
                get_submission_neighbours::<$record>(&state, &admin, &key, &filter).await
            }

            /// Applies an action to a record, and returns the record.
            ///
            /// Errors are checked in this order: 400 or 422 for a malformed request, 404, 409 for a reused key or another
            /// version, 422 for an action that the rules do not allow.
            #[utoipa::path(
                post,
                path = concat!("/", $list, "/{key}/actions"),
                tag = $list,
                operation_id = concat!("act_on_", $name),
                params(("key" = String, Path, description = "The record's slug or id"), KeyParams),
                request_body = ActionBody,
                responses(
                    (
                        status = 200,
                        description = "The record as it is now, done or done before",
                        body = DetailResponse<$record>
                    ),
                    (status = 404, description = "There is no such record", body = ErrorResponse),
                    (
                        status = 409,
                        description = "Somebody else changed the record, or the key was used with other content",
                        body = ConflictResponse<$record>
                    ),
                    (status = 422, description = "Invalid fields", body = ErrorResponse)
                )
            )]
            async fn act(
                admin: CurrentAdmin,
                State(state): State<Arc<InboxState>>,
                key: KeyPath,
                request: Request,
            ) -> Result<Response, ApiError> {
                act_on_submission::<$record>(&state, &admin, &key, request).await
            }

            /// Applies an action to several records, each in a transaction of its own.
            ///
            /// Each record succeeds or fails by itself, in the order of the request: 404, 409 and 422 are its result. A
            /// repeated key changes nothing that was changed.
            #[utoipa::path(
                post,
                path = concat!("/", $list, "/actions"),
                tag = $list,
                operation_id = concat!("act_on_", $list),
                params(KeyParams),
                request_body = BulkBody,
                responses(
                    (status = 200, description = "The result of each record", body = BulkResponse<$record>),
                    (status = 422, description = "Invalid fields", body = ErrorResponse)
                )
            )]
            async fn act_on_several(
                admin: CurrentAdmin,
                State(state): State<Arc<InboxState>>,
                request: Request,
            ) -> Result<Json<BulkResponse<$record>>, ApiError> {
                act_on_submissions::<$record>(&state, &admin, request).await
            }

            /// Creates a link to the list as a file.
            ///
            /// A browser follows it without a token and streams the file to the disk. The page number has no effect here.
            #[utoipa::path(
                post,
                path = concat!("/", $list, "/export"),
                tag = $list,
                operation_id = concat!("export_", $list),
                params(ListParams),
                responses(
                    (status = 200, description = "The link", body = ExportResponse),
                    (status = 422, description = "Invalid fields", body = ErrorResponse)
                )
            )]
            async fn export(
                admin: CurrentAdmin,
                State(state): State<Arc<ExportState>>,
                ListParams(filter): ListParams,
            ) -> Result<Json<ExportResponse>, ApiError> {
                export_submissions::<$record>(&state, &admin, filter)
            }

            /// Sends the list as a file to a signed-in admin or to a client with a link.
            #[utoipa::path(
                get,
                path = concat!("/", $list, "/export.csv"),
                tag = $list,
                operation_id = concat!("get_", $list, "_file"),
                description = describe_file::<$record>(),
                params(
                    ListParams,
                    ("token" = Option<String>, Query, description = "The token of a link, in place of an access token.")
                ),
                responses(
                    (status = 200, description = "The file", body = String, content_type = "text/csv"),
                    (status = 422, description = "Invalid fields", body = ErrorResponse),
                    (status = 505, description = "The request came by an older HTTP than 1.1", body = ErrorResponse)
                )
            )]
            pub(crate) async fn get_file(
                Extension(admin): Extension<CurrentAdmin>,
                State(state): State<Arc<ExportState>>,
                ListParams(filter): ListParams,
                (method, version): (Method, Version),
            ) -> Result<Response, ApiError> {
                get_submissions_file::<$record>(state, admin, filter, &method, version).await
            }
        }
    };
}
pub(crate) use endpoints;
