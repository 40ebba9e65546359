//! Why a query found no games.

use super::source::GamesSource;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::datasource::physical_plan::FileScanConfig;
use datafusion::datasource::source::DataSourceExec;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::expressions::{Column, Literal};
use datafusion::physical_expr_common::physical_expr::fmt_sql;
use datafusion::physical_plan::ExecutionPlan;
use std::sync::Arc;

/// Explains, after a plan has run, why a table of games in it is empty: no game met the conditions on games, the files have
/// no games, or all games are damaged. On a cluster, nothing is known.
#[must_use]
pub fn explain_unmatched(plan: &dyn ExecutionPlan) -> Vec<String> {
    let scan = plan.downcast_ref::<DataSourceExec>();
    let config = scan.and_then(|scan| scan.data_source().downcast_ref::<FileScanConfig>());
    let source = config.and_then(|config| config.file_source().downcast_ref::<GamesSource>());
    let mut explained: Vec<String> = source.and_then(GamesSource::explain_unmatched).into_iter().collect();
    for text in plan.children().into_iter().flat_map(|child| explain_unmatched(child.as_ref())) {
        if !explained.contains(&text) {
            explained.push(text);
        }
    }
    explained
}

/// Formats a condition as SQL.
pub(super) fn shown(condition: &Arc<dyn PhysicalExpr>) -> String {
    // Literals are shown without quotes, columns as they are.
    let quoted = Arc::clone(condition).transform_up(|part| {
        let text = part.downcast_ref::<Literal>().and_then(|literal| literal.value().try_as_str().flatten());
        Ok(match text {
            Some(text) => {
                Transformed::yes(Arc::new(Column::new(&format!("'{text}'"), 0)) as Arc<dyn PhysicalExpr>)
            }
            None => Transformed::no(part),
        })
    });
    quoted.map_or_else(|_| condition.to_string(), |quoted| fmt_sql(quoted.data.as_ref()).to_string())
}
