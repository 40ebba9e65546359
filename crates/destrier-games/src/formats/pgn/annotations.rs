//! Commands in comments: evaluations (`[%eval 0.31]`) and clocks (`[%clk 0:01:00]`).

use super::movetext::{Moves, Token};
use super::tags::Tags;
use crate::chess::Evaluation;
use crate::formats::decimal;
use memchr::memmem;
use std::str;

/// The evaluations and clocks in the comments of a main line, by ply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    positions: Vec<Annotation>,
}

/// The evaluation and clock from the comment after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Annotation {
    /// The evaluation of the position.
    pub evaluation: Option<Evaluation>,
    /// The remaining time of the player who moved, in seconds.
    pub clock: Option<f64>,
}

impl Annotations {
    /// Parses the comments of a game. Skips comments in variations.
    #[must_use]
    pub fn read<'a>(game: &'a [u8], tags: &Tags<'a>) -> Self {
        if memmem::find(game, b"[%").is_none() {
            return Self::default();
        }
        let mut positions = Vec::new();
        let mut moves = Moves::new(game, tags);
        let mut start = moves.offset();
        loop {
            let token = moves.next();
            let end = match token {
                Some(Token::Move { offset, .. } | Token::Unreadable { offset, .. }) => offset,
                None => game.len(),
            };
            let mut annotation = Annotation::default();
            Moves::each_comment(&game[start..end], |comment| annotation.read(comment));
            positions.push(annotation);
            match token {
                Some(Token::Move { text, offset, .. }) => start = offset + text.len(),
                _ => return Self { positions },
            }
        }
    }

    /// Creates annotations from a list by ply.
    pub(crate) const fn of(positions: Vec<Annotation>) -> Self {
        Self { positions }
    }

    /// Returns the annotations by ply, up to the last one that is not empty.
    #[cfg(feature = "files")]
    pub(crate) fn by_ply(&self) -> &[Annotation] {
        let last = self.positions.iter().rposition(|annotation| *annotation != Annotation::default());
        &self.positions[..last.map_or(0, |last| last + 1)]
    }

    /// Returns the annotation of the position at a ply.
    #[must_use]
    pub fn at(&self, ply: u32) -> Annotation {
        self.positions.get(ply as usize).copied().unwrap_or_default()
    }
}

impl Annotation {
    /// Parses the commands of a comment. The first of each kind counts.
    fn read(&mut self, comment: &[u8]) {
        self.evaluation = self.evaluation.or_else(|| evaluation(argument(comment, "eval")?));
        self.clock = self.clock.or_else(|| clock(argument(comment, "clk")?));
    }
}

/// Returns the text between the name of a command and its closing bracket. Programs that wrap lines may put any white
/// space between the parts of a command.
fn argument<'a>(comment: &'a [u8], command: &str) -> Option<&'a str> {
    memmem::find_iter(comment, b"[%").find_map(|start| {
        let text = &comment[start + 2..];
        // Up to the next bracket of either kind, so that no text is searched twice.
        let end = memchr::memchr2(b']', b'[', text).filter(|&end| text[end] == b']')?;
        let argument = str::from_utf8(&text[..end]).ok()?.trim_start().strip_prefix(command)?;
        argument.starts_with(char::is_whitespace).then(|| argument.trim())
    })
}

/// Parses `0.31`, `-1.5,20` (with the search depth) or `#-4`.
fn evaluation(text: &str) -> Option<Evaluation> {
    let score = text.split(',').next()?.trim_end();
    if let Some(moves) = score.strip_prefix('#') {
        // After mate, some programs write `#0`, which does not say who has mated. The board does.
        return moves.parse().ok().filter(|&moves| moves != 0).map(Evaluation::Mate);
    }
    let digits = score.strip_prefix(['-', '+']).unwrap_or(score);
    // Larger numbers stand for mates, not material.
    let pawns = decimal::read(digits).filter(|&pawns| pawns < 100.0)?;
    let centipawns = (100.0 * pawns).round() as i32;
    Some(Evaluation::Centipawns(if score.starts_with('-') { -centipawns } else { centipawns }))
}

/// Parses `0:03:00` or `1:02:03.4` into seconds. Two numbers are hours and minutes, as on Lichess.
fn clock(text: &str) -> Option<f64> {
    let mut seconds = 0.0;
    let padded = if text.matches(':').count() == 1 { &format!("{text}:0") } else { text };
    for part in padded.split(':') {
        seconds = 60.0 * seconds + decimal::read(part)?;
    }
    Some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(game: &str) -> Annotations {
        Annotations::read(game.as_bytes(), &Tags::read(game.as_bytes()))
    }

    #[test]
    fn annotations_belong_to_position_after_move() {
        let game = "[Site \"a\"]\n\n{ [%eval 0.2] } 1. e4 { [%eval -0.31,20] [%clk 0:03:00] } \
                    (1. d4 { [%eval 9] }) 1... e5 ; [%eval 8]\n { good } { [%clk 1:00:01.5] [%eval #-4] } 2. Nf3 *";
        let annotations = read(game);
        let evaluations = [0, 1, 2, 3, 9].map(|ply| annotations.at(ply).evaluation);
        let expected = [
            Some(Evaluation::Centipawns(20)),
            Some(Evaluation::Centipawns(-31)),
            Some(Evaluation::Mate(-4)),
            None,
            None,
        ];
        assert_eq!(evaluations, expected);
        assert_eq!(
            [0, 1, 2, 3].map(|ply| annotations.at(ply).clock),
            [None, Some(180.0), Some(3601.5), None]
        );
    }

    #[test]
    fn reads_comments_up_to_damage() {
        let annotations = read("1. e4 { [%eval 1] } e5 { [%eval 2] } xx { [%eval 3] } 2. d4 { [%eval 4] } *");
        let centipawns = |ply| {
            annotations.at(ply).evaluation.map(|evaluation| evaluation.centipawns(destrier::Color::White))
        };
        assert_eq!([1, 2, 3, 4].map(centipawns), [Some(100), Some(200), None, None]);
    }

    #[test]
    fn white_space_may_separate_parts() {
        for (comment, expected) in [
            ("[%clk\n0:04:50][%eval\n-0.31,\n20]", (Some(290.0), Some(-31))),
            ("[%clk\r\n0:04:50 ] [%eval\t5.0 ,20]", (Some(290.0), Some(500))),
            ("[% clk\u{a0}0:04:50][%\neval  0.1]", (Some(290.0), Some(10))),
            ("[%clkx 1:00:00][%evals 1][%clk 0:00:01]", (Some(1.0), None)),
            ("[%clk 1:30][%eval #0]", (Some(5400.0), None)),
        ] {
            let Annotation { evaluation, clock } = read(&format!("1. e4 {{{comment}}} *")).at(1);
            let centipawns = evaluation.map(|evaluation| evaluation.centipawns(destrier::Color::White));
            assert_eq!((clock, centipawns), expected, "{comment:?}");
        }
    }

    /// If each command were searched to the end of the comment, this would take minutes.
    #[test]
    fn unclosed_commands_are_searched_once() {
        let comment = "[%clk 1 ".repeat(1 << 20);
        assert_eq!(read(&format!("1. e4 {{{comment}[%clk 0:00:02]}} *")).at(1).clock, Some(2.0));
    }

    #[test]
    fn skips_invalid_commands() {
        for text in ["", "x", "#", "#x", "#0", "#-0", "nan", "inf", "1e9", "0..1"] {
            assert_eq!(evaluation(text), None, "{text}");
        }
        for text in ["", ":", "x", "1:-2", "inf"] {
            assert_eq!(clock(text), None, "{text}");
        }
        assert_eq!(read("1. e4 { [%eval 1 } e5 { [%eval 2] } *").at(1), Annotation::default());
        assert_eq!(read("1. e4 { no command } e5 *"), Annotations::default());
    }
}
