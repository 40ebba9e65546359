//! `--ways`: the answer and cost of every formulation.

use super::{board, hex};

/// Returns the lines of `--ways --hex`: answer, name and cost.
fn ways(call: &str) -> Vec<[String; 3]> {
    let printed = board(&format!("--ways --hex {call}"));
    let way = |line: &str| {
        let (answer, way) = line.split_once("  ").expect(line);
        let (name, cost) = way.split_once(" (").expect(line);
        [answer, name, cost.strip_suffix(')').expect(line)].map(str::to_owned)
    };
    printed.lines().map(way).collect()
}

#[test]
fn all_formulations_give_the_same_answer() {
    for call in [
        "knight-attacks a1,d4,h7",
        "king-attacks a1,d4,h7",
        "knight-fill a1,d4",
        "knight-fill a1 3 --taboo b3",
        "king-fill a1,d4",
        "king-fill a1 3 --taboo b3",
        "knight-reach a1 3",
        "knight-distance a1 b2",
        "knight-distance h8 a1",
        "knight-distance a1,b1 h8",
        "knight-distance empty h8",
        "king-distance c1 h8",
        "king-distance a1,b1 h8",
        "king-distance a1 empty",
        "knight-path a1 b2",
        "knight-path empty b2",
        "king-path a1 h8",
        "king-path a1 h8 --taboo h8",
        "knight-moves c5,g4 d3",
        "knight-moves empty empty",
        "forks a8,e8,d5,h4",
        "forks a8,e8,d5,h4 --at-least 1",
        "knight-stops d4 g6 --turn white",
        "knight-stops d4 g6 --turn black",
        "knight-stops d4 g3 --turn white --pawn-color black",
        "knight-stops d4 --turn white",
        "king-lines g1 f1,h1",
        "king-lines g1 empty",
        "pawn-shield f2,g3,h2 king",
        "pawn-shield a7,b6 queen --color black",
        "caught-area g5 --king-color black --turn white",
        "caught-area b1 --king-color black --turn black",
        "connected a1 h8 0xc03c023c4080403f",
        "connected a1 h8 0xc03c023c4080403e",
        "lines e4",
        "knight-mobility d4,g1 0xffffff",
        "trapped-knights a1,d4 b5",
        "knight-checks d5,g4 g8 full",
        "outposts e5,d4 g7",
        "outposts e5,d4 c2 --color black",
        "reachable-outposts g1 e5,f4 2 --taboo e2",
        "knights-in-reach g1,b1 e5,f4 2",
        "king-zone g1",
        "king-shield c3 b4,d4",
        "open-files g1 a2,h2",
        "half-open-files g1 a2,h2 g7",
        "virtual-queen-attacks g1 full",
        "key-squares e5",
    ] {
        let ways = ways(call);
        let answer = hex(call).replace('\n', " ");
        assert!(!ways.is_empty(), "{call}");
        for (i, [way_answer, name, cost]) in ways.iter().enumerate() {
            assert_eq!(*way_answer, answer, "{call}: {name}");
            // A cost without a number says what it depends on.
            assert!(
                cost.contains(|c: char| c.is_ascii_digit()) || cost.contains(' '),
                "{call}: {name}: {cost}"
            );
            assert!(ways[..i].iter().all(|[_, other, _]| other != name), "{call}: {name} twice");
        }
    }
}
