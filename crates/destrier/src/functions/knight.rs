//! The functions of knights.

use super::function::{Answer, Argument, ArgumentKind, Arguments, Function, Way};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::knight;

/// The registry's entry of [`knight::attacks`](knight::attacks()).
pub(super) static ATTACKS: Function = Function {
    name: "knight-attacks",
    definition: "the squares that knights on a set attack",
    source: "Knight Pattern; AVX2",
    arguments: &[Argument::new("SET", ArgumentKind::Set, "the knights")],
    way: |arguments, i| {
        let set = arguments.set(0)?;
        Some(knight::attacks::FORMULATIONS.get(i)?.answer(|way| Answer::Set(way(set))))
    },
};

/// The registry's entry of [`knight::reach_within`], and with one move and no taboo of [`knight::fill`](knight::fill()).
pub(super) static FILL: Function = Function {
    name: "knight-fill",
    definition: "the squares that knights reach in at most so many moves",
    source: "Knight Pattern",
    arguments: &[
        Argument::new("SET", ArgumentKind::Set, "the knights"),
        Argument::new("N", ArgumentKind::Number, "how many moves; 1 when left out").optional(),
        Argument::TABOO,
    ],
    way: |arguments, i| {
        let set = arguments.set(0)?;
        let n = arguments.optional(1, Arguments::number)?.unwrap_or(1);
        let taboo = arguments.optional(2, Arguments::set)?.unwrap_or_default();
        if n == 1 && taboo.is_empty() {
            return Way::only(i, "with attacks", "18 operations", || Answer::Set(knight::fill(set)));
        }
        Way::only(
            i,
            "fill by fill",
            "21 operations and a branch a move, until nothing new is reached",
            || Answer::Set(knight::reach_within(set, n, taboo)),
        )
    },
};

/// The registry's entry of [`knight::reach`].
pub(super) static REACH: Function = Function {
    name: "knight-reach",
    definition: "the squares that knights reach in exactly so many moves",
    source: "Knight Pattern",
    arguments: &[
        Argument::new("SET", ArgumentKind::Set, "the knights"),
        Argument::new("N", ArgumentKind::Number, "how many moves"),
        Argument::TABOO,
    ],
    way: |arguments, i| {
        let (set, n, taboo) = (
            arguments.set(0)?,
            arguments.number(1)?,
            arguments.optional(2, Arguments::set)?.unwrap_or_default(),
        );
        Way::only(i, "attacks of attacks", "19 operations a move, for at most 129 moves", || {
            Answer::Set(knight::reach(set, n, taboo))
        })
    },
};

/// The registry's entry of [`knight::set_distance`], and between two squares of [`knight::distance`](knight::distance()).
pub(super) static DISTANCE: Function = Function {
    name: "knight-distance",
    definition: "the fewest moves of a knight from a square of one set to a square of another",
    source: "Knight-Distance; 0x88",
    arguments: &[Argument::FROM, Argument::TO],
    way: |arguments, i| {
        let (from, to) = (arguments.set(0)?, arguments.set(1)?);
        match (from.only(), to.only()) {
            (Some(from), Some(to)) => {
                Some(knight::distance::FORMULATIONS.get(i)?.answer(|way| Answer::Number(Some(way(from, to)))))
            }
            _ => Way::only(i, "nearest pair by fill", "19 operations a move", || {
                Answer::Number(knight::set_distance(from, to))
            }),
        }
    },
};

/// The registry's entry of [`knight::shortest_paths`].
pub(super) static PATH: Function = Function {
    name: "knight-path",
    definition: "all shortest paths of a knight between two sets, as layers: the squares after each move",
    source: "King Pattern; Knight Pattern",
    arguments: &[Argument::FROM, Argument::TO, Argument::THROUGH, Argument::OFF_PATH],
    way: |arguments, i| {
        let (from, to) = (arguments.set(0)?, arguments.set(1)?);
        let path = arguments.optional(2, Arguments::set)?.unwrap_or(Bitboard::FULL);
        let path = path - arguments.optional(3, Arguments::set)?.unwrap_or_default();
        Way::only(i, "flood fill there and back", "41 operations a move", || {
            Answer::Layers(knight::shortest_paths(from, to, path))
        })
    },
};

/// The registry's entry of [`knight::moves`](knight::moves()), one by one as [`knight::moves::pairs`] has them.
pub(super) static MOVES: Function = Function {
    name: "knight-moves",
    definition: "the moves of knights among pieces of their own side: direction, from, to",
    source: "Knight move generation, by Sebastian Veile",
    arguments: &[
        Argument::new("SET", ArgumentKind::Set, "the knights"),
        Argument::new("OWN", ArgumentKind::Set, "the pieces of their own side"),
    ],
    way: |arguments, i| {
        let (knights, own) = (arguments.set(0)?, arguments.set(1)?);
        // The others give the targets alone.
        match i.checked_sub(1) {
            None => Way::only(i, "pairs", "25 operations, and a few a move", || {
                Answer::Moves(knight::moves::pairs(knights, own))
            }),
            Some(i) => Some(knight::moves::FORMULATIONS.get(i)?.answer(|way| Answer::Set(way(knights, own)))),
        }
    },
};

/// The registry's entry of [`knight::fork_squares`](knight::fork_squares()).
pub(super) static FORK_SQUARES: Function = Function {
    name: "fork-squares",
    definition: "the squares from which a knight attacks two or more targets of a set",
    source: "Knight Pattern; General Setwise Operations",
    arguments: &[
        Argument::new("SET", ArgumentKind::Set, "the targets"),
        Argument::new("K", ArgumentKind::Number, "how many targets at least; 2 when left out")
            .flag("at-least")
            .optional(),
    ],
    way: |arguments, i| {
        let targets = arguments.set(0)?;
        match arguments.optional(1, Arguments::number)? {
            None | Some(2) => {
                Some(knight::fork_squares::FORMULATIONS.get(i)?.answer(|way| Answer::Set(way(targets))))
            }
            Some(k) => {
                let k = k.try_into().unwrap_or(u8::MAX);
                Way::only(i, "at least", "16 operations and 16 for each of K", || {
                    Answer::Set(knight::fork_squares::at_least(targets, k))
                })
            }
        }
    },
};

/// The registry's entry of [`knight::stops_passer`], and without a pawn of [`knight::stoppable_passers`].
pub(super) static STOPS: Function = Function {
    name: "knight-stops",
    definition: "whether a knight of a set, alone against a passer, stops it; without a pawn, all passers that it stops",
    source: "Knight Pattern names the question; derived",
    arguments: &[
        Argument::new("KNIGHTS", ArgumentKind::Set, "where the knight may stand"),
        Argument::new("PAWN", ArgumentKind::Square, "the passer").optional(),
        Argument::new("COLOR", ArgumentKind::Color, "the side to move").flag("turn"),
        Argument::new("PAWN_COLOR", ArgumentKind::Color, "the passer's side; white when left out")
            .flag("pawn-color")
            .optional(),
    ],
    way: |arguments, i| {
        let (knights, turn) = (arguments.set(0)?, arguments.color(2)?);
        let pawn_color = arguments.optional(3, Arguments::color)?.unwrap_or(Color::White);
        match arguments.optional(1, Arguments::square)? {
            Some(pawn) => Some(
                knight::passer::FORMULATIONS
                    .get(i)?
                    .answer(|way| Answer::Truth(way(knights, pawn, pawn_color, turn))),
            ),
            None => Way::only(i, "by table", "1 load and 4 operations a knight", || {
                Answer::Set(knight::stoppable_passers(knights, pawn_color, turn))
            }),
        }
    },
};
