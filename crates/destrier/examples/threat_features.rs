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

/// A set of features, in tables. The number of a piece is 2 * kind + color.
pub(crate) struct Features {
    pub(crate) size: usize,
    /// By attacker, its square and the square of the target: the number of the move, in the order of the squares.
    moves: Vec<[[u16; 64]; 64]>,
    /// By attacker and target: the first feature, or a large number if they have none, and whether both attack each other.
    pairs: [[(usize, bool); 12]; 12],
}

impl Features {
    pub(crate) fn new(interactions: Interactions) -> Self {
        let (mut size, mut moves, mut pairs) = (0, vec![[[0; 64]; 64]; 12], [[(usize::MAX, false); 12]; 12]);
        for color in Color::ALL {
            for piece in Piece::ALL {
                let attacker = number(color, piece);
                let mut count = 0;
                for from in Square::ALL {
                    for to in attacks(color, piece, from) {
                        moves[attacker][usize::from(from)][usize::from(to)] = count;
                        count += 1;
                    }
                }
                for target_color in Color::ALL {
                    for &target in interactions[usize::from(piece)] {
                        let is_mutual = piece == target && (piece != P || color != target_color);
                        pairs[attacker][number(target_color, target)] = (size, is_mutual);
                        size += usize::from(count);
                    }
                }
            }
        }
        Self { size, moves, pairs }
    }

    /// Adds the active features of a position as a side sees them: its pieces are white, its king is on the files a to d,
    /// and its pawns move up. `on` are the numbers of the pieces by square.
    pub(crate) fn active(
        &self,
        side: Color,
        king: Square,
        on: &[u8; 64],
        pairs: &[AttackPair],
        features: &mut Vec<usize>,
    ) {
        let turn = if side.is_white() { 0 } else { 56 } | if king.file() > File::D { 7 } else { 0 };
        // Which pairs count is hard to predict. So each is written, and the next overwrites one that does not.
        let mut end = features.len();
        features.resize(end + pairs.len(), 0);
        for pair in pairs {
            let squares = [pair.attacker, pair.target].map(usize::from);
            let [attacker, target] = squares.map(|square| usize::from(on[square] ^ side.index()));
            let [from, to] = squares.map(|square| square ^ turn);
            let (first, is_mutual) = self.pairs[attacker][target];
            features[end] = first.wrapping_add(self.moves[attacker][from][to].into());
            // If two pieces attack each other because they are of one kind, one direction says it.
            end += usize::from((first < self.size) & !(is_mutual & (from < to)));
        }
        features.truncate(end);
    }
}

fn number(color: Color, piece: Piece) -> usize {
    2 * usize::from(piece) + usize::from(color.index())
}

/// Returns the number of the piece on each square.
pub(crate) fn pieces(board: &Board) -> [u8; 64] {
    let mut on = [0; 64];
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in board.of(color, piece) {
                on[usize::from(square)] = number(color, piece) as u8;
            }
        }
    }
    on
}

/// Prints the sizes, and the features of a position.
pub(crate) fn run() -> String {
    let sets = [WITH_KINGS, NO_KING_TARGETS, NO_KINGS, NO_PAWN_PAIRS].map(Features::new);
    let mut text = format!("sizes: {:?}\n", sets.each_ref().map(|features| features.size));
    // The knight on f3 attacks the pawn on e5, and the pawn on d6 defends it. The kings are on g1 and g8.
    let board = Board::from_placement("6k1/8/3p4/4p3/8/5N2/8/6K1", Color::White).expect("it has 64 squares");
    // For many positions, `batch::attack_pairs` is faster.
    let pairs: Vec<AttackPair> = board.attack_pairs().collect();
    let on = pieces(&board);
    for (side, king) in [(Color::White, Square::G1), (Color::Black, Square::G8)] {
        let active = sets.each_ref().map(|features| {
            let mut active = Vec::new();
            features.active(side, king, &on, &pairs, &mut active);
            active
        });
        text += &format!("{side}: {active:?}\n");
    }
    text
}

fn main() {
    print!("{}", run());
}
