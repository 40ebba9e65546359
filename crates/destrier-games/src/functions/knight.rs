//! Knight functions.

use super::function::{Answer, Argument, ArgumentKind, Formulation, Function, SetColumns, functions};
use destrier::batch::map;
use destrier::formulations::knight as by;
use destrier::{Color, knight};

const SET: Argument = Argument::set("SET", "the knights");
const OUTPOSTS_TO_REACH: Argument = Argument::set("OUTPOSTS", "the outposts");
const KNIGHTS: Argument = Argument::set("KNIGHTS", "the knights");
const AREA: Argument = Argument::set("AREA", "the squares where a move may end");

functions! { i;
    ATTACKS = "knight-attacks"(set: set SET);
        ["d4"], "the squares that knights attack", "Knight Pattern; AVX2";
        Formulation::of(by::attacks::FORMULATIONS, i, |compute| Answer::Set(compute(set)));
        => One |[knights]| knight::attacks(knights);

    FILL = "knight-fill"(set: set SET, n: number Argument::NUMBER_OF_MOVES, taboo: taboo Argument::TABOO);
        ["d4", "2"], "the squares that knights reach in at most a given number of moves", "Knight Pattern";
        if n == 1 && taboo.is_empty() {
            Formulation::only(i, "with attacks", "18 operations", || Answer::Set(knight::fill(set)))
        } else {
            let cost = "21 operations and 1 branch per move, until the set stops growing";
            Formulation::only(i, "fill by fill", cost, || Answer::Set(knight::reach_within(set, n, !taboo)))
        };
        => One |[knights]| knight::fill(knights);

    REACH = "knight-reach"(
        set: set SET, n: number Argument::new("N", ArgumentKind::Number, "the number of moves"),
        taboo: taboo Argument::TABOO
    );
        ["d4", "2"], "the squares that knights reach in exactly a given number of moves", "Knight Pattern";
        Formulation::only(
            i, "attacks of attacks", "6 operations, plus 19 operations and 1 branch per move",
            || Answer::Set(knight::reach(set, n, !taboo)),
        );

    DISTANCE = "knight-distance"(from: set Argument::FROM, to: set Argument::TO);
        ["a1", "h8"], "the fewest knight moves from any square of one set to any square of another",
        "Knight-Distance; 0x88";
        if let (Some(from), Some(to)) = (from.only(), to.only()) {
            Formulation::of(by::distance::FORMULATIONS, i, |compute| Answer::Number(Some(compute(from, to))))
        } else {
            let cost = "6 operations, plus 20 operations and 1 branch per move";
            Formulation::only(i, "nearest pair by fill", cost, || Answer::Number(knight::set_distance(from, to)))
        };

    PATH = "knight-path"(
        from: set Argument::FROM, to: set Argument::TO, path: path Argument::THROUGH, taboo: taboo Argument::OFF_PATH
    );
        ["a1", "h8"], "all shortest knight paths between two sets, as layers: the squares after each move",
        "King Pattern; Knight Pattern";
        Formulation::only(i, "flood fill there and back", "proportional to the number of moves", || {
            Answer::Layers(knight::shortest_paths(from, to, path - taboo))
        });

    MOVES = "knight-moves"(knights: set SET, own: set Argument::set("OWN", "the pieces of their own side"));
        ["c5,g4", "e1,b2,e2,g2,d3,g4,c5"],
        "the moves of knights that do not capture own pieces: direction, from, to",
        "Knight move generation, by Sebastian Veile";
        // The other formulations return only the targets.
        match i.checked_sub(1) {
            None => Formulation::only(
                i, "pairs", "that of the moves by direction, and a few operations per move",
                || Answer::Moves(knight::move_pairs(knights, own)),
            ),
            Some(i) => Formulation::of(by::moves::FORMULATIONS, i, |compute| Answer::Set(compute(knights, own))),
        };

    FORKS = "forks"(
        targets: set Argument::set("SET", "the targets"),
        k: number Argument::new("K", ArgumentKind::Number, "the minimum number of targets")
            .flag("at-least")
            .default("2")
    );
        ["a8,e8,e6"], "the squares from which a knight attacks two or more targets",
        "Knight Pattern; General Setwise Operations";
        if k == 2 {
            Formulation::of(by::forks::FORMULATIONS, i, |compute| Answer::Set(compute(targets)))
        } else {
            let k = k.try_into().unwrap_or(u8::MAX);
            Formulation::only(i, "at least", "proportional to K", || {
                Answer::Set(knight::forks_at_least(targets, k))
            })
        };
        => One |[targets]| knight::forks(targets);

    STOPS = "knight-stops"(
        knights: set KNIGHTS,
        pawn: optional_square Argument::square("PAWN", "the passer").optional(),
        turn: color Argument::TURN,
        pawn_color: color Argument::new("PAWN_COLOR", ArgumentKind::Color, "the passer's side")
            .flag("pawn-color")
            .default("white")
    );
        ["d4", "g6", "white"],
        "whether one of the knights stops a passer alone; without a passer, all squares where one of them does",
        "Knight Pattern names the question; derived";
        match pawn {
            Some(pawn) => Formulation::of(by::passer::FORMULATIONS, i, |compute| {
                Answer::Truth(compute(knights, pawn, pawn_color, turn))
            }),
            None => Formulation::only(i, "by table", "5 operations, 1 load and 1 branch per knight", || {
                Answer::Set(knight::stoppable_passers(knights, pawn_color, turn))
            }),
        };

    MOBILITY = "knight-mobility"(knights: set KNIGHTS, area: set AREA);
        ["g1", "e2,f3,h3"], "the squares of an area that knights attack", "Mobility; Knight Pattern";
        Formulation::of(by::mobility::FORMULATIONS, i, |compute| Answer::Set(compute(knights, area)));
        => Two |[knights, area]| knight::mobility(knights, area);

    TRAPPED = "trapped-knights"(knights: set KNIGHTS, area: set AREA);
        ["a8,d4", "e6"], "the knights that attack no square of an area", "Trapped Pieces; Mobility";
        Formulation::of(by::trapped::FORMULATIONS, i, |compute| Answer::Set(compute(knights, area)));
        => Two |[knights, area]| knight::trapped(knights, area);

    CHECKS = "knight-checks"(knights: set KNIGHTS, king: set Argument::set("KING", "the king"), area: set AREA);
        ["g4", "g8", "f6,h6"], "the squares of an area from which a knight can check a king in one move",
        "King Safety; Knight Pattern";
        Formulation::of(by::checks::FORMULATIONS, i, |compute| Answer::Set(compute(knights, king, area)));
        => Three |[knights, king, area]| knight::checks(knights, king, area);

    OUTPOSTS = "outposts"(
        own: set Argument::set("OWN", "the pawns of the side"),
        opponent: set Argument::set("OPPONENT", "the opposing pawns"),
        color: color Argument::COLOR
    );
        ["c4,e4", "a7,h7"],
        "the squares of the fourth to sixth rank of a side that its pawns defend and that no opposing pawn can \
         attack, now or after pushes",
        "Outposts; Attack Spans; Holes";
        Formulation::of(by::outposts::FORMULATIONS, i, |compute| Answer::Set(compute(own, opponent, color)));
        => Two |[own, opponent]| knight::outposts(own, opponent, Color::White);

    REACHABLE_OUTPOSTS = "reachable-outposts"(
        knights: set KNIGHTS, outposts: set OUTPOSTS_TO_REACH, n: number Argument::NUMBER_OF_MOVES,
        taboo: taboo Argument::TABOO
    );
        ["f3", "d5,e5"], "the outposts that knights reach in at most a given number of moves", "Outposts";
        Formulation::of(by::outposts::REACHABLE_FORMULATIONS, i, |compute| {
            Answer::Set(compute(knights, outposts, n, !taboo))
        });

    KNIGHTS_IN_REACH = "knights-in-reach"(
        knights: set KNIGHTS, outposts: set OUTPOSTS_TO_REACH, n: number Argument::NUMBER_OF_MOVES,
        taboo: taboo Argument::TABOO
    );
        ["a1,f3", "d5,e5"], "the knights that reach one of the outposts in at most a given number of moves",
        "Outposts";
        Formulation::of(by::outposts::IN_REACH_FORMULATIONS, i, |compute| {
            Answer::Set(compute(knights, outposts, n, !taboo))
        });
}
