//! The table functions: `FROM games('…')`.

use super::provider::GamesTable;
use crate::games::listing::location::FileLocation;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::plan_err;
use datafusion::error::Result;
use datafusion::logical_expr::Expr;
use datafusion::scalar::ScalarValue;
use destrier_games::Table;
use std::sync::Arc;

/// A table function. It takes one or more paths: files, folders, patterns or URLs. The name or else the beginning of
/// each file determines its format.
#[derive(Debug)]
pub(in crate::games) struct GamesTableFunction {
    rows: Table,
}

impl GamesTableFunction {
    pub(in crate::games) const fn new(rows: Table) -> Self {
        Self { rows }
    }
}

impl TableFunctionImpl for GamesTableFunction {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let mut locations = Vec::new();
        for argument in args.exprs() {
            match argument {
                Expr::Literal(
                    ScalarValue::Utf8(Some(path))
                    | ScalarValue::LargeUtf8(Some(path))
                    | ScalarValue::Utf8View(Some(path)),
                    _,
                ) => locations.push(FileLocation::new(path)?),
                other => return plan_err!("{} takes paths in quotes; given: {other}", self.rows),
            }
        }
        if locations.is_empty() {
            return plan_err!("{0} takes a path, as in {0}('games.pgn')", self.rows);
        }
        Ok(Arc::new(GamesTable::new(locations, self.rows, None)?))
    }
}
