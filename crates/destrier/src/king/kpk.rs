//! Test-only: the ending of king and pawn against king, solved by retrograde analysis.
//!
//! White has the pawn. The sets are the squares of Black's king. White wins if it promotes to a queen or rook that
//! Black cannot capture at once, without stalemate: these endings are won, with Black to move, in all other positions.
//! Underpromotion to bishop or knight never wins.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::naive;
use crate::square::Square;
use std::sync::OnceLock;
use std::vec;
use std::vec::Vec;

/// The solved ending.
pub(crate) struct Endings {
    /// The black kings of won positions, by side to move, pawn and white king.
    wins: [Vec<[Bitboard; 64]>; 2],
    attacks: [Bitboard; 64],
}

/// Returns the ending. The first call solves it.
pub(crate) fn solved() -> &'static Endings {
    static SOLVED: OnceLock<Endings> = OnceLock::new();
    SOLVED.get_or_init(Endings::solve)
}

impl Endings {
    /// Returns the black kings of legal positions: no adjacent kings, and no check with White to move.
    pub(crate) fn legal(&self, king: Square, pawn: Square, turn: Color) -> Bitboard {
        if king == pawn {
            return Bitboard::EMPTY;
        }
        let taboo = self.attacks(king).with(king).with(pawn);
        if turn == Color::White { !(taboo | pawn_attacks(pawn)) } else { !taboo }
    }

    /// Returns the black kings with which White wins.
    pub(crate) fn wins(&self, king: Square, pawn: Square, turn: Color) -> Bitboard {
        self.wins[usize::from(turn.index())][usize::from(pawn.index())][usize::from(king.index())]
    }

    /// Returns the black kings with which Black draws.
    pub(crate) fn draws(&self, king: Square, pawn: Square, turn: Color) -> Bitboard {
        self.legal(king, pawn, turn) - self.wins(king, pawn, turn)
    }

    /// Returns the black kings that can capture the pawn at once.
    pub(crate) fn captures(&self, king: Square, pawn: Square) -> Bitboard {
        let protected = self.attacks(king).contains(pawn);
        if protected { Bitboard::EMPTY } else { self.attacks(pawn) & self.legal(king, pawn, Color::Black) }
    }

    /// Returns the black kings that are stalemated.
    pub(crate) fn stalemates(&self, king: Square, pawn: Square) -> Bitboard {
        let targets = self.targets(king, pawn);
        let stuck = |&black: &Square| self.attacks(black).is_disjoint(targets);
        (self.legal(king, pawn, Color::Black) - pawn_attacks(pawn)).iter().filter(stuck).collect()
    }

    fn attacks(&self, square: Square) -> Bitboard {
        self.attacks[usize::from(square.index())]
    }

    /// Returns the squares that Black's king may enter. The pawn's own square is one if it is not protected.
    fn targets(&self, king: Square, pawn: Square) -> Bitboard {
        !(self.attacks(king).with(king) | pawn_attacks(pawn))
    }

    fn solve() -> Self {
        let nothing = vec![[Bitboard::EMPTY; 64]; 64];
        let mut endings =
            Self { wins: [nothing.clone(), nothing], attacks: Square::ALL.map(naive::king_attacks_from) };
        // A pawn only moves up, so pawns farther up come first.
        for pawn in Square::ALL.into_iter().rev().filter(|&pawn| Bitboard::PAWN_RANKS.contains(pawn)) {
            while endings.step(pawn) {}
        }
        endings
    }

    /// Adds the wins that follow from known wins by one move, and returns `true` if there are any.
    fn step(&mut self, pawn: Square) -> bool {
        let mut changed = false;
        for king in Square::ALL {
            for turn in Color::ALL {
                let wins = match turn {
                    Color::White => self.won_by_a_move(king, pawn),
                    Color::Black => self.lost_by_every_move(king, pawn),
                };
                changed |= wins != self.wins(king, pawn, turn);
                self.wins[usize::from(turn.index())][usize::from(pawn.index())][usize::from(king.index())] =
                    wins;
            }
        }
        changed
    }

    fn won_by_a_move(&self, king: Square, pawn: Square) -> Bitboard {
        let mut wins = Bitboard::EMPTY;
        for to in self.attacks(king).without(pawn) {
            wins |= self.wins(to, pawn, Color::Black);
        }
        let (file, rank) = naive::coordinates(pawn);
        let mut way = Bitboard::EMPTY;
        for steps in 1..=if rank == 1 { 2 } else { 1 } {
            let to = naive::square((file, rank + steps)).unwrap();
            way = way.with(to);
            if way.contains(king) {
                break;
            }
            let pushed =
                if rank == 6 { self.promotions(king, to) } else { self.wins(king, to, Color::Black) };
            wins |= pushed - way;
        }
        wins & self.legal(king, pawn, Color::White)
    }

    fn lost_by_every_move(&self, king: Square, pawn: Square) -> Bitboard {
        let targets = self.targets(king, pawn);
        let escapes = targets - self.wins(king, pawn, Color::White);
        let loses = |&black: &Square| {
            let attacks = self.attacks(black);
            attacks.is_disjoint(escapes) && attacks.intersects(targets)
        };
        self.legal(king, pawn, Color::Black).iter().filter(loses).collect()
    }

    /// Returns the black kings that do not stop a new queen or rook on `to`.
    fn promotions(&self, king: Square, to: Square) -> Bitboard {
        let wins = |black: &Square| {
            [&Direction::KING[..], &Direction::ROOK].iter().any(|directions| {
                // The rays go through Black's king, which does not shield the squares behind it.
                let rays = directions.iter().map(|&way| naive::ray(to, king.bitboard(), way));
                let attacked: Bitboard = rays.collect();
                let safe = self.attacks(*black) - self.attacks(king).with(king);
                let captured = safe.contains(to);
                let moves = safe - attacked.with(to);
                !captured && (!moves.is_empty() || attacked.contains(*black))
            })
        };
        let taboo = self.attacks(king).with(king).with(to);
        (!taboo).iter().filter(wins).collect()
    }
}

fn pawn_attacks(pawn: Square) -> Bitboard {
    naive::pawn_attacks_from(pawn, Color::White)
}

/// The numbers of won positions with pawns on files a to d, as known from endgame tablebases and bitbases.
#[test]
fn the_numbers_of_wins_are_known() {
    let endings = solved();
    let pawns = || Bitboard::PAWN_RANKS.iter().filter(|pawn| pawn.file().index() < 4);
    for (turn, expected) in [(Color::White, (81_664, 62_480)), (Color::Black, (84_012, 48_802))] {
        let mut found = (0, 0);
        for pawn in pawns() {
            for king in Square::ALL {
                let wins = endings.wins(king, pawn, turn);
                assert!(wins.is_subset(endings.legal(king, pawn, turn)));
                found.0 += endings.legal(king, pawn, turn).len();
                found.1 += wins.len();
                let mirrored = endings.wins(king.mirror_horizontal(), pawn.mirror_horizontal(), turn);
                assert_eq!(mirrored, wins.mirror_horizontal());
            }
        }
        assert_eq!(found, expected, "{turn} to move");
    }
}
