//! King functions.

use super::function::{Answer, Argument, ArgumentKind, Formulation, Function, SetColumns, functions};
use destrier::batch::map;
use destrier::formulations::king as by;
use destrier::{Color, king};

const KING: Argument = Argument::square("KING", "the king");
const KINGS: Argument = Argument::set("KINGS", "the kings");
const OWN_PAWNS: Argument = Argument::set("PAWNS", "the pawns of the king's side");

functions! { i;
    ATTACKS = "king-attacks"(set: set Argument::set("SET", "the kings"));
        ["e4"], "the squares that kings attack", "King Pattern";
        Formulation::of(by::attacks::FORMULATIONS, i, |compute| Answer::Set(compute(set)));
        => One |[kings]| king::attacks(kings);

    FILL = "king-fill"(
        set: set Argument::set("SET", "the kings"), n: number Argument::NUMBER_OF_MOVES, taboo: taboo Argument::TABOO
    );
        ["e4"], "the squares that kings reach in at most a given number of moves", "King Pattern; Fill Algorithms";
        if n == 1 && taboo.is_empty() {
            Formulation::of(by::attacks::FILL_FORMULATIONS, i, |compute| Answer::Set(compute(set)))
        } else {
            let cost = "14 operations and 1 branch per move, until the set stops growing";
            Formulation::only(i, "fill by fill", cost, || Answer::Set(king::reach_within(set, n, !taboo)))
        };
        => One |[kings]| king::fill(kings);

    DISTANCE = "king-distance"(from: set Argument::FROM, to: set Argument::TO);
        ["b2", "g5"], "the fewest king moves from any square of one set to any square of another",
        "Distance; 0x88; King Pattern";
        if let (Some(from), Some(to)) = (from.only(), to.only()) {
            Formulation::of(by::distance::FORMULATIONS, i, |compute| Answer::Number(Some(compute(from, to))))
        } else {
            let cost = "6 operations, plus 13 operations and 1 branch per move";
            Formulation::only(i, "nearest pair by fill", cost, || Answer::Number(king::set_distance(from, to)))
        };

    PATH = "king-path"(
        from: set Argument::FROM, to: set Argument::TO, path: path Argument::THROUGH, taboo: taboo Argument::OFF_PATH
    );
        ["b2", "g5", "", "d3,d4,d5,d6,e3"],
        "all shortest king paths between two sets, as layers: the squares after each move", "King Pattern";
        Formulation::only(i, "flood fill there and back", "proportional to the number of moves", || {
            Answer::Layers(king::shortest_paths(from, to, path - taboo))
        });

    CONNECTED = "connected"(
        from: set Argument::FROM, to: set Argument::TO,
        path: set Argument::set("PATH", "the squares it may stand on, including start and end")
    );
        ["a1", "h8", "0xc03c023c4080403f"],
        "whether a king can walk from one set to another using only squares of a path", "King Pattern";
        Formulation::of(by::paths::FORMULATIONS, i, |compute| Answer::Truth(compute(from, to, path)));

    LINES = "king-lines"(king: square KING, escapes: set Argument::set("ESCAPES", "the squares that it can move to"));
        ["g1", "f1,h1"],
        "the lines through a king that contain all its escapes: 1 rank, 2 file, 4 diagonal, 8 anti-diagonal, 0 no \
         line, 15 no escape",
        "King Pattern";
        Formulation::of(by::lines::FORMULATIONS, i, |compute| Answer::Number(Some(compute(king, escapes).bits())));

    SHIELD = "pawn-shield"(
        pawns: set OWN_PAWNS,
        wing: wing Argument::new("WING", ArgumentKind::Wing, "the wing of the king: king or queen"),
        color: color Argument::new("COLOR", ArgumentKind::Color, "the king's side").flag("color").default("white")
    );
        ["f2,g3,h2", "king"], "the index, 0 to 63, of the pawn shield of a castled king", "King Pattern";
        Formulation::of(by::shield::FORMULATIONS, i, |compute| {
            Answer::Number(Some(compute(wing.window(), pawns, color)))
        });

    CAUGHT_AREA = "caught-area"(
        king: square KING,
        king_color: color Argument::new("KING_COLOR", ArgumentKind::Color, "the king's side").flag("king-color"),
        turn: color Argument::TURN
    );
        ["g5", "black", "white"],
        "the squares where a king catches a passer of the other side, by the rule of the square",
        "King Pattern; Rule of the Square";
        Formulation::of(by::square_rule::FORMULATIONS, i, |compute| Answer::Set(compute(king, king_color, turn)));

    ZONE = "king-zone"(kings: set KINGS, color: color Argument::COLOR);
        ["g1"], "the squares that a king attacks and the three squares in front of them", "King Safety";
        Formulation::of(by::zone::FORMULATIONS, i, |compute| Answer::Set(compute(kings, color)));
        => One |[kings]| king::zone(kings, Color::White);

    KING_SHIELD = "king-shield"(king: square KING, pawns: set OWN_PAWNS, color: color Argument::COLOR);
        ["g1", "f2,g2,h3"], "the index, 0 to 63, of the pawn shield of a king on any square",
        "King Pattern; King Safety";
        Formulation::of(by::any_shield::FORMULATIONS, i, |compute| {
            Answer::Number(Some(compute(king, pawns, color)))
        });

    STORM = "storm-pawns"(
        king: square KING, pawns: set Argument::set("PAWNS", "the opposing pawns"), color: color Argument::COLOR
    );
        ["g1", "a7,f5,g4"], "the nearest opposing pawns in front of a king on its own and adjacent files",
        "King Safety";
        Formulation::only(i, "nearest pawns", "16 operations and 2 loads", || {
            Answer::Set(king::storm_pawns(king, pawns, color))
        });

    OPEN_FILES = "open-files"(king: square KING, pawns: set Argument::set("PAWNS", "the pawns of both sides"));
        ["a1", "b2"], "the files on and beside a king that have no pawns",
        "Pawns and Files (Bitboards); King Safety";
        Formulation::of(by::open_files::FORMULATIONS, i, |compute| Answer::Set(compute(king, pawns)));

    HALF_OPEN_FILES = "half-open-files"(
        king: square KING, own: set Argument::set("OWN", "the pawns of the king's side"),
        opponent: set Argument::set("OPPONENT", "the opposing pawns")
    );
        ["a1", "b2", "a7"], "the files on and beside a king that have no own pawn but an opposing one",
        "Pawns and Files (Bitboards); King Safety";
        Formulation::of(by::open_files::HALF_OPEN_FORMULATIONS, i, |compute| {
            Answer::Set(compute(king, own, opponent))
        });

    VIRTUAL_MOBILITY = "virtual-queen-attacks"(
        king: square KING, occupied: set Argument::set("OCCUPIED", "the occupied squares")
    );
        ["a1", "a2,b1,b2"], "the squares that a queen on the square of a king would attack", "King Safety";
        Formulation::of(by::virtual_mobility::FORMULATIONS, i, |compute| Answer::Set(compute(king, occupied)));

    OPPOSITION = "opposition-squares"(king: square KING);
        ["a1"], "the squares from which the other king has the opposition: direct, distant, diagonal or virtual",
        "Opposition";
        Formulation::only(i, "by parity", "4 operations", || Answer::Set(king::any_opposition_squares(king)));

    KEY_SQUARES = "key-squares"(pawn: square Argument::square("PAWN", "the pawn"), color: color Argument::COLOR);
        ["e4"], "the squares from which a king escorts its pawn to promotion, whatever the other king does",
        "KPK; Key Squares";
        Formulation::of(by::key_squares::FORMULATIONS, i, |compute| Answer::Set(compute(pawn, color)));
}
