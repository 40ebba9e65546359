//! `FROM 'games.pgn'`: files as tables.

use super::format::{GamesFormat, StoredAs};
use super::place::Place;
use super::rows::Rows;
use super::table::GamesTable;
use async_trait::async_trait;
use datafusion::catalog::{DynamicFileCatalog, TableProvider, UrlTableFactory};
use datafusion::datasource::dynamic_file::DynamicListTableFactory;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use std::sync::Arc;

/// Makes a session know files as tables by their names: of games and positions as ours, others as DataFusion's.
pub(crate) fn enable(context: &SessionContext) {
    let factory = Arc::new(Files::default());
    factory.others.session_store().with_state(context.state_weak_ref());
    let state = context.state_ref();
    let mut state = state.write();
    let catalogs = Arc::clone(state.catalog_list());
    state.register_catalog_list(Arc::new(DynamicFileCatalog::new(catalogs, factory)));
}

/// Makes a table of a name that is no table's.
#[derive(Debug, Default)]
struct Files {
    others: DynamicListTableFactory,
}

#[async_trait]
impl UrlTableFactory for Files {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        if StoredAs::of_name(name).is_none_or(|stored_as| stored_as == StoredAs::Puzzles) {
            // What ends with `.csv` may be any table.
            return self.others.try_new(name).await;
        }
        let format = GamesFormat { rows: Rows::Games, stored_as: None, names: Arc::default() };
        Ok(Some(Arc::new(GamesTable::new(vec![Place::new(name)?], format, &[])?)))
    }
}
