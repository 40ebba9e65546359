use super::*;
use crate::direction::Direction;
use crate::line::Line;
use crate::naive::{self, few_squares, sets};
use crate::sets::Sets;
use crate::square::Square;

mod races;

fn board(placement: &str, turn: Color) -> Board {
    Board::from_placement(placement, turn).unwrap()
}

fn set(names: &str) -> Bitboard {
    names.parse().unwrap()
}

/// Yields random boards with pieces anywhere and pawns on every rank. Most have one king per side, some none or
/// many. Endings with a few pawns follow.
pub(crate) fn any_boards() -> impl Iterator<Item = Board> {
    let mut random = fastrand::Rng::with_seed(0x6b69_6e67_7321);
    let mut more = random.fork();
    let middlegames = sets::<4>().map(move |[occupied, white, a, b]| {
        let pieces = [a & b, a - b, b - a];
        let [pawns, knights, others] = pieces.map(|set| set & occupied);
        let rest = occupied - pawns - knights - others;
        let queens = others & Bitboard::LIGHT_SQUARES & white;
        let kings = others & Bitboard::DARK_SQUARES & Bitboard::CORNERS;
        let rooks = others - queens - kings;
        let (white, black) = (white & occupied, occupied - white);
        let sets = Sets { white, black, pawns, knights, rooks, queens, kings, bishops: rest };
        if random.u8(..4) == 0 { sets } else { with_one_king_each(sets, &mut random) }
    });
    let endings = few_squares::<2>().map(move |[white, black]| {
        let black = if more.bool() { black - white } else { Bitboard::EMPTY };
        // In some endings, one pawn becomes a piece.
        let piece = if more.u8(..4) == 0 { black.last() } else { None };
        let piece = piece.map_or(Bitboard::EMPTY, Square::bitboard);
        let kind = more.usize(..4);
        let [knights, bishops, rooks, queens] =
            core::array::from_fn(|i| if i == kind { piece } else { Bitboard::EMPTY });
        let pawns = (white | black) - piece;
        let kings = Bitboard::EMPTY;
        with_one_king_each(Sets { white, black, pawns, knights, bishops, rooks, queens, kings }, &mut more)
    });
    middlegames.chain(endings).map(|sets| {
        let turn = if sets.white.len() % 2 == 0 { Color::White } else { Color::Black };
        Board::from_sets(sets, turn).unwrap()
    })
}

/// Places one king per side at random. They replace any pieces on their squares and all other kings.
fn with_one_king_each(sets: Sets, random: &mut fastrand::Rng) -> Sets {
    let white = Square::ALL[random.usize(..64)].bitboard();
    let black = random.choice(!white).unwrap().bitboard();
    let gone = sets.kings | white | black;
    Sets {
        white: (sets.white - gone) | white,
        black: (sets.black - gone) | black,
        pawns: sets.pawns - gone,
        knights: sets.knights - gone,
        bishops: sets.bishops - gone,
        rooks: sets.rooks - gone,
        queens: sets.queens - gone,
        kings: white | black,
    }
}

/// Returns the squares that a side attacks, piece by piece, with a given set of blockers.
fn naive_attacks(board: &Board, side: Color, occupied: Bitboard) -> Bitboard {
    let attacks_from =
        |square| naive::piece_attacks_from(square, board.piece_at(square).unwrap().1, side, occupied);
    naive::attacks(board.color(side), attacks_from)
}

fn naive_fork_targets(board: &Board, side: Color) -> Bitboard {
    let defended = naive_attacks(board, !side, board.occupied());
    let is_target = |&square: &Square| match board.piece_at(square).unwrap().1 {
        Piece::King | Piece::Queen | Piece::Rook => true,
        Piece::Bishop | Piece::Knight | Piece::Pawn => !defended.contains(square),
    };
    board.color(!side).iter().filter(is_target).collect()
}

/// Computes the values from their definitions, one square at a time.
fn naive_values(board: &Board, side: Color) -> Values {
    let (own, opponent, king) = (board.color(side), board.color(!side), board.king(side));
    let [pawns, knights] = [Piece::Pawn, Piece::Knight].map(|piece| board.of(side, piece));
    let [their_pawns, their_knights] = [Piece::Pawn, Piece::Knight].map(|piece| board.of(!side, piece));
    let attacked_by = |knights| naive::attacks(knights, naive::knight_attacks_from);
    let forks = |targets: Bitboard, square| (naive::knight_attacks_from(square) & targets).len() >= 2;

    let by_pawns = naive::attacks(their_pawns, |pawn| naive::pawn_attacks_from(pawn, !side));
    let guarded = attacked_by(their_knights) | by_pawns;
    let targets = naive_fork_targets(board, side);
    let fork_squares =
        (attacked_by(knights) - own - guarded).iter().filter(|&square| forks(targets, square)).collect();
    let pieces = opponent - their_pawns;
    let forking_knights = knights.iter().filter(|&knight| forks(pieces, knight)).collect();

    let lifted = king.map_or(Bitboard::EMPTY, Square::bitboard);
    let safe = !own - naive_attacks(board, !side, board.occupied() - lifted);
    let king_escapes = naive::attacks(lifted, naive::king_attacks_from) & safe;
    let king_lines = king.map_or(LineSet::NONE, |king| naive::open_lines(king, king_escapes));
    let walk = naive::distances_from(lifted, safe | lifted, naive::king_attacks_from);
    let king_reach = Square::ALL.into_iter().filter(|s| walk[usize::from(s.index())].is_some()).collect();
    let shield = king
        .and_then(|king| Wing::of(king, side))
        .map(|wing| Shield { wing, index: naive::shield_index(wing.window(), pawns, side) });

    let is_passer = |&pawn: &Square| !their_pawns.iter().any(|o| naive::is_ahead(pawn, side, 1, o));
    let passers: Bitboard = pawns.iter().filter(is_passer).collect();
    let is_check = by_pawns.intersects(board.of(side, Piece::King));
    let turn = if is_check { !side } else { board.turn() };
    let is_uncatchable = |&pawn: &Square| {
        board.king(!side).is_some_and(|king| {
            Bitboard::PAWN_RANKS.contains(pawn)
                && opponent == their_pawns.with(king)
                && naive::span(pawn.bitboard(), side, 0).is_disjoint(board.occupied())
                && !king::catches(king, !side, pawn, turn)
        })
    };
    Values {
        knight_attacks: attacked_by(knights),
        fork_squares,
        forking_knights,
        king_escapes,
        king_lines,
        shield,
        passers,
        uncatchable: passers.iter().filter(is_uncatchable).collect(),
        king_reach,
    }
}

/// Returns the squares from which a slider would give a distant check along an open line of the opposing king, and
/// those where a slider of the side can do so.
fn naive_distant_checks(board: &Board, side: Color, lines: LineSet) -> [Bitboard; 2] {
    let Some(king) = board.king(!side) else { return [Bitboard::EMPTY; 2] };
    let sees = |from, direction| naive::ray(from, board.occupied(), direction);
    let (mut squares, mut checks) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for direction in Direction::KING.into_iter().filter(|&direction| lines.contains(line_of(direction))) {
        let sight = sees(king, direction).iter().filter(|&s| naive::king_distance(king, s) >= 2);
        squares |= sight.collect::<Bitboard>() - board.color(side);
    }
    for from in board.color(side) {
        let directions: &[Direction] = match board.piece_at(from).unwrap().1 {
            Piece::Bishop => &Direction::BISHOP,
            Piece::Rook => &Direction::ROOK,
            Piece::Queen => &Direction::KING,
            Piece::Pawn | Piece::Knight | Piece::King => &[],
        };
        let moves: Bitboard = directions.iter().map(|&direction| sees(from, direction)).collect();
        let is_check = |&to: &Square| directions.iter().any(|&direction| sees(to, direction).contains(king));
        checks |= (moves & squares).iter().filter(is_check).collect();
    }
    [squares, checks]
}

fn line_of(direction: Direction) -> Line {
    match (direction.files(), direction.ranks()) {
        (_, 0) => Line::Rank,
        (0, _) => Line::File,
        (files, ranks) if files == ranks => Line::Diagonal,
        _ => Line::AntiDiagonal,
    }
}

#[test]
fn values_are_what_their_definitions_say() {
    let mut found = [0; 7];
    for board in any_boards() {
        for side in Color::ALL {
            let values = naive_values(&board, side);
            assert_eq!(board.values(side), values, "{board} {side}");
            assert_eq!(board.attacks(side), naive_attacks(&board, side, board.occupied()), "{board} {side}");
            assert_eq!(board.fork_targets(side), naive_fork_targets(&board, side), "{board} {side}");
            let [squares, checks] = naive_distant_checks(&board, !side, values.king_lines);
            assert_eq!(board.distant_check_squares(!side), squares, "{board} {side}");
            let maps = board.attack_maps();
            assert_eq!(maps.distant_checks(!side), checks, "{board} {side}");
            assert_eq!(maps.king_escapes(side), values.king_escapes, "{board} {side}");
            assert_eq!(maps.king_lines(side), values.king_lines, "{board} {side}");
            assert_eq!(maps.fork_targets(side), board.fork_targets(side), "{board} {side}");
            assert_eq!(maps.fork_squares(side), values.fork_squares, "{board} {side}");
            let sets = [
                values.fork_squares,
                values.forking_knights,
                values.king_escapes,
                values.uncatchable,
                values.king_reach,
                squares,
                checks,
            ];
            for (found, set) in found.iter_mut().zip(sets) {
                *found += u32::from(!set.is_empty());
            }
        }
    }
    assert!(found.into_iter().all(|n| n >= 100), "{found:?} of each are not empty");
}

#[test]
fn knight_patterns_are_what_their_definitions_say() {
    let mut found = [0; 4];
    for board in any_boards() {
        for side in Color::ALL {
            let own = board.color(side);
            let [pawns, knights] = [Piece::Pawn, Piece::Knight].map(|piece| board.of(side, piece));
            let their_pawns = board.of(!side, Piece::Pawn);
            let guarded = naive::attacks(their_pawns, |pawn| naive::pawn_attacks_from(pawn, !side));
            let attacked = naive_attacks(&board, !side, board.occupied());
            let moves = naive::attacks(knights, naive::knight_attacks_from) - own;
            let is_check = |&square: &Square| {
                board.king(!side).is_some_and(|king| naive::knight_attacks_from(square).contains(king))
            };
            let is_trapped = |&knight: &Square| {
                naive::knight_attacks_from(knight).iter().all(|to| own.contains(to) || guarded.contains(to))
            };
            let sets = [
                (board.knight_mobility(side), moves - guarded),
                (board.trapped_knights(side), knights.iter().filter(is_trapped).collect()),
                (
                    board.attack_maps().safe_checks(side).knights,
                    (moves - attacked).iter().filter(is_check).collect(),
                ),
                (
                    board.knight_outposts(side),
                    naive::outposts(pawns, their_pawns, side) & naive::outpost_ranks(side),
                ),
            ];
            for (found, (set, expected)) in found.iter_mut().zip(sets) {
                assert_eq!(set, expected, "{board} {side}");
                *found += u32::from(!set.is_empty());
            }
            assert_eq!(board.mobility_area(side), !(own | guarded), "{board} {side}");
        }
    }
    assert!(found.into_iter().all(|n| n >= 100), "{found:?} of each are not empty");
}

#[test]
fn initial_position() {
    let board = board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Color::White);
    assert_eq!(
        board.values(Color::White),
        Values {
            knight_attacks: set("d2,e2,a3,c3,f3,h3"),
            fork_squares: Bitboard::EMPTY,
            forking_knights: Bitboard::EMPTY,
            king_escapes: Bitboard::EMPTY,
            king_lines: LineSet::ALL,
            shield: None,
            passers: Bitboard::EMPTY,
            uncatchable: Bitboard::EMPTY,
            king_reach: set("e1"),
        }
    );
}

#[test]
fn worked_examples() {
    // c7 and f7 are fork squares, and the knight can move to c7.
    let fork = board("r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R", Color::White);
    assert_eq!(fork.fork_squares(Color::White), set("c7"));
    let runners = "8/8/8/6k1/7P/2P5/PP6/1K6";
    assert_eq!(board(runners, Color::White).uncatchable(Color::White), set("a2"));
    assert_eq!(board(runners, Color::White).passers(Color::White), set("a2,b2,c3,h4"));
    assert_eq!(board(runners, Color::Black).uncatchable(Color::White), Bitboard::EMPTY);
    // No passer is uncatchable if the opponent has another piece or if a piece blocks the passer.
    assert_eq!(board("8/8/8/6k1/8/n7/P7/1K6", Color::White).uncatchable(Color::White), Bitboard::EMPTY);
    assert_eq!(board("8/8/8/6k1/8/K7/P7/8", Color::White).uncatchable(Color::White), Bitboard::EMPTY);
    // The check by the pawn costs White its move.
    assert_eq!(board("8/8/8/8/P7/k7/p7/1K6", Color::White).uncatchable(Color::White), Bitboard::EMPTY);
    assert_eq!(board("5k2/8/8/P5p1/5K2/8/8/8", Color::White).uncatchable(Color::White), set("a5"));
    // In check along the rank, the squares behind the king are no escapes.
    let check = board("4k3/8/8/8/8/8/8/r3K3", Color::White);
    assert_eq!(check.king_escapes(Color::White), set("d2,e2,f2"));
    assert_eq!(check.king_reach(Color::White) & set("b1,c1,d1,e1,f1,g1,h1"), set("e1"));
}
