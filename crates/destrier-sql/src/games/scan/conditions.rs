//! Which conditions of a query the reader takes, and how it decides them.

use datafusion::arrow::array::{Array, ArrayRef, AsArray, BooleanArray, RecordBatch, StringArray};
use datafusion::arrow::compute::prep_null_mask_filter;
use datafusion::arrow::datatypes::Schema;
use datafusion::error::{DataFusionError, Result};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::expressions::DynamicFilterTracking;
use datafusion::physical_expr::utils::{
    collect_columns, conjunction_opt, reassign_expr_columns, split_conjunction,
};
use datafusion::physical_expr_common::physical_expr::is_volatile;
use destrier_games::{Entry, GameCondition, PATTERNS, Selection, SideFilter, Table, TableRows};
use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::sync::Arc;

type Expr = Arc<dyn PhysicalExpr>;

/// Conditions that the reader decides: each must hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    /// Those on what is known of a game before its moves are read.
    of_games: Vec<Expr>,
    /// Those on the pattern of a finding, or on its side.
    of_findings: Vec<Expr>,
    /// What of the patterns these leave.
    selection: Selection,
}

impl Conditions {
    /// Takes a condition, in terms of the columns of the table; whether it is taken.
    ///
    /// # Errors
    ///
    /// When it cannot be decided.
    pub(crate) fn take(&mut self, rows: Table, condition: &Expr) -> Result<bool> {
        let asked: BTreeSet<usize> = collect_columns(condition).iter().map(|column| column.index()).collect();
        if asked.is_empty() || is_volatile(condition) {
            return Ok(false);
        }
        let is_of_games =
            |&index: &usize| rows.columns().get(index).is_some_and(|column| column.is_of_game());
        if asked.iter().all(is_of_games) {
            self.of_games.push(Arc::clone(condition));
            return Ok(true);
        }
        if rows != Table::Findings || asked.len() != 1 || !lasts(condition) {
            return Ok(false);
        }
        let column = asked.first().and_then(|&index| rows.columns().get(index));
        let taken = match column.map(|column| &*column.name) {
            Some("pattern") => {
                let holds = of_names(condition, rows, "pattern", &PATTERNS.map(|pattern| pattern.name))?;
                let mut holds = holds.into_iter();
                let left: Vec<_> = PATTERNS.into_iter().filter(|_| holds.next() == Some(true)).collect();
                self.selection.patterns.retain(|pattern| left.contains(pattern));
                true
            }
            Some("side") => match of_names(condition, rows, "side", &["white", "black"])?[..] {
                [true, true] => true,
                [true, false] if self.selection.side != Some(SideFilter::Black) => {
                    self.selection.side = Some(SideFilter::White);
                    true
                }
                [false, true] if self.selection.side != Some(SideFilter::White) => {
                    self.selection.side = Some(SideFilter::Black);
                    true
                }
                _ => {
                    self.selection.patterns.clear();
                    true
                }
            },
            _ => false,
        };
        if taken {
            self.of_findings.push(Arc::clone(condition));
        }
        Ok(taken)
    }

    /// All of them, in terms of the columns of the table.
    pub(super) fn all(&self) -> Option<Expr> {
        conjunction_opt(self.iter().cloned())
    }

    /// Each of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Expr> {
        self.of_games.iter().chain(&self.of_findings)
    }

    /// Each of those that an answer needs: not what a join or a sort learns on its way, which is there to save time. Of
    /// one that holds where several things do, all of these that last.
    pub(crate) fn lasting(&self) -> impl Iterator<Item = &Expr> {
        let parts = |condition| if lasts(condition) { vec![condition] } else { split_conjunction(condition) };
        self.iter().flat_map(parts).filter(|&part| lasts(part))
    }

    /// Whether one asks for the number of a game.
    pub(super) fn ask_for_number(&self, rows: Table) -> bool {
        let is_number = |index: usize| rows.columns().get(index).is_some_and(|column| column.needs().number);
        self.of_games
            .iter()
            .any(|condition| collect_columns(condition).iter().any(|column| is_number(column.index())))
    }

    /// Which findings are searched for.
    pub(super) const fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Those on games, ready to be decided.
    ///
    /// # Errors
    ///
    /// When they ask for other columns.
    pub(super) fn of_games(&self, rows: Table) -> Result<Option<GamesThatHold>> {
        let Some(condition) = conjunction_opt(self.of_games.iter().cloned()) else { return Ok(None) };
        let asked: BTreeSet<usize> =
            collect_columns(&condition).iter().map(|column| column.index()).collect();
        let rows = TableRows::new(rows, &asked.into_iter().collect::<Vec<_>>(), &Selection::default());
        let condition = reassign_expr_columns(condition, rows.schema())?;
        Ok(Some(GamesThatHold { rows, condition }))
    }
}

/// As a plan shows them.
impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(condition) = conjunction_opt(self.of_games.iter().cloned()) {
            write!(f, ", games=[{condition}]")?;
        }
        if !self.of_findings.is_empty() {
            let names: Vec<_> = self.selection.patterns.iter().map(|pattern| pattern.name).collect();
            write!(f, ", patterns=[{}]", names.join(", "))?;
            match self.selection.side {
                Some(SideFilter::White) => write!(f, ", side=white")?,
                Some(SideFilter::Black) => write!(f, ", side=black")?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Whether a condition has nothing in it that is only found out while a query runs.
fn lasts(condition: &Expr) -> bool {
    !DynamicFilterTracking::classify(condition).contains_dynamic_filter()
}

/// Whether a condition on a column of names holds for each of some.
fn of_names(condition: &Expr, rows: Table, column: &str, names: &[&str]) -> Result<Vec<bool>> {
    let schema = Arc::new(Schema::new(vec![rows.schema().field_with_name(column)?.clone()]));
    let condition = reassign_expr_columns(Arc::clone(condition), &schema)?;
    let names: ArrayRef = Arc::new(StringArray::from_iter_values(names));
    let batch = RecordBatch::try_new(schema, vec![names])?;
    Ok(holding(&condition, &batch)?.values().iter().collect())
}

/// For which rows a condition holds; not where it is null.
fn holding(condition: &Expr, batch: &RecordBatch) -> Result<BooleanArray> {
    let holds = condition.evaluate(batch)?.into_array(batch.num_rows())?;
    let holds = holds.as_boolean();
    Ok(if holds.null_count() > 0 { prep_null_mask_filter(holds) } else { holds.clone() })
}

/// The games for which a condition holds.
pub(super) struct GamesThatHold {
    /// The columns that the condition is on.
    rows: TableRows,
    condition: Expr,
}

impl GameCondition for GamesThatHold {
    fn admits(&self, source: &str, games: &[Entry<'_>]) -> io::Result<Vec<bool>> {
        let failed =
            |error: DataFusionError| io::Error::other(format!("{source}: {}", error.strip_backtrace()));
        let holds = holding(&self.condition, &self.rows.of_games(source, games)).map_err(failed)?;
        Ok(holds.values().iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::logical_expr::Operator;
    use datafusion::physical_expr::expressions::{BinaryExpr, DynamicFilterPhysicalExpr, col, lit};

    fn and(left: Expr, right: Expr) -> Expr {
        Arc::new(BinaryExpr::new(left, Operator::And, right))
    }

    /// What is only found out on the way is left out, and nothing else that stands beside it.
    #[test]
    fn what_lasts_is_kept() {
        let schema = &Table::Positions.schema();
        let eco: Expr = Arc::new(BinaryExpr::new(
            col("eco", schema).unwrap(),
            Operator::Eq,
            lit(datafusion::scalar::ScalarValue::Utf8View(Some("B20".to_owned()))),
        ));
        let year: Expr = Arc::new(BinaryExpr::new(col("year", schema).unwrap(), Operator::Gt, lit(2000_u16)));
        let dynamic: Expr =
            Arc::new(DynamicFilterPhysicalExpr::new(vec![col("game", schema).unwrap()], lit(true)));
        for (condition, expected) in [
            (and(eco.clone(), dynamic.clone()), vec![&eco]),
            (and(and(dynamic.clone(), eco.clone()), year.clone()), vec![&eco, &year]),
            (and(eco.clone(), year.clone()), vec![&and(eco.clone(), year.clone())]),
            (dynamic.clone(), vec![]),
        ] {
            let mut conditions = Conditions::default();
            assert!(conditions.take(Table::Positions, &condition).unwrap());
            let kept: Vec<_> = conditions.lasting().map(ToString::to_string).collect();
            assert_eq!(kept, expected.into_iter().map(ToString::to_string).collect::<Vec<_>>());
        }
        let mut numbered = Conditions::default();
        numbered.take(Table::Positions, &eco).unwrap();
        assert!(!numbered.ask_for_number(Table::Positions));
        numbered.take(Table::Positions, &dynamic).unwrap();
        assert!(numbered.ask_for_number(Table::Positions));
    }
}
