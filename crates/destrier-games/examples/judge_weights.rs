//! Fits the weights of the judge's evaluation to positions that Stockfish has evaluated.
//!
//! ```sh
//! $ cargo run --release -p destrier-games --example judge_weights label stockfish 5000 40000 book.pgn > labels.csv
//! $ destrier scan --missed --quick -f csv --columns fen,move,game_move book.pgn > missed.csv
//! $ cargo run --release -p destrier-games --example judge_weights leaves stockfish 5000 missed.csv > leaves.csv
//! $ cat labels.csv leaves.csv > searched.csv
//! $ cargo run --release -p destrier-games --example judge_weights visited stockfish 20000 97 missed.csv > visited.csv
//! $ cargo run --release -p destrier-games --example judge_weights visited stockfish 1000 67 labels.csv >> visited.csv
//! $ cargo run --release -p destrier-games --example judge_weights fit searched.csv visited.csv > weights.rs
//! ```
//!
//! `label` takes random positions of three in four games; every fourth is left to measure with. Half of them are changed
//! by one or two random moves, since strong players seldom lose pieces. The engine then plays captures, checks and
//! promotions until its best move is quiet, and evaluates the position. `leaves` does the same from the ends of the judge's
//! lines after missed moves and the games' moves. Leave out the games to measure with.
//!
//! A search finds the positions that its evaluation overrates, and these are unlike those of games. So `visited` takes one
//! in so many positions that the judge evaluates while it compares the moves, or searches a position that stands without
//! moves. Stockfish's static evaluation is enough here: it is much better than ours, and takes a fraction of a
//! millisecond. Fit, and take positions again with the new weights. `fit` minimizes the squared error of the winning
//! chances by gradient descent (the wiki's *Texel's Tuning Method*).

use destrier_games::{
    Continuation, EvaluationTerms, Event, Game, GameContext, Judge, Move, Position, Positions, Reader,
};
use std::error::Error;
use std::io::{BufRead, BufReader, Lines, Write};
use std::num::NonZero;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The first line of a file of labels.
const HEADER: &str = "fen,centipawns";

/// The most characters of a line in the table of weights.
const MAX_WIDTH: usize = 110;

/// Every game whose number is a multiple of this is left out.
const HELD_OUT: u64 = 4;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["label", engine, nodes, count, games] => label(engine, nodes.parse()?, count.parse()?, games),
        ["fit", searched, visited] => {
            fit(&std::fs::read_to_string(searched)?, &std::fs::read_to_string(visited)?)
        }
        ["leaves", engine, nodes, findings] => {
            leaves(engine, nodes.parse()?, &std::fs::read_to_string(findings)?)
        }
        ["visited", engine, nodes, every, positions] => {
            visited(engine, nodes.parse()?, every.parse()?, &std::fs::read_to_string(positions)?)
        }
        ["measure", nodes, findings] => measure(nodes.parse()?, &std::fs::read_to_string(findings)?),
        _ => Err("usage: judge_weights label ENGINE NODES COUNT GAMES | leaves ENGINE NODES FINDINGS \
                 | visited ENGINE NODES EVERY POSITIONS | fit SEARCHED VISITED | measure NODES FINDINGS"
            .into()),
    }
}

/// Writes positions with their evaluations for White, in centipawns.
fn label(engine: &str, nodes: u32, count: usize, games: &str) -> Result<()> {
    let mut engine = Engine::start(engine)?;
    let mut random = fastrand::Rng::with_seed(1);
    let games = std::fs::read(games)?;
    let total = games.windows(7).filter(|window| window == b"[Event ").count();
    let share = count as f64 / (total as f64 * (1.0 - 1.0 / HELD_OUT as f64));
    let mut reader = Reader::games(&games[..]);
    let (mut positions, mut all) = (Positions::new(), Vec::new());
    println!("{HEADER}");
    while let Some(record) = reader.next_record()? {
        let game = Game::pgn(record);
        if game.number.get().is_multiple_of(HELD_OUT) {
            continue;
        }
        let mut chosen = share.floor() as usize + usize::from(random.f64() < share.fract());
        all.clear();
        game.search(None, GameContext::default(), &mut positions, |event| {
            if let Event::Positions(positions) = event {
                all.extend(positions.iter().skip(8).map(|(_, position, _)| position));
            }
        })?;
        while chosen > 0 && !all.is_empty() {
            chosen -= 1;
            let mut position = all[random.usize(..all.len())];
            for _ in 0..[0, 0, 1, 1, 2][random.usize(..5)] {
                if let Some(&played) = random.choice(&position.legal_moves()) {
                    position.play(Continuation::Move(played))?;
                }
            }
            if let Some((position, centipawns)) = engine.quiet(position, nodes)? {
                println!("{},{centipawns}", position.fen());
            }
        }
    }
    Ok(())
}

/// A UCI engine.
struct Engine {
    _process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(program: &str) -> Result<Self> {
        let mut process = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().ok_or("no input")?;
        let output = BufReader::new(process.stdout.take().ok_or("no output")?).lines();
        Ok(Self { _process: process, input, output })
    }

    /// Plays the engine's captures, promotions and checks. Returns the position that it reaches with its evaluation for
    /// White, or `None` for a mate or the end of the game.
    fn quiet(&mut self, mut position: Position, nodes: u32) -> Result<Option<(Position, i32)>> {
        for _ in 0..10 {
            let Some((centipawns, best)) = self.evaluate(&position, nodes)? else { return Ok(None) };
            let mut after = position;
            after.play(Continuation::Move(best))?;
            let count = |position: &Position| position.board().occupied().len();
            let is_forcing = count(&after) < count(&position)
                || after.is_check()
                || position.is_check()
                || matches!(best, Move::Normal { promotion: Some(_), .. });
            if !is_forcing {
                return Ok(Some((
                    position,
                    if position.turn().is_white() { centipawns } else { -centipawns },
                )));
            }
            position = after;
        }
        Ok(None)
    }

    /// Returns Stockfish's static evaluation for White, or `None` in check.
    fn standing(&mut self, position: &Position) -> Result<Option<i32>> {
        writeln!(self.input, "position fen {}\neval", position.fen())?;
        for line in &mut self.output {
            if let Some(evaluation) = line?.strip_prefix("Final evaluation") {
                let pawns = evaluation.split_whitespace().next().and_then(|pawns| pawns.parse::<f64>().ok());
                return Ok(pawns.map(|pawns| (100.0 * pawns).round() as i32));
            }
        }
        Err("the engine exited".into())
    }

    /// Returns the evaluation for the side to move, and the best move.
    fn evaluate(&mut self, position: &Position, nodes: u32) -> Result<Option<(i32, Move)>> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Ok(None);
        }
        writeln!(self.input, "ucinewgame\nposition fen {}\ngo nodes {nodes}", position.fen())?;
        let mut centipawns = None;
        for line in &mut self.output {
            let line = line?;
            if let Some((_, score)) = line.split_once(" score ") {
                centipawns =
                    score.strip_prefix("cp ").map(|rest| rest.split(' ').next().unwrap_or_default().parse());
            }
            if let Some(best) = line.strip_prefix("bestmove ") {
                let best = best.split(' ').next().unwrap_or_default();
                let best = moves
                    .into_iter()
                    .find(|played| played.uci().to_string() == best)
                    .ok_or("illegal move")?;
                return Ok(centipawns.transpose()?.map(|centipawns| (centipawns, best)));
            }
        }
        Err("the engine exited".into())
    }
}

/// Writes positions that the judge evaluates while it searches, with the engine's static evaluation.
fn visited(engine: &str, nodes: NonZero<u32>, every: NonZero<u32>, positions: &str) -> Result<()> {
    let mut engine = Engine::start(engine)?;
    let mut judge = Judge::new(nodes);
    println!("{HEADER}");
    for line in positions.lines().skip(1) {
        let mut cells = line.split(',');
        let position: Position = cells.next().unwrap_or_default().parse()?;
        let moves = position.legal_moves();
        let mut find = || {
            let uci = cells.next()?;
            moves.iter().copied().find(|played| played.uci().to_string() == uci)
        };
        let compared = find().zip(find()).map(|(played, game)| [played, game]);
        for position in judge.visited(&position, compared, every) {
            if let Some(centipawns) = engine.standing(&position)? {
                println!("{},{centipawns}", position.fen());
            }
        }
    }
    Ok(())
}

/// The slope of the winning chances, as on Lichess.
const SLOPE: f64 = 0.003_682_08;

/// The greatest label. The winning chances hardly grow beyond.
const MAX_LABEL: f64 = 1000.0;

/// A position with its winning chances for White, from -1 to 1.
struct Labelled {
    /// Terms with their counts.
    counts: Vec<(u16, i16)>,
    middlegame: f64,
    scales: [f64; 2],
    chances: f64,
    /// How much the position counts.
    weight: f64,
}

impl Labelled {
    fn read(line: &str, weight: f64) -> Result<Self> {
        let (fen, centipawns) = line.rsplit_once(',').ok_or("expected fen,centipawns")?;
        let centipawns: f64 = centipawns.parse()?;
        let chances = winning_chances(centipawns.clamp(-MAX_LABEL, MAX_LABEL));
        let EvaluationTerms { counts, middlegame, scales } = Judge::terms(&fen.parse()?);
        let counts = counts.into_iter().map(|(term, count)| (term as u16, count as i16)).collect();
        Ok(Self { counts, middlegame, scales, chances, weight })
    }

    /// Returns the winning chances by the evaluation, and its slope for an advantage of a centipawn before scaling.
    fn predict(&self, weights: &[[f64; 2]]) -> (f64, f64) {
        let share = self.middlegame;
        let sum: f64 = self
            .counts
            .iter()
            .map(|&(term, count)| {
                let [middlegame, endgame] = weights[usize::from(term)];
                f64::from(count) * (middlegame * share + endgame * (1.0 - share))
            })
            .sum();
        let scale = self.scales[usize::from(sum <= 0.0)];
        let chances = winning_chances(Judge::calibrated(sum * scale));
        let steepness = Judge::calibrated((sum * scale).abs() + 1.0) - Judge::calibrated((sum * scale).abs());
        (chances, SLOPE / 2.0 * (1.0 - chances * chances) * scale * steepness)
    }
}

fn winning_chances(centipawns: f64) -> f64 {
    2.0 / (1.0 + (-SLOPE * centipawns).exp()) - 1.0
}

/// Returns the root of the mean squared error.
fn error(positions: &[Labelled], weights: &[[f64; 2]]) -> f64 {
    let squares = positions.iter().map(|position| (position.predict(weights).0 - position.chances).powi(2));
    (squares.sum::<f64>() / positions.len() as f64).sqrt()
}

/// Writes the table of weights, fitted to positions that were searched and those that have a static evaluation.
fn fit(searched: &str, visited: &str) -> Result<()> {
    const ROUNDS: i32 = 12;
    const BATCH: usize = 2000;
    /// How much a search counts: it also sees what follows.
    const SEARCHED: f64 = 3.0;
    let mut positions = Vec::new();
    for (labels, weight) in [(searched, SEARCHED), (visited, 1.0)] {
        for line in labels.lines().filter(|line| *line != HEADER) {
            positions.push(Labelled::read(line, weight)?);
        }
    }
    let mut random = fastrand::Rng::with_seed(2);
    random.shuffle(&mut positions);
    let checked = positions.split_off(positions.len() * 49 / 50);
    let mut weights: Vec<[f64; 2]> = Judge::WEIGHTS.iter().map(|pair| pair.map(f64::from)).collect();
    eprintln!("start: {:.5}, held out {:.5}", error(&positions, &weights), error(&checked, &weights));
    // The mean of the gradient and of its square, of each weight (*Adam*).
    let mut means = vec![[[0.0; 2]; 2]; weights.len()];
    for round in 1..=ROUNDS {
        let rate = 2.0 * (1.0 - f64::from(round - 1) / f64::from(ROUNDS)).powi(2);
        random.shuffle(&mut positions);
        for batch in positions.chunks(BATCH) {
            let mut gradient = vec![[0.0; 2]; weights.len()];
            for position in batch {
                let (chances, slope) = position.predict(&weights);
                let slope = 2.0 * position.weight * (chances - position.chances) * slope / batch.len() as f64;
                let share = position.middlegame;
                for &(term, count) in &position.counts {
                    let gradient = &mut gradient[usize::from(term)];
                    gradient[0] += slope * f64::from(count) * share;
                    gradient[1] += slope * f64::from(count) * (1.0 - share);
                }
            }
            for (term, pair) in weights.iter_mut().enumerate() {
                for (phase, weight) in pair.iter_mut().enumerate() {
                    let slope = gradient[term][phase];
                    let [mean, square] = &mut means[term][phase];
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *square = 0.999 * *square + 0.001 * slope * slope;
                    *weight -= rate * *mean / (square.sqrt() + 1e-8);
                }
            }
        }
        eprintln!(
            "round {round}: {:.5}, held out {:.5}",
            error(&positions, &weights),
            error(&checked, &weights)
        );
    }
    print!("{}", table(&weights, positions.len()));
    Ok(())
}

/// Returns the source of the table of weights.
fn table(weights: &[[f64; 2]], positions: usize) -> String {
    use std::fmt::Write;
    let mut text = format!(
        "//! The weights of the evaluation, in centipawns: for the middlegame and the endgame.\n\
         //!\n\
         //! `examples/judge_weights.rs` fitted them to {positions} positions. They come from three in four of the games of\n\
         //! human players in Debian's gnuchess-book 1.02: random ones, half of them changed by random moves, the ends of the\n\
         //! judge's lines after missed forks and checks, and positions that the judge evaluates in searches of these.\n\
         //! Stockfish 15.1 evaluated them: the first two with 5,000 nodes, the last, nine in ten, without a search.\n\n\
         use super::terms::COUNT;\n\n\
         /// The weights of all terms, in the order of [`terms`](super::terms).\n\
         #[rustfmt::skip]\n\
         pub(super) const WEIGHTS: [[i16; 2]; COUNT] = [\n"
    );
    let ends = Judge::TERMS.iter().skip(1).map(|&(_, start)| start).chain([weights.len()]);
    for (&(name, start), end) in Judge::TERMS.iter().zip(ends) {
        let _ = writeln!(text, "    // {name}");
        let mut line = "   ".to_owned();
        for pair in &weights[start..end] {
            let pair = format!(" [{}, {}],", pair[0].round() as i16, pair[1].round() as i16);
            if line.len() + pair.len() > MAX_WIDTH {
                let _ = writeln!(text, "{line}");
                line.truncate(3);
            }
            line += &pair;
        }
        let _ = writeln!(text, "{line}");
    }
    text + "];\n"
}

/// Prints how often the judge agrees with an engine about misses, from a table of positions with a missed move and the
/// game's move: `group,pattern,fen,move,game_move,grade,engine_move,engine_game`, evaluations for the side to move.
fn measure(nodes: NonZero<u32>, findings: &str) -> Result<()> {
    let mut judge = Judge::new(nodes);
    let mut rows: Vec<(String, f64, f64, f64)> = Vec::new();
    for line in findings.lines().skip(1) {
        let cells: Vec<_> = line.split(',').collect();
        let [group, _, fen, played, game, _, engine_move, engine_game, ..] = cells[..] else {
            return Err("too few columns".into());
        };
        let position: Position = fen.parse()?;
        let find = |uci: &str| {
            position
                .legal_moves()
                .into_iter()
                .find(|played| played.uci().to_string() == uci)
                .ok_or("illegal move")
        };
        let side = position.turn();
        let by_engine = |text: &str| -> Result<f64> {
            let centipawns: f64 = text.parse()?;
            Ok(if centipawns.abs() > 9000.0 {
                centipawns.signum()
            } else {
                winning_chances(centipawns.clamp(-1000.0, 1000.0))
            })
        };
        let moves = [find(played)?, find(game)?];
        let start = std::time::Instant::now();
        let [by_move, by_game] = judge.compare(&position, moves);
        let time = start.elapsed().as_secs_f64() * 1000.0;
        let judged = by_move.evaluation.winning_chances(side) - by_game.evaluation.winning_chances(side);
        let engine = by_engine(engine_move)? - by_engine(engine_game)?;
        rows.push((group.to_owned(), judged, engine, time));
    }
    let mut groups: Vec<&str> = rows.iter().map(|row| &*row.0).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let of_group: Vec<_> = rows.iter().filter(|row| row.0 == group).collect();
        let called: Vec<_> = of_group.iter().filter(|row| row.1 >= 0.2).collect();
        let share =
            |least: f64| called.iter().filter(|row| row.2 >= least).count() as f64 / called.len() as f64;
        let mistakes: Vec<_> = of_group.iter().filter(|row| row.2 >= 0.2).collect();
        let kept = mistakes.iter().filter(|row| row.1 >= 0.2).count() as f64 / mistakes.len() as f64;
        println!(
            "{group}: {} called missed of {}, better by an inaccuracy {:.3}, by a mistake {:.3}; keeps {kept:.3} of {} mistakes",
            called.len(),
            of_group.len(),
            share(0.1),
            share(0.2),
            mistakes.len()
        );
    }
    let mut times: Vec<f64> = rows.iter().map(|row| row.3).collect();
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!(
        "time: mean {mean:.1} ms, median {:.1} ms, 99th percentile {:.1} ms",
        times[times.len() / 2],
        times[times.len() * 99 / 100]
    );
    Ok(())
}

/// Writes evaluated positions at the ends of the judge's lines after two moves of a position.
fn leaves(engine: &str, nodes: u32, findings: &str) -> Result<()> {
    let mut engine = Engine::start(engine)?;
    let mut judge = Judge::new(NonZero::new(4000).ok_or("no nodes")?);
    println!("{HEADER}");
    for line in findings.lines().skip(1) {
        let cells: Vec<_> = line.split(',').collect();
        let [fen, played, game, ..] = cells[..] else { return Err("too few columns".into()) };
        let position: Position = fen.parse()?;
        let find =
            |uci: &str| position.legal_moves().into_iter().find(|played| played.uci().to_string() == uci);
        let (Some(played), Some(game)) = (find(played), find(game)) else { continue };
        for found in judge.compare(&position, [played, game]) {
            let mut end = position;
            for played in found.line {
                end.play(Continuation::Move(played))?;
            }
            if let Some((position, centipawns)) = engine.quiet(end, nodes)? {
                println!("{},{centipawns}", position.fen());
            }
        }
    }
    Ok(())
}
