//! Files that are written from games: tables of `convert` and pages of `report`.

use crate::inputs::Inputs;
use crate::options::{Options, wrong};
use crate::plan::{raises, some_damaged, unreadable, why_nothing};
use crate::records::{class, damage, damage_error, scan_error};
use crate::running::{INTERVAL, report_progress, warn};
use destrier_games::output::{
    Ending, ExplainedFilter, FileError, FileErrorKind, OutputWriter, PartialFile, games_writer,
};
use destrier_games::report::{Comparison, Norms, ReportRequest, recognize_player};
use destrier_games::{Problem, Recognized, Scan, Source, Totals, doubts};
use pyo3::exceptions::{PyFileExistsError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Writes a file, which appears when it is complete. Returns the record `Written`.
#[pyfunction]
pub(crate) fn write<'py>(
    name: &str,
    inputs: &Bound<'py, PyAny>,
    output: PathBuf,
    options: Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = inputs.py();
    let options = Options(options);
    let inputs = Inputs::extract(inputs)?;
    let (strict, force) = (options.flag("strict")?, options.flag("force")?);
    PartialFile::check_name(&output, force).map_err(file_error)?;
    let (sources, unlisted) = inputs.sources(options.max_ratio()?);
    if sources.iter().any(|source| is_same(source, &output)) {
        return Err(wrong("output", format!("{} is also an input; name another file", output.display())));
    }
    let doubts = doubts(&sources);
    let bytes = sources.iter().map(Source::size).sum();
    let mut filter = options.filter()?;
    let mut scan = Scan {
        condition: Arc::new(filter.clone()),
        threads: options.threads()?,
        strict,
        ..Scan::new(sources)
    };
    let (mut needed, mut findings) = (Vec::new(), None);
    let (mut writer, ending) = if name == "report" {
        if filter.players.is_empty() && inputs.can_be_read_again() {
            // These bytes are no progress: the scan reads them again.
            let first = Scan { bytes_read: Arc::default(), ..scan.clone() };
            match py.detach(|| recognize_player(&first))? {
                Recognized::Player(player) => filter.players.push(player),
                Recognized::Two([one, other]) => {
                    let reason = format!("{one} and {other} are in nearly all games; choose one");
                    return Err(wrong("player", reason));
                }
                Recognized::None => {}
            }
        }
        let (against, split) = (options.players("against")?, options.split()?);
        if !against.is_empty() && split.is_some() {
            return Err(wrong("split", "against compares two players; remove one option"));
        }
        let player = std::mem::take(&mut filter.players);
        let comparison = Comparison::new(player, against, split).map_err(|error| wrong("against", error))?;
        filter.players = comparison.players();
        needed = comparison.needed();
        let norms = options.get::<PathBuf>("norms")?.map(|path| Norms::read(&path)).transpose();
        let request = ReportRequest {
            norms: norms.map_err(|error| wrong("norms", error))?,
            with_defences: options.flag("defences")?,
            with_computers: options.flag("computers")?,
            unique: options.only("unique")?,
            worksheet: options.number("worksheet", 1)?.map(|boards| boards as usize),
            judged_by: options.judged_by()?,
            ..ReportRequest::new(comparison, options.finding_filter(false)?)
        };
        if request.filter.patterns.is_empty() {
            return Err(wrong("pattern", "a report needs a pattern of moves, such as knight-fork"));
        }
        findings = Some(request.filter.clone());
        PartialFile::check_ending(&output, "html").map_err(|error| wrong("output", error))?;
        (request.open(), Ending::AtEnd)
    } else {
        PartialFile::check_ending(&output, "parquet").map_err(|error| wrong("output", error))?;
        (games_writer(None), Ending::Assembled)
    };
    let condition = Arc::new(ExplainedFilter::new(filter, needed, false).with_findings(findings));
    scan.condition = Arc::<ExplainedFilter>::clone(&condition);
    let mut file = PartialFile::create(&output, force).map_err(file_error)?;
    let (skips_unreadable, progress) = (options.flag("skip_unreadable")?, options.value("progress")?);
    let report = |totals: &Totals| {
        let read = scan.bytes_read.load(Ordering::Relaxed);
        progress.as_ref().map_or(Ok(()), |progress| report_progress(progress, read, bytes, totals))
    };
    let is_error = |problem: &Problem| raises(problem, strict, skips_unreadable);
    let written = fill(py, &mut *writer, &scan, &mut file, unreadable(unlisted), is_error, report);
    let (totals, problems) = match written {
        Ok(written) => written,
        Err(error) => {
            file.discard()?;
            return Err(error);
        }
    };
    match ending {
        Ending::Assembled => file.finish_with(force, |spool, out| writer.assemble(spool, out))?,
        _ => file.finish(force)?,
    }
    // If no game passed, the first message says so.
    let without_games =
        condition.explain_players(totals.games + totals.filtered).filter(|_| totals.games > 0);
    let why = why_nothing(&condition, &totals).or_else(|| some_damaged(&totals));
    for why in why.into_iter().chain(without_games).chain(doubts) {
        warn(py, &why)?;
    }
    let errors = problems.iter().map(|problem| damage(py, problem)).collect::<PyResult<Vec<_>>>()?;
    class(py, "Written")?.call1((output, totals.games, errors))
}

/// Writes the content of the file. Returns the totals, and the problems that are no exceptions.
fn fill(
    py: Python<'_>,
    writer: &mut dyn OutputWriter,
    scan: &Scan,
    file: &mut PartialFile,
    mut problems: Vec<Problem>,
    raises: impl Fn(&Problem) -> bool,
    report: impl Fn(&Totals) -> PyResult<()>,
) -> PyResult<(Totals, Vec<Problem>)> {
    let start = Instant::now();
    writer.begin(file)?;
    if let Some(problem) = problems.iter().find(|problem| raises(problem)) {
        return Err(damage_error(py, problem));
    }
    let mut last_report = start;
    let mut steps = writer.steps(scan);
    while let Some(step) = py.detach(|| steps.next()) {
        py.check_signals()?;
        let step = step.map_err(|error| scan_error(py, error))?;
        if let Some(problem) = step.problems.iter().find(|problem| raises(problem)) {
            return Err(damage_error(py, problem));
        }
        problems.extend(step.problems);
        if last_report.elapsed() >= INTERVAL {
            last_report = Instant::now();
            report(&step.totals)?;
        }
        step.output.map_or(Ok(()), |collected| writer.append(collected, file))?;
    }
    let totals = steps.ended().totals;
    writer.finish(&totals, start.elapsed(), file)?;
    report(&totals)?;
    Ok((totals, problems))
}

/// Returns whether a source is the file to write.
fn is_same(source: &Source, output: &std::path::Path) -> bool {
    output.canonicalize().is_ok_and(|output| source.file().canonicalize().is_ok_and(|file| file == output))
}

fn file_error(error: FileError) -> PyErr {
    match error.kind {
        FileErrorKind::Exists => {
            PyFileExistsError::new_err(format!("{error}; pass force=True to overwrite it"))
        }
        _ => PyOSError::new_err(error.to_string()),
    }
}
