//! Constants that a column never equals, such as `missed = 'Mistake'`, are errors instead of empty answers.

use datafusion::arrow::datatypes::{Field, FieldRef, Schema, SchemaRef};
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::common::{DFSchema, ExprSchema, plan_err};
use datafusion::error::Result;
use datafusion::logical_expr::expr::{InList, ScalarFunction};
use datafusion::logical_expr::utils::merge_schema;
use datafusion::logical_expr::{BinaryExpr, Case, Expr, LogicalPlan, Operator};
use datafusion::optimizer::AnalyzerRule;
use datafusion::scalar::ScalarValue;
use destrier_games::{Pattern, Table, nearest};
use std::sync::Arc;

/// The metadata key of a column's values.
const VALUES: &str = "values";

/// Returns the schema of a table. Columns of names have their values as metadata.
pub(super) fn schema(rows: Table, patterns: &[&'static Pattern]) -> SchemaRef {
    let schema = rows.schema();
    let fields = rows.columns().iter().zip(schema.fields()).map(|(column, field)| {
        let values = match &*column.name {
            "pattern" => Some(patterns.iter().map(|pattern| pattern.name).collect()),
            _ => column.values(),
        };
        values.map_or_else(|| Arc::clone(field), |values| with_values(field, &values))
    });
    Arc::new(Schema::new(fields.collect::<Vec<FieldRef>>()))
}

fn with_values(field: &Field, values: &[&str]) -> FieldRef {
    let mut metadata = field.metadata().clone();
    metadata.insert(VALUES.to_owned(), values.join(","));
    Arc::new(field.clone().with_metadata(metadata))
}

/// Checks the constants of a query.
#[derive(Debug)]
pub(super) struct Constants;

impl AnalyzerRule for Constants {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.apply_with_subqueries(|node| {
            let schema = merge_schema(&node.inputs());
            node.apply_expressions(|expression| {
                expression.apply(|part| {
                    check(part, &schema)?;
                    Ok(TreeNodeRecursion::Continue)
                })
            })
        })?;
        Ok(plan)
    }

    fn name(&self) -> &str {
        "constants"
    }
}

/// Checks the constants that are compared in the outermost part of an expression.
fn check(part: &Expr, schema: &DFSchema) -> Result<()> {
    match part {
        Expr::BinaryExpr(BinaryExpr {
            left,
            op: Operator::Eq | Operator::NotEq | Operator::IsDistinctFrom | Operator::IsNotDistinctFrom,
            right,
        }) => {
            compare(left, right, schema)?;
            compare(right, left, schema)
        }
        Expr::InList(InList { expr, list, .. }) => {
            list.iter().try_for_each(|constant| compare(expr, constant, schema))
        }
        Expr::Case(Case { expr: Some(expr), when_then_expr, .. }) => {
            when_then_expr.iter().try_for_each(|(constant, _)| compare(expr, constant, schema))
        }
        Expr::ScalarFunction(ScalarFunction { func, args }) if func.name() == "array_has" => {
            match &args[..] {
                [list, constant] => compare(list, constant, schema),
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Returns an error if a column of names never has a constant.
fn compare(column: &Expr, constant: &Expr, schema: &DFSchema) -> Result<()> {
    let (Some(field), Some(constant)) = (field(column, schema), text(constant)) else { return Ok(()) };
    let Some(values) = field.metadata().get(VALUES) else { return Ok(()) };
    let mut values = values.split(',');
    if values.clone().any(|value| value == constant) {
        return Ok(());
    }
    let name = field.name();
    if name == "pattern" && Pattern::by_name(constant).is_ok() {
        return plan_err!("this table has no findings of '{constant}'; write findings('FILE', '{constant}')");
    }
    match nearest(constant, values.clone()) {
        Some(near) => plan_err!("{name} is never '{constant}'; did you mean '{near}'?"),
        None => {
            let values: Vec<_> = values.by_ref().map(|value| format!("'{value}'")).collect();
            plan_err!("{name} is never '{constant}'; its values are {}", values.join(", "))
        }
    }
}

/// Returns the field of an expression that is a column.
fn field<'a>(expression: &'a Expr, schema: &'a DFSchema) -> Option<&'a FieldRef> {
    match expression {
        Expr::Column(column) => schema.field_from_column(column).ok(),
        Expr::OuterReferenceColumn(field, _) => Some(field),
        _ => inner(expression).and_then(|expression| field(expression, schema)),
    }
}

fn text(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::Literal(
            ScalarValue::Utf8(text) | ScalarValue::LargeUtf8(text) | ScalarValue::Utf8View(text),
            _,
        ) => text.as_deref(),
        _ => inner(expression).and_then(text),
    }
}

/// Returns the expression without a conversion or another name.
fn inner(expression: &Expr) -> Option<&Expr> {
    match expression {
        Expr::Alias(alias) => Some(&alias.expr),
        Expr::Cast(cast) => Some(&cast.expr),
        Expr::TryCast(cast) => Some(&cast.expr),
        _ => None,
    }
}
