//! Fits the network of the judge's evaluation to positions that Stockfish has evaluated.
//!
//! ```sh
//! $ destrier scan --missed --quick -p fork,pin -f csv --columns fen,move,game_move book.pgn > missed.csv
//! $ destrier scan --not-played -p fork,pin -f csv --columns fen,move,game_move book.pgn > chances.csv
//! $ destrier scan -p fork,outpost -f csv --columns fen book.pgn > patterns.csv
//! $ cargo run --release -p destrier-games --example judge_weights visited stockfish 10000 50 missed.csv > visited.csv
//! $ cargo run --release -p destrier-games --example judge_weights visited stockfish 3000 60 chances.csv >> visited.csv
//! $ cargo run --release -p destrier-games --example judge_weights visited stockfish 2000 25 patterns.csv >> visited.csv
//! $ cargo run --release -p destrier-games --example judge_weights fit network.bin visited.csv
//! ```
//!
//! A search finds the positions that its evaluation overrates, and these are unlike those of games. So `visited` takes one
//! in so many positions that the judge evaluates while it compares the moves, or searches a position that stands without
//! moves, after up to three random moves, since strong players seldom lose pieces. What Stockfish's network says of a
//! position is enough here: it is much better than ours, and takes a fraction of a millisecond. Fit, and take more positions
//! with the new weights. `fit` minimizes the squared error of the winning chances by gradient descent (*Adam*).
//!
//! The network in the repository was fitted to 31,399,277 positions: of 23,959 missed chances, and of samples of 269,051
//! chances that were not played and of 706,021 positions, with 13 to 16 patterns each. They are from three in four of the
//! games of Debian's gnuchess-book 1.02; the others, every fourth, are for measuring. Stockfish's evaluations were computed
//! from the network that Stockfish 15.1 exports (`export_net`), which is faster than asking the program and gives the same.

use destrier_games::{Continuation, Judge, Position};
use std::error::Error;
use std::io::{BufRead, BufReader, Lines, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The first line of a file of labels.
const HEADER: &str = "fen,centipawns";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["fit", network, labels] => fit(Path::new(network), &std::fs::read_to_string(labels)?),
        ["visited", engine, nodes, every, positions] => {
            visited(engine, nodes.parse()?, every.parse()?, &std::fs::read_to_string(positions)?)
        }
        ["measure", nodes, findings] => measure(nodes.parse()?, &std::fs::read_to_string(findings)?),
        _ => Err("usage: judge_weights visited ENGINE NODES EVERY POSITIONS | fit NETWORK LABELS | measure NODES FINDINGS"
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

    /// Returns what Stockfish's network says of a position, in centipawns for White, or `None` in check.
    fn standing(&mut self, position: &Position) -> Result<Option<f64>> {
        writeln!(self.input, "position fen {}\neval", position.fen())?;
        let mut found = None;
        for line in &mut self.output {
            let line = line?;
            if let Some(evaluation) = line.strip_prefix("NNUE evaluation") {
                found = evaluation.split_whitespace().next().and_then(|pawns| pawns.parse::<f64>().ok());
            } else if line.starts_with("Final evaluation") {
                return Ok(found.map(|pawns| 100.0 * pawns * scale(&position.fen().to_string())));
            }
        }
        Err("the engine exited".into())
    }
}

/// Returns by how much the scores of Stockfish's searches are greater: advantages count more with many pieces, and less the
/// longer nothing happens.
fn scale(fen: &str) -> f64 {
    let mut fields = fen.split(' ');
    let mut pieces = 0.0;
    for letter in fields.next().unwrap_or_default().chars() {
        pieces += match letter.to_ascii_lowercase() {
            'n' => 781.0,
            'b' => 825.0,
            'r' => 1276.0,
            'q' => 2538.0,
            _ => 0.0,
        };
    }
    let halfmoves = fields.nth(3).and_then(|halfmoves| halfmoves.parse().ok()).unwrap_or(0.0);
    (0.94 + 0.0212 * pieces / 1000.0) * (1.0 - halfmoves / 200.0)
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
                println!("{},{centipawns:.0}", position.fen());
            }
        }
    }
    Ok(())
}

/// The slope of the winning chances, as on Lichess.
const SLOPE: f64 = 0.003_682_08;

/// The greatest label. The winning chances hardly grow beyond.
const MAX_LABEL: f64 = 1000.0;

fn winning_chances(centipawns: f64) -> f64 {
    2.0 / (1.0 + (-SLOPE * centipawns).exp()) - 1.0
}

const FEATURES: usize = Judge::NETWORK.features;
const UNITS: usize = Judge::NETWORK.units;
const STAGES: usize = Judge::NETWORK.stages;

/// Where each kind of parameter starts: the units' weights of each feature, the units' biases, the outputs' weights by
/// stage, and the outputs' biases. Evaluations are in pawns.
const BIASES: usize = FEATURES * UNITS;
const OUTPUTS: usize = BIASES + UNITS;
const OUTPUT_BIASES: usize = OUTPUTS + STAGES * 2 * UNITS;
const PARAMETERS: usize = OUTPUT_BIASES + STAGES;

/// A position with its winning chances for the side to move, from -1 to 1.
struct Labelled {
    /// The features in the view of the side to move, and as many in the other's.
    features: Box<[u16]>,
    stage: usize,
    chances: f32,
}

impl Labelled {
    fn read(line: &str) -> Result<Self> {
        let (fen, centipawns) = line.rsplit_once(',').ok_or("expected fen,centipawns")?;
        let centipawns: f64 = centipawns.parse()?;
        let position: Position = fen.parse()?;
        let sign = if position.turn().is_white() { 1.0 } else { -1.0 };
        Ok(Self {
            features: Judge::features(&position).concat().into_iter().map(|feature| feature as u16).collect(),
            stage: Judge::stage(&position),
            chances: winning_chances(sign * centipawns.clamp(-MAX_LABEL, MAX_LABEL)) as f32,
        })
    }

    /// Returns the features of each view, with the view's outputs among the parameters.
    fn views(&self) -> impl Iterator<Item = (&[u16], usize)> {
        let views = self.features.chunks(self.features.len() / 2).enumerate();
        views.map(|(view, features)| (features, OUTPUTS + (2 * self.stage + view) * UNITS))
    }
}

/// What a position is predicted to be.
struct Prediction {
    units: [[f32; UNITS]; 2],
    chances: f32,
}

impl Prediction {
    fn new(position: &Labelled, parameters: &[f32]) -> Self {
        let mut pawns = parameters[OUTPUT_BIASES + position.stage];
        let mut units = [[0.0; UNITS]; 2];
        for (units, (features, outputs)) in units.iter_mut().zip(position.views()) {
            units.copy_from_slice(&parameters[BIASES..][..UNITS]);
            for &feature in features {
                let weights = &parameters[usize::from(feature) * UNITS..][..UNITS];
                for (unit, weight) in units.iter_mut().zip(weights) {
                    *unit += weight;
                }
            }
            for (unit, output) in units.iter().zip(&parameters[outputs..][..UNITS]) {
                pawns += unit.clamp(0.0, 1.0).powi(2) * output;
            }
        }
        Self { units, chances: winning_chances(100.0 * f64::from(pawns)) as f32 }
    }
}

/// Adds the gradient of the squared error of a position.
fn add_gradient(position: &Labelled, parameters: &[f32], gradient: &mut [f32]) {
    let Prediction { units, chances } = Prediction::new(position, parameters);
    let slope = (chances - position.chances) * (1.0 - chances * chances) * 100.0 * SLOPE as f32;
    gradient[OUTPUT_BIASES + position.stage] += slope;
    for (units, (features, outputs)) in units.iter().zip(position.views()) {
        let mut slopes = [0.0; UNITS];
        for (index, &unit) in units.iter().enumerate() {
            gradient[outputs + index] += slope * unit.clamp(0.0, 1.0).powi(2);
            let is_between = unit > 0.0 && unit < 1.0;
            slopes[index] = if is_between { slope * parameters[outputs + index] * 2.0 * unit } else { 0.0 };
        }
        let starts = features.iter().map(|&feature| usize::from(feature) * UNITS);
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

/// Returns the root of the mean squared error.
fn error(positions: &[Labelled], parameters: &[f32]) -> f64 {
    let mut sum = 0.0;
    for position in positions {
        sum += f64::from(Prediction::new(position, parameters).chances - position.chances).powi(2);
    }
    (sum / positions.len() as f64).sqrt()
}

/// Writes the network, fitted to labelled positions.
fn fit(network: &Path, labels: &str) -> Result<()> {
    const ROUNDS: usize = 9;
    const BATCH: usize = 16_384;
    const RATE: f32 = 0.002;
    // Weights that tell little come near to 0, so that the file compresses well.
    const DECAY: f32 = 0.1;
    let lines = labels.lines().filter(|line| *line != HEADER);
    let mut positions = lines.map(Labelled::read).collect::<Result<Vec<_>>>()?;
    // The last positions are from other games than the first.
    let checked = positions.split_off(positions.len() * 49 / 50);
    let mut random = fastrand::Rng::with_seed(2);
    let mut parameters: Vec<f32> = (0..PARAMETERS).map(|_| 0.2 * (random.f32() - 0.5)).collect();
    parameters[BIASES..OUTPUTS].fill(0.2);
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
            let done = step as f32 / steps as f32;
            let rate = RATE * (done / 0.02).min(1.0) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            let starting = [0.9_f32, 0.999].map(|kept| 1.0 - kept.powi(step));
            for (index, (parameter, means)) in parameters.iter_mut().zip(&mut means).enumerate() {
                let slope = (one[index] + other[index]) / batch.len() as f32;
                means[0] = 0.9 * means[0] + 0.1 * slope;
                means[1] = 0.999 * means[1] + 0.001 * slope * slope;
                *parameter -= rate * (means[0] / starting[0]) / ((means[1] / starting[1]).sqrt() + 1e-8);
                if index < BIASES {
                    *parameter = (*parameter * (1.0 - DECAY * rate)).clamp(-LARGEST, LARGEST);
                }
            }
        }
        eprintln!("round {round}: held out {:.5}", error(&checked, &parameters));
    }
    // Features that never were.
    for (parameter, _) in parameters.iter_mut().zip(&means).filter(|(_, means)| means[1] == 0.0) {
        *parameter = 0.0;
    }
    std::fs::write(network, bytes(&parameters))?;
    Ok(())
}

/// The greatest weight of a feature that a byte can hold.
const LARGEST: f32 = 127.0 / Judge::NETWORK.active as f32;

/// Returns the bytes of the network: its weights and then what is added to sums of them, times their scales.
fn bytes(parameters: &[f32]) -> Vec<u8> {
    let [active, output] = [Judge::NETWORK.active, Judge::NETWORK.output_scale].map(f32::from);
    let mut bytes: Vec<u8> = parameters[..BIASES].iter().map(|weight| byte(weight * active)).collect();
    bytes.extend(parameters[OUTPUTS..OUTPUT_BIASES].iter().map(|weight| byte(weight * output)));
    for bias in &parameters[BIASES..OUTPUTS] {
        bytes.extend(((bias * active).round() as i16).to_le_bytes());
    }
    for bias in &parameters[OUTPUT_BIASES..] {
        bytes.extend(((bias * active * output).round() as i32).to_le_bytes());
    }
    bytes
}

/// Returns the byte of a scaled weight.
const fn byte(weight: f32) -> u8 {
    (weight.round().clamp(-127.0, 127.0) as i8).cast_unsigned()
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
