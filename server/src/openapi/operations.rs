//! The operations of a description.

use utoipa::openapi::{OpenApi, path::Operation};

/// Returns all operations.
pub(super) fn operations(description: &mut OpenApi) -> impl Iterator<Item = &mut Operation> {
    description.paths.paths.values_mut().flat_map(|path| [path.get.as_mut(), path.post.as_mut()]).flatten()
}
