//! Boards, lanes and kernels agree on any eight sets.
//!
//! - `Board::from_sets` accepts the sets, or rejects them and names a wrong square.
//! - For a position, `Board` and `Lane` return the same values, and these match the square-by-square reference.
//! - Flipping the board swaps the values of the two sides.
//! - All kernels agree, also on sets that form no position.
//!
//! The input is a list of records: 64 bytes for eight sets and one byte of flags. Bit 0 is the side to move. Most
//! records form no position, so the target also turns each one into a position.
#![no_main]

#[path = "../../crates/destrier-games/tests/reference/mod.rs"]
mod reference;

use destrier::batch::{self, ABSENT, Boards, Kernel, LaneColor, ValueColumns};
use destrier::registry::{Column, VALUES, Value};
use destrier::{Bitboard, Board, BoardError, Color, Piece, Sets, Square};
use libfuzzer_sys::fuzz_target;
use reference::board::{PieceKind, Position, Side as TheirSide};
use reference::squares::Set;

/// More positions than a kernel processes at a time.
const MAX: usize = 70;

fuzz_target!(|bytes: &[u8]| {
    // The given sets, then the positions made from them.
    let mut positions = Vec::new();
    let mut boards = Vec::new();
    for (sets, flags) in bytes.chunks_exact(65).take(MAX).map(sets) {
        let turn = Color::ALL[usize::from(flags & 1)];
        accepts_position_or_names_wrong_square(sets, turn);
        positions.push((sets, turn));
        boards.push(Board::from_sets(fitted(sets, flags), turn).expect("a fitted position"));
    }
    positions.extend(boards.iter().map(|board| (board.sets(), board.turn())));

    let column = |get: fn(&Sets) -> Bitboard| -> Vec<u64> {
        positions.iter().map(|(sets, _)| get(sets).bits()).collect()
    };
    let [white, black] = [column(|sets| sets.white), column(|sets| sets.black)];
    let [pawns, knights] = [column(|sets| sets.pawns), column(|sets| sets.knights)];
    let [bishops, rooks] = [column(|sets| sets.bishops), column(|sets| sets.rooks)];
    let [queens, kings] = [column(|sets| sets.queens), column(|sets| sets.kings)];
    let sets = Sets {
        white: &white[..],
        black: &black,
        pawns: &pawns,
        knights: &knights,
        bishops: &bishops,
        rooks: &rooks,
        queens: &queens,
        kings: &kings,
    };
    let turns: Vec<Color> = positions.iter().map(|&(_, turn)| turn).collect();
    let answers = kernels_agree(Boards::new(sets, &turns).expect("columns of equal length"));

    for (color, (answers, values)) in Color::ALL.into_iter().zip(answers) {
        let mut expected = Columns::default();
        for (i, board) in boards.iter().enumerate() {
            let answers: Vec<u64> = answers.iter().map(|column| column[boards.len() + i]).collect();
            assert_eq!(answers, of_board(board, color), "{color}\n{board}");
            expected.push(board, color);
        }
        let rest = |(mut sets, mut numbers): (Vec<u64>, Vec<u8>)| {
            (sets.split_off(boards.len()), numbers.split_off(boards.len()))
        };
        let of_boards = Columns(values.0.map(rest));
        assert_eq!(of_boards, expected, "{color}");
    }
    for board in &boards {
        flipping_swaps_sides(board);
        matches_reference(board);
    }
});

fn sets(bytes: &[u8]) -> (Sets, u8) {
    let set = |i: usize| {
        Bitboard::from_bits(u64::from_le_bytes(bytes[8 * i..][..8].try_into().expect("eight bytes")))
    };
    let [white, black, pawns, knights, bishops, rooks, queens, kings] = std::array::from_fn(set);
    (Sets { white, black, pawns, knights, bishops, rooks, queens, kings }, bytes[64])
}

/// Checks that `from_sets` accepts exactly the positions and that its error names a wrong square.
fn accepts_position_or_names_wrong_square(sets: Sets, turn: Color) {
    let on = |square: Square| {
        let colors = Color::ALL.into_iter().filter(|&color| sets.color(color).contains(square)).count();
        (colors, Piece::ALL.into_iter().filter(|&piece| sets.piece(piece).contains(square)).count())
    };
    match Board::from_sets(sets, turn) {
        Ok(board) => {
            assert_eq!((board.sets(), board.turn()), (sets, turn));
            assert!(Square::ALL.into_iter().all(|square| matches!(on(square), (0, 0) | (1, 1))));
        }
        Err(BoardError::TwoColors(square)) => assert_eq!(on(square).0, 2),
        Err(BoardError::TwoPieces(square)) => assert!(on(square).1 > 1),
        Err(BoardError::NoPiece(square)) => assert_eq!(on(square), (1, 0)),
        Err(BoardError::NoColor(square)) => assert!(matches!(on(square), (0, 1..))),
        Err(error) => panic!("{error}"),
    }
}

/// Turns any sets into a position: each square keeps the first piece that claims it. Unless a flag is set, each side
/// keeps only one king.
fn fitted(sets: Sets, flags: u8) -> Sets {
    let (white, black) = (sets.white, sets.black - sets.white);
    let mut free = white | black;
    let mut take = |set: Bitboard| {
        let taken = set & free;
        free = free - taken;
        taken
    };
    let kings = match flags & 2 {
        0 => [white, black].into_iter().filter_map(|side| (sets.kings & side).first()).collect(),
        _ => sets.kings,
    };
    let kings = take(kings);
    let [pawns, knights, bishops, rooks] =
        [sets.pawns, sets.knights, sets.bishops, sets.rooks].map(&mut take);
    Sets { white, black, pawns, knights, bishops, rooks, queens: free, kings }
}

/// Defines the functions that call the same methods on lanes and on a board.
macro_rules! methods {
    ($($name:ident)*) => {
        fn of_columns(kernel: Kernel, columns: Boards<'_>, side: Color) -> Vec<Vec<u64>> {
            let side = LaneColor::from(side);
            vec![$({
                let mut answers = vec![0_u64; columns.len()];
                batch::map!(kernel, columns, &mut answers[..], |lane| lane.$name(side)).expect("equal lengths");
                answers
            }),*]
        }

        fn of_board(board: &Board, side: Color) -> Vec<u64> {
            vec![$(board.$name(side).bits()),*]
        }
    };
}

methods! {
    color attacks knight_attacks fork_targets fork_squares forking_knights king_escapes distant_check_squares passers
    uncatchable king_reach
}

/// The values of a side as columns. Each value has a column of sets and a column of numbers and uses one of them.
#[derive(Debug, Default, PartialEq)]
struct Columns([(Vec<u64>, Vec<u8>); ValueColumns::LEN]);

impl Columns {
    fn new(length: usize) -> Self {
        Self(std::array::from_fn(|_| (vec![0; length], vec![0; length])))
    }

    fn to_write(&mut self) -> ValueColumns<'_> {
        let mut values = VALUES.iter();
        let columns =
            self.0.each_mut().map(|(sets, numbers)| match values.next().map(|value| value.column) {
                Some(Column::Sets(_)) => Column::Sets(&mut sets[..]),
                _ => Column::Numbers(&mut numbers[..]),
            });
        ValueColumns::new(columns).expect("the kind of each value")
    }

    /// Adds the values of a board.
    fn push(&mut self, board: &Board, side: Color) {
        for ((sets, numbers), value) in self.0.iter_mut().zip(VALUES) {
            let (set, number) = match (value.get)(board, side) {
                Value::Set(set) => (set.bits(), 0),
                Value::Number(number) => (0, number.unwrap_or(ABSENT)),
            };
            sets.push(set);
            numbers.push(number);
        }
    }
}

/// Checks that all kernels agree, and returns the answers.
fn kernels_agree(columns: Boards<'_>) -> [(Vec<Vec<u64>>, Columns); 2] {
    let by = |kernel: Kernel| {
        let mut values = [Columns::new(columns.len()), Columns::new(columns.len())];
        let to_write = values.each_mut().map(Columns::to_write);
        batch::map!(kernel, columns, to_write, |lane| [
            lane.values(LaneColor::WHITE),
            lane.values(LaneColor::BLACK)
        ])
        .expect("equal lengths");
        let [white, black] = values;
        [
            (of_columns(kernel, columns, Color::White), white),
            (of_columns(kernel, columns, Color::Black), black),
        ]
    };
    let expected = by(Kernel::portable());
    for kernel in Kernel::available() {
        assert_eq!(by(kernel), expected, "{kernel}");
    }
    expected
}

/// Checks that flipping the board swaps the values of the sides.
fn flipping_swaps_sides(board: &Board) {
    let flipped = |set: &u64| Bitboard::from_bits(*set).flip_vertical().bits();
    for side in Color::ALL {
        let own: Vec<u64> = of_board(board, side).iter().map(flipped).collect();
        assert_eq!(of_board(&board.flip(), !side), own, "{board}");
    }
}

/// Compares the values with the reference.
fn matches_reference(board: &Board) {
    // The reference supports only positions with one king a side and no pawns on the first or last rank.
    let is_whole = Color::ALL.into_iter().all(|side| board.king(side).is_some())
        && board.sets().pawns.is_subset(Bitboard::PAWN_RANKS);
    if !is_whole {
        return;
    }
    let side_of = |color: Color| if color.is_white() { TheirSide::White } else { TheirSide::Black };
    let kind_of = |piece: Piece| {
        [
            PieceKind::Pawn,
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Queen,
            PieceKind::King,
        ][usize::from(piece.index())]
    };
    let mailbox = Square::ALL
        .map(|square| board.piece_at(square).map(|(color, piece)| (side_of(color), kind_of(piece))));
    let position =
        Position { board: mailbox, turn: side_of(board.turn()), castling: Set::EMPTY, en_passant: None };
    for color in Color::ALL {
        let values = reference::values::values(&position, side_of(color));
        let found = board.values(color);
        let sets = [
            (found.knight_attacks, values.knight_attacks),
            (found.fork_squares, values.fork_squares),
            (found.forking_knights, values.forking_knights),
            (found.king_escapes, values.king_escapes),
            (found.passers, values.passers),
            (found.uncatchable, values.uncatchable),
            (found.king_reach, values.king_reach),
        ];
        assert_eq!(sets.map(|(found, _)| found.bits()), sets.map(|(_, set)| set.bits()), "{color}\n{board}");
        let shield = found.shield.map(|shield| (shield.wing.name(), shield.index));
        assert_eq!(shield, values.shield_wing.zip(values.shield_index), "{color}\n{board}");
        assert_eq!(found.king_lines.bits(), values.king_lines, "{color}\n{board}");
    }
}
