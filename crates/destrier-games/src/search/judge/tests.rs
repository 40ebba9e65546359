use super::super::worth::tests::random_position;
use super::*;
use destrier::Piece;
use exchange::gains_at_least;
use order::{MAX_PLY, is_forcing};
use table::key;

/// Returns the score of a position by plain minimax. `path` has the keys of the positions before it.
fn minimax(position: &Position, depth: i32, path: &mut Vec<u64>) -> Score {
    let (key, ply) = (key(position), path.len());
    let safety = position.king_safety();
    let depth = depth + i32::from(safety.is_check());
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if safety.is_check() { -(MATE - ply as Score) } else { 0 };
    }
    if depth <= 0 {
        return quiet(position, 0, ply);
    }
    let sets = position.sets();
    let is_dead = (sets.white | sets.black).len() <= 3 && (sets.pawns | sets.rooks | sets.queens).is_empty();
    if ply > 0 && (is_dead || path.contains(&key)) {
        return 0;
    }
    path.push(key);
    let scores = moves.iter().map(|&played| -minimax(&position.after(played), depth - 1, path));
    let best = scores.max().unwrap();
    path.pop();
    best
}

/// Checks are searched on one ply only, since minimax takes long.
const CHECK_PLIES: i32 = 1;

/// Returns the score of a position after captures, and checks at first, that lose nothing, or all moves in check.
fn quiet(position: &Position, depth: i32, ply: usize) -> Score {
    if ply >= MAX_PLY {
        return evaluate(position, &mut Network::default());
    }
    let mut moves = position.legal_moves();
    let is_check = position.is_check();
    let mut best =
        if is_check { -(MATE - ply as Score) } else { evaluate(position, &mut Network::default()) };
    if moves.is_empty() && !is_check {
        return 0;
    }
    if !is_check {
        let them = position.sets().color(!position.turn());
        moves.retain(|&played| {
            let is_minor = matches!(
                played,
                Move::Normal { promotion: Some(piece), .. } if piece != Piece::Queen
            );
            let is_castling = matches!(played, Move::Castling { .. });
            let checks = depth > -CHECK_PLIES && !is_castling && position.after(played).is_check();
            (checks || is_forcing(played, them)) && !is_minor && gains_at_least(position, played, 0)
        });
    }
    for played in moves {
        best = best.max(-quiet(&position.after(played), depth - 1, ply + 1));
    }
    best
}

#[test]
fn the_search_without_reductions_is_minimax() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut search = Search::new();
    search.is_plain = true;
    search.check_plies = CHECK_PLIES;
    let mut mates = 0;
    for number in 0..100 {
        let position = random_position(&mut random, 3 + number % 3);
        if position.legal_moves().is_empty() {
            continue;
        }
        for depth in 1..=2 {
            search.start(u32::MAX);
            let score = search.score(&position, None, depth, 0);
            let expected = minimax(&position, depth, &mut Vec::new());
            assert_eq!(score, expected, "{} depth {depth}", position.fen());
            mates += usize::from(score.abs() >= MIN_MATE);
        }
    }
    assert!(mates > 4, "{mates}");
}

/// Calls a function with the position before each solver's first move, the solution and the themes.
fn each_puzzle(mut visit: impl FnMut(&Position, &[Move], &str)) {
    let puzzles = include_str!("../../../../../samples/puzzles.csv");
    for line in puzzles.lines().skip(1) {
        let cells: Vec<_> = line.split(',').collect();
        let mut position: Position = cells[1].parse().unwrap();
        let mut solution = Vec::new();
        let mut end = position;
        for uci in cells[2].split(' ') {
            let played =
                end.legal_moves().into_iter().find(|played| played.uci().to_string() == uci).unwrap();
            end = end.after(played);
            solution.push(played);
        }
        position = position.after(solution.remove(0));
        visit(&position, &solution, cells[3]);
    }
}

#[test]
fn mates_in_two_and_three_are_found() {
    let mut judge = Judge::new(Judge::NODES);
    let (mut mates, mut solved, mut puzzles) = (0, 0, 0);
    each_puzzle(|position, solution, themes| {
        let best = judge.best(position).unwrap();
        puzzles += 1;
        solved += usize::from(best.best() == solution[0]);
        for (theme, moves) in [("mateIn1", 1), ("mateIn2", 2), ("mateIn3", 3)] {
            if themes.contains(theme) {
                let moves = if position.turn().is_white() { moves } else { -moves };
                assert_eq!(best.evaluation, Evaluation::Mate(moves), "{}", position.fen());
                mates += 1;
            }
        }
    });
    println!("{solved} of {puzzles} puzzles solved");
    assert!(mates > 4, "{mates}");
}

/// Other questions in between do not change an answer.
#[test]
fn answers_do_not_depend_on_earlier_questions() {
    let mut judge = Judge::new(NonZero::new(3000).unwrap());
    let mut answers = Vec::new();
    each_puzzle(|position, solution, _| {
        let other = *position.legal_moves().last().unwrap();
        let answer = |judge: &mut Judge| {
            (judge.best(position), judge.best_two(position), judge.compare(position, [solution[0], other]))
        };
        answers.push((*position, answer(&mut judge), answer(&mut Judge::new(judge.nodes()))));
    });
    for (position, used, new) in answers {
        assert_eq!(used, new, "{}", position.fen());
    }
}

/// Many pieces make many moves and long exchanges. The search must stay within its nodes, and its memory within bounds.
#[test]
fn any_position_is_judged_within_the_nodes() {
    let nodes = NonZero::new(5000).unwrap();
    let mut judge = Judge::new(nodes);
    for fen in [
        "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
        "qrbnkqrb/qrbnqrbn/8/8/8/8/QRBNQRBN/QRBNKQRB b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/PPPPPPPP/8/2k5/8/2K5/pppppppp/8 w - - 0 1",
        "7k/8/8/8/8/8/8/K7 w - - 99 80",
    ] {
        let position: Position = fen.parse().unwrap();
        let best = judge.best(&position).unwrap();
        assert!(judge.search.nodes <= nodes.get() + 1, "{fen}: {} nodes", judge.search.nodes);
        assert!(!best.line.is_empty() && best.line.len() <= MAX_PLY + 1, "{fen}: {best:?}");
    }
    let mut random = fastrand::Rng::with_seed(5);
    for number in 0..300 {
        let position = random_position(&mut random, 3 + number % 12);
        let moves = position.legal_moves();
        assert_eq!(judge.best(&position).is_some(), !moves.is_empty(), "{}", position.fen());
        assert_eq!(judge.best_two(&position).is_some(), moves.len() > 1, "{}", position.fen());
        if let [first, .., last] = moves[..] {
            let [one, other] = judge.compare(&position, [first, last]);
            assert_eq!((one.best(), other.best(), one.depth), (first, last, other.depth));
            let again = judge.compare(&position, [last, first]);
            assert_eq!(again.map(|found| found.line[0]), [last, first]);
        }
    }
}

#[test]
fn draws_are_known() {
    let mut judge = Judge::new(Judge::NODES);
    for fen in [
        // Only kings and a knight.
        "8/8/3k4/8/8/2N5/8/4K3 w - - 0 1",
        // Bishops of opposite colors with a pawn: no more than a small advantage.
        "8/8/8/3k4/3p4/1b6/3K4/6B1 w - - 0 1",
        // White checks for ever.
        "6k1/5p1p/8/8/8/1q6/8/K3Q3 w - - 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        let best = judge.best(&position).unwrap();
        assert!(best.evaluation.centipawns(Color::White).abs() <= 100, "{fen}: {best:?}");
    }
}

#[test]
fn the_network_matches_coordinates() {
    each_puzzle(|position, _, _| {
        let mut views = Judge::features(position);
        views.iter_mut().for_each(|view| view.sort_unstable());
        assert_eq!(views, [position.turn(), !position.turn()].map(|side| features(position, side)));
        let score = from_features(&views, Judge::stage(position));
        let exact = Network::default().evaluate(&position.board());
        assert!((score - f64::from(exact)).abs() <= 2.0, "{score} {exact} {}", position.fen());
    });
}

/// Returns the features in a side's view, from the attackers of each piece.
fn features(position: &Position, side: Color) -> Vec<usize> {
    let worth = [1, 3, 3, 5, 9, 100];
    let board = position.board();
    let mut features = Vec::new();
    for square in board.occupied() {
        let (color, piece) = board.piece_at(square).unwrap();
        let attackers = position.attackers(square, !color, board.occupied());
        let is_defended = !position.attackers(square, color, board.occupied()).is_empty();
        let is_en_prise = attackers.into_iter().any(|attacker| {
            let (_, attacker) = board.piece_at(attacker).unwrap();
            !is_defended || worth[attacker as usize] < worth[piece as usize]
        });
        let kind = 12 * usize::from(is_en_prise) + 2 * piece as usize + usize::from(color != side);
        let rank = square.rank().index();
        let rank = if side.is_white() { rank } else { 7 - rank };
        let file = square.file().index();
        let file = if board.king(side).unwrap().file().index() < 4 { file } else { 7 - file };
        features.push(64 * kind + usize::from(8 * rank + file));
    }
    features.sort_unstable();
    features
}

/// Returns the network's evaluation for the side to move, in fractions.
fn from_features(views: &[Vec<usize>; 2], stage: usize) -> f64 {
    let NetworkSizes { features, units, stages, .. } = Judge::NETWORK;
    let network = include_bytes!("network.bin");
    let [outputs, biases] = [features * units, (features + 2 * stages) * units];
    let last = biases + 2 * units + 4 * stage;
    let mut sum = f64::from(i32::from_le_bytes(network[last..last + 4].try_into().unwrap())) / 96.0 / 64.0;
    for (view, features) in views.iter().enumerate() {
        for unit in 0..units {
            let bias = biases + 2 * unit;
            let bias = f64::from(i16::from_le_bytes(network[bias..bias + 2].try_into().unwrap()));
            let mut value = 0.0;
            for feature in features {
                value += f64::from(network[feature * units + unit] as i8);
            }
            let value = ((value + bias) / 96.0).clamp(0.0, 1.0);
            let weight = network[outputs + (2 * stage + view) * units + unit] as i8;
            sum += value * value * f64::from(weight) / 64.0;
        }
    }
    100.0 * sum
}

#[test]
fn both_colors_are_evaluated_alike() {
    let mut random = fastrand::Rng::with_seed(8);
    for number in 0..300 {
        let position = random_position(&mut random, 3 + number % 12);
        let board = position.board();
        let [one, other] = [board, board.flip()].map(|board| Network::default().evaluate(&board));
        assert_eq!(one, other, "{}", position.fen());
    }
}

#[test]
fn earlier_boards_change_no_evaluation() {
    let mut network = Network::default();
    each_puzzle(|position, _, _| {
        for played in position.legal_moves() {
            let board = position.after(played).board();
            assert_eq!(network.evaluate(&board), Network::default().evaluate(&board), "{}", position.fen());
        }
    });
}
