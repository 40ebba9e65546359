//! File names as tables: `FROM 'games.pgn'`.

use super::provider::GamesTable;
use crate::games::listing::location::FileLocation;
use crate::games::listing::stored_as;
use async_trait::async_trait;
use datafusion::catalog::{DynamicFileCatalog, TableProvider, UrlTableFactory};
use datafusion::datasource::dynamic_file::DynamicListTableFactory;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use destrier_games::Table;
use std::sync::Arc;

/// Enables file names as tables. Games and positions become Destrier's tables, other files DataFusion's.
pub(crate) fn enable(context: &SessionContext) {
    let factory = Arc::new(FileTables::default());
    factory.others.session_store().with_state(context.state_weak_ref());
    let state = context.state_ref();
    let mut state = state.write();
    let catalogs = Arc::clone(state.catalog_list());
    state.register_catalog_list(Arc::new(DynamicFileCatalog::new(catalogs, factory)));
}

/// Creates a table for a name that no other table has.
#[derive(Debug, Default)]
struct FileTables {
    others: DynamicListTableFactory,
}

#[async_trait]
impl UrlTableFactory for FileTables {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        // A CSV file need not contain puzzles, and a Parquet file need not contain games.
        if stored_as::of_name(name).is_none_or(|format| format.is_table() || format.endings.contains(&"csv"))
        {
            return self.others.try_new(name).await;
        }
        let table = GamesTable::new(vec![FileLocation::new(name)?], Table::Games, None)?;
        Ok(Some(Arc::new(table)))
    }
}
