//! Files in an object store.

use super::pattern::FilePattern;
use super::stored_as::StoredAs;
use datafusion::object_store::path::Path;
use datafusion::object_store::{Error, ObjectMeta, ObjectStore, ObjectStoreExt};
use futures::TryStreamExt;

/// Lists the files at a path, or else those that match a pattern in a folder; `None` if nothing is there. With
/// `is_folder`, the path can only be a folder.
///
/// # Errors
///
/// Returns an error if the store cannot list them.
pub(super) async fn files(
    store: &dyn ObjectStore,
    path: &Path,
    is_folder: bool,
    pattern: Option<(&Path, &FilePattern)>,
    only: Option<StoredAs>,
) -> Result<Option<Vec<ObjectMeta>>, String> {
    if let Some((folder, files)) = pattern {
        let objects = listed(store, folder).await?;
        if let Some(object) = objects.iter().find(|object| object.location == *path) {
            return Ok(Some(vec![object.clone()]));
        }
        if objects.iter().any(|object| object.location.prefix_matches(path)) {
            return filtered(objects, path, &FilePattern::folder(), only).map(Some);
        }
        return filtered(objects, folder, files, only).map(Some);
    }
    if !is_folder {
        match store.head(path).await {
            Ok(object) => return Ok(Some(vec![object])),
            Err(Error::NotFound { .. }) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    let objects = listed(store, path).await.map_err(|error| {
        if is_folder {
            error
        } else {
            format!("there is no such file, and it cannot be listed as a folder: {error}")
        }
    })?;
    if objects.is_empty() {
        Ok(None)
    } else {
        filtered(objects, path, &FilePattern::folder(), only).map(Some)
    }
}

/// Lists all objects in a folder and its subfolders.
async fn listed(store: &dyn ObjectStore, folder: &Path) -> Result<Vec<ObjectMeta>, String> {
    store.list(Some(folder)).try_collect().await.map_err(|error| error.to_string())
}

/// Returns the objects that a pattern selects, in the order of names.
///
/// # Errors
///
/// Returns an error if a folder has both text and tables.
fn filtered(
    mut objects: Vec<ObjectMeta>,
    folder: &Path,
    files: &FilePattern,
    only: Option<StoredAs>,
) -> Result<Vec<ObjectMeta>, String> {
    objects.retain(|object| {
        let names: Vec<_> = object.location.as_ref().split('/').skip(folder.parts_count()).collect();
        object.location.prefix_matches(folder) && files.has_file(&names, only)
    });
    objects.sort_by(|one, other| one.location.as_ref().split('/').cmp(other.location.as_ref().split('/')));
    files.check(&objects)?;
    Ok(objects)
}
