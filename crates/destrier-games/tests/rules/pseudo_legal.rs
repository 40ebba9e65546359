//! Games that start legally and then ignore the rules: a king is left in check, and the following moves may or may
//! not make sense.
//!
//! The fuzz targets use this file as well.

use crate::oracle::their_moves;
use shakmaty::san::SanPlus;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position as _, Role, Square};

/// Positions with pins, checks, double checks, en passant, promotions, castling and many pieces of one kind. The last
/// twelve are Chess960 positions.
pub(crate) const POSITIONS: [&str; 28] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4k3/8/8/8/1b5r/8/3N1B2/4K3 w - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2",
    "8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 2",
    "1n2k3/P7/8/8/8/8/p7/1N2K3 b - - 0 1",
    "N7/6k1/1N6/3QK2Q/8/2N5/8/4Q3 w - - 0 1",
    "4k3/4r3/8/8/1b6/2N5/3N4/N3K2R w K - 0 1",
    "3rk3/8/8/8/8/5n2/3P4/3K3R w - - 0 1",
    "8/8/8/3k4/2pP4/8/B7/4K3 b - d3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1",
    "rk5r/8/8/8/8/8/8/RK5R w AHah - 0 1",
    "5rkr/8/8/8/8/8/8/5RKR b FHfh - 0 1",
    "7k/8/8/8/8/8/8/qR1K2R1 w BG - 0 1",
    "k7/8/8/8/8/8/8/r1R1K3 w C - 0 1",
    "bqnrkrnb/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/BQNRKRNB w DFdf - 0 2",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "1r3k1r/8/8/8/8/8/8/RR3KRR w HBhb - 7 9",
    "qbrknrnb/pppppppp/8/8/8/8/PPPPPPPP/QBRKNRNB w CFcf - 0 1",
    "nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w BFbf - 0 1",
    "rkr5/1p6/2n5/b7/7B/5N2/6P1/5RKR b FHac - 12 30",
];

/// Chooses a number below a limit.
pub(crate) type Choose<'a> = dyn FnMut(usize) -> usize + 'a;

/// Plays a number of legal moves and appends them in SAN. Returns the position after them.
pub(crate) fn legal_moves(start: &Chess, moves: usize, choose: &mut Choose<'_>, text: &mut String) -> Chess {
    let mut chess = start.clone();
    for _ in 0..moves {
        let legal = their_moves(&chess);
        if legal.is_empty() {
            break;
        }
        let played = legal[choose(legal.len())];
        *text += &format!("{} ", SanPlus::from_move_and_play_unchecked(&mut chess, played));
    }
    chess
}

/// Appends four moves, two by each side, that return all pieces to their squares, a number of times. Returns `None`
/// if there are no such moves.
pub(crate) fn shuffle(start: &Chess, times: usize, text: &mut String) -> Option<Chess> {
    let cycle = cycle(start)?;
    let mut chess = start.clone();
    for _ in 0..times {
        for played in cycle {
            *text += &format!("{} ", SanPlus::from_move_and_play_unchecked(&mut chess, played));
        }
    }
    Some(chess)
}

fn cycle(start: &Chess) -> Option<[Move; 4]> {
    let quiet = |chess: &Chess| {
        let is_quiet =
            |played: &Move| matches!(played, Move::Normal { role, capture: None, .. } if *role != Role::Pawn);
        their_moves(chess).into_iter().filter(is_quiet).collect::<Vec<_>>()
    };
    let back = |played: Move| match played {
        Move::Normal { role, from, to, .. } => {
            Move::Normal { role, from: to, to: from, capture: None, promotion: None }
        }
        other => other,
    };
    for first in quiet(start) {
        let after_first = start.clone().play(first).ok()?;
        for second in quiet(&after_first) {
            let cycle = [first, second, back(first), back(second)];
            let after = cycle.into_iter().try_fold(start.clone(), |chess, played| chess.play(played).ok());
            if after.is_some_and(|after| after.board() == start.board()) {
                return Some(cycle);
            }
        }
    }
    None
}

/// Appends moves that ignore checks. The first one leaves its king in check, if such a move exists. The others
/// include captures of the king, null moves and castling.
pub(crate) fn pseudo_legal_moves(start: &Chess, moves: usize, choose: &mut Choose<'_>, text: &mut String) {
    let mut board = start.board().clone();
    let mut turn = start.turn();
    for number in 0..moves {
        match (number, choose(10)) {
            (1.., 0) => *text += "-- ",
            (1.., 1) => *text += ["O-O ", "O-O-O "][choose(2)],
            (_, way) => {
                let mut able = blind_moves(&board, turn);
                let wanted: Vec<Blind> = able
                    .iter()
                    .copied()
                    .filter(|&blind| match number {
                        0 => exposes_king(&board, turn, blind),
                        _ => way < 6 && board.role_at(blind.to) == Some(Role::King),
                    })
                    .collect();
                if !wanted.is_empty() {
                    able = wanted;
                }
                if able.is_empty() {
                    return;
                }
                let blind = able[choose(able.len())];
                // Fully disambiguated, or in a short form that may be ambiguous.
                *text += &blind.written(&board, choose(2) == 0);
                blind.make(&mut board, turn);
            }
        }
        turn = !turn;
    }
}

/// A move by the movement of its piece alone.
#[derive(Clone, Copy)]
struct Blind {
    role: Role,
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

impl Blind {
    fn make(self, board: &mut Board, turn: Color) {
        board.discard_piece_at(self.from);
        board.set_piece_at(self.to, Piece { color: turn, role: self.promotion.unwrap_or(self.role) });
    }

    fn written(self, board: &Board, in_full: bool) -> String {
        let Self { role, from, to, promotion } = self;
        let letter = if role == Role::Pawn { String::new() } else { role.upper_char().to_string() };
        let captures = board.occupied().contains(to);
        let origin = match role {
            _ if in_full => from.to_string(),
            Role::Pawn if captures => from.file().to_string(),
            _ => String::new(),
        };
        let sign = if captures { "x" } else { "" };
        let promotion = promotion.map(|role| format!("={}", role.upper_char())).unwrap_or_default();
        format!("{letter}{origin}{sign}{to}{promotion} ")
    }
}

fn blind_moves(board: &Board, turn: Color) -> Vec<Blind> {
    let mut moves = Vec::new();
    let (us, them) = (board.by_color(turn), board.by_color(!turn));
    for from in us {
        let Some(role) = board.role_at(from) else { continue };
        let mut targets = board.attacks_from(from) & !us;
        if role == Role::Pawn {
            targets &= them;
            let ahead = turn.fold_wb(8, -8);
            let first = from.offset(ahead).filter(|&to| !board.occupied().contains(to));
            let second = first
                .filter(|_| {
                    Bitboard::from_rank(turn.fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh))
                        .contains(from)
                })
                .and_then(|to| to.offset(ahead))
                .filter(|&to| !board.occupied().contains(to));
            targets.extend(first.into_iter().chain(second));
        }
        for to in targets {
            let promotes = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
            moves.push(Blind { role, from, to, promotion: promotes.then_some(Role::Queen) });
        }
    }
    moves
}

fn exposes_king(board: &Board, turn: Color, blind: Blind) -> bool {
    let mut after = board.clone();
    blind.make(&mut after, turn);
    after.king_of(turn).is_some_and(|king| after.attacks_to(king, !turn, after.occupied()).any())
}
