//! The values of a position for one side.

use super::{attacked_by, race, squares, step};
use shakmaty::attacks::{king_attacks, knight_attacks};
use shakmaty::{Bitboard, Chess, Color, File, Position, Rank, Role, Square};

/// The four lines through a king, with their bits in `king_lines` and their names in distant checks.
pub(crate) const LINES: [(u8, &str); 4] = [(1, "rank"), (2, "file"), (4, "diagonal"), (8, "anti-diagonal")];

/// All values of one side.
pub(crate) struct Values {
    /// The squares that the knights attack.
    pub(crate) knight_attacks: Bitboard,
    /// The attacked squares, empty or with enemies, from which a knight would attack two targets.
    pub(crate) fork_squares: Bitboard,
    /// The knights that attack two enemies other than pawns.
    pub(crate) forking_knights: Bitboard,
    /// The squares to which the king could move.
    pub(crate) king_escapes: Bitboard,
    /// The lines that contain all escapes, as bits.
    pub(crate) king_lines: u8,
    /// The wing of the pawn shield.
    pub(crate) shield_wing: Option<&'static str>,
    /// The index of the pawn shield.
    pub(crate) shield_index: Option<u8>,
    /// The passed pawns.
    pub(crate) passers: Bitboard,
    /// The passed pawns that a bare enemy king does not catch.
    pub(crate) uncatchable: Bitboard,
    /// The squares that the king could reach if nothing else moved.
    pub(crate) king_reach: Bitboard,
}

/// Returns the values of the position for the side.
pub(crate) fn values(position: &Chess, side: Color) -> Values {
    let board = position.board();
    let king_escapes = king_escapes(position, side);
    let shield = shield(position, side);
    Values {
        knight_attacks: attacked_by(board, side, &[Role::Knight]),
        fork_squares: fork_squares(position, side),
        forking_knights: squares(|square| {
            board.piece_at(square) == Some(side.knight()) && forked_from(position, side, square).count() >= 2
        }),
        king_escapes,
        king_lines: king_lines(king(position, side), king_escapes),
        shield_wing: shield.map(|(wing, _)| wing),
        shield_index: shield.map(|(_, index)| index),
        passers: squares(|square| is_passer(position, side, square)),
        uncatchable: uncatchable(position, side),
        king_reach: king_reach(position, side),
    }
}

/// Returns the square of the side's king.
pub(crate) fn king(position: &Chess, side: Color) -> Square {
    position.board().king_of(side).expect("each side has a king")
}

/// Returns the fork targets: king, queens, rooks, and undefended pieces and pawns.
pub(crate) fn targets(position: &Chess, side: Color) -> Bitboard {
    let board = position.board();
    let defended = attacked_by(board, !side, &Role::ALL);
    squares(|square| {
        board.piece_at(square).is_some_and(|piece| {
            let is_major = matches!(piece.role, Role::King | Role::Queen | Role::Rook);
            piece.color != side && (is_major || !defended.contains(square))
        })
    })
}

/// Returns the squares of enemies other than pawns that a knight on the square attacks.
pub(crate) fn forked_from(position: &Chess, side: Color, square: Square) -> Bitboard {
    let board = position.board();
    squares(|target| {
        knight_attacks(square).contains(target)
            && board.piece_at(target).is_some_and(|piece| piece.color != side && piece.role != Role::Pawn)
    })
}

/// Returns the line through two squares, as an index in [`LINES`].
pub(crate) fn line(a: Square, b: Square) -> Option<usize> {
    let [(a_file, a_rank), (b_file, b_rank)] =
        [a, b].map(|square| (square.file().to_u32(), square.rank().to_u32()));
    let shared = [
        a_rank == b_rank,
        a_file == b_file,
        a_rank + b_file == b_rank + a_file,
        a_rank + a_file == b_rank + b_file,
    ];
    shared.into_iter().position(|shared| shared).filter(|_| a != b)
}

fn fork_squares(position: &Chess, side: Color) -> Bitboard {
    let board = position.board();
    let targets = targets(position, side);
    let guarded = attacked_by(board, !side, &[Role::Pawn, Role::Knight]);
    let mine = attacked_by(board, side, &[Role::Knight]);
    squares(|square| {
        let forked = knight_attacks(square).into_iter().filter(|&target| targets.contains(target)).count();
        forked >= 2
            && mine.contains(square)
            && board.color_at(square) != Some(side)
            && !guarded.contains(square)
    })
}

/// Returns the squares that the enemy attacks after the side's king is removed.
fn attacked_without_king(position: &Chess, side: Color) -> Bitboard {
    let mut board = position.board().clone();
    board.discard_piece_at(king(position, side));
    attacked_by(&board, !side, &Role::ALL)
}

/// Returns the squares beside a square to which the side's king could move.
fn free(position: &Chess, side: Color, attacked: Bitboard, beside: Square) -> Bitboard {
    squares(|square| {
        king_attacks(beside).contains(square)
            && position.board().color_at(square) != Some(side)
            && !attacked.contains(square)
    })
}

fn king_escapes(position: &Chess, side: Color) -> Bitboard {
    free(position, side, attacked_without_king(position, side), king(position, side))
}

/// Returns the sum of the bits of the lines that contain all escapes. Without escapes, that is all lines.
pub(crate) fn king_lines(king: Square, escapes: Bitboard) -> u8 {
    let holds = |place| escapes.into_iter().all(|escape| line(king, escape) == Some(place));
    LINES.iter().enumerate().filter(|&(place, _)| holds(place)).map(|(_, (bit, _))| bit).sum()
}

fn shield(position: &Chess, side: Color) -> Option<(&'static str, u8)> {
    let king = king(position, side);
    if side.relative_rank(king.rank()) > Rank::Second {
        return None;
    }
    let (wing, files) = match king.file() {
        File::A | File::B | File::C => ("queen", [File::A, File::B, File::C]),
        File::F | File::G | File::H => ("king", [File::F, File::G, File::H]),
        _ => return None,
    };
    let mut index = 0;
    let mut bit = 1;
    for rank in [Rank::Second, Rank::Third] {
        for file in files {
            let square = Square::from_coords(file, side.relative_rank(rank));
            if position.board().piece_at(square) == Some(side.pawn()) {
                index += bit;
            }
            bit *= 2;
        }
    }
    Some((wing, index))
}

/// Returns the squares ahead of a pawn on its file.
fn ahead(square: Square, side: Color) -> impl Iterator<Item = Square> {
    std::iter::successors(Some(square), move |&at| step(at, 0, side.fold_wb(1, -1))).skip(1)
}

fn is_passer(position: &Chess, side: Color, square: Square) -> bool {
    let is_enemy_pawn = |at| position.board().piece_at(at) == Some((!side).pawn());
    let stops = |at: Square| [-1, 0, 1].iter().any(|&right| step(at, right, 0).is_some_and(is_enemy_pawn));
    position.board().piece_at(square) == Some(side.pawn()) && !ahead(square, side).any(stops)
}

fn uncatchable(position: &Chess, side: Color) -> Bitboard {
    let board = position.board();
    let bare = board
        .by_color(!side)
        .into_iter()
        .all(|square| matches!(board.role_at(square), Some(Role::King | Role::Pawn)));
    // Only pawns can check here. A check costs the side its move.
    let pawns = attacked_by(board, !side, &[Role::Pawn]);
    let enemy_begins = position.turn() != side || pawns.contains(king(position, side));
    squares(|square| {
        bare && is_passer(position, side, square)
            && ahead(square, side).all(|at| board.role_at(at).is_none())
            && !race::caught(king(position, !side), square, side, enemy_begins)
    })
}

fn king_reach(position: &Chess, side: Color) -> Bitboard {
    let attacked = attacked_without_king(position, side);
    let mut reach = Bitboard::EMPTY;
    let mut open = vec![king(position, side)];
    while let Some(square) = open.pop() {
        reach.add(square);
        open.extend(free(position, side, attacked, square) & !reach);
    }
    reach
}
