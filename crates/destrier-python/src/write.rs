//! Files that are written from games: tables of `convert` and pages of `report`.

use crate::inputs::Inputs;
use crate::options::{Options, wrong};
use crate::records::{class, damage, damage_error, scan_error};
use destrier_games::output::{Ending, FileError, FileErrorKind, OutputWriter, PartialFile, games_writer};
use destrier_games::report::{Comparison, ReportRequest, recognize_player};
use destrier_games::{Problem, Recognized, Scan, Source, Unlisted};
use pyo3::exceptions::{PyFileExistsError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::Arc;
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
    let mut filter = options.filter()?;
    let mut scan = Scan {
        condition: Arc::new(filter.clone()),
        threads: options.threads()?,
        strict,
        ..Scan::new(sources)
    };
    let (mut writer, ending) = if name == "report" {
        if filter.players.is_empty() && inputs.can_be_read_again() {
            match py.detach(|| recognize_player(&scan))? {
                Recognized::Player(player) => filter.players.push(player),
                Recognized::Two([one, other]) => {
                    let reason = format!("{one} and {other} are in nearly all games; choose one");
                    return Err(wrong("player", reason));
                }
                Recognized::None => {}
            }
        }
        scan.condition = Arc::new(filter.clone());
        let comparison = match filter.players {
            players if players.is_empty() => Comparison::Collection,
            players => Comparison::Player(players),
        };
        let request = ReportRequest {
            with_defences: options.flag("defences")?,
            with_computers: options.flag("computers")?,
            worksheet: options.number("worksheet", 1)?.map(|boards| boards as usize),
            judged_by: options.judged_by()?,
            ..ReportRequest::new(comparison, options.finding_filter(false)?)
        };
        if request.filter.patterns.is_empty() {
            return Err(wrong("pattern", "a report needs a pattern of moves, such as knight-fork"));
        }
        (request.open(), Ending::AtEnd)
    } else {
        (games_writer(None), Ending::Assembled)
    };
    let unlisted = unlisted.into_iter().map(|Unlisted { path, error }| {
        let source_name = path.to_string_lossy().into_owned();
        Problem::Unreadable { source_name, error }
    });
    let mut file = PartialFile::create(&output, force).map_err(file_error)?;
    let skips = options.flag("skip_unreadable")? && !strict;
    let raises = |problem: &Problem| if matches!(problem, Problem::Damaged { .. }) { strict } else { !skips };
    let written = fill(py, &mut *writer, &scan, &mut file, unlisted.collect(), raises);
    let (games, problems) = match written {
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
    let errors = problems.iter().map(|problem| damage(py, problem)).collect::<PyResult<Vec<_>>>()?;
    class(py, "Written")?.call1((output, games, errors))
}

/// Writes the content of the file. Returns the number of games, and the problems that are no exceptions.
fn fill(
    py: Python<'_>,
    writer: &mut dyn OutputWriter,
    scan: &Scan,
    file: &mut PartialFile,
    mut problems: Vec<Problem>,
    raises: impl Fn(&Problem) -> bool,
) -> PyResult<(u64, Vec<Problem>)> {
    let start = Instant::now();
    writer.begin(file)?;
    if let Some(problem) = problems.iter().find(|problem| raises(problem)) {
        return Err(damage_error(py, problem));
    }
    let mut steps = writer.steps(scan);
    while let Some(step) = py.detach(|| steps.next()) {
        py.check_signals()?;
        let step = step.map_err(|error| scan_error(py, error))?;
        if let Some(problem) = step.problems.iter().find(|problem| raises(problem)) {
            return Err(damage_error(py, problem));
        }
        problems.extend(step.problems);
        step.output.map_or(Ok(()), |collected| writer.append(collected, file))?;
    }
    let totals = steps.ended().totals;
    writer.finish(&totals, start.elapsed(), file)?;
    Ok((totals.games, problems))
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
