//! King functions.

use super::function::{Answer, Argument, ArgumentKind, Arguments, Formulation, Function, SetColumns};
use destrier::batch::map;
use destrier::{Bitboard, Color, formulations, king};

/// The registry entry for [`king::attacks`](king::attacks()).
pub(super) static ATTACKS: Function = Function {
    name: "king-attacks",
    definition: "the squares that kings attack",
    source: "King Pattern",
    arguments: &[Argument::new("SET", ArgumentKind::Set, "the kings")],
    example: &["e4"],
    formulation: |arguments, i| {
        let set = arguments.set(0)?;
        Formulation::of(formulations::king::attacks::FORMULATIONS, i, |compute| Answer::Set(compute(set)))
    },
    columns: Some(SetColumns::One(|kernel, columns, output| {
        map!(kernel, columns, output, |[kings]| king::attacks(kings))
    })),
};

/// The registry entry for [`king::reach_within`], and for [`king::fill`](king::fill()) with one move and no taboo.
pub(super) static FILL: Function = Function {
    name: "king-fill",
    definition: "the squares that kings reach in at most a given number of moves",
    source: "King Pattern; Fill Algorithms",
    arguments: &[
        Argument::new("SET", ArgumentKind::Set, "the kings"),
        Argument::new("N", ArgumentKind::Number, "the number of moves").default("1"),
        Argument::TABOO,
    ],
    example: &["e4"],
    formulation: |arguments, i| {
        let set = arguments.set(0)?;
        let n = arguments.number(1)?;
        let taboo = arguments.optional(2, Arguments::set)?.unwrap_or_default();
        if n == 1 && taboo.is_empty() {
            return Formulation::of(formulations::king::attacks::FILL_FORMULATIONS, i, |compute| {
                Answer::Set(compute(set))
            });
        }
        Formulation::only(
            i,
            "fill by fill",
            "14 operations and 1 branch per move, until the set stops growing",
            || Answer::Set(king::reach_within(set, n, !taboo)),
        )
    },
    columns: Some(SetColumns::One(|kernel, columns, output| {
        map!(kernel, columns, output, |[kings]| king::fill(kings))
    })),
};

/// The registry entry for [`king::set_distance`], and for [`king::distance`](king::distance()) between two squares.
pub(super) static DISTANCE: Function = Function {
    name: "king-distance",
    definition: "the fewest king moves from any square of one set to any square of another",
    source: "Distance; 0x88; King Pattern",
    arguments: &[Argument::FROM, Argument::TO],
    example: &["b2", "g5"],
    formulation: |arguments, i| {
        let (from, to) = (arguments.set(0)?, arguments.set(1)?);
        match (from.only(), to.only()) {
            (Some(from), Some(to)) => {
                Formulation::of(formulations::king::distance::FORMULATIONS, i, |compute| {
                    Answer::Number(Some(compute(from, to)))
                })
            }
            _ => Formulation::only(
                i,
                "nearest pair by fill",
                "6 operations, plus 13 operations and 1 branch per move",
                || Answer::Number(king::set_distance(from, to)),
            ),
        }
    },
    columns: None,
};

/// The registry entry for [`king::shortest_paths`].
pub(super) static PATH: Function = Function {
    name: "king-path",
    definition: "all shortest king paths between two sets, as layers: the squares after each move",
    source: "King Pattern",
    arguments: &[Argument::FROM, Argument::TO, Argument::THROUGH, Argument::OFF_PATH],
    example: &["b2", "g5", "", "d3,d4,d5,d6,e3"],
    formulation: |arguments, i| {
        let (from, to) = (arguments.set(0)?, arguments.set(1)?);
        let path = arguments.optional(2, Arguments::set)?.unwrap_or(Bitboard::FULL);
        let path = path - arguments.optional(3, Arguments::set)?.unwrap_or_default();
        Formulation::only(i, "flood fill there and back", "proportional to the number of moves", || {
            Answer::Layers(king::shortest_paths(from, to, path))
        })
    },
    columns: None,
};

/// The registry entry for [`king::connected`].
pub(super) static CONNECTED: Function = Function {
    name: "connected",
    definition: "whether a king can walk from one set to another using only squares of a path",
    source: "King Pattern",
    arguments: &[
        Argument::FROM,
        Argument::TO,
        Argument::new("PATH", ArgumentKind::Set, "the squares it may stand on, including start and end"),
    ],
    example: &["a1", "h8", "0xc03c023c4080403f"],
    formulation: |arguments, i| {
        let (from, to, path) = (arguments.set(0)?, arguments.set(1)?, arguments.set(2)?);
        Formulation::of(formulations::king::paths::FORMULATIONS, i, |compute| {
            Answer::Truth(compute(from, to, path))
        })
    },
    columns: None,
};

/// The registry entry for [`king::open_lines`].
pub(super) static LINES: Function = Function {
    name: "king-lines",
    definition: "the lines through a king that contain all its escapes: 1 rank, 2 file, 4 diagonal, 8 anti-diagonal, \
                 0 no line, 15 no escape",
    source: "King Pattern",
    arguments: &[
        Argument::new("KING", ArgumentKind::Square, "the king"),
        Argument::new("ESCAPES", ArgumentKind::Set, "the squares that it can move to"),
    ],
    example: &["g1", "f1,h1"],
    formulation: |arguments, i| {
        let (king, escapes) = (arguments.square(0)?, arguments.set(1)?);
        Formulation::of(formulations::king::lines::FORMULATIONS, i, |compute| {
            Answer::Number(Some(compute(king, escapes).bits()))
        })
    },
    columns: None,
};

/// The registry entry for [`king::shield_index`].
pub(super) static SHIELD: Function = Function {
    name: "pawn-shield",
    definition: "the index, 0 to 63, of the pawn shield of a castled king",
    source: "King Pattern",
    arguments: &[
        Argument::new("PAWNS", ArgumentKind::Set, "the pawns of the king's side"),
        Argument::new("WING", ArgumentKind::Wing, "the wing of the king: king or queen"),
        Argument::new("COLOR", ArgumentKind::Color, "the king's side").flag("color").default("white"),
    ],
    example: &["f2,g3,h2", "king"],
    formulation: |arguments, i| {
        let (pawns, wing) = (arguments.set(0)?, arguments.wing(1)?);
        let color = arguments.color(2)?;
        Formulation::of(formulations::king::shield::FORMULATIONS, i, |compute| {
            Answer::Number(Some(compute(wing.window(), pawns, color)))
        })
    },
    columns: None,
};

/// The registry entry for [`king::caught_area`].
pub(super) static CAUGHT_AREA: Function = Function {
    name: "caught-area",
    definition: "the squares where a king catches a passer of the other side, by the rule of the square",
    source: "King Pattern; Rule of the Square",
    arguments: &[
        Argument::new("KING", ArgumentKind::Square, "the king"),
        Argument::new("KING_COLOR", ArgumentKind::Color, "the king's side").flag("king-color"),
        Argument::new("COLOR", ArgumentKind::Color, "the side to move").flag("turn"),
    ],
    example: &["g5", "black", "white"],
    formulation: |arguments, i| {
        let (king, king_color, turn) = (arguments.square(0)?, arguments.color(1)?, arguments.color(2)?);
        Formulation::of(formulations::king::square_rule::FORMULATIONS, i, |compute| {
            Answer::Set(compute(king, king_color, turn))
        })
    },
    columns: None,
};

/// The registry entry for [`king::zone`](king::zone()).
pub(super) static ZONE: Function = Function {
    name: "king-zone",
    definition: "the squares that a king attacks and the three squares in front of them",
    source: "King Safety",
    arguments: &[KINGS, Argument::COLOR],
    example: &["g1"],
    formulation: |arguments, i| {
        let kings = arguments.set(0)?;
        let color = arguments.color(1)?;
        Formulation::of(formulations::king::zone::FORMULATIONS, i, |compute| {
            Answer::Set(compute(kings, color))
        })
    },
    columns: Some(SetColumns::One(|kernel, columns, output| {
        map!(kernel, columns, output, |[kings]| king::zone(kings, Color::White))
    })),
};

/// The registry entry for [`king::any_shield_index`](king::any_shield_index()).
pub(super) static KING_SHIELD: Function = Function {
    name: "king-shield",
    definition: "the index, 0 to 63, of the pawn shield of a king on any square",
    source: "King Pattern; King Safety",
    arguments: &[
        KING,
        Argument::new("PAWNS", ArgumentKind::Set, "the pawns of the king's side"),
        Argument::COLOR,
    ],
    example: &["g1", "f2,g2,h3"],
    formulation: |arguments, i| {
        let (king, pawns) = (arguments.square(0)?, arguments.set(1)?);
        let color = arguments.color(2)?;
        Formulation::of(formulations::king::any_shield::FORMULATIONS, i, |compute| {
            Answer::Number(Some(compute(king, pawns, color)))
        })
    },
    columns: None,
};

/// The registry entry for [`king::storm_pawns`](king::storm_pawns()).
pub(super) static STORM: Function = Function {
    name: "storm-pawns",
    definition: "the nearest opposing pawns in front of a king on its own and adjacent files",
    source: "King Safety",
    arguments: &[KING, Argument::new("PAWNS", ArgumentKind::Set, "the opposing pawns"), Argument::COLOR],
    example: &["g1", "a7,f5,g4"],
    formulation: |arguments, i| {
        let (king, pawns) = (arguments.square(0)?, arguments.set(1)?);
        let color = arguments.color(2)?;
        Formulation::only(i, "nearest pawns", "16 operations and 2 loads", || {
            Answer::Set(king::storm_pawns(king, pawns, color))
        })
    },
    columns: None,
};

/// The registry entry for [`king::open_files`](king::open_files()).
pub(super) static OPEN_FILES: Function = Function {
    name: "open-files",
    definition: "the files on and beside a king that have no pawns",
    source: "Pawns and Files (Bitboards); King Safety",
    arguments: &[KING, Argument::new("PAWNS", ArgumentKind::Set, "the pawns of both sides")],
    example: &["a1", "b2"],
    formulation: |arguments, i| {
        let (king, pawns) = (arguments.square(0)?, arguments.set(1)?);
        Formulation::of(formulations::king::open_files::FORMULATIONS, i, |compute| {
            Answer::Set(compute(king, pawns))
        })
    },
    columns: None,
};

/// The registry entry for [`king::half_open_files`](king::half_open_files()).
pub(super) static HALF_OPEN_FILES: Function = Function {
    name: "half-open-files",
    definition: "the files on and beside a king that have no own pawn but an opposing one",
    source: "Pawns and Files (Bitboards); King Safety",
    arguments: &[
        KING,
        Argument::new("OWN", ArgumentKind::Set, "the pawns of the king's side"),
        Argument::new("OPPONENT", ArgumentKind::Set, "the opposing pawns"),
    ],
    example: &["a1", "b2", "a7"],
    formulation: |arguments, i| {
        let (king, own, opponent) = (arguments.square(0)?, arguments.set(1)?, arguments.set(2)?);
        Formulation::of(formulations::king::open_files::HALF_OPEN_FORMULATIONS, i, |compute| {
            Answer::Set(compute(king, own, opponent))
        })
    },
    columns: None,
};

/// The registry entry for [`king::virtual_queen_attacks`](king::virtual_queen_attacks()).
pub(super) static VIRTUAL_MOBILITY: Function = Function {
    name: "virtual-queen-attacks",
    definition: "the squares that a queen on the square of a king would attack",
    source: "King Safety",
    arguments: &[KING, Argument::new("OCCUPIED", ArgumentKind::Set, "the occupied squares")],
    example: &["a1", "a2,b1,b2"],
    formulation: |arguments, i| {
        let (king, occupied) = (arguments.square(0)?, arguments.set(1)?);
        Formulation::of(formulations::king::virtual_mobility::FORMULATIONS, i, |compute| {
            Answer::Set(compute(king, occupied))
        })
    },
    columns: None,
};

/// The registry entry for [`king::any_opposition_squares`](king::any_opposition_squares()).
pub(super) static OPPOSITION: Function = Function {
    name: "opposition-squares",
    definition: "the squares from which the other king has the opposition: direct, distant, diagonal or virtual",
    source: "Opposition",
    arguments: &[KING],
    example: &["a1"],
    formulation: |arguments, i| {
        let king = arguments.square(0)?;
        Formulation::only(i, "by parity", "4 operations", || Answer::Set(king::any_opposition_squares(king)))
    },
    columns: None,
};

/// The registry entry for [`king::key_squares`](king::key_squares()).
pub(super) static KEY_SQUARES: Function = Function {
    name: "key-squares",
    definition: "the squares from which a king escorts its pawn to promotion, whatever the other king does",
    source: "KPK; Key Squares",
    arguments: &[Argument::new("PAWN", ArgumentKind::Square, "the pawn"), Argument::COLOR],
    example: &["e4"],
    formulation: |arguments, i| {
        let pawn = arguments.square(0)?;
        let color = arguments.color(1)?;
        Formulation::of(formulations::king::key_squares::FORMULATIONS, i, |compute| {
            Answer::Set(compute(pawn, color))
        })
    },
    columns: None,
};

const KING: Argument = Argument::new("KING", ArgumentKind::Square, "the king");
const KINGS: Argument = Argument::new("KINGS", ArgumentKind::Set, "the kings");
