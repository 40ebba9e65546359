//! What a table computes, and the thread that computes it.

use crate::inputs::Inputs;
use crate::options::{Options, wrong};
use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use crossbeam_channel::{Sender, bounded};
use destrier_games::output::ExplainedFilter;
use destrier_games::rates::{RateRequest, Rates};
use destrier_games::{
    GameFilter, JudgedBy, Problem, Scan, Selection, Source, Step, Table, TableRows, TableScan, Totals,
    Unlisted, doubts,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The number of messages in the queue, which bounds memory.
const AHEAD: usize = 2;

/// The inputs and options of a table.
pub(crate) struct Plan {
    /// The name of the table: findings, games, positions, features or rates.
    pub(crate) name: String,
    pub(crate) schema: SchemaRef,
    pub(crate) inputs: Inputs,
    /// Whether the first damage is an exception.
    pub(crate) strict: bool,
    /// Whether a source that cannot be read is no exception.
    pub(crate) skips_unreadable: bool,
    pub(crate) progress: Option<Py<PyAny>>,
    /// The problems of the last scan.
    pub(crate) errors: Mutex<Vec<Problem>>,
    rows: Rows,
    filter: Arc<GameFilter>,
    threads: NonZero<usize>,
    limit: Option<u64>,
    max_ratio: u32,
}

/// The rows of a table.
enum Rows {
    Table { table: Table, columns: Vec<usize>, selection: Selection, sample: Option<(usize, u64)> },
    Rates(RateRequest),
}

/// The part of a table to compute: all of it by default. Rates are always computed as a whole.
#[derive(Clone, Default)]
pub(crate) struct Part {
    /// The indices of the columns.
    pub(crate) columns: Option<Vec<usize>>,
    /// The number of rows, from the first.
    pub(crate) rows: Option<u64>,
}

/// A message from the thread that scans.
pub(crate) enum Message {
    Problems(Vec<Problem>),
    Batch(RecordBatch),
    /// Why there is nothing.
    Warning(String),
    Failed(io::Error),
    Ended,
}

/// The state that the thread shares.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) is_cancelled: AtomicBool,
    pub(crate) bytes_read: Arc<AtomicU64>,
    pub(crate) totals: Mutex<Totals>,
}

impl Plan {
    /// Reads the inputs and options of a table.
    pub(crate) fn new(name: &str, inputs: &Bound<'_, PyAny>, options: &Options<'_>) -> PyResult<Self> {
        let filter = Arc::new(options.filter()?);
        let inputs = Inputs::extract(inputs)?;
        let names_player = !filter.players.is_empty();
        let (rows, schema) = match name.parse::<Table>() {
            Ok(table) => {
                let mut selection = Selection::default();
                let sample = options.sample()?;
                if table == Table::Findings {
                    selection = options.selection(names_player)?;
                    if sample.is_some() && !inputs.can_be_read_again() {
                        return Err(wrong(
                            "sample",
                            "reads the inputs several times; name files that can be read again",
                        ));
                    }
                }
                let columns = columns(table, options, &mut selection)?;
                if table == Table::Findings && options.flag("quick")? && selection.judging.is_none() {
                    let reason = "only changes what counts as missed; add missed, worth or a column of worth";
                    return Err(wrong("quick", reason));
                }
                let schema = Arc::clone(TableRows::new(table, &columns, &selection).schema());
                (Rows::Table { table, columns, selection, sample }, schema)
            }
            Err(_) => {
                let request = rates(options, &filter)?;
                let RateRequest { keys, with_opponents, judged_by, .. } = request.clone();
                let with_worth = judged_by.is_some();
                let none = Rates { keys, with_opponents, with_worth, rows: Vec::new() };
                let none = none.record_batch().map_err(|error| PyValueError::new_err(error.to_string()))?;
                (Rows::Rates(request), none.schema())
            }
        };
        Ok(Self {
            name: name.to_owned(),
            schema,
            inputs,
            strict: options.flag("strict")?,
            skips_unreadable: options.flag("skip_unreadable")?,
            progress: options.value("progress")?.map(Bound::unbind),
            errors: Mutex::default(),
            rows,
            filter,
            threads: options.threads()?,
            limit: options.number("limit", 0)?,
            max_ratio: options.max_ratio()?,
        })
    }

    /// Returns whether a problem is an exception.
    pub(crate) const fn raises(&self, problem: &Problem) -> bool {
        raises(problem, self.strict, self.skips_unreadable)
    }

    /// Returns whether the first rows can be read in addition to all rows. A sample has no first rows before the end.
    pub(crate) fn can_be_previewed(&self) -> bool {
        self.inputs.can_be_read_again() && !matches!(self.rows, Rows::Table { sample: Some(_), .. })
    }

    /// Returns the schema of a part of the table.
    pub(crate) fn schema_of(&self, part: &Part) -> SchemaRef {
        match (&part.columns, &self.rows) {
            (Some(columns), Rows::Table { .. }) => {
                let fields = columns.iter().map(|&column| Arc::clone(&self.schema.fields()[column]));
                Arc::new(Schema::new(fields.collect::<Vec<_>>()))
            }
            _ => Arc::clone(&self.schema),
        }
    }

    /// Starts the scan in a thread of its own. Returns its messages, and the size of the inputs if it is known.
    pub(crate) fn start(
        self: &Arc<Self>,
        part: Part,
        shared: &Arc<Shared>,
    ) -> (crossbeam_channel::Receiver<Message>, Option<u64>) {
        let (sources, unlisted) = self.inputs.sources(self.max_ratio);
        let bytes = sources.iter().map(Source::size).sum();
        let (sender, receiver) = bounded(AHEAD);
        let (plan, shared) = (Arc::clone(self), Arc::clone(shared));
        thread::spawn(move || {
            let last = match plan.scan(part, sources, unlisted, &shared, &sender) {
                Ok(()) => Message::Ended,
                Err(error) => Message::Failed(error),
            };
            // Ignore the error: the table is not read any more.
            let _ = sender.send(last);
        });
        (receiver, bytes)
    }

    fn scan(
        &self,
        part: Part,
        sources: Vec<Source>,
        unlisted: Vec<Unlisted>,
        shared: &Shared,
        sender: &Sender<Message>,
    ) -> io::Result<()> {
        let stopped = || io::Error::from(io::ErrorKind::BrokenPipe);
        let send = |message| sender.send(message).map_err(|_| stopped());
        let unlisted = unreadable(unlisted);
        if !unlisted.is_empty() {
            send(Message::Problems(unlisted))?;
        }
        let doubts = doubts(&sources);
        let limit = self.limit.into_iter().chain(part.rows).min();
        let findings = match &self.rows {
            Rows::Table { selection, .. } => &selection.filter,
            Rows::Rates(request) => &request.filter,
        };
        let condition = ExplainedFilter::new((*self.filter).clone(), Vec::new(), false);
        let condition = Arc::new(condition.with_findings(Some(findings.clone())));
        let scan = Scan {
            condition: Arc::<ExplainedFilter>::clone(&condition),
            threads: self.threads,
            strict: self.strict,
            limit: self.limit,
            bytes_read: Arc::clone(&shared.bytes_read),
            ..Scan::new(sources)
        };
        let report = |problems: Vec<Problem>, totals: Totals| {
            *shared.totals.lock().unwrap_or_else(PoisonError::into_inner) = totals;
            if shared.is_cancelled.load(Ordering::Relaxed) {
                return Err(stopped());
            }
            if problems.is_empty() { Ok(()) } else { send(Message::Problems(problems)) }
        };
        match &self.rows {
            Rows::Table { table, columns, selection, sample } => {
                let mut selection = selection.clone();
                if let Some((size, seed)) = *sample {
                    let first = Scan { limit: None, bytes_read: Arc::default(), ..scan.clone() };
                    selection.thinning.sample = Some(first.sample(&selection, size, seed)?);
                }
                let wanted: Option<Vec<usize>> =
                    part.columns.map(|wanted| wanted.iter().map(|&index| columns[index]).collect());
                let rows = TableRows::new(*table, wanted.as_ref().unwrap_or(columns), &selection);
                let scan = Scan { limit, ..scan };
                TableScan::new(scan, rows).run(|Step { output, problems, totals, .. }| {
                    report(problems, totals)?;
                    output.map_or(Ok(()), |batch| send(Message::Batch(batch)))
                })?;
            }
            Rows::Rates(request) => {
                let request =
                    RateRequest { condition: Arc::<ExplainedFilter>::clone(&condition), ..request.clone() };
                let rates = request
                    .count_and_report(&scan, |Step { problems, totals, .. }| report(problems, totals))?;
                send(Message::Batch(rates.record_batch().map_err(io::Error::other)?))?;
            }
        }
        let totals = *shared.totals.lock().unwrap_or_else(PoisonError::into_inner);
        let why = why_nothing(&condition, &totals).or_else(|| match self.rows {
            Rows::Table { table: Table::Findings, .. } => {
                nothing_found(&totals).or_else(|| some_damaged(&totals))
            }
            _ => some_damaged(&totals),
        });
        let is_all = limit.is_none_or(|limit| totals.rows < limit);
        // Nothing is known of what was not read.
        let names = condition.explain_players(totals.filtered).filter(|_| totals.games > 0);
        let others = names.chain(doubts).filter(|_| is_all);
        let warnings = why.into_iter().filter(|_| limit != Some(0)).chain(others);
        warnings.map(Message::Warning).try_for_each(send)
    }
}

/// Returns whether a problem is an exception.
pub(crate) const fn raises(problem: &Problem, strict: bool, skips_unreadable: bool) -> bool {
    match problem {
        Problem::Damaged { .. } => strict,
        _ => strict || !skips_unreadable,
    }
}

/// Returns the problems of inputs that could not be listed.
pub(crate) fn unreadable(unlisted: Vec<Unlisted>) -> Vec<Problem> {
    let problem = |Unlisted { path, error }: Unlisted| Problem::Unreadable {
        source_name: path.to_string_lossy().into_owned(),
        error,
    };
    unlisted.into_iter().map(problem).collect()
}

/// Explains why there are no games, or none that could be searched.
pub(crate) fn why_nothing(condition: &ExplainedFilter, totals: &Totals) -> Option<String> {
    match totals {
        Totals { games: 1.., skipped, .. } => (skipped == &totals.games)
            .then(|| format!("all games are of unsupported variants: {}", number(totals.games)))
            .or_else(|| condition.explain_sides(totals.games)),
        Totals { filtered: 1.., .. } => Some(condition.explain(totals.filtered)),
        Totals { unreadable: 0, .. } => Some("no games in the inputs".to_owned()),
        _ => Some("no input could be read; see errors".to_owned()),
    }
}

/// Says how many games are damaged, if some are.
pub(crate) fn some_damaged(totals: &Totals) -> Option<String> {
    let Totals { damaged, games, skipped, .. } = *totals;
    match damaged {
        0 => None,
        _ if damaged == games - skipped => {
            Some(format!("all games are damaged: {}; see errors", number(damaged)))
        }
        1 => Some(format!("1 of {} is damaged; see errors", number(games))),
        _ => Some(format!("{damaged} of {} are damaged; see errors", number(games))),
    }
}

/// Says that a search found nothing, if it searched games.
fn nothing_found(totals: &Totals) -> Option<String> {
    let Totals { damaged, games, skipped, .. } = *totals;
    let games = games - skipped;
    let damage = match damaged {
        0 => String::new(),
        _ if damaged == games => ", all damaged; see errors".to_owned(),
        _ => format!(", {damaged} damaged; see errors"),
    };
    (totals.rows == 0 && games > 0).then(|| format!("nothing found in {}{damage}", number(games)))
}

/// Returns a number of games in words.
fn number(games: u64) -> String {
    format!("{games} game{}", if games == 1 { "" } else { "s" })
}

/// Returns the columns of a table, given by the names of columns and groups. The selection then computes what they need.
fn columns(table: Table, options: &Options<'_>, selection: &mut Selection) -> PyResult<Vec<usize>> {
    let names = options.names("columns")?;
    let has_fen = options.flag("fen")?;
    if !names.is_empty() {
        if has_fen {
            return Err(wrong("fen", "add \"fen\" to columns"));
        }
        let by = match &selection.judging {
            Some(judging) => judging.by.clone(),
            None if options.flag("quick")? => JudgedBy::Material,
            None => JudgedBy::Judge,
        };
        return table.select(&names, selection, &by).map_err(|error| wrong("columns", error));
    }
    Ok(match table {
        // Like the command, leave out the sets for evaluation and the tags.
        Table::Features => table.up_to(if has_fen { "fen" } else { "san" }),
        // A column without values would look like an answer.
        _ => {
            let is_computed = selection.judging.is_some();
            let all = 0..table.columns().len();
            all.filter(|&column| is_computed || !table.columns()[column].is_of_worth()).collect()
        }
    })
}

/// Returns the request for rates.
fn rates(options: &Options<'_>, filter: &Arc<GameFilter>) -> PyResult<RateRequest> {
    let with_opponents = !filter.players.is_empty();
    let (finding_filter, judged_by) = (options.finding_filter(with_opponents)?, options.judged_by()?);
    let keys = options.keys()?;
    let without_worth = options.flag("without_worth")?;
    if without_worth && judged_by.engine().is_some() {
        return Err(wrong("without_worth", "an engine judges what moves are worth; remove one option"));
    }
    if let Some(key) = keys.iter().find(|key| without_worth && key.needs_worth()) {
        return Err(wrong("by", format!("{:?} needs the worth of moves; remove without_worth", key.name)));
    }
    let condition = Arc::clone(filter) as _;
    let judged_by = (!without_worth).then_some(judged_by);
    Ok(RateRequest { keys, filter: finding_filter, judged_by, condition, with_opponents })
}
