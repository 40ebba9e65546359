//! The list of position values. Each value is declared once, here.
//!
//! To add a value, write its formula as a method of [`Board`](crate::board::Board) and of
//! [`Lane`](crate::batch::Lane), and declare it here. From the list, [`values`](crate::values) generates the
//! struct, [`registry`](crate::registry) the definitions, and [`batch`](crate::batch) the columns and the loops that fill
//! them.

/// Passes the list of values to a macro.
///
/// An entry is a field of `Values` with its type and its formula on a board. In the formula, `king` is the side's
/// king together with the squares that it must not enter. The columns of the field follow, mostly one. `kind` is the kind of the
/// column and how to get its value from the struct. `lane` is the formula on a lane, with its type before it is
/// stored in the column.
// rustfmt would reformat long definitions on every run.
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
        fork_moves: Bitboard = board.fork_moves(side) => {
            fork_squares {
                kind: Set(values.fork_moves),
                lane: Bitboard = lane.fork_moves(side),
                definition: "the squares attacked by S's knights, not occupied by S and not attacked by O's \
                             pawns or knights, from which a knight attacks two or more of O's king, queens, rooks, and \
                             undefended bishops, knights and pawns",
                source: "Knight Pattern; General Setwise Operations",
                cost: "at most 304 operations and 2 branches",
            }
        }
        forking_knights: Bitboard = board.forking_knights(side) => {
            forking_knights {
                kind: Set(values.forking_knights),
                lane: Bitboard = lane.forking_knights(side),
                definition: "S's knights that attack two or more of O's pieces other than pawns, defended \
                             or not",
                source: "Knight Pattern",
                cost: "5 operations, plus 12 operations, 1 load and 1 branch per knight",
            }
        }
        king_escapes: Bitboard = king.escapes() => {
            king_escapes {
                kind: Set(values.king_escapes),
                lane: Bitboard = lane.king_escapes(side),
                definition: "the squares next to S's king that are not occupied by S and not attacked by O, \
                             with the king removed from the board",
                source: "King Pattern",
                cost: "at most 185 operations, 1 load and 1 branch",
            }
        }
        king_lines: LineSet = king.lines() => {
            king_lines {
                kind: Lines(values.king_lines),
                lane: u8 = lane.king_lines(side).bits(),
                definition: "the lines through S's king that contain all its escapes, so that a distant \
                             check along one attacks them all: 0 no line, 1 rank, 2 file, 4 diagonal, 8 anti-diagonal, \
                             15 no escapes",
                source: "King Pattern",
                cost: "at most 200 operations, 5 loads and 1 branch",
            }
        }
        shield: Option<Shield> = board.shield(side) => {
            shield_wing {
                kind: Wing(values.shield.map(|shield| shield.wing)),
                lane: u8 = lane.shield_wing(side),
                definition: "the wing of S's king if it is on S's first two ranks: king (files f to h) or \
                             queen (files a to c); absent otherwise",
                source: "King Pattern",
                cost: "at most 15 operations and 4 branches",
            }
            shield_index {
                kind: Index(values.shield.map(|shield| shield.index)),
                lane: u8 = lane.shield_index(side),
                definition: "which of the wing's six squares on S's second and third ranks have a pawn of \
                             S: bits 0 to 2 are the second rank, bits 3 to 5 the third, each starting from the a-file's \
                             side; absent if shield_wing is",
                source: "King Pattern",
                cost: "at most 15 operations and 4 branches",
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
                definition: "if O has only king and pawns: S's passers with an empty path to promotion that \
                             O's king cannot catch by the rule of the square, given the side to move, or with O to move \
                             if S is in check; otherwise empty",
                source: "King Pattern; Rule of the Square",
                cost: "at most 48 operations, 1 load and 2 branches",
            }
        }
        king_region: Bitboard = king.region() => {
            king_reach {
                kind: Set(values.king_region),
                lane: Walk = lane.king_walk(side),
                definition: "the square of S's king and all squares that it can walk to over squares not \
                             occupied by S and not attacked by O, with the king removed from the board",
                source: "King Pattern",
                cost: "that of king_escapes, and a fill for each step of the longest walk",
            }
        }
    } };
}

/// Passes the list of further sets to a macro: what engines compute for evaluation, beside the values above.
///
/// An entry is the name, with its formula on a board and on a lane.
#[cfg(feature = "registry")]
#[rustfmt::skip]
macro_rules! with_more_sets {
    ($callback:ident) => { $callback! {
        |board, lane, side|

        knight_mobility {
            board: board.knight_mobility(side),
            lane: lane.knight_mobility(side),
            definition: "the squares that S's knights attack, without those that S occupies or O's pawns attack",
            source: "Mobility; Knight Pattern",
            cost: "27 operations",
        }
        trapped_knights {
            board: board.trapped_knights(side),
            lane: lane.trapped_knights(side),
            definition: "S's knights that attack no square of that kind: each move is blocked by a piece of S or loses \
                         the knight to a pawn",
            source: "Trapped Pieces; Mobility",
            cost: "28 operations",
        }
        knight_outposts {
            board: board.knight_outposts(side),
            lane: lane.knight_outposts(side),
            definition: "the squares of S's fourth to sixth rank that S's pawns defend and that none of O's pawns can \
                         attack, now or after pushes",
            source: "Outposts; Attack Spans",
            cost: "21 operations",
        }
        safe_knight_checks {
            board: board.safe_knight_checks(side),
            lane: lane.safe_knight_checks(side),
            definition: "the squares, neither occupied by S nor attacked by O, where one of S's knights can check O's \
                         king in one move",
            source: "King Safety; Knight Pattern",
            cost: "at most 205 operations, 1 load and 2 branches",
        }
        safe_checks {
            board: board.safe_checks(side).squares(),
            lane: lane.safe_checks(side),
            definition: "the squares, neither occupied by S nor attacked by O, where one of S's knights, bishops, rooks \
                         or queens can check O's king in one move",
            source: "King Safety; Checks and Pinned Pieces (Bitboards)",
            cost: "at most 517 operations, 3 loads and 3 branches",
        }
        attacked_king_zone {
            board: board.attacked_king_zone(side),
            lane: lane.attacked_king_zone(side),
            definition: "the squares of the zone of S's king that O attacks: those next to the king and the three in \
                         front of them",
            source: "King Safety",
            cost: "at most 182 operations, 1 load and 1 branch",
        }
        king_open_files {
            board: board.king_open_files(side),
            lane: lane.king_open_files(side),
            definition: "the files on and beside S's king that have no pawns",
            source: "Pawns and Files (Bitboards); King Safety",
            cost: "at most 17 operations and 1 branch",
        }
        king_half_open_files {
            board: board.king_half_open_files(side),
            lane: lane.king_half_open_files(side),
            definition: "the files on and beside S's king that have no pawn of S but at least one of O",
            source: "Pawns and Files (Bitboards); King Safety",
            cost: "at most 26 operations and 1 branch",
        }
        storm_pawns {
            board: board.storm_pawns(side),
            lane: lane.storm_pawns(side),
            definition: "O's pawns that storm S's king: on the king's file and the files beside it, the nearest pawn in \
                         front of the king; on an edge file, on the three files from the edge",
            source: "King Safety",
            cost: "at most 23 operations, 2 loads and 2 branches",
        }
        virtual_queen_attacks {
            board: board.virtual_queen_attacks(side),
            lane: lane.virtual_queen_attacks(side),
            definition: "the squares that a queen on the square of S's king would attack",
            source: "King Safety",
            cost: "at most 80 operations, 2 loads and 4 branches",
        }
    } };
}

#[cfg(feature = "registry")]
pub(crate) use with_more_sets;
pub(crate) use with_values;
