//! Which conditions of a query the reader takes, and how it decides them.

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, Int64Array, RecordBatch, StringArray,
};
use datafusion::arrow::compute::prep_null_mask_filter;
use datafusion::arrow::datatypes::Schema;
use datafusion::error::{DataFusionError, Result};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::expressions::DynamicFilterTracking;
use datafusion::physical_expr::utils::{
    collect_columns, conjunction_opt, reassign_expr_columns, split_conjunction,
};
use datafusion::physical_expr_common::physical_expr::is_volatile;
use destrier_games::{
    Entry, GameCondition, Grade, PATTERNS, Selection, SideFilter, Table, TableRows, WorthFilter,
};
use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::sync::Arc;

type Expr = Arc<dyn PhysicalExpr>;

/// What the reader does with a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Nothing.
    No,
    /// It leaves out findings that cannot meet the condition. Others must still be tested.
    Narrows,
    /// It leaves out everything that does not meet the condition.
    Decides,
}

/// Conditions that the reader uses: each must hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    /// Those on what is known of a game before its moves are read.
    of_games: Vec<Expr>,
    /// Those on the pattern of a finding, or on its side.
    of_findings: Vec<Expr>,
    /// Those that narrow the search for the worth of moves.
    of_worth: Vec<Expr>,
    /// What of the patterns these leave.
    selection: Selection,
    /// The worth that moves must have.
    worth: WorthFilter,
}

impl Conditions {
    /// Takes a condition, in terms of the columns of the table.
    ///
    /// # Errors
    ///
    /// When it cannot be decided.
    pub(crate) fn take(&mut self, rows: Table, condition: &Expr) -> Result<Taken> {
        let asked: BTreeSet<usize> = collect_columns(condition).iter().map(|column| column.index()).collect();
        if asked.is_empty() || is_volatile(condition) {
            return Ok(Taken::No);
        }
        let is_of_games =
            |&index: &usize| rows.columns().get(index).is_some_and(|column| column.is_of_game());
        if asked.iter().all(is_of_games) {
            self.of_games.push(Arc::clone(condition));
            return Ok(Taken::Decides);
        }
        if rows != Table::Findings || asked.len() != 1 || !lasts(condition) {
            return Ok(Taken::No);
        }
        let column = asked.first().and_then(|&index| rows.columns().get(index));
        let taken = match column.map(|column| &*column.name) {
            Some("pattern") => {
                let holds = of_names(condition, rows, "pattern", &PATTERNS.map(|pattern| pattern.name))?;
                let mut holds = holds.into_iter();
                let left: Vec<_> = PATTERNS.into_iter().filter(|_| holds.next() == Some(true)).collect();
                self.selection.patterns.retain(|pattern| left.contains(pattern));
                Taken::Decides
            }
            Some("side") => {
                match of_names(condition, rows, "side", &["white", "black"])?[..] {
                    [true, true] => {}
                    [true, false] if self.selection.side != Some(SideFilter::Black) => {
                        self.selection.side = Some(SideFilter::White);
                    }
                    [false, true] if self.selection.side != Some(SideFilter::White) => {
                        self.selection.side = Some(SideFilter::Black);
                    }
                    _ => self.selection.patterns.clear(),
                }
                Taken::Decides
            }
            Some("missed") => {
                let least = least_grade(condition, rows);
                self.worth.missed = self.worth.missed.max(least);
                least.map_or(Taken::No, |_| Taken::Narrows)
            }
            Some("wins") => {
                let least = least_gain(condition, rows);
                self.worth.wins = self.worth.wins.max(least);
                least.map_or(Taken::No, |_| Taken::Narrows)
            }
            _ => Taken::No,
        };
        match taken {
            Taken::Decides => self.of_findings.push(Arc::clone(condition)),
            Taken::Narrows => self.of_worth.push(Arc::clone(condition)),
            Taken::No => {}
        }
        Ok(taken)
    }

    /// All that it decides, in terms of the columns of the table.
    pub(super) fn all(&self) -> Option<Expr> {
        conjunction_opt(self.iter().cloned())
    }

    /// Each of those that it decides.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Expr> {
        self.of_games.iter().chain(&self.of_findings)
    }

    /// Each of those that another node should take: not what a join or a sort learns on its way, which is there to save
    /// time. Of one that holds where several things do, all of these that last.
    pub(crate) fn lasting(&self) -> impl Iterator<Item = &Expr> {
        let parts = |condition| if lasts(condition) { vec![condition] } else { split_conjunction(condition) };
        self.iter().chain(&self.of_worth).flat_map(parts).filter(|&part| lasts(part))
    }

    /// Whether one asks for the number of a game.
    pub(super) fn ask_for_number(&self, rows: Table) -> bool {
        let is_number = |index: usize| rows.columns().get(index).is_some_and(|column| column.needs().number);
        self.of_games
            .iter()
            .any(|condition| collect_columns(condition).iter().any(|column| is_number(column.index())))
    }

    /// Which findings are searched for, and whether with the worth of their moves.
    pub(super) fn selection(&self, asks_for_worth: bool) -> Selection {
        Selection { worth: asks_for_worth.then_some(self.worth), ..self.selection.clone() }
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
    of_values(condition, rows, column, Arc::new(StringArray::from_iter_values(names)))
}

/// Whether a condition on a column holds for each of some values.
fn of_values(condition: &Expr, rows: Table, column: &str, values: ArrayRef) -> Result<Vec<bool>> {
    let schema = Arc::new(Schema::new(vec![rows.schema().field_with_name(column)?.clone()]));
    let condition = reassign_expr_columns(Arc::clone(condition), &schema)?;
    let batch = RecordBatch::try_new(schema, vec![values])?;
    Ok(holding(&condition, &batch)?.values().iter().collect())
}

/// The least grade of a missed move that meets a condition on it. `None` if moves that were not missed meet it, too, or
/// if the condition fails for a value that may not occur.
fn least_grade(condition: &Expr, rows: Table) -> Option<Grade> {
    let names = Grade::ALL.map(|grade| Some(grade.name()));
    let values = StringArray::from_iter([None].into_iter().chain(names));
    let holds = of_values(condition, rows, "missed", Arc::new(values)).ok()?;
    let least = holds.iter().position(|&holds| holds)?;
    Grade::ALL.get(least.checked_sub(1)?).copied()
}

/// The least gain that meets a condition on it, in pawns. `None` if findings without a move meet it, too, or moves that
/// lose everything, or if the condition fails for a value that may not occur.
fn least_gain(condition: &Expr, rows: Table) -> Option<i32> {
    /// Beyond all gains.
    const MOST: i32 = 200;
    // A filter for 100 admits mates alone. Gains of material are less in any real game, but not by definition.
    const MOST_WITHOUT_MATE: i32 = 99;
    let values =
        Int64Array::from_iter([None].into_iter().chain((-MOST..=MOST).map(|gain| Some(gain.into()))));
    let holds = of_values(condition, rows, "wins", Arc::new(values)).ok()?;
    let least = i32::try_from(holds.iter().position(|&holds| holds)?).ok()? - 1 - MOST;
    (least > -MOST).then_some(least.min(MOST_WITHOUT_MATE))
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
            assert_eq!(conditions.take(Table::Positions, &condition).unwrap(), Taken::Decides);
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
