//! The games that have findings, as PGN with a comment for each.

use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use super::text::TextFile;
use crate::chess::{Continuation, GameResult, Position, Positions};
use crate::formats::{Game, Start};
use crate::input::Entry;
use crate::scan::{Collecting, Collector, CurrentGame, GameEnd};
use crate::search::{Arrow, Drawing, Finding, FoundPosition, Grade, Role, Selection, squares};
use destrier::Color;
use std::borrow::Cow;
use std::fmt::Write as _;

/// The games with findings, as PGN.
pub(super) static ANNOTATED_GAMES: OutputFormat = OutputFormat {
    name: "pgn",
    description: "The games with findings, each a comment with arrows and circles",
    endings: &["pgn"],
    ending: Ending::RowByRow,
    is_table: false,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    TextFile::of(AnnotatedGames { selection: request.selection })
}

/// Writes each game that has findings with all its tags and moves. What was found in a position stands in a comment
/// where the position is on the board, with arrows (`[%cal]`) and circles (`[%csl]`) as viewers draw them: green the
/// move, red what the piece that moved attacks, blue a square without a move.
///
/// Comments and variations of the game itself are left out; a damaged game ends where the damage is. The result is what
/// the `Result` tag says or, where that says nothing, what stands behind the moves.
struct AnnotatedGames {
    selection: Selection,
}

/// Games in the making.
#[derive(Default)]
struct AnnotatedText {
    games: Vec<u8>,
    /// What of the current game is not among these: before the first finding it is not known whether the game is written.
    text: Wrapped,
    /// Whether anything was found in the current game.
    found: bool,
    /// Whether a move of Black is to have its number.
    number_is_due: bool,
    /// How many of the positions that follow each other have their move written.
    written: usize,
    /// The sign behind the move of the last position with findings: `?!`, `?`, `??` if one was missed, `!` if one that
    /// wins was played.
    sign: Option<(usize, &'static str)>,
}

impl AnnotatedText {
    /// Writes the moves up to that of a position.
    fn write_moves(&mut self, positions: &Positions, end: usize) {
        for index in self.written..end {
            if let Some(next) = positions.next(index) {
                let sign = self.sign.take_if(|(signed, _)| *signed == index).map_or("", |(_, sign)| sign);
                write_move(&mut self.text, &positions.position(index), next, self.number_is_due, sign);
                self.number_is_due = false;
            }
        }
        self.written = end;
    }
}

impl Collector for AnnotatedGames {
    type Accumulator = AnnotatedText;
    type Output = Vec<u8>;

    fn accumulator(&self) -> AnnotatedText {
        AnnotatedText::default()
    }

    fn size(&self, accumulator: &AnnotatedText) -> usize {
        accumulator.games.len()
    }

    fn selection(&self) -> Option<&Selection> {
        Some(&self.selection)
    }

    fn begin(&self, accumulator: &mut AnnotatedText, _: &CurrentGame<'_>) {
        let games = std::mem::take(&mut accumulator.games);
        *accumulator = AnnotatedText { games, number_is_due: true, ..AnnotatedText::default() };
    }

    fn found(
        &self,
        game: &CurrentGame<'_>,
        found: &FoundPosition<'_>,
        findings: &mut Vec<Finding>,
        collecting: &mut Collecting<'_, AnnotatedText>,
    ) {
        findings.retain(|_| collecting.tally.row());
        if findings.is_empty() {
            return;
        }
        let accumulator = &mut *collecting.accumulator;
        accumulator.write_moves(found.positions, found.index);
        if !accumulator.found {
            write_tags(&mut accumulator.games, game.game);
            accumulator.games.push(b'\n');
            accumulator.found = true;
        }
        accumulator.number_is_due = true;
        accumulator.sign = sign(findings).map(|sign| (found.index, sign));
        accumulator.text.push("{");
        write_comment(&mut accumulator.text, findings, found.position);
        accumulator.text.push("}");
        take_game_if_large(collecting);
    }

    fn positions(
        &self,
        _: &CurrentGame<'_>,
        positions: &Positions,
        collecting: &mut Collecting<'_, AnnotatedText>,
    ) {
        collecting.accumulator.write_moves(positions, positions.len());
        collecting.accumulator.written = 0;
        if collecting.accumulator.found {
            take_game_if_large(collecting);
        }
    }

    fn end(
        &self,
        _: &str,
        entry: &Entry<'_>,
        end: &GameEnd<'_>,
        collecting: &mut Collecting<'_, AnnotatedText>,
    ) {
        let (accumulator, Ok(game)) = (&mut *collecting.accumulator, &entry.game) else { return };
        if std::mem::take(&mut accumulator.found) {
            let tag = game.tags.value("Result").and_then(|result| result.trim().parse().ok());
            let behind_moves = || game.result_behind_moves().filter(|_| end.damage.is_none());
            accumulator.text.push(&tag.or_else(behind_moves).unwrap_or(GameResult::Unknown).to_string());
            accumulator.text.move_to(&mut accumulator.games);
            accumulator.games.extend_from_slice(b"\n\n");
        }
    }

    fn finish(&self, accumulator: AnnotatedText) -> Vec<u8> {
        accumulator.games
    }
}

/// Hands on what there is of a game that is written, if it is much; the rest of the game goes on behind it.
fn take_game_if_large(collecting: &mut Collecting<'_, AnnotatedText>) {
    let accumulator = &mut *collecting.accumulator;
    accumulator.text.move_to(&mut accumulator.games);
    let AnnotatedText { written, number_is_due, sign, .. } = *accumulator;
    let text = std::mem::take(&mut accumulator.text);
    collecting.take_if_large();
    let games = std::mem::take(&mut collecting.accumulator.games);
    *collecting.accumulator = AnnotatedText { games, text, found: true, number_is_due, written, sign };
}

/// Words in lines of 80 columns.
#[derive(Default)]
struct Wrapped {
    text: String,
    column: usize,
}

impl Wrapped {
    const COLUMNS: usize = 80;

    /// Adds a word, which stays in one line.
    fn push(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > Self::COLUMNS {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// Hands on what there is; what comes next goes on in the same line.
    fn move_to(&mut self, games: &mut Vec<u8>) {
        games.extend_from_slice(self.text.as_bytes());
        self.text.clear();
    }

    fn push_all(&mut self, words: &str) {
        words.split(' ').for_each(|word| self.push(word));
    }
}

/// The sign of annotators for the game's move, by what findings in its position are worth.
fn sign(findings: &[Finding]) -> Option<&'static str> {
    let worth = |finding: &Finding| finding.worth;
    let gravest = findings.iter().filter_map(worth).filter_map(|worth| worth.missed).max();
    let wins = |finding: &Finding| {
        finding.played == Some(true) && worth(finding).is_some_and(|worth| worth.is_opportunity)
    };
    gravest.map(Grade::sign).or_else(|| findings.iter().any(wins).then_some("!"))
}

fn write_move(
    text: &mut Wrapped,
    position: &Position,
    next: Continuation,
    number_is_due: bool,
    sign: &'static str,
) {
    let number = position.number();
    match position.turn() {
        Color::White => text.push(&format!("{number}.")),
        Color::Black if number_is_due => text.push(&format!("{number}...")),
        Color::Black => {}
    }
    text.push(&format!("{}{sign}", next.san(position)));
}

/// The tags as they were, but for `Event`, which comes first and once; and behind them what readers need.
fn write_tags(games: &mut Vec<u8>, game: &Game<'_>) {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    // Every game begins with this tag, and readers tell by it where one begins: a second would begin another.
    tag("Event", &game.tags.get("Event").map_or("?".into(), |event| event.value()));
    for pair in game.tags.iter() {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let name = std::str::from_utf8(pair.name).ok().filter(|name| name.bytes().all(|byte| is_name(&byte)));
        match name {
            Some("Event") => {}
            // What the position is, not how it was written.
            Some("FEN") if !pair.is_unknown() => match game.start() {
                Ok(Start::Position(start)) => tag("FEN", &start.fen()),
                _ => tag("FEN", &pair.value()),
            },
            Some(name) if !name.is_empty() => tag(name, &pair.value()),
            _ => {}
        }
    }
    if game.tags.value("FEN").is_some() && game.tags.get("SetUp").is_none() {
        tag("SetUp", "1");
    }
    games.extend_from_slice(text.as_bytes());
}

/// What is drawn on a board and said beside it.
fn write_comment(text: &mut Wrapped, findings: &[Finding], position: &Position) {
    let (mut circles, mut arrows) = (Vec::new(), Vec::new());
    for finding in findings {
        draw(&finding.drawing(position), &mut circles, &mut arrows);
    }
    for (command, drawn) in [("csl", circles), ("cal", arrows)] {
        if !drawn.is_empty() {
            // One word: viewers expect no line break in it.
            text.push(&format!("[%{command} {}]", drawn.join(",")));
        }
    }
    for (i, finding) in findings.iter().enumerate() {
        let end = if i + 1 < findings.len() { ";" } else { "" };
        text.push_all(&format!("{}{end}", describe(finding, position)));
    }
}

/// Adds what shows a finding, each circle and arrow once. Where a move goes, its arrow shows; reasons are left out.
fn draw(drawing: &Drawing, circles: &mut Vec<String>, arrows: &mut Vec<String>) {
    let add = |drawn: &mut Vec<String>, shape: String| {
        if !drawn.contains(&shape) {
            drawn.push(shape);
        }
    };
    for &(squares, role) in &drawing.squares {
        // The move's square has its arrow; what it gives up is said in no comment either.
        let is_drawn = role != Role::Move && !(role == Role::Place && drawing.has(Role::Move));
        if let (Some(color), true) = (color(role), is_drawn) {
            squares.iter().for_each(|square| add(circles, format!("{color}{square}")));
        }
    }
    for &Arrow { from, to, role } in &drawing.arrows {
        if let Some(color) = color(role) {
            add(arrows, format!("{color}{from}{to}"));
        }
    }
}

/// The color that viewers know by its letter: green, red or blue.
const fn color(role: Role) -> Option<char> {
    match role {
        Role::Move => Some('G'),
        Role::Target => Some('R'),
        Role::Place => Some('B'),
        Role::Reason => None,
    }
}

/// A finding in words: `knight-fork Nxc7+ attacks a8, e8: royal, safe, not played`.
fn describe(finding: &Finding, position: &Position) -> String {
    let Finding { pattern, square, by, played, targets, class, safe, line, mate, worth, .. } = *finding;
    let mut text = match by {
        Some(by) => format!("{} {}", pattern.name, position.san(by)),
        None => format!("{} {square}", pattern.name),
    };
    if !targets.is_empty() {
        let _ = write!(text, " attacks {}", squares(targets));
    }
    let mut remarks: Vec<Cow<'_, str>> = Vec::new();
    remarks.extend(class.and_then(|class| class.names().last().map(|&name| name.into())));
    remarks.extend(line.map(|line| line.name().into()));
    remarks.extend((safe == Some(true)).then_some("safe".into()));
    remarks.extend((mate == Some(true)).then_some("mate".into()));
    remarks.extend(match (worth.and_then(|worth| worth.missed), played) {
        (Some(grade), _) => Some(format!("missed ({grade})").into()),
        (None, Some(true)) => Some("played".into()),
        (None, Some(false)) => Some("not played".into()),
        (None, None) => None,
    });
    if !remarks.is_empty() {
        let _ = write!(text, ": {}", remarks.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Unscreened;
    use crate::formats::open_text;
    use crate::input::{Reader, Source};
    use crate::scan::Scan;

    /// The tags that are written for the game of a file.
    fn tags(name: &str, file: &str) -> String {
        let mut bytes = file.as_bytes().to_vec();
        let (decoder, start) = open_text(name, &mut bytes).unwrap();
        let mut reader = Reader::new(&bytes[start..], decoder.record_end());
        let game = decoder.read(reader.next_record().unwrap().unwrap()).unwrap().unwrap();
        let mut games = Vec::new();
        write_tags(&mut games, &game);
        String::from_utf8(games).unwrap()
    }

    /// What is written of a game, and whether it is damaged.
    fn written(text: &str) -> (Vec<u8>, bool) {
        let games = AnnotatedGames { selection: Selection::default() };
        let scan = Scan::new([Source::of_memory("games.pgn", text.as_bytes())]);
        let mut all = Vec::new();
        let ended = scan.run(&games, |step| {
            all.extend(step.output.unwrap());
            Ok(())
        });
        (all, ended.unwrap().totals.damaged > 0)
    }

    fn played_out(game: &Game<'_>) -> usize {
        let mut plies = 0;
        let Ok(Start::Position(start)) = game.start() else { panic!("it has a start") };
        game.replay(&start, &mut Positions::new(), &Unscreened, |positions| plies += positions.len())
            .unwrap();
        plies
    }

    #[test]
    fn tags_are_those_that_pgn_has() {
        let fen = Position::INITIAL.fen();
        assert_eq!(
            tags("a.pgn", "[Event \"a\\\"b\\\\\"]\n[My_Tag \"c\"]\n[FEN \"?\"]\n"),
            "[Event \"a\\\"b\\\\\"]\n[My_Tag \"c\"]\n[FEN \"?\"]\n"
        );
        assert_eq!(
            tags("a.csv", &format!("FEN,Moves,My_Tag,Odd Name,,Last\n{fen},e2e4,a,b,c,d")),
            format!("[Event \"?\"]\n[FEN \"{fen}\"]\n[My_Tag \"a\"]\n[Last \"d\"]\n[SetUp \"1\"]\n")
        );
        let short = fen.strip_suffix(" 0 1").unwrap();
        assert_eq!(
            tags("a.pgn", &format!("[Event \"a\"]\n[SetUp \"0\"]\n[FEN \"{short}\"]\n")),
            format!("[Event \"a\"]\n[SetUp \"0\"]\n[FEN \"{fen}\"]\n")
        );
    }

    #[test]
    fn a_game_stays_one_wherever_its_event_stands() {
        for first in ["", "[Event \"a\"] ", "[Site \"b\"] "] {
            let text = format!(
                "{first}[Event \"c\"]\n[FEN \"r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1\"]\n\n1. Nc7+ Kd8 2. Nxa8 *\n"
            );
            let (all, _) = written(&text);
            let mut reader = Reader::games(&all[..]);
            let again = Game::pgn(reader.next_record().unwrap().unwrap());
            let event = if first.contains("Event") { "a" } else { "c" };
            assert_eq!(again.tags.value("Event").as_deref(), Some(event));
            assert_eq!(played_out(&again), 4);
            assert!(reader.next_record().unwrap().is_none());
        }
    }

    #[test]
    fn the_result_is_that_of_the_tag_or_behind_the_moves() {
        for (tags, behind, result) in [
            ("", "1-0", "1-0"),
            ("", "½", "1/2-1/2"),
            ("", "", "*"),
            ("", "e9 1-0", "*"),
            ("", "Kd1 1-0", "*"),
            ("[Result \"0-1\"]\n", "Kd1 1-0", "0-1"),
            ("[Result \"?\"]\n", "0 - 1", "0-1"),
            ("[Result \"odd\"]\n", "0-1", "0-1"),
            ("[Result \"1/2\"]\n", "*", "1/2-1/2"),
            ("[Result \"0-1\"]\n", "1-0", "0-1"),
            ("[Result \"*\"]\n", "1-0", "*"),
        ] {
            let text =
                format!("{tags}[FEN \"r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1\"]\n\n1. Nc7+ Kd8 2. Nxa8 {behind}");
            let (all, is_damaged) = written(&text);
            assert_eq!(is_damaged, matches!(behind, "e9 1-0" | "Kd1 1-0"));
            assert!(all.ends_with(format!(" {result}\n\n").as_bytes()), "{}", all.escape_ascii());
        }
    }

    #[test]
    fn words_stay_in_one_line() {
        let mut text = Wrapped::default();
        let [long, rest] = ["x".repeat(100), "y".repeat(78)];
        [&long, "a", &rest, "b"].iter().for_each(|word| text.push(word));
        assert_eq!(text.text, format!("{long}\na {rest}\nb"));
    }

    /// A collector that is taken from as soon as there is anything.
    struct Eager(AnnotatedGames);

    impl Collector for Eager {
        type Accumulator = AnnotatedText;
        type Output = Vec<u8>;

        fn accumulator(&self) -> AnnotatedText {
            self.0.accumulator()
        }
        fn size(&self, accumulator: &AnnotatedText) -> usize {
            if self.0.size(accumulator) > 10_000 { Scan::LARGEST_ACCUMULATOR + 1 } else { 0 }
        }
        fn selection(&self) -> Option<&Selection> {
            self.0.selection()
        }
        fn begin(&self, accumulator: &mut AnnotatedText, game: &CurrentGame<'_>) {
            self.0.begin(accumulator, game);
        }
        fn found(
            &self,
            game: &CurrentGame<'_>,
            found: &FoundPosition<'_>,
            findings: &mut Vec<Finding>,
            collecting: &mut Collecting<'_, AnnotatedText>,
        ) {
            self.0.found(game, found, findings, collecting);
        }
        fn positions(
            &self,
            game: &CurrentGame<'_>,
            positions: &Positions,
            collecting: &mut Collecting<'_, AnnotatedText>,
        ) {
            self.0.positions(game, positions, collecting);
        }
        fn end(
            &self,
            source: &str,
            entry: &Entry<'_>,
            end: &GameEnd<'_>,
            collecting: &mut Collecting<'_, AnnotatedText>,
        ) {
            self.0.end(source, entry, end, collecting);
        }
        fn finish(&self, accumulator: AnnotatedText) -> Vec<u8> {
            self.0.finish(accumulator)
        }
    }

    #[test]
    fn a_long_game_can_be_taken_in_pieces() {
        let moves = "Kd1 Kd8 Ke1 Ke8 ".repeat(1_000);
        let text = format!("[FEN \"r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1\"]\n\n{moves}");
        let (whole, _) = written(&text);
        let eager = Eager(AnnotatedGames { selection: Selection::default() });
        let scan = Scan::new([Source::of_memory("games.pgn", text.as_bytes())]);
        let mut pieces = Vec::new();
        scan.run(&eager, |step| {
            pieces.push(step.output.unwrap());
            Ok(())
        })
        .unwrap();
        assert!(pieces.len() > 5, "{} pieces", pieces.len());
        assert!(pieces.concat() == whole);
    }
}
