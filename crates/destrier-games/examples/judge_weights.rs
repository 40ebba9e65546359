//! Fits the weights of the judge's evaluation to positions that Stockfish has evaluated.
//!
//! ```sh
//! $ destrier scan --missed --quick -f csv --columns fen,move,game_move book.pgn > missed.csv
//! $ destrier scan -p fork -f csv --columns fen book.pgn > forks.csv
//! $ cargo run --release -p destrier-games --example judge_weights visited stockfish 10000 120 missed.csv > visited.csv
//! $ cargo run --release -p destrier-games --example judge_weights visited stockfish 2000 71 forks.csv >> visited.csv
//! $ cargo run --release -p destrier-games --example judge_weights fit crates/destrier-games/src/search/judge visited.csv
//! ```
//!
//! A search finds the positions that its evaluation overrates, and these are unlike those of games. So `visited` takes one
//! in so many positions that the judge evaluates while it compares the moves, or searches a position that stands without
//! moves, after up to three random moves, since strong players seldom lose pieces. Stockfish's static evaluation is enough
//! here: it is much better than ours, and takes a fraction of a millisecond. Fit, and take more positions with the new
//! weights. `fit` minimizes the squared error of the winning chances by gradient descent (the wiki's *Texel's Tuning
//! Method* and *NNUE*); the network starts from random weights. Leave out the games to measure with.

use destrier_games::{Continuation, EvaluationTerms, Judge, Position};
use std::error::Error;
use std::io::{BufRead, BufReader, Lines, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The first line of a file of labels.
const HEADER: &str = "fen,centipawns";

/// The most characters of a line in the table of weights.
const MAX_WIDTH: usize = 110;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["fit", folder, labels] => fit(Path::new(folder), &std::fs::read_to_string(labels)?),
        ["visited", engine, nodes, every, positions] => {
            visited(engine, nodes.parse()?, every.parse()?, &std::fs::read_to_string(positions)?)
        }
        ["measure", nodes, findings] => measure(nodes.parse()?, &std::fs::read_to_string(findings)?),
        _ => Err("usage: judge_weights visited ENGINE NODES EVERY POSITIONS | fit FOLDER LABELS | measure NODES FINDINGS"
            .into()),
    }
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
}

/// Writes positions that the judge evaluates while it searches, with the engine's static evaluation.
fn visited(engine: &str, nodes: NonZero<u32>, every: NonZero<u32>, positions: &str) -> Result<()> {
    let mut engine = Engine::start(engine)?;
    let mut judge = Judge::new(nodes);
    let mut random = fastrand::Rng::with_seed(1);
    println!("{HEADER}");
    for line in positions.lines().skip(1) {
        let mut cells = line.split(',');
        let mut position: Position = cells.next().unwrap_or_default().parse()?;
        let moves = position.legal_moves();
        let mut find = || {
            let uci = cells.next()?;
            moves.iter().copied().find(|played| played.uci().to_string() == uci)
        };
        let compared = find().zip(find()).map(|(played, game)| [played, game]);
        let changes = if compared.is_none() { [0, 0, 1, 2, 3][random.usize(..5)] } else { 0 };
        for _ in 0..changes {
            if let Some(&played) = random.choice(&position.legal_moves()) {
                position.play(Continuation::Move(played))?;
            }
        }
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
    counts: Vec<(u16, i16)>,
    pieces: [Vec<u16>; 2],
    stage: usize,
    is_whites_turn: bool,
    middlegame: f32,
    scales: [f32; 2],
    chances: f32,
}

impl Labelled {
    fn read(line: &str) -> Result<Self> {
        let (fen, centipawns) = line.rsplit_once(',').ok_or("expected fen,centipawns")?;
        let centipawns: f64 = centipawns.parse()?;
        let chances = winning_chances(centipawns.clamp(-MAX_LABEL, MAX_LABEL)) as f32;
        let position: Position = fen.parse()?;
        let EvaluationTerms { counts, pieces, stage, middlegame, scales } = Judge::terms(&position);
        Ok(Self {
            counts: counts.into_iter().map(|(term, count)| (term as u16, count as i16)).collect(),
            pieces: pieces.map(|view| view.into_iter().map(|piece| piece as u16).collect()),
            stage,
            is_whites_turn: position.turn().is_white(),
            middlegame: middlegame as f32,
            scales: scales.map(|scale| scale as f32),
            chances,
        })
    }
}

const PIECES: usize = Judge::NETWORK.pieces;
const UNITS: usize = Judge::NETWORK.units;
const STAGES: usize = Judge::NETWORK.stages;

/// Where each kind of parameter starts: the middlegame's and endgame's weight of each term, the units' weights of each
/// piece, the units' biases, the outputs' weights by stage, and the outputs' biases. Evaluations are in pawns.
const PIECE_WEIGHTS: usize = 2 * Judge::WEIGHTS.len();
const BIASES: usize = PIECE_WEIGHTS + PIECES * UNITS;
const OUTPUTS: usize = BIASES + UNITS;
const OUTPUT_BIASES: usize = OUTPUTS + STAGES * 2 * UNITS;
const PARAMETERS: usize = OUTPUT_BIASES + STAGES;

/// What a position is predicted to be.
struct Prediction {
    units: [[f32; UNITS]; 2],
    chances: f32,
    /// How much the chances grow with the evaluation.
    slope: f32,
}

impl Prediction {
    fn new(position: &Labelled, parameters: &[f32]) -> Self {
        let mut terms = 0.0;
        for &(term, count) in &position.counts {
            let [middlegame, endgame] = [0, 1].map(|phase| parameters[2 * usize::from(term) + phase]);
            let weight = middlegame * position.middlegame + endgame * (1.0 - position.middlegame);
            terms += f32::from(count) * weight;
        }
        let mut squares = parameters[OUTPUT_BIASES + position.stage];
        let mut units = [[0.0; UNITS]; 2];
        for (view, (units, pieces)) in units.iter_mut().zip(&position.pieces).enumerate() {
            units.copy_from_slice(&parameters[BIASES..][..UNITS]);
            for &piece in pieces {
                let weights = &parameters[PIECE_WEIGHTS + usize::from(piece) * UNITS..][..UNITS];
                for (unit, weight) in units.iter_mut().zip(weights) {
                    *unit += weight;
                }
            }
            let outputs = &parameters[OUTPUTS + (2 * position.stage + view) * UNITS..][..UNITS];
            for (unit, output) in units.iter().zip(outputs) {
                squares += unit.clamp(0.0, 1.0).powi(2) * output;
            }
        }
        let sum = 100.0 * (terms + if position.is_whites_turn { squares } else { -squares });
        let scale = position.scales[usize::from(sum <= 0.0)];
        let chances = winning_chances((sum * scale).into()) as f32;
        let slope = SLOPE as f32 / 2.0 * (1.0 - chances * chances) * scale;
        Self { units, chances, slope: 100.0 * slope }
    }
}

/// Adds the gradient of the squared error of a position.
fn add_gradient(position: &Labelled, parameters: &[f32], gradient: &mut [f32]) {
    let Prediction { units, chances, slope } = Prediction::new(position, parameters);
    let slope = 2.0 * (chances - position.chances) * slope;
    for &(term, count) in &position.counts {
        let shares = [position.middlegame, 1.0 - position.middlegame];
        for (phase, share) in shares.into_iter().enumerate() {
            gradient[2 * usize::from(term) + phase] += slope * f32::from(count) * share;
        }
    }
    let slope = if position.is_whites_turn { slope } else { -slope };
    gradient[OUTPUT_BIASES + position.stage] += slope;
    for (view, (units, pieces)) in units.iter().zip(&position.pieces).enumerate() {
        let outputs = OUTPUTS + (2 * position.stage + view) * UNITS;
        let mut slopes = [0.0; UNITS];
        for (index, &unit) in units.iter().enumerate() {
            gradient[outputs + index] += slope * unit.clamp(0.0, 1.0).powi(2);
            if unit > 0.0 && unit < 1.0 {
                slopes[index] = slope * parameters[outputs + index] * 2.0 * unit;
            }
        }
        let starts = pieces.iter().map(|&piece| PIECE_WEIGHTS + usize::from(piece) * UNITS);
        for start in starts.chain([BIASES]) {
            for (gradient, slope) in gradient[start..][..UNITS].iter_mut().zip(slopes) {
                *gradient += slope;
            }
        }
    }
}

/// Returns the sum of the gradients of some positions.
fn gradient(positions: &[Labelled], parameters: &[f32]) -> Vec<f32> {
    let mut gradient = vec![0.0; PARAMETERS];
    for position in positions {
        add_gradient(position, parameters, &mut gradient);
    }
    gradient
}

fn winning_chances(centipawns: f64) -> f64 {
    2.0 / (1.0 + (-SLOPE * centipawns).exp()) - 1.0
}

/// Returns the root of the mean squared error.
fn error(positions: &[Labelled], parameters: &[f32]) -> f64 {
    let mut sum = 0.0;
    for position in positions {
        sum += f64::from(Prediction::new(position, parameters).chances - position.chances).powi(2);
    }
    (sum / positions.len() as f64).sqrt()
}

/// Writes the weights, fitted to labelled positions.
fn fit(folder: &Path, labels: &str) -> Result<()> {
    const ROUNDS: usize = 8;
    const BATCH: usize = 8192;
    const RATE: f32 = 0.003;
    // Weights that tell little come near to 0, so that the file compresses well.
    const DECAY: f32 = 0.2;
    let lines = labels.lines().filter(|line| *line != HEADER);
    let mut positions = lines.map(Labelled::read).collect::<Result<Vec<_>>>()?;
    let mut random = fastrand::Rng::with_seed(2);
    random.shuffle(&mut positions);
    let checked = positions.split_off(positions.len() * 49 / 50);
    let mut parameters: Vec<f32> =
        Judge::WEIGHTS.as_flattened().iter().map(|&weight| f32::from(weight) / 100.0).collect();
    parameters.extend((0..PIECES * UNITS).map(|_| 0.2 * (random.f32() - 0.5)));
    parameters.extend([0.3; UNITS]);
    parameters.extend((0..STAGES * 2 * UNITS).map(|_| 0.2 * (random.f32() - 0.5)));
    parameters.extend([0.0; STAGES]);
    // The mean of the gradient and of its square, of each parameter (*Adam*).
    let mut means = vec![[0.0; 2]; PARAMETERS];
    let (mut step, steps) = (0, ROUNDS * positions.len().div_ceil(BATCH));
    for round in 1..=ROUNDS {
        random.shuffle(&mut positions);
        for batch in positions.chunks(BATCH) {
            let (one, other) = batch.split_at(batch.len() / 2);
            let (one, other) = std::thread::scope(|scope| {
                let one = scope.spawn(|| gradient(one, &parameters));
                let other = gradient(other, &parameters);
                one.join().map(|one| (one, other))
            })
            .map_err(|_| "a thread failed")?;
            step += 1;
            let rate = RATE * (1.0 - step as f32 / steps as f32).powi(2);
            let starting = [0.9_f32, 0.999].map(|kept| 1.0 - kept.powi(step));
            for (index, (parameter, means)) in parameters.iter_mut().zip(&mut means).enumerate() {
                let slope = (one[index] + other[index]) / batch.len() as f32;
                means[0] = 0.9 * means[0] + 0.1 * slope;
                means[1] = 0.999 * means[1] + 0.001 * slope * slope;
                // The terms start near their end, and are greater.
                let rate = if index < PIECE_WEIGHTS { 4.0 * rate } else { rate };
                let is_piece = (PIECE_WEIGHTS..BIASES).contains(&index);
                let decay = if is_piece { DECAY * *parameter } else { 0.0 };
                *parameter -=
                    rate * (decay + (means[0] / starting[0]) / ((means[1] / starting[1]).sqrt() + 1e-9));
            }
        }
        // Pieces on squares where they never stand.
        for (parameter, _) in parameters.iter_mut().zip(&means).filter(|(_, means)| means[1] == 0.0) {
            *parameter = 0.0;
        }
        eprintln!("round {round}: held out {:.5}", error(&checked, &parameters));
    }
    let mut network = Vec::new();
    for weight in &parameters[PIECE_WEIGHTS..BIASES] {
        network.push((weight * ACTIVE).round().clamp(-127.0, 127.0) as i8 as u8);
    }
    std::fs::write(folder.join("network.bin"), network)?;
    std::fs::write(folder.join("weights.rs"), source(&parameters, positions.len()))?;
    Ok(())
}

const ACTIVE: f32 = Judge::SCALES[0] as f32;
const OUTPUT_SCALE: f32 = Judge::SCALES[1] as f32;

/// Returns the source of the weights of terms and outputs.
fn source(parameters: &[f32], positions: usize) -> String {
    let mut text = format!(
        "//! The weights of the evaluation.\n\
         //!\n\
         //! `examples/judge_weights.rs` fitted them, with those in `network.bin`, to {positions} positions that the judge\n\
         //! evaluates in its searches: of missed chances, and of positions with patterns, three in five of these changed by\n\
         //! random moves. They are from three in four of the games of human players in Debian's gnuchess-book 1.02.\n\
         //! Stockfish 15.1 evaluated them, without a search.\n\n\
         use super::terms::{{COUNT, STAGES, UNITS}};\n\n\
         /// The weights of all terms, in the order of [`terms`](super::terms), in centipawns: for the middlegame and the\n\
         /// endgame.\n\
         #[rustfmt::skip]\n\
         pub(super) const WEIGHTS: [[i16; 2]; COUNT] = [\n"
    );
    let ends = Judge::TERMS.iter().skip(1).map(|&(_, start)| start).chain([Judge::WEIGHTS.len()]);
    for (&(name, start), end) in Judge::TERMS.iter().zip(ends) {
        text += &format!("    // {name}\n");
        let pairs = parameters[2 * start..2 * end].chunks(2);
        let pairs =
            pairs.map(|pair| format!("[{}, {}]", (100.0 * pair[0]).round(), (100.0 * pair[1]).round()));
        text += &rows(4, pairs);
    }
    text += "];\n\n/// The values of the network's units without pieces.\n#[rustfmt::skip]\n";
    text += "pub(super) const BIASES: [i16; UNITS] = [\n";
    text += &rows(4, scaled(&parameters[BIASES..OUTPUTS], ACTIVE));
    text += "];\n\n/// The weights of the units of the side to move and of the other, by stage.\n#[rustfmt::skip]\n";
    text += "pub(super) const OUTPUTS: [[[i8; UNITS]; 2]; STAGES] = [\n";
    for stage in 0..STAGES {
        let (own, other) = parameters[OUTPUTS + 2 * UNITS * stage..][..2 * UNITS].split_at(UNITS);
        let [own, other] = [own, other].map(|outputs| rows(8, scaled(outputs, OUTPUT_SCALE)));
        text += &format!("    [[\n{own}    ], [\n{other}    ]],\n");
    }
    text += "];\n\n/// What is added to them, by stage.\n#[rustfmt::skip]\n";
    text += "pub(super) const OUTPUT_BIASES: [i32; STAGES] = [\n";
    text += &rows(4, scaled(&parameters[OUTPUT_BIASES..], ACTIVE * OUTPUT_SCALE));
    text + "];\n"
}

/// Returns parameters as whole numbers of a scale.
fn scaled(parameters: &[f32], scale: f32) -> impl Iterator<Item = String> {
    parameters.iter().map(move |parameter| (parameter * scale).round().to_string())
}

/// Returns the lines of values in a table.
fn rows(indent: usize, values: impl Iterator<Item = String>) -> String {
    let (mut text, mut width) = (" ".repeat(indent - 1), indent);
    for value in values {
        if width + value.len() + 2 > MAX_WIDTH {
            text += &format!("\n{}", " ".repeat(indent - 1));
            width = indent;
        }
        width += value.len() + 2;
        text += &format!(" {value},");
    }
    text + "\n"
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
