//! A scan of files that are written for it.

use destrier_games::output::{JsonLines, Output};
use destrier_games::{Problem, ScannedGame, Totals, scan};
use std::io;
use std::time::Duration;

/// All that a scan gave.
#[derive(Debug, Default)]
pub(crate) struct Scanned {
    /// The games in their order.
    pub(crate) games: Vec<Seen>,
    /// What was reported.
    pub(crate) problems: Vec<String>,
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

impl Output for Scanned {
    fn game(&mut self, scanned: &ScannedGame<'_>) -> io::Result<()> {
        let mut lines = Vec::new();
        JsonLines::new(&mut lines).game(scanned)?;
        let lines = String::from_utf8(lines).unwrap();
        self.games.push(Seen {
            source: file_name(scanned.source),
            number: scanned.game.number(),
            content: Content {
                site: scanned.game.tags.get("Site").map(|tag| tag.value().into()),
                positions: scanned.positions,
                findings: lines.lines().map(|line| line[line.find("\"ply\"").unwrap()..].into()).collect(),
            },
        });
        Ok(())
    }

    fn finish(&mut self, _: &Totals, _: Duration) -> io::Result<()> {
        Ok(())
    }
}

fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap().into()
}

/// Scans files of these names and contents; one without content is not there.
pub(crate) fn scan_files(files: &[(&str, Option<&[u8]>)]) -> Scanned {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for &(name, content) in files {
        let path = folder.path().join(name);
        if let Some(content) = content {
            std::fs::write(&path, content).unwrap();
        }
        paths.push(path);
    }
    let mut scanned = Scanned::default();
    let mut problems = Vec::new();
    let totals = scan(&paths, &mut scanned, &mut |problem| {
        problems.push(match problem {
            Problem::Damaged { source_name, game, damage } => {
                format!("{}: game {game}, {damage}", file_name(&source_name))
            }
            Problem::Unreadable { source_name, error } => {
                format!("{}: {}", file_name(&source_name), error.kind())
            }
        });
        true
    });
    scanned.totals = totals.unwrap();
    scanned.problems = problems;
    scanned
}

/// Scans one file.
pub(crate) fn scan_file(content: &[u8]) -> Scanned {
    scan_files(&[("games.pgn", Some(content))])
}

/// What each game of a text gives.
pub(crate) fn contents(text: &[u8]) -> Vec<Content> {
    scan_file(text).games.into_iter().map(|game| game.content).collect()
}
