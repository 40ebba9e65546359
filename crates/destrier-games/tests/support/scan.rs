//! Scans as tests make them.
#![allow(dead_code, reason = "no test uses all of it")]

use destrier_games::output::{FindingRows, JsonLines, finding_columns};
use destrier_games::{
    Bookmark, Ended, GameFilter, Positions, Problem, Scan, SearchedGame, Selection, Source, Step, Tally,
    Totals, Work,
};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::AtomicU64;

/// How a scan is made.
#[derive(Clone, Debug)]
pub(crate) struct Manner {
    pub(crate) threads: usize,
    pub(crate) strict: bool,
    pub(crate) limit: Option<u64>,
    pub(crate) start: Bookmark,
    pub(crate) before: Totals,
    pub(crate) bytes_read: Arc<AtomicU64>,
}

impl Default for Manner {
    fn default() -> Self {
        Self {
            threads: 1,
            strict: false,
            limit: None,
            start: Bookmark::default(),
            before: Totals::default(),
            bytes_read: Arc::default(),
        }
    }
}

/// All that a scan gave.
#[derive(Debug)]
pub(crate) struct Scanned<P> {
    pub(crate) steps: Vec<Step<P>>,
    pub(crate) ended: Ended,
}

/// Scans files in a manner, with what is to be made of their games.
pub(crate) fn scan<W: Work>(paths: &[PathBuf], manner: &Manner, work: &W) -> Scanned<W::Part> {
    let sources: Vec<Source> = paths.iter().map(Source::new).collect();
    let mut steps = Vec::new();
    let scan = Scan {
        sources: &sources,
        filter: &GameFilter::default(),
        threads: NonZero::new(manner.threads).unwrap(),
        strict: manner.strict,
        limit: manner.limit,
        start: manner.start,
        before: manner.before,
        bytes_read: &manner.bytes_read,
    };
    let ended = scan.run(work, |step| {
        steps.push(step);
        Ok(())
    });
    Scanned { steps, ended: ended.unwrap() }
}

/// Makes JSON lines of all findings.
pub(crate) fn json_lines() -> FindingRows<'static, JsonLines> {
    static ALL: LazyLock<Selection> = LazyLock::new(Selection::default);
    FindingRows::new(JsonLines::new(&finding_columns()), &ALL)
}

/// The JSON lines of a game's findings.
pub(crate) fn lines_of(game: &SearchedGame<'_>) -> Vec<u8> {
    let mut lines = Vec::new();
    json_lines()
        .game(game, &mut Positions::new(), &mut lines, &mut Tally::unlimited(), &mut |_, _| {})
        .unwrap();
    lines
}

/// Scans files for findings.
pub(crate) fn findings(paths: &[PathBuf], manner: &Manner) -> Scanned<Vec<u8>> {
    scan(paths, manner, &json_lines())
}

impl<P> Scanned<P> {
    /// What was reported, each as it is shown, but for the folder of the file.
    pub(crate) fn problems(&self) -> Vec<String> {
        problems(&self.steps)
    }
}

impl Scanned<Vec<u8>> {
    /// What was written.
    pub(crate) fn text(&self) -> String {
        text(&self.steps)
    }
}

/// What was reported in some steps.
pub(crate) fn problems<P>(steps: &[Step<P>]) -> Vec<String> {
    let shown = |problem: &Problem| {
        let name = problem.source_name();
        problem.to_string().replacen(name, &file_name(name), 1)
    };
    steps.iter().flat_map(|step| &step.problems).map(shown).collect()
}

/// What was written in some steps.
pub(crate) fn text(steps: &[Step<Vec<u8>>]) -> String {
    let parts = steps.iter().filter_map(|step| step.part.as_deref());
    String::from_utf8(parts.collect::<Vec<_>>().concat()).unwrap()
}

/// The last part of a path.
pub(crate) fn file_name(path: &str) -> String {
    Path::new(path).file_name().unwrap().to_str().unwrap().into()
}

/// Two texts are the same; of others the first lines that differ are shown, not the whole.
#[track_caller]
pub(crate) fn assert_same_lines(found: &str, expected: &str) {
    for (number, (found, expected)) in (1..).zip(found.lines().zip(expected.lines())) {
        assert_eq!(found, expected, "line {number}");
    }
    assert_eq!(found.len(), expected.len());
    assert!(found == expected, "line breaks differ");
}
