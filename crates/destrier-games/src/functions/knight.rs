//! Knight functions.

use super::function::{Answer, Argument, ArgumentKind, Arguments, Function, SetColumns, Way};
use destrier::batch::map;
use destrier::{Bitboard, Color, formulations, knight};

/// The registry entry for [`knight::attacks`](knight::attacks()).
pub(super) static ATTACKS: Function = Function {
    name: "knight-attacks",
    definition: "the squares that knights attack",
    source: "Knight Pattern; AVX2",
    arguments: &[Argument::new("SET", ArgumentKind::Set, "the knights")],
    way: |arguments, i| {
        let set = arguments.set(0)?;
        Way::of(formulations::knight::attacks::FORMULATIONS, i, |way| Answer::Set(way(set)))
    },
    columns: Some(SetColumns::One(|kernel, columns, output| {
        map!(kernel, columns, output, |[knights]| knight::attacks(knights))
    })),
};

/// The registry entry for [`knight::reach_within`], and for [`knight::fill`](knight::fill()) with one move and no
/// taboo.
pub(super) static FILL: Function = Function {
    name: "knight-fill",
    definition: "the squares that knights reach in at most a given number of moves",
    source: "Knight Pattern",
    arguments: &[
        Argument::new("SET", ArgumentKind::Set, "the knights"),
        Argument::new("N", ArgumentKind::Number, "the number of moves; 1 by default").optional(),
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
            "21 operations and 1 branch per move, until the set stops growing",
            || Answer::Set(knight::reach_within(set, n, !taboo)),
        )
    },
    columns: Some(SetColumns::One(|kernel, columns, output| {
        map!(kernel, columns, output, |[knights]| knight::fill(knights))
    })),
};

/// The registry entry for [`knight::reach`].
pub(super) static REACH: Function = Function {
    name: "knight-reach",
    definition: "the squares that knights reach in exactly a given number of moves",
    source: "Knight Pattern",
    arguments: &[
        Argument::new("SET", ArgumentKind::Set, "the knights"),
        Argument::new("N", ArgumentKind::Number, "the number of moves"),
        Argument::TABOO,
    ],
    way: |arguments, i| {
        let (set, n, taboo) = (
            arguments.set(0)?,
            arguments.number(1)?,
            arguments.optional(2, Arguments::set)?.unwrap_or_default(),
        );
        Way::only(i, "attacks of attacks", "6 operations, plus 19 operations and 1 branch per move", || {
            Answer::Set(knight::reach(set, n, !taboo))
        })
    },
    columns: None,
};

/// The registry entry for [`knight::set_distance`], and for [`knight::distance`](knight::distance()) between two
/// squares.
pub(super) static DISTANCE: Function = Function {
    name: "knight-distance",
    definition: "the fewest knight moves from any square of one set to any square of another",
    source: "Knight-Distance; 0x88",
    arguments: &[Argument::FROM, Argument::TO],
    way: |arguments, i| {
        let (from, to) = (arguments.set(0)?, arguments.set(1)?);
        match (from.only(), to.only()) {
            (Some(from), Some(to)) => Way::of(formulations::knight::distance::FORMULATIONS, i, |way| {
                Answer::Number(Some(way(from, to)))
            }),
            _ => Way::only(
                i,
                "nearest pair by fill",
                "6 operations, plus 20 operations and 1 branch per move",
                || Answer::Number(knight::set_distance(from, to)),
            ),
        }
    },
    columns: None,
};

/// The registry entry for [`knight::shortest_paths`].
pub(super) static PATH: Function = Function {
    name: "knight-path",
    definition: "all shortest knight paths between two sets, as layers: the squares after each move",
    source: "King Pattern; Knight Pattern",
    arguments: &[Argument::FROM, Argument::TO, Argument::THROUGH, Argument::OFF_PATH],
    way: |arguments, i| {
        let (from, to) = (arguments.set(0)?, arguments.set(1)?);
        let path = arguments.optional(2, Arguments::set)?.unwrap_or(Bitboard::FULL);
        let path = path - arguments.optional(3, Arguments::set)?.unwrap_or_default();
        Way::only(i, "flood fill there and back", "proportional to the number of moves", || {
            Answer::Layers(knight::shortest_paths(from, to, path))
        })
    },
    columns: None,
};

/// The registry entry for [`knight::moves`](knight::moves()). The first formulation is [`knight::move_pairs`].
pub(super) static MOVES: Function = Function {
    name: "knight-moves",
    definition: "the moves of knights that do not capture own pieces: direction, from, to",
    source: "Knight move generation, by Sebastian Veile",
    arguments: &[
        Argument::new("SET", ArgumentKind::Set, "the knights"),
        Argument::new("OWN", ArgumentKind::Set, "the pieces of their own side"),
    ],
    way: |arguments, i| {
        let (knights, own) = (arguments.set(0)?, arguments.set(1)?);
        // The other formulations return only the targets.
        match i.checked_sub(1) {
            None => {
                Way::only(i, "pairs", "that of the moves by direction, and a few operations per move", || {
                    Answer::Moves(knight::move_pairs(knights, own))
                })
            }
            Some(i) => {
                Way::of(formulations::knight::moves::FORMULATIONS, i, |way| Answer::Set(way(knights, own)))
            }
        }
    },
    columns: None,
};

/// The registry entry for [`knight::fork_squares`](knight::fork_squares()).
pub(super) static FORK_SQUARES: Function = Function {
    name: "fork-squares",
    definition: "the squares from which a knight attacks two or more targets",
    source: "Knight Pattern; General Setwise Operations",
    arguments: &[
        Argument::new("SET", ArgumentKind::Set, "the targets"),
        Argument::new("K", ArgumentKind::Number, "the minimum number of targets; 2 by default")
            .flag("at-least")
            .optional(),
    ],
    way: |arguments, i| {
        let targets = arguments.set(0)?;
        match arguments.optional(1, Arguments::number)? {
            None | Some(2) => {
                Way::of(formulations::knight::fork_squares::FORMULATIONS, i, |way| Answer::Set(way(targets)))
            }
            Some(k) => {
                let k = k.try_into().unwrap_or(u8::MAX);
                Way::only(i, "at least", "proportional to K", || {
                    Answer::Set(knight::fork_squares_at_least(targets, k))
                })
            }
        }
    },
    columns: Some(SetColumns::One(|kernel, columns, output| {
        map!(kernel, columns, output, |[targets]| knight::fork_squares(targets))
    })),
};

/// The registry entry for [`knight::stops_passer`], and for [`knight::stoppable_passers`] without a pawn.
pub(super) static STOPS: Function = Function {
    name: "knight-stops",
    definition: "whether one of the knights stops a passer alone; without a passer, all squares where one of them does",
    source: "Knight Pattern names the question; derived",
    arguments: &[
        Argument::new("KNIGHTS", ArgumentKind::Set, "the knights"),
        Argument::new("PAWN", ArgumentKind::Square, "the passer").optional(),
        Argument::new("COLOR", ArgumentKind::Color, "the side to move").flag("turn"),
        Argument::new("PAWN_COLOR", ArgumentKind::Color, "the passer's side; white by default")
            .flag("pawn-color")
            .optional(),
    ],
    way: |arguments, i| {
        let (knights, turn) = (arguments.set(0)?, arguments.color(2)?);
        let pawn_color = arguments.optional(3, Arguments::color)?.unwrap_or(Color::White);
        match arguments.optional(1, Arguments::square)? {
            Some(pawn) => Way::of(formulations::knight::passer::FORMULATIONS, i, |way| {
                Answer::Truth(way(knights, pawn, pawn_color, turn))
            }),
            None => Way::only(i, "by table", "5 operations, 1 load and 1 branch per knight", || {
                Answer::Set(knight::stoppable_passers(knights, pawn_color, turn))
            }),
        }
    },
    columns: None,
};

/// The registry entry for [`knight::mobility`](knight::mobility()).
pub(super) static MOBILITY: Function = Function {
    name: "knight-mobility",
    definition: "the squares of an area that knights attack",
    source: "Mobility; Knight Pattern",
    arguments: &[KNIGHTS, AREA],
    way: |arguments, i| {
        let (knights, area) = (arguments.set(0)?, arguments.set(1)?);
        Way::of(formulations::knight::mobility::FORMULATIONS, i, |way| Answer::Set(way(knights, area)))
    },
    columns: Some(SetColumns::Two(|kernel, columns, output| {
        map!(kernel, columns, output, |[knights, area]| knight::mobility(knights, area))
    })),
};

/// The registry entry for [`knight::trapped`](knight::trapped()).
pub(super) static TRAPPED: Function = Function {
    name: "trapped-knights",
    definition: "the knights that attack no square of an area",
    source: "Trapped Pieces; Mobility",
    arguments: &[KNIGHTS, AREA],
    way: |arguments, i| {
        let (knights, area) = (arguments.set(0)?, arguments.set(1)?);
        Way::of(formulations::knight::trapped::FORMULATIONS, i, |way| Answer::Set(way(knights, area)))
    },
    columns: Some(SetColumns::Two(|kernel, columns, output| {
        map!(kernel, columns, output, |[knights, area]| knight::trapped(knights, area))
    })),
};

/// The registry entry for [`knight::checks`](knight::checks()).
pub(super) static CHECKS: Function = Function {
    name: "knight-checks",
    definition: "the squares of an area from which a knight can check a king in one move",
    source: "King Safety; Knight Pattern",
    arguments: &[KNIGHTS, Argument::new("KING", ArgumentKind::Set, "the king"), AREA],
    way: |arguments, i| {
        let (knights, king, area) = (arguments.set(0)?, arguments.set(1)?, arguments.set(2)?);
        Way::of(formulations::knight::checks::FORMULATIONS, i, |way| Answer::Set(way(knights, king, area)))
    },
    columns: Some(SetColumns::Three(|kernel, columns, output| {
        map!(kernel, columns, output, |[knights, king, area]| knight::checks(knights, king, area))
    })),
};

/// The registry entry for [`knight::outposts`](knight::outposts()).
pub(super) static OUTPOSTS: Function = Function {
    name: "outposts",
    definition: "the squares of the fourth to sixth rank of a side that its pawns defend and that no opposing pawn can \
                 attack, now or after pushes",
    source: "Outposts; Attack Spans; Holes",
    arguments: &[
        Argument::new("OWN", ArgumentKind::Set, "the pawns of the side"),
        Argument::new("OPPONENT", ArgumentKind::Set, "the opposing pawns"),
        Argument::COLOR,
    ],
    way: |arguments, i| {
        let (own, opponent) = (arguments.set(0)?, arguments.set(1)?);
        let color = arguments.optional(2, Arguments::color)?.unwrap_or(Color::White);
        Way::of(formulations::knight::outposts::FORMULATIONS, i, |way| Answer::Set(way(own, opponent, color)))
    },
    columns: Some(SetColumns::Two(|kernel, columns, output| {
        map!(kernel, columns, output, |[own, opponent]| knight::outposts(own, opponent, Color::White))
    })),
};

/// The registry entry for [`knight::reachable_outposts`](knight::reachable_outposts()).
pub(super) static REACHABLE_OUTPOSTS: Function = Function {
    name: "reachable-outposts",
    definition: "the outposts that knights reach in at most a given number of moves",
    source: "Outposts",
    arguments: &[KNIGHTS, OUTPOSTS_TO_REACH, NUMBER_OF_MOVES, Argument::TABOO],
    way: |arguments, i| {
        let (knights, outposts, n, area) = to_outposts(arguments)?;
        let formulations = formulations::knight::outposts::REACHABLE_FORMULATIONS;
        Way::of(formulations, i, |way| Answer::Set(way(knights, outposts, n, area)))
    },
    columns: None,
};

/// The registry entry for [`knight::knights_in_reach`](knight::knights_in_reach()).
pub(super) static KNIGHTS_IN_REACH: Function = Function {
    name: "knights-in-reach",
    definition: "the knights that reach one of the outposts in at most a given number of moves",
    source: "Outposts",
    arguments: &[KNIGHTS, OUTPOSTS_TO_REACH, NUMBER_OF_MOVES, Argument::TABOO],
    way: |arguments, i| {
        let (knights, outposts, n, area) = to_outposts(arguments)?;
        let formulations = formulations::knight::outposts::IN_REACH_FORMULATIONS;
        Way::of(formulations, i, |way| Answer::Set(way(knights, outposts, n, area)))
    },
    columns: None,
};

/// Returns knights, outposts, the number of moves and the squares where moves may end.
fn to_outposts(arguments: &Arguments) -> Option<(Bitboard, Bitboard, u32, Bitboard)> {
    let n = arguments.optional(2, Arguments::number)?.unwrap_or(1);
    let taboo = arguments.optional(3, Arguments::set)?.unwrap_or_default();
    Some((arguments.set(0)?, arguments.set(1)?, n, !taboo))
}

const OUTPOSTS_TO_REACH: Argument = Argument::new("OUTPOSTS", ArgumentKind::Set, "the outposts");
const NUMBER_OF_MOVES: Argument =
    Argument::new("N", ArgumentKind::Number, "the number of moves; 1 by default").optional();
const KNIGHTS: Argument = Argument::new("KNIGHTS", ArgumentKind::Set, "the knights");
const AREA: Argument = Argument::new("AREA", ArgumentKind::Set, "the squares where a move may end");
