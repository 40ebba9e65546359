//! The conditions of a query that the reader uses, and their evaluation.

use super::statistics::Statistics;
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, Int64Array, ListBuilder, RecordBatch, StringArray, StringBuilder,
};
use datafusion::arrow::compute::prep_null_mask_filter;
use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::Operator;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::expressions::{BinaryExpr, Column, DynamicFilterTracking, Literal, lit};
use datafusion::physical_expr::utils::{
    collect_columns, conjunction_opt, reassign_expr_columns, split_conjunction,
};
use datafusion::physical_expr_common::physical_expr::{is_volatile, snapshot_physical_expr};
use datafusion::physical_optimizer::pruning::PruningPredicateBuilder;
use datafusion::scalar::ScalarValue;
use destrier::Color;
use destrier_games::{
    Classes, Entry, FindingFilter, Game, GameCondition, GameNeeds, GameRanges, Grade, PATTERNS, Pattern,
    RatingRange, Selection, Table, TableRows, WorthFilter,
};
use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::ops::RangeInclusive;
use std::sync::Arc;

type Expr = Arc<dyn PhysicalExpr>;

/// How the reader uses a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Not at all.
    No,
    /// It excludes findings that cannot meet the condition. The others must still be tested.
    Narrows,
    /// It excludes everything that does not meet the condition.
    Decides,
}

/// The conditions that the reader uses. All must hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    /// Conditions on columns that are known before the moves of a game are read.
    of_games: Vec<Expr>,
    /// Conditions on the pattern, the side or a rating of a finding.
    of_findings: Vec<Expr>,
    /// Conditions that narrow the search and must be tested again.
    narrowing: Vec<Expr>,
    /// Conditions on the players. Those that decide come first, as in [`lasting`](Self::lasting).
    of_players: Vec<PlayerCondition>,
    /// The patterns, sides, ratings and facts that these conditions admit.
    filter: FindingFilter,
    /// Whether moves must have been played, or must not.
    played: Option<bool>,
    /// The required worth of moves.
    worth: WorthFilter,
}

/// A condition on the players of a game.
#[derive(Clone, Debug)]
struct PlayerCondition {
    taken: Taken,
    given: Expr,
    /// The condition in terms of the columns of the game: for White's findings and for Black's.
    of_colors: [Expr; 2],
}

impl Conditions {
    /// Creates conditions that admit all findings of some patterns.
    pub(crate) fn of(patterns: &[&'static Pattern]) -> Self {
        Self { filter: FindingFilter::of(patterns), ..Self::default() }
    }

    /// Adds a condition, in terms of the columns of the table.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be evaluated.
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
        if rows != Table::Findings || !lasts(condition) {
            return Ok(Taken::No);
        }
        let name = |&index: &usize| rows.columns().get(index).map(|column| &*column.name);
        let only = asked.first().filter(|_| asked.len() == 1).and_then(name);
        let mut taken = match only {
            Some("pattern") => {
                let names: Vec<_> = self.filter.patterns.iter().map(|pattern| pattern.name).collect();
                let mut holds = of_names(condition, rows, "pattern", &names)?.into_iter();
                self.filter.patterns.retain(|_| holds.next() == Some(true));
                Taken::Decides
            }
            Some("side") => {
                let colors = match of_names(condition, rows, "side", &["white", "black"])?[..] {
                    [true, true] => None,
                    [true, false] => Some(Color::White),
                    [false, true] => Some(Color::Black),
                    _ => {
                        self.filter.patterns.clear();
                        None
                    }
                };
                if let Some(color) = colors {
                    if self.filter.color.is_some_and(|other| other != color) {
                        self.filter.patterns.clear();
                    }
                    self.filter.color = Some(color);
                }
                Taken::Decides
            }
            Some("elo") => match ratings(condition, rows, "elo") {
                Some(ratings) => ratings.narrow(&mut self.filter.patterns, &mut self.filter.elo),
                None => Taken::No,
            },
            Some("opponent_elo") => match ratings(condition, rows, "opponent_elo") {
                Some(ratings) => ratings.narrow(&mut self.filter.patterns, &mut self.filter.opponent_elo),
                None => Taken::No,
            },
            Some(name @ ("safe" | "mate" | "played")) => self.take_truth(condition, rows, name),
            Some("ply") => match plies(condition, rows) {
                Some(plies) => {
                    self.filter.plies = Some(both(self.filter.plies.take(), plies));
                    Taken::Narrows
                }
                None => Taken::No,
            },
            Some("clock") => match seconds(condition) {
                Some(seconds) => {
                    self.filter.clock = Some(both(self.filter.clock.take(), seconds));
                    Taken::Narrows
                }
                None => Taken::No,
            },
            Some("classes") => {
                let least = least_class(condition, rows);
                self.filter.class = self.filter.class.max(least);
                least.map_or(Taken::No, |_| Taken::Narrows)
            }
            Some("missed") => {
                let least = least_grade(condition, rows);
                self.worth.missed = self.worth.missed.max(least);
                self.worth.defences = true;
                least.map_or(Taken::No, |_| Taken::Narrows)
            }
            Some("wins") => {
                let least = least_gain(condition, rows);
                self.worth.wins = self.worth.wins.max(least);
                least.map_or(Taken::No, |_| Taken::Narrows)
            }
            _ => Taken::No,
        };
        let is_of_players =
            |index: &usize| name(index).is_some_and(|name| OF_PLAYERS.iter().any(|(of, _)| *of == name));
        let is_of_sides =
            |index: &usize| is_of_games(index) || is_of_players(index) || name(index) == Some("side");
        if asked.iter().all(is_of_sides) && asked.iter().any(is_of_players) {
            let [white, black] = Color::ALL.map(|color| of_game(condition, rows, color));
            if taken == Taken::No {
                taken = Taken::Narrows;
            }
            let (given, of_colors) = (Arc::clone(condition), [white?, black?]);
            self.of_players.push(PlayerCondition { taken, given, of_colors });
            self.of_players.sort_by_key(|condition| condition.taken != Taken::Decides);
        }
        match taken {
            Taken::Decides => self.of_findings.push(Arc::clone(condition)),
            Taken::Narrows => self.narrowing.push(Arc::clone(condition)),
            Taken::No => {}
        }
        Ok(taken)
    }

    /// Adds a condition on a column of truth values. If it requires one of them, findings with the other are excluded before
    /// their worth is searched.
    fn take_truth(&mut self, condition: &Expr, rows: Table, name: &str) -> Taken {
        let Some(required) = required_truth(condition, rows, name) else { return Taken::No };
        match (name, required) {
            ("safe", true) => self.filter.safe = true,
            ("mate", true) => self.filter.mate = true,
            ("played", played) => {
                if self.played.is_some_and(|other| other != played) {
                    self.filter.patterns.clear();
                }
                self.played = Some(played);
            }
            _ => return Taken::No,
        }
        Taken::Narrows
    }

    /// Returns the conjunction of the conditions that the reader decides, in terms of the columns of the table.
    pub(super) fn all(&self) -> Option<Expr> {
        conjunction_opt(self.iter().cloned())
    }

    /// Returns the conditions that the reader decides.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Expr> {
        self.of_games.iter().chain(&self.of_findings)
    }

    /// Returns the conditions to send to another node. Dynamic filters of joins and sorts, which only save time, are
    /// excluded; the other parts of a conjunction with one remain.
    pub(crate) fn lasting(&self) -> impl Iterator<Item = &Expr> {
        let parts = |condition| if lasts(condition) { vec![condition] } else { split_conjunction(condition) };
        self.iter().chain(&self.narrowing).flat_map(parts).filter(|&part| lasts(part))
    }

    /// Returns whether a condition needs the number of a game.
    pub(super) fn ask_for_number(&self, rows: Table) -> bool {
        let is_number = |index: usize| rows.columns().get(index).is_some_and(|column| column.needs().number);
        (self.of_games.iter())
            .chain(self.of_players.iter().flat_map(|condition| &condition.of_colors))
            .any(|condition| collect_columns(condition).iter().any(|column| is_number(column.index())))
    }

    /// Returns the findings to search for, with or without the worth of their moves.
    pub(super) fn selection(&self, asks_for_worth: bool) -> Selection {
        let judging = asks_for_worth.then(|| self.worth.into());
        Selection { judging, played: self.played, ..self.filter.clone().into() }
    }

    /// Returns the conditions on games, ready for evaluation.
    ///
    /// # Errors
    ///
    /// Returns an error if they use other columns.
    pub(super) fn of_games(&self, rows: Table) -> Result<Option<GamesThatHold>> {
        let (condition, of_players) = (conjunction_opt(self.of_games.iter().cloned()), self.either_player());
        if condition.is_none() && of_players.is_none() {
            return Ok(None);
        }
        let asked: BTreeSet<usize> = condition
            .iter()
            .chain(&of_players)
            .flat_map(collect_columns)
            .map(|column| column.index())
            .collect();
        let rows = TableRows::new(rows, &asked.into_iter().collect::<Vec<_>>(), &Selection::default());
        let reassign = |condition| reassign_expr_columns(condition, rows.schema());
        let (condition, of_players) =
            (condition.map(reassign).transpose()?, of_players.map(reassign).transpose()?);
        Ok(Some(GamesThatHold { rows, condition, of_players }))
    }

    /// Returns the conditions on games as the query has them, and whether a join excludes games, too. `None` without
    /// conditions.
    pub(super) fn given_of_games(&self) -> Option<(Vec<Expr>, bool)> {
        let parts = self.of_games.iter().flat_map(split_conjunction);
        let (mut given, filters): (Vec<_>, Vec<_>) = parts.cloned().partition(lasts);
        let is_true = |filter: Expr| {
            let filter = snapshot_physical_expr(filter).ok();
            let literal = filter.as_ref().and_then(|filter| filter.downcast_ref::<Literal>());
            literal.is_some_and(|literal| *literal.value() == ScalarValue::Boolean(Some(true)))
        };
        given.extend(self.of_players.iter().map(|condition| Arc::clone(&condition.given)));
        (!given.is_empty()).then(|| (given, !filters.into_iter().all(is_true)))
    }

    /// Returns a condition that holds for games whose players allow findings of a selected side.
    fn either_player(&self) -> Option<Expr> {
        let of_color = |color: Color| {
            let of_colors = self.of_players.iter().map(|condition| &condition.of_colors);
            conjunction_opt(of_colors.map(|of| Arc::clone(&of[usize::from(color.index())])))
        };
        match self.filter.color {
            Some(color) => of_color(color),
            None => {
                let (white, black) = (of_color(Color::White)?, of_color(Color::Black)?);
                Some(Arc::new(BinaryExpr::new(white, Operator::Or, black)))
            }
        }
    }
}

/// Formats the conditions as plans show them.
impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(condition) = conjunction_opt(self.of_games.iter().cloned().chain(self.either_player())) {
            write!(f, ", games=[{condition}]")?;
        }
        let FindingFilter { patterns, color, elo, opponent_elo, class, safe, mate, plies, clock, .. } =
            &self.filter;
        if *patterns != PATTERNS {
            let names: Vec<_> = patterns.iter().map(|pattern| pattern.name).collect();
            write!(f, ", patterns=[{}]", names.join(", "))?;
        }
        if let Some(color) = color {
            write!(f, ", side={}", color.name())?;
        }
        for (name, range) in [("elo", elo), ("opponent_elo", opponent_elo)] {
            if let Some(range) = range {
                write!(f, ", {name}={range}")?;
            }
        }
        if let Some(class) = class.and_then(|class| class.names().last()) {
            write!(f, ", class={class}")?;
        }
        for (name, is_required) in [("safe", safe), ("mate", mate)] {
            if *is_required {
                write!(f, ", {name}=true")?;
            }
        }
        if let Some(played) = self.played {
            write!(f, ", played={played}")?;
        }
        if let Some(plies) = plies {
            write!(f, ", ply={}-{}", plies.start(), plies.end())?;
        }
        if let Some(clock) = clock {
            for (sign, seconds) in [(">=", clock.start()), ("<=", clock.end())] {
                if seconds.is_finite() {
                    write!(f, ", clock{sign}{seconds}")?;
                }
            }
        }
        Ok(())
    }
}

/// The columns that describe a player relative to the side of the pattern. Each has the corresponding columns of the game
/// for White's findings and for Black's.
const OF_PLAYERS: [(&str, [&str; 2]); 4] = [
    ("player", ["white", "black"]),
    ("elo", ["white_elo", "black_elo"]),
    ("opponent", ["black", "white"]),
    ("opponent_elo", ["black_elo", "white_elo"]),
];

/// Converts a condition on players to the columns of the game, for the findings of one color.
fn of_game(condition: &Expr, rows: Table, color: Color) -> Result<Expr> {
    let replaced = Arc::clone(condition).transform(|part| {
        let Some(column) = part.downcast_ref::<Column>() else { return Ok(Transformed::no(part)) };
        let replaced = OF_PLAYERS.iter().find(|(name, _)| *name == column.name());
        let of_game = replaced.map(|(_, of)| of[usize::from(color.index())]);
        let of_game = of_game.and_then(|name| Some(Column::new(name, rows.column(name)?)));
        Ok(match of_game {
            Some(column) => Transformed::yes(Arc::new(column) as Expr),
            None if column.name() == "side" => Transformed::yes(lit(color.name())),
            None => Transformed::no(part),
        })
    })?;
    Ok(replaced.data)
}

/// Returns whether a condition contains no dynamic filter, which changes while a query runs.
fn lasts(condition: &Expr) -> bool {
    !DynamicFilterTracking::classify(condition).contains_dynamic_filter()
}

/// Evaluates a condition on a column for some names.
fn of_names(condition: &Expr, rows: Table, column: &str, names: &[&str]) -> Result<Vec<bool>> {
    of_values(condition, rows, column, Arc::new(StringArray::from_iter_values(names)))
}

/// Evaluates a condition on a column for some values.
fn of_values(condition: &Expr, rows: Table, column: &str, values: ArrayRef) -> Result<Vec<bool>> {
    let schema = Arc::new(Schema::new(vec![rows.schema().field_with_name(column)?.clone()]));
    let condition = reassign_expr_columns(Arc::clone(condition), &schema)?;
    let batch = RecordBatch::try_new(schema, vec![values])?;
    Ok(holding(&condition, &batch)?.values().iter().collect())
}

/// Returns the truth value that a condition on a column requires. `None` if it allows both or neither, or null.
fn required_truth(condition: &Expr, rows: Table, column: &str) -> Option<bool> {
    let values = BooleanArray::from(vec![None, Some(false), Some(true)]);
    match of_values(condition, rows, column, Arc::new(values)).ok()?[..] {
        [false, true, false] => Some(false),
        [false, false, true] => Some(true),
        _ => None,
    }
}

/// Returns the range of plies that meet a condition on the ply. An empty range if none does; `None` if evaluation fails for a
/// ply that the data need not contain.
fn plies(condition: &Expr, rows: Table) -> Option<RangeInclusive<u32>> {
    let values = Int64Array::from_iter_values(0..=i64::from(Game::MAX_MOVES));
    let holds = of_values(condition, rows, "ply", Arc::new(values)).ok()?;
    let first = holds.iter().position(|&holds| holds).unwrap_or(holds.len());
    let last = holds.iter().rposition(|&holds| holds).unwrap_or(0);
    Some(u32::try_from(first).ok()?..=u32::try_from(last).ok()?)
}

/// Returns the range of seconds of a comparison with a constant, with its bounds. `None` for other conditions.
fn seconds(condition: &Expr) -> Option<RangeInclusive<f64>> {
    let comparison = condition.downcast_ref::<BinaryExpr>()?;
    let bound = |expression: &Expr| match expression.downcast_ref::<Literal>()?.value() {
        ScalarValue::Float64(Some(bound)) if !bound.is_nan() => Some(*bound),
        _ => None,
    };
    let (operator, bound) = match (bound(comparison.left()), bound(comparison.right())) {
        (None, Some(bound)) if comparison.left().is::<Column>() => (*comparison.op(), bound),
        (Some(bound), None) if comparison.right().is::<Column>() => (comparison.op().swap()?, bound),
        _ => return None,
    };
    match operator {
        Operator::Lt | Operator::LtEq => Some(f64::NEG_INFINITY..=bound),
        Operator::Gt | Operator::GtEq => Some(bound..=f64::INFINITY),
        Operator::Eq => Some(bound..=bound),
        _ => None,
    }
}

/// Returns the intersection of two ranges, which may be empty.
fn both<T: Copy + PartialOrd>(one: Option<RangeInclusive<T>>, other: RangeInclusive<T>) -> RangeInclusive<T> {
    let Some(one) = one else { return other };
    let start = if one.start() > other.start() { *one.start() } else { *other.start() };
    let end = if one.end() < other.end() { *one.end() } else { *other.end() };
    start..=end
}

/// Returns the least class that meets a condition on the classes. `None` if findings without classes meet it too.
fn least_class(condition: &Expr, rows: Table) -> Option<Classes> {
    const ALL: [Classes; 4] = [Classes::None, Classes::Check, Classes::Royal, Classes::Family];
    let DataType::List(item) = rows.schema().field_with_name("classes").ok()?.data_type().clone() else {
        return None;
    };
    let mut values = ListBuilder::new(StringBuilder::new()).with_field(item);
    values.append_null();
    for class in ALL {
        values.append_value(class.names().iter().map(Some));
    }
    let holds = of_values(condition, rows, "classes", Arc::new(values.finish())).ok()?;
    ALL.get(holds.iter().position(|&holds| holds)?.checked_sub(1)?).copied()
}

/// Returns the least grade that meets a condition on the grade. `None` if moves that were not missed meet it too, or if
/// evaluation fails for a value that the data need not contain.
fn least_grade(condition: &Expr, rows: Table) -> Option<Grade> {
    let names = Grade::ALL.map(|grade| Some(grade.name()));
    let values = StringArray::from_iter([None].into_iter().chain(names));
    let holds = of_values(condition, rows, "missed", Arc::new(values)).ok()?;
    let least = holds.iter().position(|&holds| holds)?;
    Grade::ALL.get(least.checked_sub(1)?).copied()
}

/// Returns the least gain, in pawns, that meets a condition on the gain. `None` if findings without a move or moves that
/// lose everything meet it too, or if evaluation fails for a value that the data need not contain.
fn least_gain(condition: &Expr, rows: Table) -> Option<i32> {
    /// More than any gain.
    const MAX: i32 = 200;
    // A filter for 100 admits only mates. Gains of material are less in real games, but not by definition.
    const MAX_WITHOUT_MATE: i32 = 99;
    let values = Int64Array::from_iter([None].into_iter().chain((-MAX..=MAX).map(|gain| Some(gain.into()))));
    let holds = of_values(condition, rows, "wins", Arc::new(values)).ok()?;
    let least = i32::try_from(holds.iter().position(|&holds| holds)?).ok()? - 1 - MAX;
    (least > -MAX).then_some(least.min(MAX_WITHOUT_MATE))
}

/// The ratings that meet a condition.
struct Ratings {
    /// The range from the lowest to the highest. `None` if no rating meets the condition.
    range: Option<RatingRange>,
    /// Whether all ratings between meet it.
    is_exact: bool,
}

/// Returns the ratings that meet a condition on a rating. `None` if findings without a rating meet it too, or if
/// evaluation fails for a rating that the data need not contain.
fn ratings(condition: &Expr, rows: Table, column: &str) -> Option<Ratings> {
    // Null takes index 0, so each rating is at its own index: there is no rating 0.
    let values = [None].into_iter().chain((1..=u16::MAX).map(|rating| Some(rating.into())));
    let holds = of_values(condition, rows, column, Arc::new(Int64Array::from_iter(values))).ok()?;
    if holds[0] {
        return None;
    }
    let first = holds.iter().position(|&holds| holds);
    let last = holds.iter().rposition(|&holds| holds);
    let (Some(first), Some(last)) = (first, last) else {
        return Some(Ratings { range: None, is_exact: true });
    };
    let is_exact = holds[first..=last].iter().all(|&holds| holds);
    let range = RatingRange { lowest: u16::try_from(first).ok()?, highest: u16::try_from(last).ok()? };
    Some(Ratings { range: Some(range), is_exact })
}

impl Ratings {
    /// Narrows a selection to these ratings.
    fn narrow(self, patterns: &mut Vec<&Pattern>, selected: &mut Option<RatingRange>) -> Taken {
        let before = selected.unwrap_or(RatingRange { lowest: 0, highest: u16::MAX });
        let both = self.range.map(|range| RatingRange {
            lowest: range.lowest.max(before.lowest),
            highest: range.highest.min(before.highest),
        });
        match both.filter(|both| both.lowest <= both.highest) {
            Some(both) => *selected = Some(both),
            None => patterns.clear(),
        }
        if self.is_exact { Taken::Decides } else { Taken::Narrows }
    }
}

/// Returns the rows for which a condition holds. Null counts as false.
fn holding(condition: &Expr, batch: &RecordBatch) -> Result<BooleanArray> {
    let holds = condition.evaluate(batch)?.into_array(batch.num_rows())?;
    let holds = holds.as_boolean();
    Ok(if holds.null_count() > 0 { prep_null_mask_filter(holds) } else { holds.clone() })
}

/// Selects the games for which conditions hold.
pub(super) struct GamesThatHold {
    /// The columns of the conditions.
    rows: TableRows,
    /// The condition that decides.
    condition: Option<Expr>,
    /// The condition on players, which is tested again for each finding.
    of_players: Option<Expr>,
}

impl GameCondition for GamesThatHold {
    fn admits(&self, source: &str, games: &[Entry<'_>]) -> io::Result<Vec<bool>> {
        let failed =
            |error: DataFusionError| io::Error::other(format!("{source}: {}", error.strip_backtrace()));
        let columns = self.rows.of_games(source, games);
        let mut admitted = vec![true; games.len()];
        let mut narrow = |holds: BooleanArray| {
            admitted.iter_mut().zip(holds.values()).for_each(|(admitted, holds)| *admitted &= holds);
        };
        if let Some(condition) = &self.condition {
            narrow(holding(condition, &columns).map_err(failed)?);
        }
        // An error may come from a side without findings.
        if let Some(condition) = &self.of_players
            && let Ok(holds) = holding(condition, &columns)
        {
            narrow(holds);
        }
        Ok(admitted)
    }

    fn game_needs(&self) -> GameNeeds {
        self.rows.needs().clone()
    }

    /// A condition that cannot be decided from the ranges admits the group.
    fn may_admit(&self, ranges: &GameRanges) -> bool {
        let condition = conjunction_opt(self.condition.iter().chain(&self.of_players).cloned());
        let kept = condition.and_then(|condition| {
            let pruning = PruningPredicateBuilder::new().with_file_schema(Arc::clone(self.rows.schema()));
            pruning.build(condition)?.prune(&Statistics(ranges)).ok()
        });
        kept.is_none_or(|kept| kept != [false])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::physical_expr::expressions::{DynamicFilterPhysicalExpr, col};

    fn and(left: Expr, right: Expr) -> Expr {
        Arc::new(BinaryExpr::new(left, Operator::And, right))
    }

    #[test]
    fn dynamic_filters_are_not_sent() {
        let schema = &Table::Positions.schema();
        let eco: Expr = Arc::new(BinaryExpr::new(
            col("eco", schema).unwrap(),
            Operator::Eq,
            lit(ScalarValue::Utf8View(Some("B20".to_owned()))),
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
