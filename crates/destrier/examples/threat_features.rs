//! Threat features: the inputs of a neural network that say which piece attacks which.
//!
//! A feature is an attacking piece, its square, a target piece and its square, for every move on an empty board. An
//! interaction table says which kinds of target count for each kind of attacker. Stockfish and the engines that followed
//! it use four tables; their sizes tell them apart.
//!
//! Run it with `cargo run -p destrier --example threat_features`.

use destrier::{Bitboard, Board, Color, Piece, Square, king, knight, pawn, sliders};

/// For each kind of attacker, the kinds of target that count.
type Interactions = [&'static [Piece]; 6];

use Piece::{Bishop as B, King as K, Knight as N, Pawn as P, Queen as Q, Rook as R};

/// With kings as targets and attackers: 79,856 features.
const WITH_KINGS: Interactions =
    [&[P, N, R], &[P, N, B, R, Q, K], &[P, N, B, R, K], &[P, N, B, R, K], &[P, N, B, R, Q, K], &[P, N, B, R]];
/// Kings are no targets: 66,864.
const NO_KING_TARGETS: Interactions =
    [&[P, N, R], &[P, N, B, R, Q], &[P, N, B, R], &[P, N, B, R], &[P, N, B, R, Q], &[P, N, B, R]];
/// Kings do not attack either: 60,144.
const NO_KINGS: Interactions =
    [&[P, N, R], &[P, N, B, R, Q], &[P, N, B, R], &[P, N, B, R], &[P, N, B, R, Q], &[]];
/// Nor do pawns attack pawns: 59,808.
const NO_PAWN_PAIRS: Interactions =
    [&[N, R], &[P, N, B, R, Q], &[P, N, B, R], &[P, N, B, R], &[P, N, B, R, Q], &[]];

/// The squares that a piece attacks on an empty board. Pawns stand on the second to the seventh rank.
fn attacks(color: Color, piece: Piece, from: Square) -> Bitboard {
    match piece {
        P => pawn::attacks(from.bitboard() & Bitboard::PAWN_RANKS, color),
        N => knight::attacks_from(from),
        B => sliders::bishop_attacks_from(from, Bitboard::EMPTY),
        R => sliders::rook_attacks_from(from, Bitboard::EMPTY),
        Q => sliders::queen_attacks_from(from, Bitboard::EMPTY),
        K => king::attacks_from(from),
    }
}

struct Features {
    interactions: Interactions,
    /// By color, kind and square of the attacker: the number of moves from the squares before it.
    moves_before: [[[usize; 65]; 6]; 2],
    /// By color and kind of the attacker: the first feature.
    first: [[usize; 6]; 2],
    size: usize,
}

impl Features {
    fn new(interactions: Interactions) -> Self {
        let (mut moves_before, mut first, mut size) = ([[[0; 65]; 6]; 2], [[0; 6]; 2], 0);
        for (i, color) in Color::ALL.into_iter().enumerate() {
            for (j, piece) in Piece::ALL.into_iter().enumerate() {
                for (k, from) in Square::ALL.into_iter().enumerate() {
                    let moves = attacks(color, piece, from).len() as usize;
                    moves_before[i][j][k + 1] = moves_before[i][j][k] + moves;
                }
                first[i][j] = size;
                size += 2 * interactions[j].len() * moves_before[i][j][64];
            }
        }
        Self { interactions, moves_before, first, size }
    }

    /// Returns the feature of a pair as a side sees it, or `None` if the pair has none.
    fn index(&self, side: Color, board: &Board, attacker: Square, target: Square) -> Option<usize> {
        let (attacker_color, attacking) = board.piece_at(attacker)?;
        let (target_color, attacked) = board.piece_at(target)?;
        // The side's king is on the files a to d, and its pawns move up.
        let mirror = board.king(side)?.file().index() > 3;
        let seen = |square: Square| {
            let square = if mirror { square.mirror_horizontal() } else { square };
            if side.is_white() { square } else { square.flip_vertical() }
        };
        let (from, to) = (seen(attacker), seen(target));
        // If two pieces attack each other because they are of one kind, one direction says it.
        let is_mutual = attacking == attacked && (attacking != P || attacker_color != target_color);
        if is_mutual && from < to {
            return None;
        }
        let kinds = self.interactions[usize::from(attacking)];
        let kind = kinds.iter().position(|&kind| kind == attacked)?;
        let block = kind + if target_color == side { 0 } else { kinds.len() };
        let attacker_color = if side.is_white() { attacker_color } else { !attacker_color };
        let moves_before = &self.moves_before[usize::from(attacker_color)][usize::from(attacking)];
        let below = Bitboard::from_bits(to.bitboard().bits() - 1);
        Some(
            self.first[usize::from(attacker_color)][usize::from(attacking)]
                + block * moves_before[64]
                + moves_before[usize::from(from)]
                + (attacks(attacker_color, attacking, from) & below).len() as usize,
        )
    }

    /// Returns the active features of a position as a side sees them.
    fn active(&self, side: Color, board: &Board) -> Vec<usize> {
        board.attack_pairs().filter_map(|pair| self.index(side, board, pair.attacker, pair.target)).collect()
    }
}

/// Prints the sizes, and the features of a position.
pub(crate) fn run() -> String {
    let sets = [WITH_KINGS, NO_KING_TARGETS, NO_KINGS, NO_PAWN_PAIRS].map(Features::new);
    let mut text = format!("sizes: {:?}\n", sets.each_ref().map(|features| features.size));
    // The knight on f3 attacks the pawn on e5, and the pawn on d6 defends it. The kings are on g1 and g8.
    let board = Board::from_placement("6k1/8/3p4/4p3/8/5N2/8/6K1", Color::White).expect("it has 64 squares");
    for side in Color::ALL {
        let active = sets.each_ref().map(|features| features.active(side, &board));
        text += &format!("{side}: {active:?}\n");
    }
    text
}

fn main() {
    print!("{}", run());
}
