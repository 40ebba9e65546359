//! The values of a position, each declared once.
//!
//! To add a value, write its formula on [`Board`](crate::board::Board) and on [`Lane`](crate::batch::Lane), and declare
//! it here. [`values`](crate::values) makes the struct and the registry from the list, [`batch`](crate::batch) the
//! columns and the loops that fill them.

/// Passes the list of values to a macro.
///
/// An entry is a field of `Values` with its type and its formula on a board, `king` being that side's king with the
/// squares that it must not enter. Then come the columns of the field, mostly one. `kind` says what a column holds and
/// how to get it from the struct; `lane` is the formula on a lane, and the type that it has on its way into the column.
// rustfmt would move the lines of long definitions at each run.
#[rustfmt::skip]
macro_rules! with_values {
    ($callback:ident) => { $callback! {
        |board, king, lane, side, values|

        knight_attacks: Bitboard = board.knight_attacks(side) => {
            knight_attacks {
                kind: Set(values.knight_attacks),
                lane: Bitboard = lane.knight_attacks(side),
                definition: "the squares that S's knights attack",
                source: "Knight Pattern",
                cost: "18 operations",
            }
        }
        fork_squares: Bitboard = board.fork_squares(side) => {
            fork_squares {
                kind: Set(values.fork_squares),
                lane: Bitboard = lane.fork_squares(side),
                definition: "the squares attacked by S's knights, neither S's own nor attacked by O's pawns or \
                             knights, from which a knight attacks two or more of O's king, queens, rooks, undefended \
                             bishops and knights, and undefended pawns",
                source: "Knight Pattern; General Setwise Operations",
                cost: "about 110 operations where S's knights fork nothing at all, 380 elsewhere",
            }
        }
        forking_knights: Bitboard = board.forking_knights(side) => {
            forking_knights {
                kind: Set(values.forking_knights),
                lane: Bitboard = lane.forking_knights(side),
                definition: "S's knights that attack two or more of O's men other than pawns, defended or not",
                source: "Knight Pattern",
                cost: "3 operations, and 1 load and at most 10 operations a knight",
            }
        }
        king_escapes: Bitboard = king.escapes() => {
            king_escapes {
                kind: Set(values.king_escapes),
                lane: Bitboard = lane.king_escapes(side),
                definition: "the squares next to S's king that hold no piece of S and that O does not attack once \
                             the king is lifted off the board",
                source: "King Pattern",
                cost: "about 190 operations and 1 load",
            }
        }
        king_lines: LineSet = king.lines() => {
            king_lines {
                kind: Lines(values.king_lines),
                lane: u8 = lane.king_lines(side).bits(),
                definition: "the lines through S's king that hold all its escapes, so that a check along one from \
                             afar attacks them all: 0 no line, 1 rank, 2 file, 4 diagonal, 8 anti-diagonal, 15 there \
                             is no escape",
                source: "King Pattern",
                cost: "about 200 operations and 5 loads",
            }
        }
        shield: Option<Shield> = board.shield(side) => {
            shield_wing {
                kind: Wing(values.shield.map(|shield| shield.wing)),
                lane: u8 = lane.shield_wing(side),
                definition: "where S's king on its own first two ranks is sheltered: king (files f to h) or queen \
                             (files a to c); absent elsewhere",
                source: "King Pattern",
                cost: "about 20 operations, with shield_index",
            }
            shield_index {
                kind: Index(values.shield.map(|shield| shield.index)),
                lane: u8 = lane.shield_index(side),
                definition: "which of the six squares before that king, on S's second and third rank, hold a pawn of \
                             S: bits 0 to 2 the second rank, bits 3 to 5 the third, each from the a-file's side; \
                             absent with the wing",
                source: "King Pattern",
                cost: "about 20 operations, with shield_wing",
            }
        }
        passers: Bitboard = board.passers(side) => {
            passers {
                kind: Set(values.passers),
                lane: Bitboard = lane.passers(side),
                definition: "S's pawns with no pawn of O ahead of them on the same or an adjacent file",
                source: "Pawn Spans; Passed Pawns (Bitboards)",
                cost: "17 operations",
            }
        }
        uncatchable: Bitboard = board.uncatchable(side) => {
            uncatchable {
                kind: Set(values.uncatchable),
                lane: Bitboard = lane.uncatchable(side),
                definition: "where O has nothing but king and pawns: S's passers with no piece on their way to \
                             promotion, and outside the rule of the square for O's king and the side to move",
                source: "King Pattern; Rule of the Square",
                cost: "about 40 operations and 1 load; 5 operations where O has more",
            }
        }
        king_reach: Bitboard = king.reach() => {
            king_reach {
                kind: Set(values.king_reach),
                lane: Walk = lane.king_walk(side),
                definition: "the square of S's king and all it can walk to over squares that hold no piece of S and \
                             that O does not attack once the king is lifted off the board",
                source: "King Pattern",
                cost: "about 190 operations, and 12 a step for at most 64 steps",
            }
        }
    } };
}

pub(crate) use with_values;
