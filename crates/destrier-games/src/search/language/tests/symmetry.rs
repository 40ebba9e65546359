//! Patterns in positions whose colors or files are exchanged.

use super::*;

/// A symmetry of the board.
#[derive(Clone, Copy, Debug)]
enum Symmetry {
    /// Colors and ranks are exchanged.
    Colors,
    /// The files a to h are in reverse. Castling rights are lost.
    Files,
}

impl Symmetry {
    fn square(self, square: Square) -> Square {
        match self {
            Self::Colors => square.flip_vertical(),
            Self::Files => square.mirror_horizontal(),
        }
    }

    fn played(self, played: Move) -> Move {
        match played {
            Move::Normal { piece, from, to, promotion } => {
                Move::Normal { piece, from: self.square(from), to: self.square(to), promotion }
            }
            Move::EnPassant { from, to } => Move::EnPassant { from: self.square(from), to: self.square(to) },
            Move::Castling { king, rook } => {
                Move::Castling { king: self.square(king), rook: self.square(rook) }
            }
        }
    }

    fn position(self, position: &Position) -> Position {
        let fen = position.fen().to_string();
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        match self {
            Self::Colors => {
                let swap = |letter: char| match letter {
                    'a'..='z' => letter.to_ascii_uppercase(),
                    'A'..='Z' => letter.to_ascii_lowercase(),
                    _ => letter,
                };
                let swap = |text: &str| text.chars().map(swap).collect::<String>();
                fields[0] = swap(&fields[0].split('/').rev().collect::<Vec<_>>().join("/"));
                fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
                fields[2] = swap(&fields[2]);
            }
            Self::Files => {
                let reversed = |rank: &str| rank.chars().rev().collect::<String>();
                fields[0] = fields[0].split('/').map(reversed).collect::<Vec<_>>().join("/");
                fields[2] = "-".to_owned();
            }
        }
        if let Ok(square) = fields[3].parse::<Square>() {
            fields[3] = self.square(square).to_string();
        }
        fields.join(" ").parse().unwrap()
    }

    fn found(self, found: Occurrence) -> Occurrence {
        let set = |set: Bitboard| set.iter().map(|square| self.square(square)).collect();
        Occurrence {
            side: if matches!(self, Self::Colors) { !found.side } else { found.side },
            by: found.by.map(|by| self.played(by)),
            square: found.square.map(|square| self.square(square)),
            targets: found.targets.map(set),
        }
    }

    /// Compares the findings after a move with those after the same move on the other board. Returns how many there are.
    fn compare(
        self,
        pattern: &ParsedPattern,
        memory: &mut Memory,
        position: &Position,
        next: Continuation,
    ) -> usize {
        let mut find_after = |mut position: Position, next: Continuation| {
            let moment = Moment::start(&position).after(&position, next);
            position.play_legal(next);
            find(pattern, memory, &position, moment)
        };
        let other = match next {
            Continuation::Move(played) => Continuation::Move(self.played(played)),
            Continuation::NullMove => next,
        };
        let found = find_after(*position, next).into_iter().map(|found| self.found(found));
        let mut found: Vec<_> = found.map(|found| format!("{found:?}")).collect();
        let there = find_after(self.position(position), other);
        let mut there: Vec<_> = there.into_iter().map(|found| format!("{found:?}")).collect();
        found.sort();
        there.sort();
        assert_eq!(found, there, "{} {self:?} {}", pattern.name, position.fen());
        found.len()
    }
}

/// The same memory serves many positions.
#[test]
fn random_patterns_are_the_same_for_both_colors() {
    let mut random = Rng::with_seed(5);
    let mut count = 0;
    for _ in 0..30 {
        let made = random_pattern(&mut random);
        let pattern = &parse(&made.text).unwrap()[0];
        let mut memory = Memory::default();
        each_game(|game| {
            for &(position, next) in game.iter().step_by(7) {
                let Some(next) = next else { continue };
                count += Symmetry::Colors.compare(pattern, &mut memory, &position, next);
            }
        });
    }
    assert!(count > 500, "{count}");
}

/// Patterns that name files.
const ONE_WING: [&str; 3] = ["greek-gift", "isolated-queen-pawn", "hanging-pawns"];

#[test]
fn patterns_of_the_book_are_symmetric() {
    let mut counts = [0; 2];
    for pattern in Pattern::book() {
        let pattern = pattern.parsed().unwrap();
        let mut memory = Memory::default();
        each_game(|game| {
            for &(position, next) in game.iter().step_by(3) {
                let Some(next) = next else { continue };
                counts[0] += Symmetry::Colors.compare(pattern, &mut memory, &position, next);
                let may_castle = position.fen().split(' ').nth(2) != Some("-");
                if !may_castle && !ONE_WING.contains(&&*pattern.name) {
                    counts[1] += Symmetry::Files.compare(pattern, &mut memory, &position, next);
                }
            }
        });
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}
