//! Threat features: the inputs of a neural network that say which piece attacks which.
//!
//! A feature is an attacking piece, its square, a target piece and its square, for every move on an empty board. An
//! interaction table says which kinds of target count for each kind of attacker. Stockfish and the engines that followed
//! it use four tables; their sizes tell them apart.
//!
//! Run it with `cargo run -p destrier --example threat_features`.

use destrier::{AttackPair, Bitboard, Board, Color, File, Piece, Square, king, knight, pawn, sliders};

/// For each kind of attacker, the kinds of target that count.
pub(crate) type Interactions = [&'static [Piece]; 6];

use Piece::{Bishop as B, King as K, Knight as N, Pawn as P, Queen as Q, Rook as R};

/// With kings as targets and attackers: 79,856 features.
pub(crate) const WITH_KINGS: Interactions =
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

/// A set of features, in tables. Attackers are numbered by color and kind.
pub(crate) struct Features {
    pub(crate) size: usize,
    /// By attacker and square: the squares that it attacks on an empty board, and the number of moves from the squares
    /// before.
    moves: [[(Bitboard, usize); 64]; 12],
    /// By attacker and target: the first feature, if they have any.
    first: [[Option<usize>; 12]; 12],
}

impl Features {
    pub(crate) fn new(interactions: Interactions) -> Self {
        let (mut size, mut moves, mut first) = (0, [[(Bitboard::EMPTY, 0); 64]; 12], [[None; 12]; 12]);
        for attacker in 0..12 {
            let (color, piece) = (Color::ALL[attacker / 6], Piece::ALL[attacker % 6]);
            let mut number = 0;
            for from in Square::ALL {
                moves[attacker][usize::from(from)] = (attacks(color, piece, from), number);
                number += attacks(color, piece, from).len() as usize;
            }
            for target_color in 0..2 {
                for &target in interactions[attacker % 6] {
                    first[attacker][6 * target_color + usize::from(target)] = Some(size);
                    size += number;
                }
            }
        }
        Self { size, moves, first }
    }

    /// Returns the active features of a position as a side sees them: its pieces are white, its king is on the files a to
    /// d, and its pawns move up.
    pub(crate) fn active(&self, side: Color, board: &Board, pairs: &[AttackPair], features: &mut Vec<usize>) {
        let Some(king) = board.king(side) else { return };
        let turn = if side.is_white() { 0 } else { 56 } | if king.file() > File::D { 7 } else { 0 };
        let mut on = [0; 64];
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in board.of(color, piece) {
                    on[usize::from(square)] = if color == side { 0 } else { 6 } + usize::from(piece);
                }
            }
        }
        features.extend(pairs.iter().filter_map(|pair| {
            let [attacker, target] = [pair.attacker, pair.target].map(|square| on[usize::from(square)]);
            let [from, to] = [pair.attacker, pair.target].map(|square| usize::from(square) ^ turn);
            // If two pieces attack each other because they are of one kind, one direction says it.
            let is_mutual = attacker % 6 == target % 6 && (attacker % 6 != 0 || attacker != target);
            if is_mutual && from < to {
                return None;
            }
            let (attacked, before) = self.moves[attacker][from];
            let below = Bitboard::from_bits((1 << to) - 1);
            Some(self.first[attacker][target]? + before + (attacked & below).len() as usize)
        }));
    }
}

/// Prints the sizes, and the features of a position.
pub(crate) fn run() -> String {
    let sets = [WITH_KINGS, NO_KING_TARGETS, NO_KINGS, NO_PAWN_PAIRS].map(Features::new);
    let mut text = format!("sizes: {:?}\n", sets.each_ref().map(|features| features.size));
    // The knight on f3 attacks the pawn on e5, and the pawn on d6 defends it. The kings are on g1 and g8.
    let board = Board::from_placement("6k1/8/3p4/4p3/8/5N2/8/6K1", Color::White).expect("it has 64 squares");
    // For many positions, `batch::attack_pairs` is faster.
    let pairs: Vec<AttackPair> = board.attack_pairs().collect();
    for side in Color::ALL {
        let active = sets.each_ref().map(|features| {
            let mut active = Vec::new();
            features.active(side, &board, &pairs, &mut active);
            active
        });
        text += &format!("{side}: {active:?}\n");
    }
    text
}

fn main() {
    print!("{}", run());
}
