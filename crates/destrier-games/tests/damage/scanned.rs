//! Scans of test files, game by game.

use crate::scan::{collect, file_name, findings, scan_of};
use destrier_games::{Collecting, Collector, CurrentGame, Damage, GameNumber, Positions, Totals};

/// The results of a scan.
#[derive(Debug)]
pub(crate) struct Scanned {
    /// The games that were searched, in order.
    pub(crate) games: Vec<Seen>,
    /// The reported problems as text.
    pub(crate) problems: Vec<String>,
    /// The number of each damaged game, with its damage.
    pub(crate) damages: Vec<(GameNumber, Damage)>,
    /// The totals.
    pub(crate) totals: Totals,
}

/// A game with its findings.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    /// The name of the file.
    pub(crate) source: String,
    /// The number of the game in the file.
    pub(crate) number: u64,
    /// The findings and other content.
    pub(crate) content: Content,
}

/// The results for a game, independent of its location.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Content {
    /// The `Site` tag.
    pub(crate) site: Option<String>,
    /// The number of positions searched.
    pub(crate) positions: u64,
    /// The findings as JSON lines, from the ply on.
    pub(crate) findings: Vec<String>,
}

/// A collector that keeps each game with positions.
struct Games;

impl Collector for Games {
    type Accumulator = Vec<Seen>;
    type Output = Vec<Seen>;

    fn accumulator(&self) -> Vec<Seen> {
        Vec::new()
    }

    fn positions(
        &self,
        game: &CurrentGame<'_>,
        positions: &Positions,
        collecting: &mut Collecting<'_, Self>,
    ) {
        let games = &mut *collecting.accumulator;
        if positions.ply(0) == 0 {
            let site = game.game.site().map(Into::into);
            games.push(Seen {
                source: file_name(game.source),
                number: game.entry.number.get(),
                content: Content { site, positions: 0, findings: Vec::new() },
            });
        }
        games.last_mut().unwrap().content.positions += positions.len() as u64;
    }

    fn finish(&self, games: Vec<Seen>) -> Vec<Seen> {
        games
    }
}

/// Scans files with these names and contents for their games and their findings. A file without content does not
/// exist.
pub(crate) fn scan_in_threads(files: &[(&str, Option<&[u8]>)], threads: usize) -> Scanned {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for &(name, content) in files {
        let path = folder.path().join(name);
        if let Some(content) = content {
            std::fs::write(&path, content).unwrap();
        }
        paths.push(path);
    }
    let scan = scan_of(&paths, threads);
    let (written, collected) = (findings(&scan), collect(&scan, &Games));
    let problems = written.problems();
    assert_eq!(collected.problems(), problems);
    let totals = written.ended.totals;
    let mut counted = collected.ended.totals;
    counted.rows = totals.rows;
    assert_eq!(counted, totals);

    let mut games: Vec<Seen> = collected.outputs().flatten().collect();
    let text = written.text();
    let mut lines = text.lines().peekable();
    for Seen { source, number, content } in &mut games {
        let is_of_it = |line: &&str| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let place = line.get("game").or(line.get("line_number"));
            file_name(line["source"].as_str().unwrap()) == *source && *place.unwrap() == *number
        };
        while let Some(line) = lines.next_if(is_of_it) {
            content.findings.push(line[line.find("\"ply\"").unwrap()..].into());
        }
    }
    assert_eq!(lines.next(), None, "each finding belongs to a game");
    let reports = written.steps.into_iter().flat_map(|step| step.problems);
    let damages = reports.filter_map(|problem| problem.damage).collect();
    Scanned { games, problems, damages, totals }
}

/// Scans files with these names and contents. A file without content does not exist.
pub(crate) fn scan_files(files: &[(&str, Option<&[u8]>)]) -> Scanned {
    scan_in_threads(files, 1)
}

/// Scans one file.
pub(crate) fn scan_file(content: &[u8]) -> Scanned {
    scan_files(&[("games.pgn", Some(content))])
}

/// Returns the results for each game of a text.
pub(crate) fn contents(text: &[u8]) -> Vec<Content> {
    scan_file(text).games.into_iter().map(|game| game.content).collect()
}
