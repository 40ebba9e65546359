//! The summary: how much was found, and the sharpest finds.

use super::Output;
use crate::finding::{Classes, Value};
use crate::{Finding, Found, Game, PATTERNS, ScannedGame, Totals};
use destrier::Color;
use shakmaty::Position as _;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

/// Counts findings and, at the end, writes a table of 80 columns.
#[derive(Debug)]
pub struct Summary<W> {
    out: W,
    rows: [Row; PATTERNS.len()],
    /// The highest-rated finds, best first.
    sharpest: Vec<Sharp>,
}

/// The counts of a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    findings: u64,
    games: u64,
    played: u64,
    missed: u64,
    by_side: [u64; 2],
}

/// A royal fork that wins the queen.
#[derive(Debug)]
struct Sharp {
    rating: Option<u32>,
    lines: String,
}

impl<W: Write> Summary<W> {
    /// How many of the sharpest finds are shown.
    const SHARPEST: usize = 10;

    /// A summary that goes to a writer.
    pub fn new(out: W) -> Self {
        Self { out, rows: Default::default(), sharpest: Vec::new() }
    }

    /// Keeps a find if it is among the sharpest so far; of equal ratings the first ones stay.
    fn keep_if_sharp(&mut self, game: &Game<'_>, found: &Found, finding: &Finding) {
        let royal =
            matches!(finding.value("classes"), Some(&Value::Classes(classes)) if classes >= Classes::Royal);
        let safe = finding.value("safe") == Some(&Value::Flag(Some(true)));
        let (true, true, Some(played)) = (royal, safe, finding.played()) else { return };
        let rating = game.rating();
        let place = self.sharpest.partition_point(|sharp| sharp.rating >= rating);
        if place < Self::SHARPEST {
            self.sharpest.truncate(Self::SHARPEST - 1);
            self.sharpest.insert(place, Sharp { rating, lines: describe(game, found, finding, played) });
        }
    }
}

/// Two lines on a find: the move and the players, then where to see it.
fn describe(game: &Game<'_>, found: &Found, finding: &Finding, played: bool) -> String {
    let san = finding.value("san").map(|san| san.written(&found.position).to_string()).unwrap_or_default();
    let number = found.position.chess().fullmoves();
    let dots = if finding.side == Color::White { "." } else { "..." };
    let done = if played { "played" } else { "missed" };
    let player = |name| {
        let name = game.tags.value(name).unwrap_or("?".into());
        name.chars().filter(|c| !c.is_control()).take(22).collect::<String>()
    };
    let rating = game.rating().map_or("-".to_owned(), |rating| rating.to_string());
    let mut lines = format!(
        "{rating:>5}  {:<14} {done}  {} - {}",
        format!("{number}{dots} {san}"),
        player("White"),
        player("Black")
    );
    if let Some(link) = game.link().filter(|link| !link.contains(char::is_control)) {
        let _ = write!(lines, "\n       {link}");
    }
    lines
}

impl<W: Write> Output for Summary<W> {
    fn game(&mut self, scanned: &ScannedGame<'_>) -> io::Result<()> {
        let findings_before = self.rows.map(|row| row.findings);
        for found in &scanned.found {
            for finding in &found.findings {
                let Some(place) = PATTERNS.iter().position(|&pattern| pattern == finding.pattern) else {
                    continue;
                };
                let row = &mut self.rows[place];
                row.findings += 1;
                row.played += u64::from(finding.played() == Some(true));
                row.missed += u64::from(finding.played() == Some(false));
                row.by_side[usize::from(finding.side.index())] += 1;
                self.keep_if_sharp(&scanned.game, found, finding);
            }
        }
        for (row, before) in self.rows.iter_mut().zip(findings_before) {
            row.games += u64::from(row.findings > before);
        }
        Ok(())
    }

    fn finish(&mut self, totals: &Totals, time: Duration) -> io::Result<()> {
        let Totals { games, positions, damaged, skipped, .. } = *totals;
        let seconds = time.as_secs_f64();
        let speed = if seconds > 0.0 { (positions as f64 / seconds) as u64 } else { 0 };
        let out = &mut self.out;
        writeln!(
            out,
            "{:>15} games, {} damaged, {} skipped",
            grouped(games),
            grouped(damaged),
            grouped(skipped)
        )?;
        writeln!(out, "{:>15} positions in {seconds:.2} s, {} a second", grouped(positions), grouped(speed))?;
        writeln!(out)?;
        writeln!(
            out,
            "{:<18} {:>11} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "pattern", "findings", "games", "played", "missed", "White", "Black"
        )?;
        for (pattern, row) in PATTERNS.iter().zip(&self.rows) {
            // A pattern without a move is neither played nor missed.
            let of_a_move = pattern.fields.iter().any(|field| field.name == "played");
            let moves = |count| if of_a_move { grouped(count) } else { "-".to_owned() };
            writeln!(
                out,
                "{:<18} {:>11} {:>9} {:>9} {:>9} {:>9} {:>9}",
                pattern.name,
                grouped(row.findings),
                grouped(row.games),
                moves(row.played),
                moves(row.missed),
                grouped(row.by_side[0]),
                grouped(row.by_side[1]),
            )?;
        }
        if !self.sharpest.is_empty() {
            writeln!(out, "\nthe sharpest: safe royal forks of the highest-rated games")?;
            for sharp in &self.sharpest {
                writeln!(out, "{}", sharp.lines)?;
            }
        }
        out.flush()
    }
}

/// The number with a comma between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::GameText;
    use crate::{Start, find};

    /// The summary of a game.
    fn summary(bytes: &[u8]) -> String {
        let game = Game::new(GameText { number: 1, offset: 0, bytes, cut: false });
        let Ok(Start::Position(start)) = game.start() else { panic!("the game has a start") };
        let mut found = Vec::new();
        let visit = |position: &crate::Position, ply, next| {
            found.push(Found { ply, position: position.clone(), findings: find(position, next) });
        };
        game.replay(*start, visit).unwrap();
        let mut summary = Summary::new(Vec::new());
        summary.game(&ScannedGame { source: "games.pgn", game, positions: 2, found }).unwrap();
        summary.finish(&Totals::default(), Duration::ZERO).unwrap();
        String::from_utf8(summary.out).unwrap()
    }

    #[test]
    fn tags_send_nothing_to_the_terminal() {
        let fork = "[FEN \"q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nc7+ *";
        let sound =
            summary(format!("[White \"Eve\"]\n[Site \"https://chess.example/1\"]\n{fork}").as_bytes());
        assert!(
            sound.contains("    -  30. Nc7+       played  Eve - ?\n       https://chess.example/1\n"),
            "{sound}"
        );
        let tags = "[White \"\u{1b}[2JEve\u{7}\"]\n[Site \"https://chess.example/\u{1b}[2J\"]\n";
        let escapes = summary(format!("{tags}{fork}").as_bytes());
        assert!(escapes.contains("[2JEve - ?\n"), "{escapes}");
        assert!(!escapes.chars().any(|c| c.is_control() && c != '\n'), "{escapes:?}");
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(
            [0, 12, 999, 1000, 145_716, 11_264_836].map(grouped),
            ["0", "12", "999", "1,000", "145,716", "11,264,836"]
        );
    }
}
