//! Conditions of a query as text.

use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::expressions::{Column, Literal};
use datafusion::physical_expr_common::physical_expr::fmt_sql;
use std::sync::Arc;

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
