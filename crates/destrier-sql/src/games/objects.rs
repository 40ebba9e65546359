//! Files in a store of objects.

use super::format::StoredAs;
use super::wanted::Wanted;
use datafusion::object_store::path::Path;
use datafusion::object_store::{Error, ObjectMeta, ObjectStore, ObjectStoreExt};
use futures::TryStreamExt;

/// What is at a path, or else fits a pattern in a folder; `None` if nothing is there. `is_folder` is whether the path is
/// surely that of a folder.
///
/// # Errors
///
/// When the store does not tell.
pub(super) async fn files(
    store: &dyn ObjectStore,
    path: &Path,
    is_folder: bool,
    pattern: Option<(&Path, &Wanted)>,
    only: Option<StoredAs>,
) -> Result<Option<Vec<ObjectMeta>>, String> {
    if let Some((folder, wanted)) = pattern {
        let objects = listed(store, folder).await?;
        if let Some(object) = objects.iter().find(|object| object.location == *path) {
            return Ok(Some(vec![object.clone()]));
        }
        if objects.iter().any(|object| object.location.prefix_matches(path)) {
            return Ok(Some(filtered(objects, path, &Wanted::folder(), only)));
        }
        return Ok(Some(filtered(objects, folder, wanted, only)));
    }
    if !is_folder {
        match store.head(path).await {
            Ok(object) => return Ok(Some(vec![object])),
            Err(Error::NotFound { .. }) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    let objects = listed(store, path).await.map_err(|error| match is_folder {
        true => error,
        false => format!("there is no such file, and it cannot be looked into as a folder: {error}"),
    })?;
    Ok(if objects.is_empty() { None } else { Some(filtered(objects, path, &Wanted::folder(), only)) })
}

/// All that is in a folder and in those below it.
async fn listed(store: &dyn ObjectStore, folder: &Path) -> Result<Vec<ObjectMeta>, String> {
    store.list(Some(folder)).try_collect().await.map_err(|error| error.to_string())
}

/// What is wanted of these, in the order of names.
fn filtered(
    mut objects: Vec<ObjectMeta>,
    folder: &Path,
    wanted: &Wanted,
    only: Option<StoredAs>,
) -> Vec<ObjectMeta> {
    objects.retain(|object| {
        let names: Vec<_> = object.location.as_ref().split('/').skip(folder.parts_count()).collect();
        object.location.prefix_matches(folder) && wanted.is_file(&names, only)
    });
    objects.sort_by(|one, other| one.location.as_ref().split('/').cmp(other.location.as_ref().split('/')));
    objects
}
