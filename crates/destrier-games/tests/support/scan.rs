//! Runs scans and keeps all results by step.
#![allow(dead_code, reason = "no test uses all of it")]

use destrier_games::output::{OUTPUT_FORMATS, OutputRequest, OutputWriter};
use destrier_games::{
    Bookmark, Collector, Damage, Ended, GameNumber, Problem, Scan, Selection, Source, Table, TableRows,
    Totals,
};
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// Creates a scan of all games of the files, with a number of threads.
pub(crate) fn scan_of(paths: &[PathBuf], threads: usize) -> Scan {
    let sources: Vec<Source> = paths.iter().map(Source::new).collect();
    Scan { threads: NonZero::new(threads).unwrap(), ..Scan::new(sources) }
}

/// A step of a scan.
#[derive(Debug)]
pub(crate) struct Step<O> {
    /// The output; `None` if nothing was collected because a source is unreadable.
    pub(crate) output: Option<O>,
    pub(crate) problems: Vec<Report>,
    pub(crate) totals: Totals,
    pub(crate) next: Option<Bookmark>,
}

/// A reported problem.
#[derive(Debug)]
pub(crate) struct Report {
    /// The message, without the folder of the file.
    pub(crate) message: String,
    /// The number of the damaged game, and its damage.
    pub(crate) damage: Option<(GameNumber, Damage)>,
}

impl From<&Problem> for Report {
    fn from(problem: &Problem) -> Self {
        let name = problem.source_name().unwrap();
        let message = problem.to_string().replacen(name, &file_name(name), 1);
        let damage = match problem {
            Problem::Damaged { number, damage, .. } => Some((*number, (**damage).clone())),
            _ => None,
        };
        Self { message, damage }
    }
}

/// All results of a scan.
#[derive(Debug)]
pub(crate) struct Scanned<O> {
    pub(crate) steps: Vec<Step<O>>,
    pub(crate) ended: Ended,
}

/// Runs a scan with a collector.
pub(crate) fn collect<C: Collector>(scan: &Scan, collector: &C) -> Scanned<C::Output> {
    let mut steps = Vec::new();
    let ended = scan.run(collector, |step| {
        let problems = step.problems.iter().map(Report::from).collect();
        steps.push(Step { output: step.output, problems, totals: step.totals, next: step.next });
        Ok(())
    });
    Scanned { steps, ended: ended.unwrap() }
}

/// Writes all findings of a scan to memory as JSON lines.
pub(crate) fn findings(scan: &Scan) -> Scanned<Vec<u8>> {
    let columns: Vec<usize> = (0..Table::Findings.column("chance").unwrap()).collect();
    let mut output = json_lines(Table::Findings, &columns, Selection::default());
    let mut scanned = Vec::new();
    let mut steps = output.steps(scan);
    for step in &mut steps {
        let step = step.unwrap();
        let mut text = Vec::new();
        step.output.map_or(Ok(()), |collected| output.append(collected, &mut text)).unwrap();
        let text = without_nulls(std::str::from_utf8(&text).unwrap()).into_bytes();
        let problems = step.problems.iter().map(Report::from).collect();
        scanned.push(Step { output: Some(text), problems, totals: step.totals, next: step.next });
    }
    Scanned { steps: scanned, ended: steps.ended() }
}

/// Returns a writer of columns of a table as JSON lines.
pub(crate) fn json_lines(table: Table, columns: &[usize], selection: Selection) -> Box<dyn OutputWriter> {
    let rows = TableRows::new(table, columns, &selection);
    let format = OUTPUT_FORMATS.iter().find(|format| format.name == "jsonl").unwrap();
    format.open(OutputRequest::new(rows, selection))
}

/// Removes keys without a value from JSON lines.
pub(crate) fn without_nulls(lines: &str) -> String {
    let parts: Vec<&str> = lines.split(":null").collect();
    let (last, others) = parts.split_last().unwrap();
    let before = others.iter().map(|part| part.rsplit_once(",\"").unwrap().0);
    before.chain([*last]).collect()
}

impl<O> Scanned<O> {
    /// Returns the messages of all problems.
    pub(crate) fn problems(&self) -> Vec<String> {
        problems(&self.steps)
    }

    /// Returns the outputs, in order.
    pub(crate) fn outputs(self) -> impl Iterator<Item = O> {
        self.steps.into_iter().filter_map(|step| step.output)
    }
}

impl Scanned<Vec<u8>> {
    /// Returns the written text.
    pub(crate) fn text(&self) -> String {
        text(&self.steps)
    }
}

/// Returns the messages of the problems in some steps.
pub(crate) fn problems<O>(steps: &[Step<O>]) -> Vec<String> {
    steps.iter().flat_map(|step| &step.problems).map(|problem| problem.message.clone()).collect()
}

/// Returns the text written in some steps.
pub(crate) fn text(steps: &[Step<Vec<u8>>]) -> String {
    let parts = steps.iter().filter_map(|step| step.output.as_deref());
    String::from_utf8(parts.collect::<Vec<_>>().concat()).unwrap()
}

/// Returns the last part of a path.
pub(crate) fn file_name(path: &str) -> String {
    Path::new(path).file_name().unwrap().to_str().unwrap().into()
}

/// Checks that two texts are equal. A failure shows only the first lines that differ.
#[track_caller]
pub(crate) fn assert_same_lines(found: &str, expected: &str) {
    for (number, (found, expected)) in (1..).zip(found.lines().zip(expected.lines())) {
        assert_eq!(found, expected, "line {number}");
    }
    assert_eq!(found.len(), expected.len());
    assert!(found == expected, "line breaks differ");
}
