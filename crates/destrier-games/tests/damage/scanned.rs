//! Scans of files that are written for it, game by game.

use crate::scan::{collect, file_name, findings, scan_of};
use destrier_games::{Collecting, Collector, CurrentGame, Damage, GameNumber, Positions, Totals};

/// All that a scan gave.
#[derive(Debug)]
pub(crate) struct Scanned {
    /// The games that were searched, in their order.
    pub(crate) games: Vec<Seen>,
    /// What was reported, as it is shown.
    pub(crate) problems: Vec<String>,
    /// Where what was wrong with games is, and the token that is there.
    pub(crate) damages: Vec<(GameNumber, Damage)>,
    /// What was counted.
    pub(crate) totals: Totals,
}

/// A game with what was found in it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    /// The name of its file.
    pub(crate) source: String,
    /// Its number in there.
    pub(crate) number: u64,
    /// What was found in it.
    pub(crate) content: Content,
}

/// What a game gave, wherever it stood.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Content {
    /// Its `Site` tag.
    pub(crate) site: Option<String>,
    /// How many positions were searched.
    pub(crate) positions: u64,
    /// Its findings as lines of JSON, from the ply on.
    pub(crate) findings: Vec<String>,
}

/// Keeps each game that has positions.
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
        collecting: &mut Collecting<'_, Vec<Seen>>,
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

/// Scans files of these names and contents in threads, for their games and for their findings; one without content is
/// not there.
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
    assert_eq!(lines.next(), None, "each finding is of a game");
    let reports = written.steps.into_iter().flat_map(|step| step.problems);
    let damages = reports.filter_map(|problem| problem.damage).collect();
    Scanned { games, problems, damages, totals }
}

/// Scans files of these names and contents; one without content is not there.
pub(crate) fn scan_files(files: &[(&str, Option<&[u8]>)]) -> Scanned {
    scan_in_threads(files, 1)
}

/// Scans one file.
pub(crate) fn scan_file(content: &[u8]) -> Scanned {
    scan_files(&[("games.pgn", Some(content))])
}

/// What each game of a text gives.
pub(crate) fn contents(text: &[u8]) -> Vec<Content> {
    scan_file(text).games.into_iter().map(|game| game.content).collect()
}
