//! `CREATE EXTERNAL TABLE … STORED AS PGN`.

use super::provider::GamesTable;
use crate::games::listing::location::FileLocation;
use crate::games::listing::stored_as::{self, StoredAs};
use async_trait::async_trait;
use datafusion::catalog::{Session, TableProvider, TableProviderFactory};
use datafusion::common::{plan_datafusion_err, plan_err};
use datafusion::error::Result;
use datafusion::logical_expr::CreateExternalTable;
use destrier_games::Table;
use std::collections::HashMap;
use std::sync::Arc;

/// Creates tables of one storage format.
#[derive(Debug)]
pub(in crate::games) struct GamesTableFactory {
    stored_as: StoredAs,
}

impl GamesTableFactory {
    pub(in crate::games) const fn new(stored_as: StoredAs) -> Self {
        Self { stored_as }
    }

    /// Returns the value of the option `rows`.
    ///
    /// # Errors
    ///
    /// Returns an error for other options, and for a value that is not in [`Table::ALL`].
    fn rows(&self, options: &HashMap<String, String>) -> Result<Table> {
        let mut rows = Table::default();
        for (key, value) in options {
            match key.strip_prefix("format.").unwrap_or(key) {
                "rows" => rows = value.parse().map_err(|error| plan_datafusion_err!("{error}"))?,
                other => {
                    return plan_err!(
                        "{}: unknown option {other}; the only option is rows",
                        stored_as::name(self.stored_as)
                    );
                }
            }
        }
        Ok(rows)
    }
}

#[async_trait]
impl TableProviderFactory for GamesTableFactory {
    async fn create(&self, state: &dyn Session, cmd: &CreateExternalTable) -> Result<Arc<dyn TableProvider>> {
        if !cmd.schema.fields().is_empty() {
            return plan_err!(
                "a {} table has fixed columns; omit the column list",
                stored_as::name(self.stored_as)
            );
        }
        if !cmd.order_exprs.is_empty() || cmd.unbounded {
            return plan_err!(
                "WITH ORDER and UNBOUNDED are not supported for {}",
                stored_as::name(self.stored_as)
            );
        }
        if !cmd.table_partition_cols.is_empty() {
            return plan_err!(
                "PARTITIONED BY is not supported for {}; to read some of the folders, use a pattern like 'games/2021-*/'",
                stored_as::name(self.stored_as)
            );
        }
        let rows = self.rows(&cmd.options)?;
        let locations = cmd.locations.iter().map(|given| FileLocation::new(given)).collect::<Result<_>>()?;
        let table = GamesTable::new(locations, rows, Some(self.stored_as))?;
        // Report a missing file now, not at the first query.
        table.files(state).await?;
        Ok(Arc::new(table.with_definition(cmd.definition.clone())))
    }
}
