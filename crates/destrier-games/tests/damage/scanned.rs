//! Scans of files that are written for it, game by game.

use crate::scan::{Manner, file_name, json_lines, scan};
use destrier_games::output::{FindingRows, JsonLines};
use destrier_games::{Damage, Place, Positions, Problem, SearchedGame, Tally, Totals, Work};

/// All that a scan gave.
#[derive(Debug)]
pub(crate) struct Scanned {
    /// The games that were searched, in their order.
    pub(crate) games: Vec<Seen>,
    /// What was reported, as it is shown.
    pub(crate) problems: Vec<String>,
    /// Where what was wrong with games is, and the token that is there.
    pub(crate) damages: Vec<(Place, Damage)>,
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

/// Keeps each game apart.
struct Games {
    rows: FindingRows<'static, JsonLines>,
}

impl Work for Games {
    type Part = Vec<Seen>;

    fn part(&self) -> Vec<Seen> {
        Vec::new()
    }

    fn game(
        &self,
        game: &SearchedGame<'_>,
        positions: &mut Positions,
        part: &mut Vec<Seen>,
        tally: &mut Tally,
        _: &mut dyn FnMut(&mut Vec<Seen>, &mut Tally),
    ) -> Result<(), Box<Damage>> {
        let before = tally.positions();
        let mut lines = Vec::new();
        let result = self.rows.game(game, positions, &mut lines, tally, &mut |_, _| {});
        let lines = String::from_utf8(lines).unwrap();
        part.push(Seen {
            source: file_name(game.source),
            number: game.game.place().number(),
            content: Content {
                site: game.game.site().map(Into::into),
                positions: tally.positions() - before,
                findings: lines.lines().map(|line| line[line.find("\"ply\"").unwrap()..].into()).collect(),
            },
        });
        result
    }
}

/// Scans files of these names and contents in threads; one without content is not there.
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
    let scanned = scan(&paths, &Manner { threads, ..Manner::default() }, &Games { rows: json_lines() });
    let problems = scanned.problems();
    let (mut games, mut damages) = (Vec::new(), Vec::new());
    for step in scanned.steps {
        games.extend(step.part.unwrap_or_default());
        for problem in step.problems {
            if let Problem::Damaged { place, damage, .. } = problem {
                damages.push((place, *damage));
            }
        }
    }
    Scanned { games, problems, damages, totals: scanned.ended.totals }
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
