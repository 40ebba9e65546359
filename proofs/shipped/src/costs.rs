//! Functions whose operations are counted. They are called through pointers, so that each is compiled by itself.
//!
//! Colors, directions and lines are constants, because most callers know them. A function can occur several times, with
//! different constants.

use crate::boards::{board, lane};
use crate::export::Argument;
use crate::numbers::{set, square};
use destrier::batch::{Lane, LaneColor};
use destrier::formulations::greater_one::Counts;
use destrier::king::{ByKind, Wing};
use destrier::{
    Bitboard, Board, Color, Direction, Line, Piece, Square, SquareMapping, formulations, greater_one, king,
    knight, pawn, sliders,
};

/// A function whose operations are counted.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// The file that documents it, in `crates/destrier/src`.
    pub file: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The export that calls it.
    pub export: &'static str,
    /// The first argument of the export.
    pub index: u64,
    /// The other arguments of the export.
    pub arguments: &'static [Argument],
}

macro_rules! counted {
    ($(
        $export:ident $arguments:tt -> $result:ty: $sink:expr;
        { $($file:literal $name:ident: $body:expr;)* }
    )*) => {
        $(counted!(@export $export $arguments $result, $sink, [$($body),*]);)*

        /// All counted functions.
        pub(crate) fn functions() -> Vec<Counted> {
            let mut functions = Vec::new();
            $(
                let names: &[(&str, &str)] = &[$(($file, stringify!($name))),*];
                functions.extend(names.iter().zip(0..).map(|(&(file, name), index)| Counted {
                    file,
                    name,
                    export: stringify!($export),
                    index,
                    arguments: counted!(@arguments $arguments),
                }));
            )*
            functions
        }
    };
    (@export $export:ident ($($argument:ident: $type:ty = $of:ident $(< $end:literal)?),*) $result:ty, $sink:expr, $bodies:tt) => {
        #[unsafe(no_mangle)]
        extern "C" fn $export(function: u64, $($argument: u64),*) -> u64 {
            const FUNCTIONS: &[fn($($type),*) -> $result] =
                counted!(@closures ($($argument: $type),*) $bodies);
            let sink: fn($result) -> u64 = $sink;
            sink(FUNCTIONS[function as usize]($($of($argument)),*))
        }
    };
    (@closures $parameters:tt [$($body:expr),*]) => {
        &[$(counted!(@closure $parameters $body)),*]
    };
    (@closure ($($argument:ident: $type:ty),*) $body:expr) => {
        |$($argument: $type),*| { $(let _ = $argument;)* $body }
    };
    (@arguments ($($argument:ident: $type:ty = $of:ident $(< $end:literal)?),*)) => {
        &[$(Argument { name: stringify!($argument), end: counted!(@end $($end)?) }),*]
    };
    (@end) => { 0 };
    (@end $end:literal) => { $end };
}

const fn number(n: u64) -> u8 {
    n as u8
}

const WHITE: Color = Color::White;

counted! {
    counted_set(a: Bitboard = set) -> Bitboard: Bitboard::bits; {
        "bitboard.rs" complement: a.complement();
        "bitboard.rs" step: a.step(Direction::North);
        "bitboard.rs" step: a.step(Direction::East);
        "bitboard.rs" flip_vertical: a.flip_vertical();
        "bitboard.rs" mirror_horizontal: a.mirror_horizontal();
        "bitboard.rs" flip_diagonal: a.flip_diagonal();
        "knight/attacks.rs" fill: knight::fill(a);
        "knight/checks.rs" check_squares: formulations::knight::checks::check_squares(a);
        "knight/passer.rs" stoppable_passers: knight::stoppable_passers(a, WHITE, WHITE);
        "pawn.rs" attacks: pawn::attacks(a, WHITE);
        "pawn.rs" north_fill: pawn::north_fill(a);
        "pawn.rs" south_fill: pawn::south_fill(a);
        "pawn.rs" file_fill: pawn::file_fill(a);
        "pawn.rs" front_span: pawn::front_span(a, WHITE);
        "pawn.rs" attack_span: pawn::attack_span(a, WHITE);
        "pawn.rs" passer_span: pawn::passer_span(a, WHITE);
        "pawn.rs" fork_squares: pawn::fork_squares(a, WHITE);
    }
    counted_set_to_number(a: Bitboard = set) -> u64: |n| n; {
        "bitboard.rs" is_empty: a.is_empty().into();
        "bitboard.rs" len: a.len().into();
        "mapping.rs" bits: SquareMapping::A1.bits(a);
        "mapping.rs" bits: SquareMapping::A8.bits(a);
        "mapping.rs" bits: SquareMapping::H1.bits(a);
        "mapping.rs" bits: SquareMapping::H8.bits(a);
        "mapping.rs" bitboard: SquareMapping::A1.bitboard(a.bits()).bits();
        "mapping.rs" bitboard: SquareMapping::A8.bitboard(a.bits()).bits();
        "mapping.rs" bitboard: SquareMapping::H1.bitboard(a.bits()).bits();
        "mapping.rs" bitboard: SquareMapping::H8.bitboard(a.bits()).bits();
    }
    counted_set_to_square(a: Bitboard = set) -> Option<Square>: |square| crate::numbers::index(square); {
        "bitboard.rs" first: a.first();
        "bitboard.rs" last: a.last();
        "bitboard.rs" only: a.only();
    }
    counted_set_to_counts(a: Bitboard = set) -> Counts: |counts| counts.at_least(1).bits(); {
        "knight/fork_squares.rs" fork_counts: formulations::knight::fork_squares::fork_counts(a);
        "formulations/greater_one.rs" count: formulations::greater_one::count(&[a; 15]);
    }
    counted_sets(a: Bitboard = set, b: Bitboard = set) -> Bitboard: Bitboard::bits; {
        "bitboard.rs" union: a.union(b);
        "bitboard.rs" intersection: a.intersection(b);
        "bitboard.rs" difference: a.difference(b);
        "bitboard.rs" symmetric_difference: a.symmetric_difference(b);
        "pawn.rs" pushes: pawn::pushes(a, b, WHITE);
        "pawn.rs" passers: pawn::passers(a, b, WHITE);
        "sliders.rs" attacks_along: sliders::attacks_along(a, b, Direction::North);
        "sliders.rs" attacks_along: sliders::attacks_along(a, b, Direction::NorthEast);
        "sliders.rs" rook_attacks: sliders::rook_attacks(a, b);
        "sliders.rs" bishop_attacks: sliders::bishop_attacks(a, b);
        "sliders.rs" queen_attacks: sliders::queen_attacks(a, b);
        "knight/mobility.rs" safe_area: knight::safe_area(a, b, WHITE);
        "knight/outposts.rs" outposts_on_any_rank: formulations::knight::outposts::outposts_on_any_rank(a, b, WHITE);
        "king/paths.rs" region: king::region(a, b);
        "knight/paths.rs" region: knight::region(a, b);
    }
    counted_sets_to_truth(a: Bitboard = set, b: Bitboard = set) -> bool: |truth| truth.into(); {
        "bitboard.rs" intersects: a.intersects(b);
        "bitboard.rs" is_disjoint: a.is_disjoint(b);
        "bitboard.rs" is_subset: a.is_subset(b);
    }
    counted_sets_to_moves(a: Bitboard = set, b: Bitboard = set) -> Option<u8>: |n| crate::numbers::moves(n); {
        "king/distance.rs" set_distance: king::set_distance(a, b);
        "knight/distance.rs" set_distance: knight::set_distance(a, b);
    }
    counted_sets_to_eight(a: Bitboard = set, b: Bitboard = set) -> [Bitboard; 8]: |sets| sets[0].bits(); {
        "knight/moves.rs" moves_by_direction: formulations::knight::moves::moves_by_direction(a, b);
        "knight/moves.rs" moves_by_direction: formulations::knight::moves::moves_by_direction(b, a);
    }
    counted_triples(a: Bitboard = set, b: Bitboard = set, c: Bitboard = set) -> Bitboard: Bitboard::bits; {
        "greater_one.rs" majority: greater_one::majority(a, b, c);
        "knight/fork_squares.rs" fork_moves: knight::fork_moves(a, b, c);
    }
    counted_quadruples(a: Bitboard = set, b: Bitboard = set, c: Bitboard = set, d: Bitboard = set)
        -> Bitboard: Bitboard::bits;
    {
        "pawn.rs" fork_moves: pawn::fork_moves(a, b, c, d, WHITE);
        "king/by_kind.rs" squares: ByKind { knights: a, bishops: b, rooks: c, queens: d }.squares();
    }
    counted_reach(a: Bitboard = set, b: Bitboard = set, n: u8 = number < 12) -> Bitboard: Bitboard::bits; {
        "king/reach.rs" reach: king::reach(a, n as u32, b);
        "king/reach.rs" reach_within: king::reach_within(a, n as u32, b);
        "knight/reach.rs" reach: knight::reach(a, n as u32, b);
        "knight/reach.rs" reach_within: knight::reach_within(a, n as u32, b);
    }
    counted_square(a: Square = square < 64) -> Bitboard: Bitboard::bits; {
        "square.rs" bitboard: a.bitboard();
        "file.rs" bitboard: a.file().bitboard();
        "king/attacks.rs" attacks_from: king::attacks_from(a);
        "knight/attacks.rs" attacks_from: knight::attacks_from(a);
        "king/open_files.rs" files_around: formulations::king::open_files::files_around(a);
        "king/opposition.rs" any_opposition_squares: king::any_opposition_squares(a);
        "king/any_shield.rs" any_shield_mask: formulations::king::any_shield::any_shield_mask(a, WHITE);
        "king/pawn_storm.rs" storm_area: formulations::king::pawn_storm::storm_area(a, WHITE);
        "king/zone.rs" zone_from: formulations::king::zone::zone_from(a, WHITE);
        "knight/passer.rs" passer_stoppers: formulations::knight::passer::passer_stoppers(a, WHITE, WHITE);
        "line.rs" through: Line::Rank.through(a);
        "line.rs" through: Line::File.through(a);
        "line.rs" through: Line::Diagonal.through(a);
        "line.rs" through: Line::AntiDiagonal.through(a);
    }
    counted_square_to_number(a: Square = square < 64) -> u8: |n| n.into(); {
        "square.rs" file: a.file() as u8;
        "square.rs" flip_vertical: a.flip_vertical().index();
        "square.rs" mirror_horizontal: a.mirror_horizontal().index();
        "mapping.rs" index: SquareMapping::H8.index(a);
        "king/shield.rs" of: match Wing::of(a, WHITE) { Some(wing) => wing as u8, None => 2 };
    }
    counted_square_set(a: Square = square < 64, b: Bitboard = set) -> Bitboard: Bitboard::bits; {
        "bitboard.rs" with: b.with(a);
        "bitboard.rs" without: b.without(a);
        "sliders.rs" line_attacks: sliders::line_attacks(a, b, Line::Rank);
        "sliders.rs" line_attacks: sliders::line_attacks(a, b, Line::File);
        "sliders.rs" line_attacks: sliders::line_attacks(a, b, Line::Diagonal);
        "sliders.rs" line_attacks: sliders::line_attacks(a, b, Line::AntiDiagonal);
        "king/pawn_storm.rs" storm_pawns: king::storm_pawns(a, b, WHITE);
    }
    counted_square_set_to_number(a: Square = square < 64, b: Bitboard = set) -> u32: |n| n.into(); {
        "bitboard.rs" contains: b.contains(a).into();
        "knight/mobility.rs" mobility_of: knight::mobility_of(a, b);
        "king/move_list.rs" move_list_index: formulations::king::move_list::move_list_index(a, b).into();
        "knight/move_list.rs" move_list_index: formulations::knight::move_list::move_list_index(a, b).into();
    }
    counted_square_set_to_kinds(a: Square = square < 64, b: Bitboard = set) -> ByKind: |kinds| kinds.squares().bits(); {
        "king/checks.rs" check_squares: king::check_squares(a, b);
        "king/checks.rs" check_squares: king::check_squares(a.flip_vertical(), b);
    }
    counted_square_set_to_list(a: Square = square < 64, b: Bitboard = set) -> &'static [Square]: |list| list.len() as u64; {
        "king/move_list.rs" move_list: formulations::king::move_list::move_list(a, b);
        "knight/move_list.rs" move_list: formulations::knight::move_list::move_list(a, b);
    }
    counted_squares(a: Square = square < 64, b: Square = square < 64) -> u8: |n| n.into(); {
        "king/square_rule.rs" catches: king::catches(a, WHITE, b, WHITE) as u8;
        "king/square_rule.rs" catches: king::catches(a, WHITE, b, Color::Black) as u8;
    }
}

macro_rules! methods {
    ($(
        $export:ident $of:ident $type:ty, $result:ty: $sink:expr;
        { $($file:literal $name:ident: |$board:ident| $body:expr;)* }
    )*) => {
        $(
            #[unsafe(no_mangle)]
            extern "C" fn $export(
                function: u64,
                white: u64,
                black: u64,
                pawns: u64,
                knights: u64,
                bishops: u64,
                rooks: u64,
                queens: u64,
                kings: u64,
            ) -> u64 {
                const FUNCTIONS: &[fn($type) -> $result] = &[$(|$board| $body),*];
                let sink: fn($result) -> u64 = $sink;
                let sets = [white, black, pawns, knights, bishops, rooks, queens, kings];
                $of(sets, #[inline(always)] |board| sink(FUNCTIONS[function as usize](board)))
            }
        )*

        /// The methods of `Board` and `Lane`.
        pub(crate) fn methods() -> Vec<Counted> {
            let mut functions = Vec::new();
            $(
                let names: &[(&str, &str)] = &[$(($file, stringify!($name))),*];
                functions.extend(names.iter().zip(0..).map(|(&(file, name), index)| Counted {
                    file,
                    name,
                    export: stringify!($export),
                    index,
                    arguments: POSITION,
                }));
            )*
            functions
        }
    };
}

const POSITION: &[Argument] = &[
    Argument { name: "white", end: 0 },
    Argument { name: "black", end: 0 },
    Argument { name: "pawns", end: 0 },
    Argument { name: "knights", end: 0 },
    Argument { name: "bishops", end: 0 },
    Argument { name: "rooks", end: 0 },
    Argument { name: "queens", end: 0 },
    Argument { name: "kings", end: 0 },
];

#[inline(always)]
fn of_board(sets: [u64; 8], of: impl Fn(&Board) -> u64) -> u64 {
    of(&board(sets, 0))
}

#[inline(always)]
fn of_lane(sets: [u64; 8], of: impl Fn(Lane) -> u64) -> u64 {
    lane(sets, 0, 0, |lane, _| Bitboard::from_bits(of(lane)))
}

methods! {
    counted_board of_board &Board, Bitboard: Bitboard::bits; {
        "board.rs" of: |board| board.of(WHITE, Piece::Knight);
        "board.rs" occupied: |board| board.occupied();
        "board.rs" attacks: |board| board.attacks(WHITE);
        "values.rs" knight_attacks: |board| board.knight_attacks(WHITE);
        "values.rs" fork_targets: |board| board.fork_targets(WHITE);
        "values.rs" fork_moves: |board| board.fork_moves(WHITE);
        "values.rs" fork_moves_at: |board| board.fork_moves_at(WHITE, board.occupied());
        "values.rs" forking_knights: |board| board.forking_knights(WHITE);
        "values.rs" mobility_area: |board| board.mobility_area(WHITE);
        "values.rs" knight_mobility: |board| board.knight_mobility(WHITE);
        "values.rs" trapped_knights: |board| board.trapped_knights(WHITE);
        "values.rs" safe_knight_checks: |board| board.safe_knight_checks(WHITE);
        "values.rs" knight_outposts: |board| board.knight_outposts(WHITE);
        "values.rs" king_escapes: |board| board.king_escapes(WHITE);
        "values.rs" distant_check_squares: |board| board.distant_check_squares(WHITE);
        "values.rs" passers: |board| board.passers(WHITE);
        "values.rs" uncatchable: |board| board.uncatchable(WHITE);
        "values.rs" king_region: |board| board.king_region(WHITE);
        "king/safety.rs" king_zone: |board| board.king_zone(WHITE);
        "king/safety.rs" attacked_king_zone: |board| board.attacked_king_zone(WHITE);
        "king/safety.rs" storm_pawns: |board| board.storm_pawns(WHITE);
        "king/safety.rs" king_open_files: |board| board.king_open_files(WHITE);
        "king/safety.rs" king_half_open_files: |board| board.king_half_open_files(WHITE);
        "king/safety.rs" distant_checks: |board| board.distant_checks(WHITE);
        "king/safety.rs" virtual_queen_attacks: |board| board.virtual_queen_attacks(WHITE);
    }
    counted_board_to_square of_board &Board, Option<Square>: |square| crate::numbers::index(square); {
        "board.rs" king: |board| board.king(WHITE);
        "board.rs" king: |board| board.king(Color::Black);
    }
    counted_board_to_number of_board &Board, u16: |n| n.into(); {
        "values.rs" king_lines: |board| board.king_lines(WHITE).bits().into();
        "values.rs" shield: |board| match board.shield(WHITE) { Some(shield) => shield.index.into(), None => 64 };
        "values.rs" opposition: |board| match board.opposition(WHITE) { Some(kind) => kind as u16, None => 4 };
        "king/safety.rs" storm_index: |board| board.storm_index(WHITE).unwrap_or(512);
        "king/safety.rs" any_shield_index: |board| match board.any_shield_index(WHITE) { Some(index) => index.into(), None => 64 };
    }
    counted_board_to_kinds of_board &Board, ByKind: |kinds| kinds.squares().bits(); {
        "king/safety.rs" safe_checks: |board| board.safe_checks(WHITE);
        "king/safety.rs" safe_checks: |board| board.safe_checks(Color::Black);
    }
    counted_lane of_lane Lane, Bitboard: Bitboard::bits; {
        "batch/lane.rs" color: |lane| lane.color(LaneColor::WHITE);
        "batch/lane.rs" of: |lane| lane.of(LaneColor::WHITE, Piece::Knight);
        "batch/lane.rs" occupied: |lane| lane.occupied();
        "batch/lane.rs" king: |lane| lane.king(LaneColor::WHITE);
        "batch/lane.rs" pawn_attacks: |lane| lane.pawn_attacks(LaneColor::WHITE);
        "batch/lane.rs" knight_attacks: |lane| lane.knight_attacks(LaneColor::WHITE);
        "batch/lane.rs" king_attacks: |lane| lane.king_attacks(LaneColor::WHITE);
        "batch/lane.rs" attacks: |lane| lane.attacks(LaneColor::WHITE);
        "batch/lane.rs" fork_targets: |lane| lane.fork_targets(LaneColor::WHITE);
        "batch/lane.rs" fork_moves: |lane| lane.fork_moves(LaneColor::WHITE);
        "batch/lane.rs" forking_knights: |lane| lane.forking_knights(LaneColor::WHITE);
        "batch/lane.rs" mobility_area: |lane| lane.mobility_area(LaneColor::WHITE);
        "batch/lane.rs" knight_mobility: |lane| lane.knight_mobility(LaneColor::WHITE);
        "batch/lane.rs" trapped_knights: |lane| lane.trapped_knights(LaneColor::WHITE);
        "batch/lane.rs" safe_knight_checks: |lane| lane.safe_knight_checks(LaneColor::WHITE);
        "batch/lane.rs" knight_outposts: |lane| lane.knight_outposts(LaneColor::WHITE);
        "batch/lane.rs" king_escapes: |lane| lane.king_escapes(LaneColor::WHITE);
        "batch/lane.rs" distant_check_squares: |lane| lane.distant_check_squares(LaneColor::WHITE);
        "batch/lane.rs" passers: |lane| lane.passers(LaneColor::WHITE);
        "batch/lane.rs" uncatchable: |lane| lane.uncatchable(LaneColor::WHITE);
        "batch/lane.rs" king_region: |lane| lane.king_region(LaneColor::WHITE);
        "batch/lane.rs" king_lines: |lane| Bitboard::from_bits(lane.king_lines(LaneColor::WHITE).bits() as u64);
        "batch/lane.rs" shield_wing: |lane| Bitboard::from_bits(lane.shield_wing(LaneColor::WHITE) as u64);
        "batch/lane.rs" shield_index: |lane| Bitboard::from_bits(lane.shield_index(LaneColor::WHITE) as u64);
    }
}
