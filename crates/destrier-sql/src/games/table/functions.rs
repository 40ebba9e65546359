//! The table functions: `FROM games('…')`.

use super::provider::GamesTable;
use crate::games::listing::location::FileLocation;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::plan_err;
use datafusion::error::Result;
use datafusion::logical_expr::Expr;
use datafusion::scalar::ScalarValue;
use destrier_games::{Pattern, Selection, Table, nearest};
use std::path::Path;
use std::sync::Arc;

/// The argument that leaves the judge out, as `--quick` does in the command.
const QUICK: &str = "quick";

/// A table function. It takes one or more paths: files, folders, patterns or URLs. The name or else the beginning of
/// each file determines its format. `findings` also takes chess patterns and the word `quick` after the first path.
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
        let mut patterns = Vec::new();
        let mut is_quick = false;
        for argument in args.exprs() {
            match argument {
                Expr::Literal(
                    ScalarValue::Utf8(Some(path))
                    | ScalarValue::LargeUtf8(Some(path))
                    | ScalarValue::Utf8View(Some(path)),
                    _,
                ) => {
                    let may_be_patterns = self.rows == Table::Findings && !locations.is_empty();
                    if may_be_patterns && path == QUICK {
                        is_quick = true;
                        continue;
                    }
                    let named = if may_be_patterns { patterns_of(path)? } else { None };
                    match named {
                        Some(named) => patterns.extend(named),
                        None => locations.push(FileLocation::new(path)?),
                    }
                }
                other => return plan_err!("{} takes paths in quotes; given: {other}", self.rows),
            }
        }
        if locations.is_empty() {
            return plan_err!("{0} takes a path, as in {0}('games.pgn')", self.rows);
        }
        if let Err(error) = Selection::of(&patterns).check() {
            return plan_err!("{error}");
        }
        let table = GamesTable::new(locations, self.rows, None)?.with_quick(is_quick);
        Ok(Arc::new(if patterns.is_empty() { table } else { table.with_patterns(patterns) }))
    }
}

/// Returns the patterns that an argument names, separated by commas: names of `destrier list`, `book`, and files whose
/// names end in `.pattern`. `None` if it is a path of games.
///
/// # Errors
///
/// Returns an error if some of several names are unknown, or a file cannot be read or has an error.
fn patterns_of(argument: &str) -> Result<Option<Vec<&'static Pattern>>> {
    let names = argument.split(',').map(str::trim);
    if !names.clone().any(is_pattern) {
        // Files have endings.
        let may_be_name = !argument.contains(['.', '/', '\\']) && !Path::new(argument).exists();
        let error = Pattern::by_name(argument).err().filter(|_| may_be_name);
        return match error.filter(|_| nearest(argument, Pattern::names()).is_some()) {
            Some(error) => plan_err!("{error}"),
            None => Ok(None),
        };
    }
    let patterns: Result<Vec<_>, _> = names.map(Pattern::named).collect();
    match patterns {
        Ok(patterns) => Ok(Some(patterns.concat())),
        Err(error) => plan_err!("{error}"),
    }
}

fn is_pattern(name: &str) -> bool {
    name == Pattern::BOOK || name.ends_with(".pattern") || Pattern::by_name(name).is_ok()
}
