//! The summary: how much was found, and the finds to look at first.

use super::format::{CollectorWriter, Ending, OutputFormat, OutputRequest, OutputWriter, Sink};
use crate::chess::{Evaluation, Position};
use crate::formats::{Game, GameNumber};
use crate::input::Entry;
use crate::scan::{Collecting, Collector, CurrentGame, GameEnd, Totals};
use crate::search::{Classes, EngineVerdict, Finding, FoundPosition, Grade, Selection, Worth};
use destrier::Color;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, Write};
use std::time::Duration;

/// A table of how much was found, and the finds to look at first.
pub(super) static SUMMARY: OutputFormat = OutputFormat {
    name: "summary",
    description: "A table of how much was found, and the finds to look at first",
    endings: &["txt"],
    ending: Ending::AtEnd,
    is_table: false,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    let OutputRequest { selection, color, .. } = request;
    let sink = SummaryWriter::new(&selection, color);
    Box::new(CollectorWriter { collector: Summary { selection }, sink })
}

/// Counts findings, and keeps those to look at first.
struct Summary {
    selection: Selection,
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct SummaryCounts {
    /// Of each chosen pattern.
    rows: Vec<PatternCounts>,
    /// The finds to look at first, at most one a game.
    finds: Vec<Find>,
}

/// What one thread has counted so far.
struct SummaryAccumulator {
    counts: SummaryCounts,
    /// Of each chosen pattern, whether the current game has it.
    in_game: Vec<bool>,
    /// The most important find of the current game.
    find_of_game: Option<Find>,
}

/// The counts of a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct PatternCounts {
    findings: u64,
    games: u64,
    played: u64,
    not_played: u64,
    missed: u64,
    by_side: [u64; 2],
}

/// A find to look at, in two lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Find {
    importance: Importance,
    lines: String,
}

/// How important a find is: first the grade if it was missed, then how much was left behind, then the players' rating.
type Importance = (Option<u8>, Option<i32>, Option<u16>);

impl SummaryCounts {
    /// How many finds are shown.
    const SHOWN: usize = 10;

    fn none(selection: &Selection) -> Self {
        Self { rows: vec![PatternCounts::default(); selection.patterns.len()], finds: Vec::new() }
    }

    /// Whether a find is among the most important so far: only then its lines are made.
    fn would_keep(&self, importance: Importance) -> bool {
        self.finds.get(Self::SHOWN - 1).is_none_or(|last| last.importance < importance)
    }

    /// Keeps a find if it is among the most important so far; of equal ones the first stay.
    fn keep(&mut self, find: Find) {
        let index = self.finds.partition_point(|other| other.importance >= find.importance);
        if index < Self::SHOWN {
            self.finds.truncate(Self::SHOWN - 1);
            self.finds.insert(index, find);
        }
    }

    /// Adds what was counted in the games that follow.
    fn add(&mut self, other: Self) {
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            row.findings += other.findings;
            row.games += other.games;
            row.played += other.played;
            row.not_played += other.not_played;
            row.missed += other.missed;
            row.by_side[0] += other.by_side[0];
            row.by_side[1] += other.by_side[1];
        }
        other.finds.into_iter().for_each(|find| self.keep(find));
    }
}

impl Collector for Summary {
    type Accumulator = SummaryAccumulator;
    type Output = SummaryCounts;

    fn accumulator(&self) -> SummaryAccumulator {
        let in_game = vec![false; self.selection.patterns.len()];
        SummaryAccumulator { counts: SummaryCounts::none(&self.selection), in_game, find_of_game: None }
    }

    fn selection(&self) -> Option<&Selection> {
        Some(&self.selection)
    }

    fn found(
        &self,
        game: &CurrentGame<'_>,
        found: &FoundPosition<'_>,
        findings: &mut Vec<Finding>,
        collecting: &mut Collecting<'_, SummaryAccumulator>,
    ) {
        let Collecting { accumulator, tally, .. } = collecting;
        let SummaryAccumulator { counts, in_game, find_of_game } = accumulator;
        for finding in findings.iter() {
            let patterns = &self.selection.patterns;
            let Some(index) = patterns.iter().position(|&pattern| pattern == finding.pattern) else {
                continue;
            };
            if !tally.row() {
                return;
            }
            in_game[index] = true;
            let row = &mut counts.rows[index];
            row.findings += 1;
            row.played += u64::from(finding.played == Some(true));
            row.not_played += u64::from(finding.played == Some(false));
            row.missed += u64::from(finding.worth.and_then(|worth| worth.missed) >= Some(Grade::Mistake));
            row.by_side[usize::from(finding.side.index())] += 1;
            if let Some((importance, remark)) = self.importance(finding, game.game.rating())
                && find_of_game.as_ref().is_none_or(|find| find.importance < importance)
                && counts.would_keep(importance)
            {
                let lines = describe(game.game, found.position, finding, &remark);
                *find_of_game = Some(Find { importance, lines });
            }
        }
    }

    fn end(
        &self,
        _: &str,
        _: &Entry<'_>,
        _: &GameEnd<'_>,
        collecting: &mut Collecting<'_, SummaryAccumulator>,
    ) {
        let SummaryAccumulator { counts, in_game, find_of_game } = &mut *collecting.accumulator;
        find_of_game.take().into_iter().for_each(|find| counts.keep(find));
        for (row, found) in counts.rows.iter_mut().zip(in_game) {
            row.games += u64::from(std::mem::take(found));
        }
    }

    fn finish(&self, accumulator: SummaryAccumulator) -> SummaryCounts {
        accumulator.counts
    }
}

impl Summary {
    /// How important a finding is to look at, and what to say of it; `None` if it is not shown. If the worth of moves is
    /// known, misses are shown; otherwise safe royal forks.
    fn importance(&self, finding: &Finding, rating: Option<u16>) -> Option<(Importance, String)> {
        if self.selection.worth.is_none() {
            let is_sharp = finding.class >= Some(Classes::Royal) && finding.safe == Some(true);
            let remark = if finding.played.filter(|_| is_sharp)? { "played" } else { "not played" };
            return Some(((None, None, rating), format!("{remark:<10}")));
        }
        let Worth { missed: Some(grade), missed_by, wins, .. } = finding.worth? else { return None };
        if let Some((lost, left)) = finding.engine.and_then(|verdict| lost(verdict, finding.side)) {
            return Some(((Some(grade as u8), Some(lost), rating), format!("{grade:<10} {left:>4}")));
        }
        // A mate that was let go or allowed is no number of pawns.
        let left = match missed_by.unwrap_or_default() {
            missed_by if wins == 100 || wins - missed_by == -100 => "mate".to_owned(),
            missed_by => missed_by.to_string(),
        };
        Some(((Some(grade as u8), missed_by, rating), format!("{grade:<10} {left:>4}")))
    }
}

/// What the game's move lost by an engine's verdict, in centipawns, and in words.
fn lost(verdict: EngineVerdict, side: Color) -> Option<(i32, String)> {
    let of_game = verdict.of_game?;
    let lost = verdict.of_move.centipawns(side) - of_game.centipawns(side);
    let words = match (verdict.of_move, of_game) {
        (Evaluation::Centipawns(_), Evaluation::Centipawns(_)) => format!("{:.1}", f64::from(lost) / 100.0),
        // It was not given, or allowed.
        _ => "mate".to_owned(),
    };
    Some((lost, words))
}

/// Two lines on a find: the move and the players, then where to see it.
fn describe(game: &Game<'_>, position: &Position, finding: &Finding, remark: &str) -> String {
    let san = finding.by.map(|by| position.san(by).to_string()).unwrap_or_default();
    let number = position.number();
    let dots = if finding.side == Color::White { "." } else { "..." };
    let shown = |text: Cow<'_, str>| text.chars().filter(|c| !c.is_control()).take(19).collect::<String>();
    let player = |name| shown(game.tags.value(name).unwrap_or("?".into()));
    let rating = game.rating().map_or("-".to_owned(), |rating| rating.to_string());
    let find = format!("{rating:>5}  {:<14} {remark}  ", format!("{number}{dots} {san}"));
    let link = game.link().filter(|link| !link.contains(char::is_control));
    let names = match (game.tags.value("PuzzleId"), game.number) {
        (Some(id), _) => format!("puzzle {}", shown(id)),
        (None, line @ GameNumber::Line(_)) => line.to_string(),
        (None, GameNumber::Game(_)) => format!("{} - {}", player("White"), player("Black")),
    };
    link.map_or_else(|| format!("{find}{names}"), |link| format!("{find}{names}\n       {link}"))
}

/// Writes a summary at the end.
struct SummaryWriter {
    selection: Selection,
    counts: SummaryCounts,
    /// Whether to write escape sequences that color a terminal.
    color: bool,
}

impl SummaryWriter {
    /// A summary of a selection, in color or plain.
    fn new(selection: &Selection, color: bool) -> Self {
        Self { selection: selection.clone(), counts: SummaryCounts::none(selection), color }
    }
}

impl Sink<SummaryCounts> for SummaryWriter {
    fn append(&mut self, counts: SummaryCounts, _: &mut dyn Write) -> io::Result<()> {
        self.counts.add(counts);
        Ok(())
    }

    fn state(&self) -> Option<serde_json::Value> {
        serde_json::to_value(&self.counts).ok()
    }

    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()> {
        let counts = SummaryCounts::deserialize(state)?;
        if counts.rows.len() != self.counts.rows.len() {
            return Err(io::Error::other("its counts are those of other patterns"));
        }
        self.counts = counts;
        Ok(())
    }

    fn finish(&mut self, totals: &Totals, time: Duration, out: &mut dyn Write) -> io::Result<()> {
        let Totals { games, filtered, positions, damaged, skipped, .. } = *totals;
        let seconds = time.as_secs_f64();
        let speed = if seconds > 0.0 { (positions as f64 / seconds) as u64 } else { 0 };
        let others = if filtered > 0 { format!(", {} others", grouped(filtered)) } else { String::new() };
        let (damaged, skipped) = (grouped(damaged), grouped(skipped));
        writeln!(out, "{:>15} games, {damaged} damaged, {skipped} skipped{others}", grouped(games))?;
        writeln!(out, "{:>15} positions in {seconds:.2} s, {} a second", grouped(positions), grouped(speed))?;
        writeln!(out)?;
        let with_worth = self.selection.worth.is_some();
        let [bold, green, yellow, plain] =
            if self.color { ["\x1b[1m", "\x1b[32m", "\x1b[33m", "\x1b[0m"] } else { [""; 4] };
        let not_played = if with_worth { "missed" } else { "not played" };
        writeln!(
            out,
            "{bold}{:<18} {:>10} {:>9} {:>9} {not_played:>10} {:>9} {:>9}{plain}",
            "pattern", "findings", "games", "played", "White", "Black"
        )?;
        for (pattern, row) in self.selection.patterns.iter().zip(&self.counts.rows) {
            // A pattern without a move is neither played nor missed.
            let moves = |count| if pattern.is_move { grouped(count) } else { "-".to_owned() };
            writeln!(
                out,
                "{:<18} {:>10} {:>9} {:>9} {:>10} {:>9} {:>9}",
                pattern.name,
                grouped(row.findings),
                grouped(row.games),
                moves(row.played),
                moves(if with_worth { row.missed } else { row.not_played }),
                grouped(row.by_side[0]),
                grouped(row.by_side[1]),
            )?;
        }
        if !self.counts.finds.is_empty() {
            let heading = match with_worth {
                true => "the biggest misses, one a game, and the pawns that the game's move left behind",
                false => "safe royal forks of the highest-rated games, one a game",
            };
            writeln!(out, "\n{bold}{heading}{plain}")?;
            for find in &self.counts.finds {
                let [not_played, played] =
                    [(yellow, "not played"), (green, "played")].map(|(color, remark)| {
                        find.lines.replacen(&format!(" {remark} "), &format!(" {color}{remark}{plain} "), 1)
                    });
                let lines = if not_played == find.lines { played } else { not_played };
                writeln!(out, "{}", if self.color { &lines } else { &find.lines })?;
            }
        }
        Ok(())
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
    use crate::input::Source;
    use crate::scan::Scan;

    /// The summary of a game.
    fn summary(bytes: &[u8]) -> String {
        let selection = Selection::default();
        let summary = Summary { selection: selection.clone() };
        let (mut writer, mut out) = (SummaryWriter::new(&selection, false), Vec::new());
        let scan = Scan::new([Source::of_memory("games.pgn", bytes)]);
        let ended = scan.run(&summary, |step| writer.append(step.output.unwrap(), &mut Vec::new())).unwrap();
        assert_eq!(ended.totals.games, 1);
        writer.finish(&Totals::default(), Duration::ZERO, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn tags_send_nothing_to_the_terminal() {
        let fork = "[FEN \"q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nc7+ *";
        let sound =
            summary(format!("[White \"Eve\"]\n[Site \"https://chess.example/1\"]\n{fork}").as_bytes());
        assert!(
            sound.contains("    -  30. Nc7+       played      Eve - ?\n       https://chess.example/1\n"),
            "{sound}"
        );
        let tags = "[White \"\u{1b}[2JEve\u{7}\"]\n[Site \"https://chess.example/\u{1b}[2J\"]\n";
        let escapes = summary(format!("{tags}{fork}").as_bytes());
        assert!(escapes.contains("[2JEve - ?\n"), "{escapes}");
        assert!(!escapes.chars().any(|c| c.is_control() && c != '\n'), "{escapes:?}");
    }

    #[test]
    fn the_first_lines_tell_how_much_was_read_in_what_time() {
        let selection = Selection::default();
        let begins = |filtered, time| {
            let totals = Totals {
                games: 1234,
                filtered,
                positions: 3000,
                damaged: 5,
                skipped: 6,
                ..Totals::default()
            };
            let mut out = Vec::new();
            SummaryWriter::new(&selection, false).finish(&totals, time, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            text.lines().take(2).map(str::trim_start).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(
            begins(0, Duration::from_millis(1500)),
            "1,234 games, 5 damaged, 6 skipped\n3,000 positions in 1.50 s, 2,000 a second"
        );
        assert_eq!(
            begins(7000, Duration::ZERO),
            "1,234 games, 5 damaged, 6 skipped, 7,000 others\n3,000 positions in 0.00 s, 0 a second"
        );
    }

    #[test]
    fn a_summary_goes_on_from_the_state_of_another() {
        let selection = Selection::default();
        let mut counts = SummaryCounts::none(&selection);
        counts.rows[1].findings = 7;
        counts.keep(Find { importance: (None, None, Some(2000)), lines: "a find".to_owned() });
        let mut writers = [(); 2].map(|()| SummaryWriter::new(&selection, true));
        let [whole, resumed] = &mut writers;
        let mut out = Vec::new();
        whole.append(counts.clone(), &mut out).unwrap();
        resumed.restore(&whole.state().unwrap()).unwrap();
        assert_eq!(resumed.counts, counts);
        for other in [serde_json::json!("nothing"), serde_json::json!({ "rows": [], "finds": [] })] {
            assert!(resumed.restore(&other).is_err() && resumed.counts == counts);
        }
        assert!(out.is_empty());
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(
            [0, 12, 999, 1000, 145_716, 11_264_836].map(grouped),
            ["0", "12", "999", "1,000", "145,716", "11,264,836"]
        );
    }
}
