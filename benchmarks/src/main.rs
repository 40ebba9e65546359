//! Destrier and its rivals, measured in turn on the same files. `benchmarks/run` builds all and calls this.

mod contenders;
mod data;
mod destrier;
mod machine;
mod measure;
mod report;
mod rivals;

use anyhow::{Context, Result, ensure};
use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use data::{Amount, Data};
use measure::Programs;
use std::fs;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- what `benchmarks/run --record` writes begins here -->";
const END: &str = "<!-- and ends here -->";

/// What is measured on where no other file is named.
const SHARED: &str = "gnuchess-book.pgn.zst";

#[derive(Parser)]
#[command(about = "Destrier and its rivals, measured in turn on the same files")]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run one contender once, and print the seconds of its work and what it counted
    Run {
        #[arg(value_parser = PossibleValuesParser::new(contenders::names()))]
        contender: String,
        file: PathBuf,
        /// Read the file in the course of the work, not before
        #[arg(long)]
        streamed: bool,
    },
    /// Make the files that are measured on from the sample, ten times over
    Prepare { folder: PathBuf },
    /// Run all contenders in turn, from the root of the repository
    Measure {
        /// Games in PGN, plain or packed with zstd; without it gnuchess-book.pgn.zst in the folder DESTRIER_DATA, or
        /// else the sample, repeated
        file: Option<PathBuf>,
        /// How often each is run
        #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
        /// A short run on the sample, to see that all works
        #[arg(long, conflicts_with_all = ["file", "record"])]
        quick: bool,
        /// Write the result into BENCHMARKS.md and benchmarks/chart.svg
        #[arg(long)]
        record: bool,
        /// The target folder of Cargo
        #[arg(long, default_value = "target")]
        target: PathBuf,
        /// A Python with python-chess
        #[arg(long)]
        python: Option<PathBuf>,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Task::Run { contender, file, streamed } => contenders::run(&contender, &file, streamed),
        Task::Prepare { folder } => {
            let amount = Amount { repeats: 10, fen_step: 25, first_games: 60, first_fens: 1000 };
            Data::prepare(&folder, None, &amount).map(drop)
        }
        Task::Measure { file, rounds, quick, record, target, python } => {
            let amount = if quick {
                Amount { repeats: 20, fen_step: 5, first_games: 60, first_fens: 1000 }
            } else {
                Amount { repeats: 500, fen_step: 25, first_games: 1000, first_fens: 20_000 }
            };
            let shared = std::env::var_os("DESTRIER_DATA").map(|folder| PathBuf::from(folder).join(SHARED));
            let file = file.or(shared.filter(|file| !quick && file.exists()));
            let programs =
                Programs { own: std::env::current_exe()?, destrier: target.join("release/destrier"), python };
            let rounds = if quick { 2 } else { rounds.into() };
            measure(&target.join("benchmarks"), file.as_deref(), &amount, &programs, rounds, record)
        }
    }
}

fn measure(
    folder: &Path,
    file: Option<&Path>,
    amount: &Amount,
    programs: &Programs,
    rounds: usize,
    record: bool,
) -> Result<()> {
    eprintln!("preparing files in {}", folder.display());
    let data = Data::prepare(&folder.join("data"), file, amount)?;
    let rows = measure::rows(&data, programs);
    let runs = measure::measure(&rows, rounds, |round| eprintln!("round {} of {rounds}", round + 1))?;

    let lines = report::lines(&rows, &runs);
    let games = &data.games;
    let result = format!(
        "{}- FILE: {}: {} games, {} positions, {} bytes; {} FENs of it; {rounds} rounds\n\n{}",
        machine::description(programs.python.as_deref().and_then(Path::to_str)),
        data.origin,
        games.games,
        games.positions,
        games.bytes,
        data.fens.count,
        report::table(&lines),
    );
    let chart = report::chart(&lines);
    fs::write(folder.join("result.md"), &result)?;
    fs::write(folder.join("result.svg"), &chart)?;
    println!("{result}");
    eprintln!("written: {0}/result.md, {0}/result.svg", folder.display());

    let differences = measure::differences(&rows, &runs);
    ensure!(differences.is_empty(), "not all did the same work:\n{}", differences.join("\n"));
    if record {
        let document = fs::read_to_string("BENCHMARKS.md")?;
        let text = format!("\n{result}\n");
        let new = report::replaced(&document, BEGIN, END, &text).context("no markers in BENCHMARKS.md")?;
        fs::write("BENCHMARKS.md", new)?;
        fs::write("benchmarks/chart.svg", chart)?;
    }
    Ok(())
}
