//! Compares Destrier with other chess libraries on the same files. `benchmarks/run` builds everything and calls this
//! program.

mod columns;
mod contenders;
mod counts;
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
use std::process::Command;

const BEGIN: &str = "<!-- Begin: written by `benchmarks/run --record`. -->";
const END: &str = "<!-- End: written by `benchmarks/run --record`. -->";

/// The default input file, in the folder that `DESTRIER_DATA` names.
const SHARED: &str = "gnuchess-book.pgn.zst";

#[derive(Parser)]
#[command(about = "Compares Destrier with other chess libraries on the same files")]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run one contender once and print the seconds of its work and its counts
    Run {
        #[arg(value_parser = PossibleValuesParser::new(contenders::names()))]
        contender: String,
        file: PathBuf,
        /// Stream the file instead of reading it into memory first
        #[arg(long)]
        streamed: bool,
    },
    /// Create the input files
    Prepare {
        folder: PathBuf,
        /// Games in PGN, plain or compressed with zstd [default: the sample, repeated]
        file: Option<PathBuf>,
        /// Create small files
        #[arg(long)]
        quick: bool,
    },
    /// Run all contenders in turn; run this from the root of the repository
    Measure {
        /// Games in PGN, plain or compressed with zstd [default: gnuchess-book.pgn.zst in the folder DESTRIER_DATA,
        /// otherwise the sample, repeated]
        file: Option<PathBuf>,
        /// Number of runs of each contender
        #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
        /// Check that everything works: a short run on the sample
        #[arg(long, conflicts_with_all = ["file", "record"])]
        quick: bool,
        /// Write the result into BENCHMARKS.md and benchmarks/chart.svg
        #[arg(long)]
        record: bool,
        /// Cargo's target folder
        #[arg(long, default_value = "target")]
        target: PathBuf,
        /// A Python interpreter that has python-chess
        #[arg(long)]
        python: Option<PathBuf>,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Task::Run { contender, file, streamed } => contenders::run(&contender, &file, streamed),
        Task::Prepare { folder, file, quick } => data::prepare(&folder, file.as_deref(), &Amount::new(quick)),
        Task::Measure { file, rounds, quick, record, target, python } => {
            let shared = std::env::var_os("DESTRIER_DATA").map(|folder| PathBuf::from(folder).join(SHARED));
            let file = file.or(shared.filter(|file| !quick && file.exists()));
            let programs =
                Programs { own: std::env::current_exe()?, destrier: target.join("release/destrier"), python };
            let rounds = if quick { 2 } else { rounds.into() };
            measure(&target.join("benchmarks"), file.as_deref(), quick, &programs, rounds, record)
        }
    }
}

fn measure(
    folder: &Path,
    file: Option<&Path>,
    quick: bool,
    programs: &Programs,
    rounds: usize,
    record: bool,
) -> Result<()> {
    eprintln!("preparing files in {}", folder.display());
    let data_folder = folder.join("data");
    // In a separate process, because child processes inherit this process's peak memory.
    let mut prepare = Command::new(&programs.own);
    prepare.arg("prepare").arg(&data_folder).args(file).args(quick.then_some("--quick"));
    ensure!(prepare.status()?.success(), "the input files could not be created");
    let data = Data::read(&data_folder)?;
    let machine = machine::description(programs.python.as_deref().and_then(Path::to_str));
    let rows = measure::rows(&data, programs);
    let runs = measure::measure(&rows, rounds, |round| eprintln!("round {} of {rounds}", round + 1))?;

    let origin = file.and_then(Path::file_name).map_or_else(
        || format!("samples/lichess.pgn, {} times", Amount::new(quick).repeats),
        |name| name.to_string_lossy().into_owned(),
    );
    let lines = report::lines(&rows, &runs);
    let games = &data.games;
    let result = format!(
        "{machine}- FILE: {}: {} games, {} positions, {} bytes; {} FENs from it; {rounds} rounds\n\n{}",
        origin,
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
    ensure!(differences.is_empty(), "the contenders disagree:\n{}", differences.join("\n"));
    if record {
        let document = fs::read_to_string("BENCHMARKS.md")?;
        let text = format!("\n{result}\n");
        let new = report::replaced(&document, BEGIN, END, &text).context("no markers in BENCHMARKS.md")?;
        fs::write("BENCHMARKS.md", new)?;
        fs::write("benchmarks/chart.svg", chart)?;
    }
    Ok(())
}
