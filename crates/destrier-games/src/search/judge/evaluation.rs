//! The static evaluation: a [network](super::network) for pieces on squares, and what the library knows, weighed by the
//! phase of the game. The [weights](super::weights) are fitted to positions that an engine has evaluated.

use super::network::Units;
use super::terms::*;
use super::weights::WEIGHTS;
use crate::chess::{Position, between, bishop_attacks, rook_attacks};
use destrier::{Bitboard, Board, Color, Direction, Piece, Square, king, knight, pawn};

/// Centipawns.
pub(super) type Score = i32;

/// The greatest evaluation. It is less than any score of a mate.
pub(super) const MAX_EVALUATION: Score = 9_000;

/// The phase with all pieces on the board. Knights and bishops count 1, rooks 2, queens 4.
pub(super) const FULL_PHASE: i32 = 24;

/// The scale of endings that are as good as other positions.
pub(super) const FULL_SCALE: i32 = 64;

/// Takes the terms of a position: positive counts for White, negative ones for Black.
pub(super) trait Sink {
    fn add(&mut self, term: usize, count: i32);
}

/// The sum of the weighted terms. The upper half is for the endgame, and the lower half for the middlegame, so that both
/// are added at once.
#[derive(Clone, Copy, Debug, Default)]
struct Sum(i64);

/// The weights as sums.
static SUMS: [i64; COUNT] = {
    let mut sums = [0; COUNT];
    let mut term = 0;
    while term < COUNT {
        let [middlegame, endgame] = WEIGHTS[term];
        sums[term] = ((endgame as i64) << 32) + middlegame as i64;
        term += 1;
    }
    sums
};

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.0 += SUMS[term] * i64::from(count);
    }
}

/// Returns the evaluation for the side to move, in centipawns.
pub(super) fn evaluate(position: &Position) -> Score {
    let board = position.board();
    let mut sum = Sum::default();
    add_terms(&board, &mut sum);
    let mut units = Units::EMPTY;
    units.add(&Piece::ALL, &board);
    sum.score(&units, &board)
}

impl Sum {
    fn score(self, units: &Units, board: &Board) -> Score {
        let middlegame = self.0 as i32;
        let endgame = ((self.0 - i64::from(middlegame)) >> 32) as i32;
        let phase = phase(board);
        let score = (middlegame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE;
        let squares = units.score(board);
        let score = score + if board.turn().is_white() { squares } else { -squares };
        let strong = if score > 0 { Color::White } else { Color::Black };
        let score = score * scale(board, strong) / FULL_SCALE;
        let score = if board.turn().is_white() { score } else { -score };
        score.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

/// The terms and units of pawns and kings, which few moves change (the wiki's *Pawn Hash Table*).
#[derive(Clone, Debug, Default)]
pub(super) struct PawnTable(Vec<Structure>);

#[derive(Clone, Copy, Debug)]
struct Structure {
    /// The pawns and the king of each side.
    sets: [[Bitboard; 2]; 2],
    sum: Sum,
    units: Units,
}

impl PawnTable {
    const PIECES: [Piece; 2] = [Piece::Pawn, Piece::King];

    /// The number of entries, 104 KiB.
    const LEN: usize = 1 << 10;

    /// Takes the memory if it has none.
    pub(super) fn start(&mut self) {
        let empty = Structure { sets: Default::default(), sum: Sum::default(), units: Units::EMPTY };
        self.0.resize(Self::LEN, empty);
    }

    /// Does the same as [`evaluate`].
    pub(super) fn evaluate(&mut self, position: &Position) -> Score {
        let board = position.board();
        let sets = Color::ALL.map(|side| Self::PIECES.map(|piece| board.of(side, piece)));
        let mix =
            |key: u64, set: &Bitboard| (key ^ set.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
        let known = &mut self.0[sets.as_flattened().iter().fold(0, mix) as usize % Self::LEN];
        if known.sets != sets {
            *known = Structure { sets, sum: Sum::default(), units: Units::EMPTY };
            add_structure(&board, &mut known.sum);
            known.units.add(&Self::PIECES, &board);
        }
        let Structure { mut sum, mut units, .. } = *known;
        add_activity(&board, &mut sum);
        units.add(&[Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen], &board);
        sum.score(&units, &board)
    }
}

/// Returns how much of the middlegame is left, up to [`FULL_PHASE`].
pub(super) fn phase(board: &Board) -> i32 {
    let sets = board.sets();
    let phase = (sets.knights | sets.bishops).len() + 2 * sets.rooks.len() + 4 * sets.queens.len();
    (phase as i32).min(FULL_PHASE)
}

/// Returns how much of an advantage counts, because some endings cannot be won.
pub(super) fn scale(board: &Board, strong: Color) -> i32 {
    let sets = board.sets();
    let pieces = |side| {
        let count = |piece| board.of(side, piece).len() as i32;
        3 * (count(Piece::Knight) + count(Piece::Bishop)) + 5 * count(Piece::Rook) + 9 * count(Piece::Queen)
    };
    let (own, other) = (pieces(strong), pieces(!strong));
    let pawns = board.of(strong, Piece::Pawn).len() as i32;
    let has_only_knights = board.color(strong).is_subset(sets.knights | sets.kings);
    match pawns {
        // A minor piece, or two knights, cannot mate.
        0 if own <= 3 || (own == 6 && has_only_knights) => 0,
        // An advantage of a minor piece or of the exchange is not enough without pawns.
        0 if own - other <= 3 => FULL_SCALE / 8,
        // The other side gives a piece for the last pawn.
        1 if own - other <= 3 && other >= 3 && own <= 6 => FULL_SCALE / 2,
        _ if has_opposite_bishops(board) => FULL_SCALE / 2,
        // Pawns are traded easily if there are few.
        _ => FULL_SCALE.min(FEW_PAWNS + 8 * pawns),
    }
}

/// Returns whether each side has a bishop on another color, and no other pieces.
fn has_opposite_bishops(board: &Board) -> bool {
    let sets = board.sets();
    let [white, black] = Color::ALL.map(|side| board.of(side, Piece::Bishop).only());
    let is_bare = (sets.knights | sets.rooks | sets.queens).is_empty();
    let (Some(white), Some(black), true) = (white, black, is_bare) else { return false };
    let dark = Bitboard::DARK_SQUARES;
    dark.contains(white) != dark.contains(black)
}

/// The scale without pawns.
const FEW_PAWNS: i32 = 40;

/// The attacks of a side.
#[derive(Clone, Copy, Default)]
struct Attacks {
    by: [Bitboard; 6],
    all: Bitboard,
    /// Squares that two pieces or more attack.
    twice: Bitboard,
    /// Units of attack on the zone of the opposing king.
    danger: usize,
}

impl Attacks {
    #[inline]
    fn add(&mut self, piece: Piece, squares: Bitboard) {
        self.twice |= self.all & squares;
        self.all |= squares;
        self.by[piece as usize] |= squares;
    }
}

/// Units of attack of a knight, bishop, rook and queen that attacks the zone. Each square that it attacks is another.
const DANGER_OF: [usize; 4] = [2, 2, 3, 4];

/// Passes all terms to a sink.
pub(super) fn add_terms(board: &Board, sink: &mut impl Sink) {
    add_structure(board, sink);
    add_activity(board, sink);
}

/// Adds the terms that depend only on pawns and kings.
fn add_structure(board: &Board, sink: &mut impl Sink) {
    for side in Color::ALL {
        let pawns = board.of(side, Piece::Pawn);
        add_pawns(pawns, board.of(!side, Piece::Pawn), side, sink);
        let Some(king) = board.king(side) else { continue };
        let other_pawns = board.of(!side, Piece::Pawn);
        let sign = sign(side);
        sink.add(SHIELD + usize::from(king::any_shield_index(king, pawns, side)), sign);
        for distance in king::storm_distances(king::storm_index(king, other_pawns, side)) {
            sink.add(STORM + usize::from(distance), -sign);
        }
        sink.add(KING_FILES, sign * (board.king_open_files(side).len() / 8) as i32);
        sink.add(KING_FILES + 1, sign * (board.king_half_open_files(side).len() / 8) as i32);
    }
}

/// Adds all other terms.
fn add_activity(board: &Board, sink: &mut impl Sink) {
    let mut attacks = [Attacks::default(); 2];
    for side in Color::ALL {
        attacks[side as usize] = add_pieces(board, side, sink);
    }
    for side in Color::ALL {
        let [own, other] = [side, !side].map(|side| &attacks[side as usize]);
        add_king(board, side, own, other, sink);
        add_passers(board, side, other, sink);
        add_threats(board, side, own, other, sink);
    }
    sink.add(TURN, sign(board.turn()));
}

const fn sign(side: Color) -> i32 {
    if side.is_white() { 1 } else { -1 }
}

/// Returns a square as its side sees it: from its own first rank.
const fn seen(square: Square, side: Color) -> Square {
    if side.is_white() { square } else { square.flip_vertical() }
}

/// Returns the rank as the side sees it, from 0.
const fn rank_of(square: Square, side: Color) -> usize {
    seen(square, side).rank().index() as usize
}

fn add_pieces(board: &Board, side: Color, sink: &mut impl Sink) -> Attacks {
    let sign = sign(side);
    let occupied = board.occupied();
    let area = board.mobility_area(side);
    let zone = board.king_zone(!side);
    let pawns = board.of(side, Piece::Pawn);
    let other_pawns = board.of(!side, Piece::Pawn);
    let mut attacks = Attacks::default();
    for piece in Piece::ALL.into_iter().take(5) {
        sink.add(MATERIAL + piece as usize, sign * board.of(side, piece).len() as i32);
    }
    for (kind, piece) in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().enumerate() {
        for square in board.of(side, piece) {
            let squares = match piece {
                Piece::Knight => knight::attacks_from(square),
                Piece::Bishop => bishop_attacks(square, occupied),
                Piece::Rook => rook_attacks(square, occupied),
                _ => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
            };
            attacks.add(piece, squares);
            sink.add(MOBILITY_OF[kind] + (squares & area).len() as usize, sign);
            let attacked = squares & zone;
            if !attacked.is_empty() {
                attacks.danger += DANGER_OF[kind] + attacked.len() as usize;
            }
        }
    }
    if let Some(king) = board.king(side) {
        attacks.add(Piece::King, king::attacks_from(king));
    }
    let by_pawns = pawn::attacks(pawns, side);
    attacks.add(Piece::Pawn, by_pawns);
    attacks.danger += (by_pawns & zone).len() as usize;

    let outposts = board.knight_outposts(side);
    let [knights, bishops, rooks] =
        [Piece::Knight, Piece::Bishop, Piece::Rook].map(|piece| board.of(side, piece));
    sink.add(OUTPOSTS, sign * (knights & outposts).len() as i32);
    sink.add(OUTPOSTS + 1, sign * (bishops & outposts).len() as i32);
    sink.add(OUTPOSTS + 2, sign * knight::trapped(knights, area).len() as i32);
    sink.add(BISHOPS, if bishops.len() >= 2 { sign } else { 0 });
    let on = |squares: Bitboard| ((bishops & squares).len() * (pawns & squares).len()) as i32;
    sink.add(BISHOPS + 1, sign * (on(Bitboard::DARK_SQUARES) + on(Bitboard::LIGHT_SQUARES)));
    for rook in rooks {
        let file = rook.file().bitboard();
        if pawns.is_disjoint(file) {
            sink.add(ROOKS + usize::from(other_pawns.intersects(file)), sign);
        }
        if rank_of(rook, side) == 6 {
            sink.add(ROOKS + 2, sign);
        }
    }
    sink.add(WITH_PAWNS, sign * (knights.len() * pawns.len()) as i32);
    sink.add(WITH_PAWNS + 1, sign * (rooks.len() * pawns.len()) as i32);
    attacks
}

/// Adds the safety of the side's king.
fn add_king(board: &Board, side: Color, own: &Attacks, other: &Attacks, sink: &mut impl Sink) {
    let sign = sign(side);
    let Some(square) = board.king(side) else { return };
    let occupied = board.occupied();
    let (straight, slanted) = (rook_attacks(square, occupied), bishop_attacks(square, occupied));
    let checks = [knight::attacks_from(square), slanted, straight, straight | slanted];
    let is_safe =
        !board.color(!side) & (!own.all | (other.twice & !own.twice & own.by[Piece::King as usize]));
    let king_alone = own.by[Piece::King as usize] & !own.twice;
    let weak = board.king_zone(side) & other.all & (king_alone | !own.all);
    let mut danger = other.danger + 2 * weak.len() as usize;
    for (kind, checks) in checks.into_iter().enumerate() {
        let safe = checks & other.by[kind + 1] & is_safe;
        sink.add(SAFE_CHECKS + kind, -sign * safe.len() as i32);
        danger += if safe.is_empty() { 0 } else { 3 };
    }
    let has_queen = !board.of(!side, Piece::Queen).is_empty();
    let danger = if has_queen { danger } else { danger / 2 };
    sink.add(DANGER + danger.min(MAX_DANGER), -sign);
    let sets = board.sets();
    let sliders = (rook_attacks(square, board.color(!side)) & (sets.rooks | sets.queens))
        | (bishop_attacks(square, board.color(!side)) & (sets.bishops | sets.queens));
    for slider in sliders & board.color(!side) {
        let pinned = between(square, slider) & board.color(side);
        sink.add(PINNED, if pinned.only().is_some() { -sign } else { 0 });
    }
}

fn add_pawns(pawns: Bitboard, other_pawns: Bitboard, side: Color, sink: &mut impl Sink) {
    let sign = sign(side);
    let [by_pawns, by_others] = [pawn::attacks(pawns, side), pawn::attacks(other_pawns, !side)];
    let doubled = pawns & pawn::front_span(pawns, side);
    sink.add(WEAK_PAWNS, sign * doubled.len() as i32);
    let files = pawn::file_fill(pawns);
    let beside = beside(files);
    sink.add(WEAK_PAWNS + 1, sign * (pawns & !beside).len() as i32);
    // No pawn can come to defend it, and its next square is attacked by a pawn.
    let stops = forward(pawns, side) & by_others & !pawn::attack_span(pawns, side);
    let backward = forward(stops, !side) & beside & !by_pawns;
    sink.add(WEAK_PAWNS + 2, sign * backward.len() as i32);
    for square in pawns & (by_pawns | self::beside(pawns)) {
        sink.add(CONNECTED + rank_of(square, side), sign);
    }
}

fn add_passers(board: &Board, side: Color, other: &Attacks, sink: &mut impl Sink) {
    let sign = sign(side);
    let passers = pawn::passers(board.of(side, Piece::Pawn), board.of(!side, Piece::Pawn), side);
    let occupied = board.occupied();
    let rooks = board.of(side, Piece::Rook);
    if passers.is_empty() {
        return;
    }
    let [king, other_king] = [side, !side].map(|side| board.king(side));
    for square in passers {
        let rank = rank_of(square, side);
        sink.add(PASSER + rank, sign);
        let ahead = forward(square.bitboard(), side);
        if ahead.is_disjoint(occupied | other.all) {
            sink.add(FREE_PASSER + rank, sign);
            if pawn::front_span(square.bitboard(), side).is_disjoint(occupied | other.all) {
                sink.add(SAFE_PASSER + rank, sign);
            }
        }
        if pawn::front_span(square.bitboard(), !side).intersects(rooks) {
            sink.add(RUNNER + 1, sign);
        }
        if let (Some(ahead), Some(king), Some(other_king), 3..) = (ahead.first(), king, other_king, rank) {
            sink.add(PASSER_KING + usize::from(king::distance(king, ahead)), sign);
            sink.add(PASSER_OTHER_KING + usize::from(king::distance(other_king, ahead)), sign);
        }
    }
    sink.add(RUNNER, sign * i32::from(!board.uncatchable(side).is_empty()));
}

/// Adds the side's attacks on pieces.
fn add_threats(board: &Board, side: Color, own: &Attacks, other: &Attacks, sink: &mut impl Sink) {
    let sign = sign(side);
    let sets = board.sets();
    let targets = board.color(!side);
    let by = |piece: Piece| own.by[piece as usize] & targets;
    let (by_pawns, by_rooks) = (by(Piece::Pawn), by(Piece::Rook));
    let by_minors = by(Piece::Knight) | by(Piece::Bishop);
    let hanging = targets & own.all & !other.all;
    let forced = by_pawns | by_rooks | by_minors | hanging;
    let moves = usize::from(side == board.turn());
    if !forced.is_empty() {
        for (kind, piece) in Piece::ALL.into_iter().take(5).enumerate() {
            let pieces = sets.piece(piece) & forced;
            if pieces.is_empty() {
                continue;
            }
            if kind > 0 {
                sink.add(PAWN_THREATS + kind - 1 + 4 * moves, sign * (pieces & by_pawns).len() as i32);
            }
            sink.add(MINOR_THREATS + kind + 5 * moves, sign * (pieces & by_minors).len() as i32);
            sink.add(ROOK_THREATS + kind + 5 * moves, sign * (pieces & by_rooks).len() as i32);
            sink.add(HANGING + kind + 5 * moves, sign * (pieces & hanging).len() as i32);
        }
    }
    let heavy = sets.rooks | sets.queens;
    let threatened = hanging | (by_pawns & !sets.pawns) | (by_minors & heavy) | (by_rooks & sets.queens);
    match (threatened & !sets.kings).len() as usize {
        0 => {}
        count => sink.add(THREATENED + count.min(3) - 1 + 3 * moves, sign),
    }
    // Like `fork_squares`, which would compute the attacks once more.
    let forkable = targets & (sets.kings | heavy | !other.all);
    sink.add(FORKS, sign * board.fork_squares_of(side, forkable).len() as i32);
    let half = if side.is_white() { Bitboard::from_bits(!0 << 32) } else { Bitboard::from_bits(!0 >> 32) };
    sink.add(CONTROL, sign * (own.all & half & !other.all).len() as i32);
    sink.add(CONTROL + 1, sign * (own.all & half & other.all & !other.by[Piece::Pawn as usize]).len() as i32);
}

/// Returns the squares in front of a set.
const fn forward(squares: Bitboard, side: Color) -> Bitboard {
    squares.step(if side.is_white() { Direction::North } else { Direction::South })
}

/// Returns the squares on either side of a set.
fn beside(squares: Bitboard) -> Bitboard {
    squares.step(Direction::East) | squares.step(Direction::West)
}
