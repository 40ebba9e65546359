//! The explanations and drawings of findings.

use destrier::Bitboard;
use destrier_games::{
    Arrow, Classes, Continuation, Drawing, Event, Finding, Game, GameContext, Judging, Move, Outcome,
    PATTERNS, Position, Positions, Reader, Role, Selection, find, open_text,
};

/// Returns the explanations of a pattern's findings in a position.
fn words(pattern: &str, fen: &str) -> Vec<String> {
    let position: Position = fen.parse().unwrap();
    let of_pattern = find(&position, None).into_iter().filter(|finding| finding.pattern.name == pattern);
    of_pattern.map(|finding| finding.explain(&position)).collect()
}

/// Returns the drawing of the first finding of a pattern in a position.
fn drawing(pattern: &str, fen: &str) -> Drawing {
    let position: Position = fen.parse().unwrap();
    let finding = find(&position, None).into_iter().find(|finding| finding.pattern.name == pattern);
    finding.unwrap().drawing(&position)
}

#[test]
fn each_pattern_explains_its_findings() {
    for (pattern, fen, said) in [
        (
            "knight-fork",
            "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1",
            "Nc7+ forks king e8 and rook a8. No black piece can capture the knight.",
        ),
        (
            "knight-fork",
            "r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1",
            "Nc7+ forks king e8 and rook a8. But Black can capture it: Qxc7.",
        ),
        (
            "knight-fork",
            "r1bqk3/8/3b4/1N6/8/8/8/4K3 w - - 0 1",
            "Nc7+ forks king e8 and rook a8. But Black can capture it: Bxc7 or Qxc7.",
        ),
        // The rook on c8 is pinned.
        (
            "knight-fork",
            "R1r1k3/8/q7/1N6/8/8/8/4K3 w - - 0 1",
            "Nc7+ forks king e8 and queen a6, a royal fork. No black piece can capture the knight.",
        ),
        // The king can capture the knight.
        (
            "knight-fork",
            "r3q3/1k6/8/1N6/8/8/8/6K1 w - - 0 1",
            "Nc7 forks queen e8 and rook a8. But Black can capture it: Kxc7.",
        ),
        (
            "knight-fork",
            "3q2rk/6pp/7N/8/8/8/8/K7 w - - 0 1",
            "Nf7# forks king h8 and queen d8, a royal fork. It is mate.",
        ),
        (
            "knight-fork",
            "r3k3/8/8/1N1q4/8/8/8/4K3 w q - 0 1",
            "Nc7+ forks king e8, queen d5 and rook a8, a family fork. No black piece can capture the knight.",
        ),
        (
            "forking-knight",
            "r3k2r/2N5/8/8/8/8/8/4K3 b kq - 0 1",
            "The white knight on c7 attacks king e8 and rook a8. No black piece can capture the knight.",
        ),
        (
            "forking-knight",
            "r2qk3/2N5/8/8/8/8/8/4K3 b - - 0 1",
            "The white knight on c7 attacks king e8 and rook a8. But Black can capture it: Qxc7.",
        ),
        (
            "forking-knight",
            "q3r3/2N5/8/8/8/8/8/K6k w - - 0 1",
            "The white knight on c7 attacks queen a8 and rook e8. White is to move.",
        ),
        (
            "forking-knight",
            "3q2rk/5Npp/8/8/8/8/8/K7 b - - 0 1",
            "The white knight on f7 attacks king h8 and queen d8, a royal fork. It is mate.",
        ),
        (
            "smothered-mate",
            "2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1",
            "Nf7# mates the king on h8, walled in by its own rook g8, pawn g7 and pawn h7: it has no square to go \
             to, and no black piece can capture the knight.",
        ),
        (
            "smothered-mate",
            "k7/8/8/8/8/7n/6PP/6RK b - - 0 1",
            "Nf2# mates the king on h1, walled in by its own rook g1, pawn g2 and pawn h2: it has no square to go \
             to, and no white piece can capture the knight.",
        ),
        (
            "distant-check",
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
            "Ra8# checks along the rank; every escape that the king on g8 had (f8, h8) lies on it. It is mate.",
        ),
        (
            "distant-check",
            "3r2k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1",
            "Re8+ checks along the rank; every escape that the king on g8 had (f8, h8) lies on it. It is not mate: \
             Black can answer Rxe8.",
        ),
        (
            "distant-check",
            "7k/6pp/8/8/8/8/8/R5K1 w - - 0 1",
            "Ra8# checks along the rank; the only escape that the king on h8 had, g8, lies on it. It is mate.",
        ),
        (
            "distant-check",
            "5rkr/5p1p/7B/8/4R3/8/8/6K1 w - - 0 1",
            "Rg4# checks along the file; the king on g8 had no escape at all. It is mate.",
        ),
        // The queen no longer attacks g7 and g8.
        (
            "distant-check",
            "7k/5Q2/8/8/8/8/8/4K3 w - - 0 1",
            "Qf6+ checks along the diagonal; the king on h8 had no escape at all. It is not mate: the move gives up \
             h7 and g8. Black can answer Kh7 or Kg8.",
        ),
        (
            "uncatchable-passer",
            "8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1",
            "The pawn on a2 needs 5 moves to a8, the black king on g5 needs 6, and White is to move: the king is \
             outside the square of the pawn.",
        ),
        (
            "uncatchable-passer",
            "8/8/8/8/7k/8/P7/7K b - - 0 1",
            "The pawn on a2 needs 5 moves to a8, the black king on h4 needs 7, too many even with Black to move: \
             the king is outside the square of the pawn.",
        ),
        (
            "uncatchable-passer",
            "7k/p7/8/8/7K/8/8/8 b - - 0 1",
            "The pawn on a7 needs 5 moves to a1, the white king on h4 needs 7, and Black is to move: the king is \
             outside the square of the pawn.",
        ),
        (
            "uncatchable-passer",
            "8/P7/8/8/8/8/8/k6K w - - 0 1",
            "The pawn on a7 needs 1 move to a8, the black king on a1 needs 7, and White is to move: the king is \
             outside the square of the pawn.",
        ),
        // The pawn on g5 gives check.
        (
            "uncatchable-passer",
            "5k2/8/8/P5p1/5K2/8/8/8 w - - 0 1",
            "The pawn on a5 needs 3 moves to a8, the black king on f8 needs 5, too many even though White must answer \
             the check first: the king is outside the square of the pawn.",
        ),
    ] {
        let found = words(pattern, fen);
        assert!(found.iter().any(|words| words == said), "{pattern} in {fen}: {found:#?}");
    }
}

#[test]
fn each_example_is_drawn() {
    use Role::{Place, Reason, Target};
    const MOVE: Role = Role::Move;
    let square = |name: &str| name.parse::<Bitboard>().unwrap();
    for (pattern, squares, arrows) in [
        ("knight-fork", &[("c7", MOVE), ("a8,e8", Target)][..], "b5c7 move, c7a8 target, c7e8 target"),
        ("forking-knight", &[("c7", Place), ("a8,e8", Target)], "c7a8 target, c7e8 target"),
        ("smothered-mate", &[("f7", MOVE), ("h8", Target), ("g8,g7,h7", Reason)], "h6f7 move, f7h8 target"),
        (
            "distant-check",
            &[("a8", MOVE), ("g8", Target), ("b8,c8,d8,e8,f8,h8", Reason)],
            "a1a8 move, a8g8 target",
        ),
        ("uncatchable-passer", &[("a2", Place), ("a3,a4,a5,a6,a7,a8", Reason)], "a2a8 reason"),
    ] {
        let example = PATTERNS.into_iter().find(|p| p.name == pattern).unwrap().example;
        let drawing = drawing(pattern, example);
        let expected: Vec<_> = squares.iter().map(|&(set, role)| (square(set), role)).collect();
        assert_eq!(drawing.squares, expected, "{pattern}");
        let drawn = drawing
            .arrows
            .iter()
            .map(|a| format!("{}{} {}", a.from, a.to, format!("{:?}", a.role).to_lowercase()));
        assert_eq!(drawn.collect::<Vec<_>>().join(", "), arrows);
    }
}

/// Checks that the explanation matches the fields.
fn check_words(finding: &Finding, position: &Position, said: &str) {
    let tells = |field| finding.value(field).is_some();
    assert!(finding.targets.iter().all(|target| said.contains(target.name())), "{position}: {said}");
    if finding.pattern.is_move {
        let san = position.san(finding.by.unwrap()).to_string();
        assert!(said.starts_with(&san), "{position}: {said}");
        assert_eq!(
            finding.mates(position),
            said.contains("mate.") && !said.contains("not mate") || said.contains("mates")
        );
    }
    if tells("safe") {
        assert_eq!(finding.safe, Some(!said.contains("can capture it")), "{position}: {said}");
    }
    if tells("classes") {
        let class = finding.class.unwrap();
        assert_eq!(class == Classes::Royal, said.contains("a royal fork"), "{position}: {said}");
        assert_eq!(class == Classes::Family, said.contains("a family fork"), "{position}: {said}");
    }
}

/// Checks that the explanation and the drawing contain exactly the escapes that a distant check gives up.
fn check_given_up(finding: &Finding, position: &Position, said: &str) {
    let check = finding.by.unwrap();
    let before = position.board().king_escapes(!finding.side);
    let mut after = *position;
    after.play(Continuation::Move(check)).unwrap();
    let king = after.board().king(after.turn()).unwrap();
    let to = after.legal_moves().into_iter().filter_map(|answer| match answer {
        Move::Normal { from, to, .. } if from == king => Some(to.bitboard()),
        _ => None,
    });
    let open = to.fold(Bitboard::EMPTY, |all, square| all | square);
    assert!(!open.intersects(before), "{position}: {said}");
    assert_eq!(finding.drawing(position).squares_of(Role::Place), open, "{position}: {said}");
    let given_up = said.split_once("gives up ").map(|(_, rest)| rest.split_once(". ").unwrap().0);
    let named = given_up.unwrap_or("empty").replace(" and ", ",").replace(", ", ",");
    assert_eq!(named, open.names().to_string(), "{position}: {said}");
}

/// Calls a function for each game of the samples. Smothered mates are rare in games but not in puzzles.
fn each_game(mut visit: impl FnMut(&Game<'_>)) {
    const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples");
    for name in ["lichess.pgn", "puzzles.csv"] {
        let mut text = std::fs::read(format!("{SAMPLES}/{name}")).unwrap();
        let (decoder, start) = open_text(name, &mut text).unwrap();
        let mut reader = Reader::new(&text[start..], decoder.record_end());
        while let Some(record) = reader.next_record().unwrap() {
            visit(&decoder.read(record).unwrap().unwrap());
        }
    }
}

fn check_finding(finding: &Finding, position: &Position) {
    let drawing = finding.drawing(position);
    let square = finding.square.expect("built-in patterns have squares");
    let role = if finding.pattern.is_move { Role::Move } else { Role::Place };
    assert_eq!(drawing.squares_of(role), square.bitboard(), "{position} {finding:?}");
    assert!(drawing.squares.iter().all(|(set, _)| !set.is_empty()));
    for Arrow { from, to, role } in drawing.arrows.iter().copied() {
        // Arrows end at marked squares. They start at the piece or at its destination.
        assert!(drawing.squares_of(role).contains(to), "{position} {finding:?}");
        assert!(from == square || position.board().occupied().contains(from));
    }
    let said = finding.explain(position);
    assert!(said.contains(square.name()) && said.ends_with('.'), "{position}: {said}");
    if finding.pattern.name == "forking-knight" && position.turn() != finding.side {
        let is_capture = |played: &Move| matches!(played, Move::Normal { to, .. } if *to == square);
        let can_capture = position.legal_moves().iter().any(is_capture);
        assert_eq!(said.contains("can capture it"), can_capture, "{position}: {said}");
        let cannot = said.contains("can capture the knight") || said.contains("It is mate");
        assert_eq!(cannot, !can_capture, "{position}: {said}");
    }
    if finding.pattern.name == "distant-check" {
        check_given_up(finding, position, &said);
    }
    assert!(!said.contains("  ") && !said.contains("empty"), "{position}: {said}");
    check_words(finding, position, &said);
}

/// What a finding says about its move agrees with what the move is worth.
#[test]
fn explanations_contradict_neither_the_rules_nor_the_worth() {
    let selection = Selection { judging: Some(Judging::default()), ..Selection::default() };
    let (mut mates, mut forced) = (0, 0);
    let mut visit = |event: Event<'_>| {
        let Event::Found(found, findings) = event else { return };
        for finding in findings.iter() {
            let said = finding.explain(found.position);
            let says = |part: &str| said.contains(part);
            let wins = finding.worth.map(|worth| worth.wins);
            if finding.mates(found.position) {
                assert!(says("mates") || says("It is mate."), "{said}");
                assert!(!says("forces mate") && !says(" wins ") && !says("not mate"), "{said}");
                mates += 1;
            } else if wins == Some(100) {
                let missed = said.matches("missed a mate").count();
                assert_eq!(said.matches("mate").count(), 1 + missed, "{said}");
                assert!(says("It forces mate") && !says("not mate"), "{said}");
                forced += usize::from(finding.pattern.name == "distant-check");
            } else if wins.is_some() {
                assert!(!says("forces mate") && !says("It is mate."), "{said}");
            }
        }
    };
    each_game(|game| {
        game.search(Some(&selection), GameContext::default(), &mut Positions::new(), &mut visit).unwrap();
    });
    assert!(mates > 5 && forced > 5, "{mates} {forced}");
}

#[test]
fn every_finding_of_real_games_is_drawn_and_explained() {
    let mut of_patterns = [0; PATTERNS.len()];
    each_game(|game| {
        let outcome = game.search(None, GameContext::default(), &mut Positions::new(), |event| {
            let Event::Positions(positions) = event else { panic!("nothing is searched for: {event:?}") };
            for (_, position, next) in positions.iter() {
                for finding in find(&position, next) {
                    check_finding(&finding, &position);
                    of_patterns[PATTERNS.iter().position(|&p| p == finding.pattern).unwrap()] += 1;
                }
            }
        });
        assert_eq!(outcome, Ok(Outcome::Played));
    });
    assert!(of_patterns.iter().all(|&count| count > 5), "{of_patterns:?}");
}
