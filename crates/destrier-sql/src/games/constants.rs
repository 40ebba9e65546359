//! Constants that a column never equals, such as `missed = 'Mistake'`, are errors instead of empty answers. So are numbers
//! that are compared with dates, pawns with centipawns, and comparisons with NULL.

use super::table::provider::GamesTable;
use super::table::values::VALUES;
use datafusion::arrow::array::StringArray;
use datafusion::arrow::compute as kernels;
use datafusion::arrow::datatypes::{DataType, Field};
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::common::{Column, DFSchema, plan_err};
use datafusion::datasource::source_as_provider;
use datafusion::error::Result;
use datafusion::logical_expr::expr::{Cast, Exists, InList, InSubquery, ScalarFunction, TryCast};
use datafusion::logical_expr::expr_rewriter::FunctionRewrite;
use datafusion::logical_expr::{Between, BinaryExpr, Case, Distinct, Expr, Like, LogicalPlan, Operator};
use datafusion::optimizer::AnalyzerRule;
use datafusion::scalar::ScalarValue;
use destrier_games::{Pattern, nearest};

/// Checks the constants of a query.
#[derive(Debug)]
pub(super) struct Constants;

/// Checks that no date is compared with a number. Such a number would be converted to days since 1970. An analyzer rule
/// would come after that conversion, which looks like a `CAST` in the query.
#[derive(Debug)]
pub(super) struct Dates;

impl FunctionRewrite for Dates {
    fn name(&self) -> &str {
        "dates"
    }

    fn rewrite(&self, part: Expr, schema: &DFSchema, _: &ConfigOptions) -> Result<Transformed<Expr>> {
        match &part {
            Expr::BinaryExpr(BinaryExpr { left, op, right }) if op.supports_propagation() => {
                compare_date(left, right, schema)?;
                compare_date(right, left, schema)?;
            }
            Expr::Between(Between { expr, low, high, .. }) => {
                [low, high].into_iter().try_for_each(|constant| compare_date(expr, constant, schema))?;
            }
            Expr::InList(InList { expr, list, .. }) => {
                list.iter().try_for_each(|constant| compare_date(expr, constant, schema))?;
            }
            _ => {}
        }
        Ok(Transformed::no(part))
    }
}

impl AnalyzerRule for Constants {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        check_plan(&plan, &[])?;
        Ok(plan)
    }

    fn name(&self) -> &str {
        "constants"
    }
}

/// The plans whose columns an expression may show: the inputs of its own plan, and those around a subquery.
#[derive(Clone, Copy)]
struct Scope<'s, 'a> {
    inputs: &'s [&'a LogicalPlan],
    outer: &'s [&'a LogicalPlan],
}

/// Checks the constants of a plan and its subqueries. `outer` are the plans around a subquery.
fn check_plan(plan: &LogicalPlan, outer: &[&LogicalPlan]) -> Result<()> {
    plan.apply(|node| {
        let inputs = node.inputs();
        let around = [&inputs[..], outer].concat();
        node.apply_expressions(|expression| {
            expression.apply(|part| {
                check(part, Scope { inputs: &inputs, outer })?;
                match part {
                    Expr::Exists(Exists { subquery, .. })
                    | Expr::InSubquery(InSubquery { subquery, .. })
                    | Expr::ScalarSubquery(subquery) => check_plan(&subquery.subquery, &around)?,
                    _ => {}
                }
                Ok(TreeNodeRecursion::Continue)
            })
        })
    })?;
    Ok(())
}

/// Checks the constants that are compared in the outermost part of an expression.
fn check(part: &Expr, inputs: Scope<'_, '_>) -> Result<()> {
    match part {
        Expr::BinaryExpr(BinaryExpr { left, op, right }) if op.supports_propagation() => {
            compare_null(left, *op, right, inputs)?;
            compare_null(right, *op, left, inputs)?;
            for [column, constant] in [[left, right], [right, left]] {
                compare_centipawns(column, constant, inputs)?;
                if EQUALITIES.contains(op) {
                    compare(column, constant, inputs)?;
                } else {
                    compare_order(column, constant, inputs)?;
                }
            }
            Ok(())
        }
        Expr::Between(Between { expr, low, high, .. }) => [low, high].into_iter().try_for_each(|constant| {
            compare_centipawns(expr, constant, inputs)?;
            compare_order(expr, constant, inputs)
        }),
        Expr::Like(like) => compare_like(like, inputs),
        Expr::InList(InList { expr, list, .. }) => {
            list.iter().try_for_each(|constant| compare(expr, constant, inputs))
        }
        Expr::Case(Case { expr: Some(expr), when_then_expr, .. }) => {
            when_then_expr.iter().try_for_each(|(constant, _)| compare(expr, constant, inputs))
        }
        Expr::ScalarFunction(ScalarFunction { func, args }) if func.name() == "array_has" => {
            match &args[..] {
                [list, constant] => compare(list, constant, inputs),
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// The operators that compare a column with one of its values.
const EQUALITIES: [Operator; 4] =
    [Operator::Eq, Operator::NotEq, Operator::IsDistinctFrom, Operator::IsNotDistinctFrom];

/// Returns an error if a date is compared with a number.
fn compare_date(column: &Expr, constant: &Expr, schema: &DFSchema) -> Result<()> {
    let (Expr::Column(column), Some(number)) = (column, number(constant)) else { return Ok(()) };
    let index = schema.maybe_index_of_column(column);
    if index.is_none_or(|index| *schema.field(index).data_type() != DataType::Date32) {
        return Ok(());
    }
    let name = column.name();
    plan_err!("{name} is a date, not a number: write '2021-01-31', or date_part('year', {name}) for {number}")
}

/// Returns an error if a column is compared with NULL, which is never true.
fn compare_null(column: &Expr, operator: Operator, constant: &Expr, inputs: Scope<'_, '_>) -> Result<()> {
    let distinct = matches!(operator, Operator::IsDistinctFrom | Operator::IsNotDistinctFrom);
    let (Some(field), false, true) = (field(column, inputs), distinct, is_null(constant)) else {
        return Ok(());
    };
    let name = field.name();
    plan_err!("{name} {operator} NULL is never true: write {name} IS NULL or {name} IS NOT NULL")
}

/// Returns an error if an evaluation is compared with pawns.
fn compare_centipawns(column: &Expr, constant: &Expr, inputs: Scope<'_, '_>) -> Result<()> {
    let (Some(field), Some(ScalarValue::Float64(Some(pawns)))) = (field(column, inputs), number(constant))
    else {
        return Ok(());
    };
    let name = field.name();
    if pawns.fract() == 0.0 || !name.starts_with("eval") {
        return Ok(());
    }
    plan_err!("{name} is in centipawns: write {:.0} for {pawns}", 100.0 * pawns)
}

/// Returns an error if names are compared by their order in the alphabet, which a grade does not follow.
fn compare_order(column: &Expr, constant: &Expr, inputs: Scope<'_, '_>) -> Result<()> {
    match (field(column, inputs), text(constant)) {
        (Some(field), Some(_)) if field.name() == "missed" => {
            plan_err!("missed has no order; write missed IN ('mistake', 'blunder'), for example")
        }
        _ => Ok(()),
    }
}

/// Returns an error if no value of a column of names is like a pattern.
fn compare_like(like: &Like, inputs: Scope<'_, '_>) -> Result<()> {
    let (Some(field), Some(pattern)) = (field(&like.expr, inputs), text(&like.pattern)) else {
        return Ok(());
    };
    let Some(values) = field.metadata().get(VALUES) else { return Ok(()) };
    let texts = StringArray::from(values.split(',').collect::<Vec<_>>());
    let matches = if like.case_insensitive { kernels::ilike } else { kernels::like };
    if matches(&texts, &StringArray::new_scalar(pattern))?.has_true() {
        return Ok(());
    }
    plan_err!("{} is never like '{pattern}'; {}", field.name(), listed(values))
}

/// Returns an error if a column of names never has a constant.
fn compare(column: &Expr, constant: &Expr, inputs: Scope<'_, '_>) -> Result<()> {
    let (Some(field), Some(constant)) = (field(column, inputs), text(constant)) else { return Ok(()) };
    let Some(values) = field.metadata().get(VALUES) else { return Ok(()) };
    if values.split(',').any(|value| value == constant) {
        return Ok(());
    }
    let name = field.name();
    if name == "pattern" && Pattern::by_name(constant).is_ok() {
        return plan_err!("this table has no findings of '{constant}'; write findings('FILE', '{constant}')");
    }
    match nearest(constant, values.split(',')) {
        Some(near) => plan_err!("{name} is never '{constant}'; did you mean '{near}'?"),
        None => plan_err!("{name} is never '{constant}'; {}", listed(values)),
    }
}

/// Returns the values of a column for a message.
fn listed(values: &str) -> String {
    format!("its values are '{}'", values.replace(',', "', '"))
}

/// Returns the field of our table that an expression shows without change.
fn field<'a>(expression: &Expr, scope: Scope<'_, 'a>) -> Option<&'a Field> {
    match expression {
        Expr::Column(column) => field_of_column(column, scope.inputs),
        Expr::OuterReferenceColumn(_, column) => field_of_column(column, scope.outer),
        _ => inner(expression).and_then(|expression| field(expression, scope)),
    }
}

fn field_of_column<'a>(column: &Column, inputs: &[&'a LogicalPlan]) -> Option<&'a Field> {
    inputs.iter().find_map(|input| field_of_table(input, input.schema().maybe_index_of_column(column)?))
}

/// Returns the field of our table that a column of a plan shows. Metadata alone does not tell: a union or a function such
/// as `lag` passes it on with other values.
fn field_of_table(plan: &LogicalPlan, index: usize) -> Option<&Field> {
    match plan {
        LogicalPlan::TableScan(scan) => {
            let provider = source_as_provider(&scan.source).ok()?;
            provider.downcast_ref::<GamesTable>()?;
            Some(scan.projected_schema.field(index))
        }
        LogicalPlan::Projection(projection) => {
            field(projection.expr.get(index)?, Scope { inputs: &[&projection.input], outer: &[] })
        }
        LogicalPlan::Aggregate(aggregate) => {
            field(aggregate.group_expr.get(index)?, Scope { inputs: &[&aggregate.input], outer: &[] })
        }
        LogicalPlan::Join(join) => {
            // Some joins have the columns of one side only.
            let column = Column::from(join.schema.qualified_field(index));
            let inputs = [&join.left, &join.right];
            inputs
                .into_iter()
                .find_map(|input| field_of_table(input, input.schema().maybe_index_of_column(&column)?))
        }
        LogicalPlan::SubqueryAlias(_)
        | LogicalPlan::Filter(_)
        | LogicalPlan::Sort(_)
        | LogicalPlan::Limit(_)
        | LogicalPlan::Distinct(Distinct::All(_)) => field_of_table(plan.inputs()[0], index),
        _ => None,
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

fn number(expression: &Expr) -> Option<&ScalarValue> {
    match expression {
        Expr::Literal(number, _) if number.data_type().is_numeric() => Some(number),
        Expr::Cast(Cast { field, .. }) | Expr::TryCast(TryCast { field, .. })
            if !field.data_type().is_numeric() =>
        {
            None
        }
        _ => inner(expression).and_then(number),
    }
}

fn is_null(expression: &Expr) -> bool {
    match expression {
        Expr::Literal(value, _) => value.is_null(),
        _ => inner(expression).is_some_and(is_null),
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
