//! The exchange of pieces on a square (the wiki's *Static Exchange Evaluation*).

use crate::chess::{Move, Position};
use destrier::{Color, Piece};

/// The values of pieces in exchanges, in centipawns.
pub(super) const fn value(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight | Piece::Bishop => 325,
        Piece::Rook => 500,
        Piece::Queen => 1000,
        Piece::King => 10_000,
    }
}

/// Returns what a move captures or gains by promoting, in centipawns.
pub(super) fn gain(position: &Position, played: Move) -> i32 {
    match played {
        Move::Normal { to, promotion, .. } => {
            let taken = position.piece_at(to).map_or(0, value);
            taken + promotion.map_or(0, |piece| value(piece) - value(Piece::Pawn))
        }
        Move::EnPassant { .. } => value(Piece::Pawn),
        Move::Castling { .. } => 0,
    }
}

/// Returns whether a move gains at least `least` centipawns if both sides then capture on its square with their least
/// valuable pieces, as long as it pays. Ignores pins and promotions of later captures.
pub(in crate::search) fn gains_at_least(position: &Position, played: Move, least: i32) -> bool {
    let Move::Normal { piece, from, to, promotion } = played else { return gain(position, played) >= least };
    let mut balance = gain(position, played) - least;
    if balance < 0 {
        return false;
    }
    // At worst, the piece is lost.
    balance -= value(promotion.unwrap_or(piece));
    if balance >= 0 {
        return true;
    }
    let sets = position.sets();
    let mut occupied = (sets.white | sets.black).without(from).with(to);
    let mut side = !position.turn();
    let (straight, slanted) = (sets.rooks | sets.queens, sets.bishops | sets.queens);
    let both = |occupied| {
        position.attackers(to, Color::White, occupied) | position.attackers(to, Color::Black, occupied)
    };
    let mut attackers = both(occupied) & occupied;
    loop {
        let own = attackers & sets.color(side);
        let Some((kind, from)) =
            Piece::ALL.into_iter().find_map(|kind| (own & sets.piece(kind)).first().map(|from| (kind, from)))
        else {
            break;
        };
        // A king cannot capture a defended piece.
        if kind == Piece::King && (attackers & sets.color(!side)).intersects(occupied) {
            break;
        }
        occupied = occupied.without(from);
        side = !side;
        balance = -balance - 1 - value(kind);
        if balance >= 0 {
            break;
        }
        // A slider behind the piece attacks now.
        if matches!(kind, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= crate::chess::bishop_attacks(to, occupied) & slanted;
        }
        if matches!(kind, Piece::Rook | Piece::Queen) {
            attackers |= crate::chess::rook_attacks(to, occupied) & straight;
        }
        attackers &= occupied;
    }
    // The side that cannot or does not want to capture loses the exchange.
    side != position.turn()
}
