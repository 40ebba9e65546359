//! King and pawn against king and pawn: whether Black's king can capture White's pawn.

use super::*;
use crate::file::File;
use crate::rank::Rank;
use std::vec;
use std::vec::Vec;

/// The black kings that force the capture, by side to move, White's king, White's pawn and Black's pawn, if any.
///
/// White's pawn moves as far as it can, unless White must answer a check. So Black may capture less often than here.
struct Races([Vec<Bitboard>; 2]);

impl Races {
    fn index(king: Square, pawn: Square, enemy: Option<Square>) -> usize {
        let [king, pawn] = [king, pawn].map(|square| usize::from(square.index()));
        (pawn * 65 + enemy.map_or(64, |enemy| usize::from(enemy.index()))) * 64 + king
    }

    fn caught(&self, turn: Color, king: Square, pawn: Square, enemy: Option<Square>) -> Bitboard {
        self.0[usize::from(turn.index())][Self::index(king, pawn, enemy)]
    }

    fn solve() -> Self {
        let mut races = Self([vec![Bitboard::EMPTY; 64 * 65 * 64], vec![Bitboard::EMPTY; 64 * 65 * 64]]);
        // Each position depends on positions with a pawn farther ahead, or on those that were solved just before.
        for pawn in Bitboard::PAWN_RANKS.iter().collect::<Vec<_>>().into_iter().rev() {
            for enemy in [None].into_iter().chain(Bitboard::PAWN_RANKS.iter().map(Some)) {
                let checked = attacked_by(enemy);
                let kings = Bitboard::FULL.without(pawn) - set_of(enemy);
                for king in kings - checked {
                    races.0[0][Self::index(king, pawn, enemy)] = races.after_push(king, pawn, enemy);
                }
                for king in kings - checked {
                    races.0[1][Self::index(king, pawn, enemy)] = races.by_any_move(king, pawn, enemy);
                }
                for king in kings & checked {
                    races.0[0][Self::index(king, pawn, enemy)] = races.after_any_answer(king, pawn, enemy);
                }
            }
        }
        races
    }

    fn after_push(&self, king: Square, pawn: Square, enemy: Option<Square>) -> Bitboard {
        let free = !set_of(enemy).with(king);
        let way = pawn::pushes(pawn.bitboard(), free, Color::White);
        let Some(to) = way.last() else { return legal(Color::White, king, pawn, enemy) };
        let caught = match to.rank() {
            Rank::Eighth if naive::king_distance(king, to) == 1 => Bitboard::EMPTY,
            Rank::Eighth => naive::king_attacks_from(to),
            _ => self.caught(Color::Black, king, to, enemy),
        };
        (caught | way) & legal(Color::White, king, pawn, enemy)
    }

    fn by_any_move(&self, king: Square, pawn: Square, enemy: Option<Square>) -> Bitboard {
        let captures = naive::king_distance(king, pawn) > 1;
        let targets = if captures { pawn.bitboard() } else { Bitboard::EMPTY };
        let mut caught = king::attacks(self.caught(Color::White, king, pawn, enemy) | targets);
        let free = !pawn.bitboard().with(king);
        for to in pawn::pushes(set_of(enemy), free, Color::Black) - Rank::First.bitboard() {
            let ahead = |set| naive::span(set, Color::Black, 0);
            let way = ahead(set_of(enemy)) - ahead(to.bitboard());
            caught |= self.caught(Color::White, king, pawn, Some(to)) - way - attacked_by_white(pawn);
        }
        caught & legal(Color::Black, king, pawn, enemy)
    }

    fn after_any_answer(&self, king: Square, pawn: Square, enemy: Option<Square>) -> Bitboard {
        let (mut always, mut possible) = (Bitboard::FULL, Bitboard::EMPTY);
        for to in naive::king_attacks_from(king).without(pawn) - attacked_by(enemy) {
            let left = enemy.filter(|&enemy| enemy != to);
            let answers = legal(Color::Black, to, pawn, left);
            always &= self.caught(Color::Black, to, pawn, left) | !answers;
            possible |= answers;
        }
        always & possible & legal(Color::White, king, pawn, enemy)
    }
}

/// Returns the black kings of legal positions.
fn legal(turn: Color, king: Square, pawn: Square, enemy: Option<Square>) -> Bitboard {
    let taboo = naive::king_attacks_from(king).with(king).with(pawn) | set_of(enemy);
    match turn {
        Color::White => !(taboo | attacked_by_white(pawn)),
        Color::Black if attacked_by(enemy).contains(king) => Bitboard::EMPTY,
        Color::Black => !taboo,
    }
}

fn set_of(pawn: Option<Square>) -> Bitboard {
    pawn.map_or(Bitboard::EMPTY, Square::bitboard)
}

fn attacked_by(enemy: Option<Square>) -> Bitboard {
    enemy.map_or(Bitboard::EMPTY, |enemy| naive::pawn_attacks_from(enemy, Color::Black))
}

fn attacked_by_white(pawn: Square) -> Bitboard {
    naive::pawn_attacks_from(pawn, Color::White)
}

#[test]
fn no_king_catches_an_uncatchable_passer() {
    let races = Races::solve();
    let mut found = [0; 3];
    let half = File::ALL[..4].iter().map(|file| file.bitboard()).collect::<Bitboard>();
    for pawn in Bitboard::PAWN_RANKS & half {
        for enemy in Bitboard::PAWN_RANKS.without(pawn) {
            for king in !(pawn.bitboard().with(enemy)) {
                let is_check = attacked_by(Some(enemy)).contains(king);
                for turn in Color::ALL {
                    let caught = races.caught(turn, king, pawn, Some(enemy));
                    for other in legal(turn, king, pawn, Some(enemy)) {
                        let (white, black) = (pawn.bitboard().with(king), enemy.bitboard().with(other));
                        let (pawns, kings) = (pawn.bitboard().with(enemy), king.bitboard().with(other));
                        let sets = Sets { white, black, pawns, kings, ..Sets::EMPTY };
                        if Board::assume_consistent(sets, turn).uncatchable(Color::White).is_empty() {
                            continue;
                        }
                        assert!(!caught.contains(other), "K{king} P{pawn} k{other} p{enemy}, {turn} to move");
                        found[usize::from(turn.index())] += 1;
                        found[2] += u32::from(is_check);
                    }
                }
            }
        }
    }
    // In 14,417 more positions, White is in check and would escape without it.
    assert_eq!(found, [1_925_568 - 14_417, 1_402_087, 55_806 - 14_417]);
}
