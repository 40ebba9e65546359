//! Files as tables by their names: `FROM 'games.pgn'`.

use super::provider::GamesTable;
use crate::games::listing::location::FileLocation;
use async_trait::async_trait;
use datafusion::catalog::{DynamicFileCatalog, TableProvider, UrlTableFactory};
use datafusion::datasource::dynamic_file::DynamicListTableFactory;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use destrier_games::{InputFormat, Table};
use std::sync::Arc;

/// Lets a session read files by their names: games and positions as our tables, other files as DataFusion's.
pub(crate) fn enable(context: &SessionContext) {
    let factory = Arc::new(FileTables::default());
    factory.others.session_store().with_state(context.state_weak_ref());
    let state = context.state_ref();
    let mut state = state.write();
    let catalogs = Arc::clone(state.catalog_list());
    state.register_catalog_list(Arc::new(DynamicFileCatalog::new(catalogs, factory)));
}

/// Makes a table of a name that no other table has.
#[derive(Debug, Default)]
struct FileTables {
    others: DynamicListTableFactory,
}

#[async_trait]
impl UrlTableFactory for FileTables {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        if InputFormat::of_name(name.as_ref()).is_none_or(|format| format.endings.contains(&"csv")) {
            // A file that ends with `.csv` may be any table.
            return self.others.try_new(name).await;
        }
        let table = GamesTable::new(vec![FileLocation::new(name)?], Table::Games, None)?;
        Ok(Some(Arc::new(table)))
    }
}
