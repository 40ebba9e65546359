//! Tables of paths, in the middle of a query.

use super::format::GamesFormat;
use super::place::Place;
use super::rows::Rows;
use super::table::GamesTable;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::plan_err;
use datafusion::error::Result;
use datafusion::logical_expr::Expr;
use datafusion::scalar::ScalarValue;
use std::sync::Arc;

/// `games('…')` and its like: a table of files, of one path or several. Each is a file, a folder, a pattern, or an address
/// in a store of objects; what a file holds, its name or else its first line tells.
#[derive(Debug)]
pub(super) struct TableOf {
    rows: Rows,
}

impl TableOf {
    pub(super) const fn new(rows: Rows) -> Self {
        Self { rows }
    }
}

impl TableFunctionImpl for TableOf {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let mut paths = Vec::new();
        for argument in args.exprs() {
            match argument {
                Expr::Literal(
                    ScalarValue::Utf8(Some(path))
                    | ScalarValue::LargeUtf8(Some(path))
                    | ScalarValue::Utf8View(Some(path)),
                    _,
                ) => paths.push(Place::new(path)?),
                other => return plan_err!("{} takes paths in quotes, not {other}", self.rows),
            }
        }
        if paths.is_empty() {
            return plan_err!("{0} takes a path, as in {0}('games.pgn')", self.rows);
        }
        let format = GamesFormat { rows: self.rows, stored_as: None, names: Arc::default() };
        Ok(Arc::new(GamesTable::new(paths, format, &[])?))
    }
}
