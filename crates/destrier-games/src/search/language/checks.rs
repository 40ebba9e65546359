//! Which checks are possible, for many positions at once.
//!
//! Most positions have no check. A pattern whose moves give check is searched for only where its pieces may give one.

use super::narrow::Checks;
use destrier::batch::{self, Boards, Lane, LaneColor};
use destrier::{Bitboard, Color, Direction, File, Piece, Rank, Sets, knight, pawn, sliders};

/// The bit for a check that a piece discovers. The bits before it are for checks by kinds of pieces.
const DISCOVERED: u8 = 1 << 6;

/// Returns the bits of [`check_columns`] that some moves need: one of them must be set.
pub(super) fn bits_of(pieces: [bool; 6], checks: Checks) -> u8 {
    let bit = |piece: Piece| u8::from(pieces[usize::from(piece.index())]) << piece.index();
    let all = Piece::ALL.into_iter().fold(0, |bits, piece| bits | bit(piece));
    // A pawn that captures en passant and a king that castles may discover a check in other ways.
    let special = bit(Piece::Pawn) | bit(Piece::King);
    match checks {
        Checks { is_discovered: true, .. } => DISCOVERED | special,
        Checks { is_direct: true, .. } => all,
        _ => DISCOVERED | all,
    }
}

/// Returns which checks the side to move may give: a bit for each kind of piece, and one for discovered checks.
pub(super) fn check_columns<const WIDTH: usize>(sets: Sets<&[u64]>, turns: &[Color]) -> [u8; WIDTH] {
    let mut checks = [0; WIDTH];
    if let Ok(boards) = Boards::new(sets, turns) {
        batch::map!(boards, &mut checks[..turns.len()], |board| possible_checks(&board))
            .expect("all columns have the same length");
    }
    checks
}

#[inline(always)]
fn possible_checks(board: &Lane) -> u8 {
    let side = board.turn();
    let (us, occupied, king) = (board.color(side), board.occupied(), board.king(!side));
    let of = |piece: Piece| board.of(side, piece);
    let queens = of(Piece::Queen);
    let straight = sliders::rook_attacks(king, occupied);
    let slanted = sliders::bishop_attacks(king, occupied);
    let by_rooks = sliders::rook_attacks(of(Piece::Rook) | queens, occupied);
    let by_bishops = sliders::bishop_attacks(of(Piece::Bishop) | queens, occupied);
    // Lines that are open once one of the side's own pieces moves away.
    let opened = (sliders::rook_attacks(king, occupied - (us & straight)) & (of(Piece::Rook) | queens))
        | (sliders::bishop_attacks(king, occupied - (us & slanted)) & (of(Piece::Bishop) | queens));
    let is = |piece: Piece, is_possible: bool| u8::from(is_possible) << piece.index();
    is(Piece::Pawn, pawns_may_check(board, side, of(Piece::Pawn), king))
        | is(Piece::Knight, knight::attacks(of(Piece::Knight)).intersects(knight::attacks(king)))
        | is(Piece::Bishop, by_bishops.intersects(slanted))
        | is(Piece::Rook, by_rooks.intersects(straight))
        | is(Piece::Queen, (by_bishops | by_rooks).intersects(straight | slanted))
        | is(Piece::King, king.intersects(CASTLED))
        | (DISCOVERED * u8::from(opened.intersects(us)))
}

/// Where a king stands to which castling may give check: the files and ranks of the castled rook.
const CASTLED: Bitboard =
    File::D.bitboard().union(File::F.bitboard()).union(Rank::First.bitboard()).union(Rank::Eighth.bitboard());

/// Returns whether a pawn may give check, perhaps after it promotes, or capture en passant.
#[inline(always)]
fn pawns_may_check(board: &Lane, side: LaneColor, pawns: Bitboard, king: Bitboard) -> bool {
    let [north, south] = [Direction::North, Direction::South].map(|direction| {
        let step = pawns.step(direction);
        step | step.step(direction)
    });
    let reached = side.pick(north, south) | board.pawn_attacks(side);
    let checking = side.pick(pawn::attacks(king, Color::Black), pawn::attacks(king, Color::White));
    let promoting = pawns & side.pick(Rank::Seventh.bitboard(), Rank::Second.bitboard());
    let fifth = side.pick(Rank::Fifth.bitboard(), Rank::Fourth.bitboard());
    let others = board.of(!side, Piece::Pawn) & fifth;
    let beside = others.step(Direction::East) | others.step(Direction::West);
    !((reached & checking) | promoting | (pawns & beside)).is_empty()
}
