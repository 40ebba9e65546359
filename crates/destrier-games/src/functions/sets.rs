//! Functions with a single formulation: pawns, sliders, regions, symmetries and lines.

use super::function::{Answer, Argument, ArgumentKind, Formulation, Function, SetColumns, functions};
use destrier::batch::{iterate, map};
use destrier::{Color, Line, greater_one, king, knight, pawn, sliders};

/// Defines functions: the name, the arguments, the number of arguments, the formula, the example, and texts.
macro_rules! set_functions {
    ($(
        $entry:ident = $name:literal($($argument:ident $label:literal: $meaning:literal),*) $kind:ident $of:expr;
        [$($example:literal),*], $definition:literal, $source:literal, $cost:literal;
    )*) => {$(
        pub(super) static $entry: Function = Function {
            name: $name,
            definition: $definition,
            source: $source,
            arguments: &[$(Argument::new($label, ArgumentKind::Set, $meaning)),*],
            example: &[$($example),*],
            formulation: |arguments, i| {
                let mut places = 0..;
                $(let $argument = arguments.set(places.next()?)?;)*
                Formulation::only(i, "setwise", $cost, || Answer::Set($of))
            },
            columns: Some(SetColumns::$kind(|kernel, columns, output| {
                map!(kernel, columns, output, |[$($argument),*]| $of)
            })),
        };
    )*};
}

set_functions! {
    WHITE_PAWN_ATTACKS = "white-pawn-attacks"(pawns "PAWNS": "the pawns") One pawn::attacks(pawns, Color::White);
        ["e4"], "the squares that white pawns attack",
        "Pawn Attacks (Bitboards)", "5 operations";
    BLACK_PAWN_ATTACKS = "black-pawn-attacks"(pawns "PAWNS": "the pawns") One pawn::attacks(pawns, Color::Black);
        ["e5"], "the squares that black pawns attack",
        "Pawn Attacks (Bitboards)", "5 operations";
    WHITE_PAWN_PUSHES = "white-pawn-pushes"(pawns "PAWNS": "the pawns", empty "EMPTY": "the empty squares") Two pawn::pushes(pawns, empty, Color::White);
        ["e2", "e3,e4"], "the squares that white pawns can push to, one step or two",
        "Pawn Pushes (Bitboards)", "6 operations";
    BLACK_PAWN_PUSHES = "black-pawn-pushes"(pawns "PAWNS": "the pawns", empty "EMPTY": "the empty squares") Two pawn::pushes(pawns, empty, Color::Black);
        ["e7", "e5,e6"], "the squares that black pawns can push to, one step or two",
        "Pawn Pushes (Bitboards)", "6 operations";
    WHITE_PAWN_FORKS = "white-pawn-forks"(targets "TARGETS": "the targets") One pawn::forks(targets, Color::White);
        ["d5,f5"], "the squares from which a white pawn attacks two of the targets",
        "Double Attack", "5 operations";
    BLACK_PAWN_FORKS = "black-pawn-forks"(targets "TARGETS": "the targets") One pawn::forks(targets, Color::Black);
        ["d4,f4"], "the squares from which a black pawn attacks two of the targets",
        "Double Attack", "5 operations";
    WHITE_FRONT_SPAN = "white-front-span"(pawns "PAWNS": "the pawns") One pawn::front_span(pawns, Color::White);
        ["e5"], "the squares ahead of white pawns on their files",
        "Pawn Spans", "7 operations";
    BLACK_FRONT_SPAN = "black-front-span"(pawns "PAWNS": "the pawns") One pawn::front_span(pawns, Color::Black);
        ["e4"], "the squares ahead of black pawns on their files",
        "Pawn Spans", "7 operations";
    WHITE_PASSER_SPAN = "white-passer-span"(pawns "PAWNS": "the pawns") One pawn::passer_span(pawns, Color::White);
        ["a6"], "the squares ahead of white pawns on their own and adjacent files",
        "Pawn Spans", "13 operations";
    BLACK_PASSER_SPAN = "black-passer-span"(pawns "PAWNS": "the pawns") One pawn::passer_span(pawns, Color::Black);
        ["a3"], "the squares ahead of black pawns on their own and adjacent files",
        "Pawn Spans", "13 operations";
    DOUBLED_PAWNS = "doubled-pawns"(pawns "PAWNS": "the pawns") One pawn::doubled(pawns);
        ["a2,c3,c5,f2,g3"], "the pawns with another pawn of the set on their file",
        "Doubled Pawn", "16 operations";
    ISOLATED_PAWNS = "isolated-pawns"(pawns "PAWNS": "the pawns") One pawn::isolated(pawns);
        ["a2,c3,c5,f2,g3"], "the pawns without a pawn of the set on an adjacent file",
        "Isolated Pawn", "20 operations";
    NORTH_FILL = "north-fill"(set "SET": "the squares") One pawn::north_fill(set);
        ["e6"], "the squares of a set and all squares north of them on their files",
        "Pawn Fills", "6 operations";
    SOUTH_FILL = "south-fill"(set "SET": "the squares") One pawn::south_fill(set);
        ["e3"], "the squares of a set and all squares south of them on their files",
        "Pawn Fills", "6 operations";
    FILE_FILL = "file-fill"(set "SET": "the squares") One pawn::file_fill(set);
        ["a5"], "all squares of the files that a set occupies",
        "Pawn Fills", "13 operations";
    ROOK_ATTACKS = "rook-attacks"(rooks "ROOKS": "the rooks", occupied "OCCUPIED": "the occupied squares") Two sliders::rook_attacks(rooks, occupied);
        ["a1", "a2,c1"], "the squares that rooks attack, up to the first occupied square",
        "Kogge-Stone Algorithm", "64 operations, no branch, no memory";
    BISHOP_ATTACKS = "bishop-attacks"(bishops "BISHOPS": "the bishops", occupied "OCCUPIED": "the occupied squares") Two sliders::bishop_attacks(bishops, occupied);
        ["a1", "c3"], "the squares that bishops attack, up to the first occupied square",
        "Kogge-Stone Algorithm", "68 operations, no branch, no memory";
    QUEEN_ATTACKS = "queen-attacks"(queens "QUEENS": "the queens", occupied "OCCUPIED": "the occupied squares") Two sliders::queen_attacks(queens, occupied);
        ["a1", "a2,b2,c1"], "the squares that queens attack, up to the first occupied square",
        "Kogge-Stone Algorithm", "132 operations, no branch, no memory";
    KNIGHT_FORK_MOVES = "knight-fork-moves"(targets "TARGETS": "the targets", knights "KNIGHTS": "the knights", taboo "TABOO": "squares that no move may enter") Three knight::fork_moves(knights, targets, !taboo);
        ["a8,e8", "b5", "d6"], "the squares, not taboo, that the knights can move to and from which a knight attacks two or more of the targets",
        "Knight Pattern; General Setwise Operations", "51 operations";
    MAJORITY = "majority"(a "A": "a set", b "B": "a set", c "C": "a set") Three greater_one::majority(a, b, c);
        ["a1,b1", "b1,c1", "c1"], "the squares that are in at least two of the sets",
        "General Setwise Operations", "4 operations";
    FLIP_VERTICAL = "flip-vertical"(set "SET": "the squares") One set.flip_vertical();
        ["a1,b2"], "the set mirrored top to bottom: rank 1 becomes rank 8",
        "Flipping Mirroring and Rotating", "1 operation";
    MIRROR_HORIZONTAL = "mirror-horizontal"(set "SET": "the squares") One set.mirror_horizontal();
        ["a1,b2"], "the set mirrored left to right: file a becomes file h",
        "Flipping Mirroring and Rotating", "15 operations";
    FLIP_DIAGONAL = "flip-diagonal"(set "SET": "the squares") One set.flip_diagonal();
        ["b1,h8"], "the set mirrored along the main diagonal: files become ranks",
        "Flipping Mirroring and Rotating", "18 operations";
}

/// Defines the regions of a piece.
macro_rules! regions {
    ($(
        $entry:ident = $name:literal $piece:ident;
        [$($example:literal),*], $definition:literal, $source:literal, $cost:literal;
    )*) => {$(
        pub(super) static $entry: Function = Function {
            name: $name,
            definition: $definition,
            source: $source,
            arguments: &[
                Argument::FROM,
                Argument::new("PATH", ArgumentKind::Set, "the squares it may stand on, including the start"),
            ],
            example: &[$($example),*],
            formulation: |arguments, i| {
                let (from, path) = (arguments.set(0)?, arguments.set(1)?);
                Formulation::only(i, "flood fill", $cost, || Answer::Set($piece::region(from, path)))
            },
            // Each step but the last adds at least one square.
            columns: Some(SetColumns::Two(|kernel, columns, output| {
                iterate!(kernel, columns, output, 64, |[from, path]| from & path, |reach, [_, path]| {
                    $piece::fill(reach) & path
                })
            })),
        };
    )*};
}

regions! {
    KNIGHT_REGION = "knight-region" knight;
        ["a1", "a1,b3,d4,h8"], "the squares that a knight can reach from a set by moves within the path",
        "King Pattern; Knight Pattern", "20 operations and 1 branch per move to the farthest square reached";
    KING_REGION = "king-region" king;
        ["a1", "a1,b2,c3,h8"], "the squares that a king can reach from a set by moves within the path",
        "King Pattern", "12 operations and 1 branch per move to the farthest square reached";
}

functions! { i;
    LINES = "lines"(square: square Argument::square("SQUARE", "the square"));
        ["e4"], "the rank, file, diagonal and anti-diagonal through a square",
        "On an empty Board; Diagonals; Anti-Diagonals";
        Formulation::only(i, "by shift", "a shift or a table load per line", || {
            Answer::Lines(Line::ALL.map(|line| (line, line.through(square))))
        });
}
