//! Knight functions.

use super::function::{Answer, Argument, ArgumentKind, Arguments, Formulation, Function, SetColumns};
use destrier::batch::map;
use destrier::{Bitboard, Color, formulations, knight};

/// The registry entry for [`knight::attacks`](knight::attacks()).
pub(super) static ATTACKS: Function = Function {
    name: "knight-attacks",
    definition: "the squares that knights attack",
    source: "Knight Pattern; AVX2",
    arguments: &[Argument::new("SET", ArgumentKind::Set, "the knights")],
    example: &["d4"],
    formulation: |arguments, i| {
        let set = arguments.set(0)?;
        Formulation::of(formulations::knight::attacks::FORMULATIONS, i, |compute| Answer::Set(compute(set)))
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
        Argument::new("N", ArgumentKind::Number, "the number of moves").default("1"),
        Argument::TABOO,
    ],
    example: &["d4", "2"],
    formulation: |arguments, i| {
        let set = arguments.set(0)?;
        let n = arguments.number(1)?;
        let taboo = arguments.optional(2, Arguments::set)?.unwrap_or_default();
        if n == 1 && taboo.is_empty() {
            return Formulation::only(i, "with attacks", "18 operations", || Answer::Set(knight::fill(set)));
        }
        Formulation::only(
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
    example: &["d4", "2"],
    formulation: |arguments, i| {
        let (set, n, taboo) = (
            arguments.set(0)?,
            arguments.number(1)?,
            arguments.optional(2, Arguments::set)?.unwrap_or_default(),
        );
        Formulation::only(
            i,
            "attacks of attacks",
            "6 operations, plus 19 operations and 1 branch per move",
            || Answer::Set(knight::reach(set, n, !taboo)),
        )
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
    example: &["a1", "h8"],
    formulation: |arguments, i| {
        let (from, to) = (arguments.set(0)?, arguments.set(1)?);
        match (from.only(), to.only()) {
            (Some(from), Some(to)) => {
                Formulation::of(formulations::knight::distance::FORMULATIONS, i, |compute| {
                    Answer::Number(Some(compute(from, to)))
                })
            }
            _ => Formulation::only(
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
    example: &["a1", "h8"],
    formulation: |arguments, i| {
        let (from, to) = (arguments.set(0)?, arguments.set(1)?);
        let path = arguments.optional(2, Arguments::set)?.unwrap_or(Bitboard::FULL);
        let path = path - arguments.optional(3, Arguments::set)?.unwrap_or_default();
        Formulation::only(i, "flood fill there and back", "proportional to the number of moves", || {
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
    example: &["c5,g4", "e1,b2,e2,g2,d3,g4,c5"],
    formulation: |arguments, i| {
        let (knights, own) = (arguments.set(0)?, arguments.set(1)?);
        // The other formulations return only the targets.
        match i.checked_sub(1) {
            None => Formulation::only(
                i,
                "pairs",
                "that of the moves by direction, and a few operations per move",
                || Answer::Moves(knight::move_pairs(knights, own)),
            ),
            Some(i) => Formulation::of(formulations::knight::moves::FORMULATIONS, i, |compute| {
                Answer::Set(compute(knights, own))
            }),
        }
    },
    columns: None,
};

/// The registry entry for [`knight::forks`](knight::forks()).
pub(super) static FORKS: Function = Function {
    name: "forks",
    definition: "the squares from which a knight attacks two or more targets",
    source: "Knight Pattern; General Setwise Operations",
    arguments: &[
        Argument::new("SET", ArgumentKind::Set, "the targets"),
        Argument::new("K", ArgumentKind::Number, "the minimum number of targets")
            .flag("at-least")
            .default("2"),
    ],
    example: &["a8,e8,e6"],
    formulation: |arguments, i| {
        let targets = arguments.set(0)?;
        match arguments.number(1)? {
            2 => Formulation::of(formulations::knight::forks::FORMULATIONS, i, |compute| {
                Answer::Set(compute(targets))
            }),
            k => {
                let k = k.try_into().unwrap_or(u8::MAX);
                Formulation::only(i, "at least", "proportional to K", || {
                    Answer::Set(knight::forks_at_least(targets, k))
                })
            }
        }
    },
    columns: Some(SetColumns::One(|kernel, columns, output| {
        map!(kernel, columns, output, |[targets]| knight::forks(targets))
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
        Argument::new("PAWN_COLOR", ArgumentKind::Color, "the passer's side")
            .flag("pawn-color")
            .default("white"),
    ],
    example: &["d4", "g6", "white"],
    formulation: |arguments, i| {
        let (knights, turn) = (arguments.set(0)?, arguments.color(2)?);
        let pawn_color = arguments.color(3)?;
        match arguments.optional(1, Arguments::square)? {
            Some(pawn) => Formulation::of(formulations::knight::passer::FORMULATIONS, i, |compute| {
                Answer::Truth(compute(knights, pawn, pawn_color, turn))
            }),
            None => Formulation::only(i, "by table", "5 operations, 1 load and 1 branch per knight", || {
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
    example: &["g1", "e2,f3,h3"],
    formulation: |arguments, i| {
        let (knights, area) = (arguments.set(0)?, arguments.set(1)?);
        Formulation::of(formulations::knight::mobility::FORMULATIONS, i, |compute| {
            Answer::Set(compute(knights, area))
        })
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
    example: &["a8,d4", "e6"],
    formulation: |arguments, i| {
        let (knights, area) = (arguments.set(0)?, arguments.set(1)?);
        Formulation::of(formulations::knight::trapped::FORMULATIONS, i, |compute| {
            Answer::Set(compute(knights, area))
        })
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
    example: &["g4", "g8", "f6,h6"],
    formulation: |arguments, i| {
        let (knights, king, area) = (arguments.set(0)?, arguments.set(1)?, arguments.set(2)?);
        Formulation::of(formulations::knight::checks::FORMULATIONS, i, |compute| {
            Answer::Set(compute(knights, king, area))
        })
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
    example: &["c4,e4", "a7,h7"],
    formulation: |arguments, i| {
        let (own, opponent) = (arguments.set(0)?, arguments.set(1)?);
        let color = arguments.color(2)?;
        Formulation::of(formulations::knight::outposts::FORMULATIONS, i, |compute| {
            Answer::Set(compute(own, opponent, color))
        })
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
    example: &["f3", "d5,e5"],
    formulation: |arguments, i| {
        let (knights, outposts, n, area) = to_outposts(arguments)?;
        let formulations = formulations::knight::outposts::REACHABLE_FORMULATIONS;
        Formulation::of(formulations, i, |compute| Answer::Set(compute(knights, outposts, n, area)))
    },
    columns: None,
};

/// The registry entry for [`knight::knights_in_reach`](knight::knights_in_reach()).
pub(super) static KNIGHTS_IN_REACH: Function = Function {
    name: "knights-in-reach",
    definition: "the knights that reach one of the outposts in at most a given number of moves",
    source: "Outposts",
    arguments: &[KNIGHTS, OUTPOSTS_TO_REACH, NUMBER_OF_MOVES, Argument::TABOO],
    example: &["a1,f3", "d5,e5"],
    formulation: |arguments, i| {
        let (knights, outposts, n, area) = to_outposts(arguments)?;
        let formulations = formulations::knight::outposts::IN_REACH_FORMULATIONS;
        Formulation::of(formulations, i, |compute| Answer::Set(compute(knights, outposts, n, area)))
    },
    columns: None,
};

/// Returns knights, outposts, the number of moves and the squares where moves may end.
fn to_outposts(arguments: &Arguments) -> Option<(Bitboard, Bitboard, u32, Bitboard)> {
    let n = arguments.number(2)?;
    let taboo = arguments.optional(3, Arguments::set)?.unwrap_or_default();
    Some((arguments.set(0)?, arguments.set(1)?, n, !taboo))
}

const OUTPOSTS_TO_REACH: Argument = Argument::new("OUTPOSTS", ArgumentKind::Set, "the outposts");
const NUMBER_OF_MOVES: Argument =
    Argument::new("N", ArgumentKind::Number, "the number of moves").default("1");
const KNIGHTS: Argument = Argument::new("KNIGHTS", ArgumentKind::Set, "the knights");
const AREA: Argument = Argument::new("AREA", ArgumentKind::Set, "the squares where a move may end");
