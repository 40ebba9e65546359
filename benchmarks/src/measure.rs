//! Runs contenders in turn, each in its own process, and records their time and memory.

use crate::contenders;
use crate::counts::Counts;
use crate::data::Data;
use crate::destrier;
use anyhow::{Context, Result, ensure};
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use wait4::Wait4;

/// A group of contenders. The first is the baseline.
pub struct Row {
    pub title: &'static str,
    /// The unit of work.
    pub unit: &'static str,
    pub jobs: Vec<Job>,
}

/// A contender and its input file.
pub struct Job {
    pub label: String,
    pub is_ours: bool,
    command: Vec<OsString>,
    timing: Timing,
    /// The amount of work, in the row's unit.
    pub amount: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Timing {
    /// Only the work, as the process prints it, with the file in memory.
    Work,
    /// The whole process.
    Process,
    /// The whole process of `destrier scan`, which prints a summary.
    Scan,
    /// The whole process of `destrier features` or `destrier convert`, which write a file and print nothing.
    Writing,
}

/// One run of a process.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub seconds: f64,
    pub peak_bytes: u64,
    pub counts: Counts,
}

/// The runs of every command. A command in several rows runs once per round.
pub type Runs = HashMap<Vec<OsString>, Vec<Run>>;

impl Job {
    pub fn runs<'a>(&self, runs: &'a Runs) -> &'a [Run] {
        &runs[&self.command]
    }

    pub const fn is_whole_process(&self) -> bool {
        !matches!(self.timing, Timing::Work)
    }

    fn run(&self) -> Result<Run> {
        let command = || format!("{:?}", self.command);
        let start = Instant::now();
        let mut child = Command::new(&self.command[0])
            .args(&self.command[1..])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(command)?;
        let mut printed = String::new();
        child.stdout.take().context("piped")?.read_to_string(&mut printed)?;
        let used = child.wait4()?;
        let elapsed = start.elapsed().as_secs_f64();
        ensure!(used.status.success(), "{}: {}", command(), used.status);
        let (seconds, counts) = match self.timing {
            Timing::Work => contenders::read_line(&printed),
            Timing::Process => contenders::read_line(&printed).map(|(_, counts)| (elapsed, counts)),
            Timing::Scan => destrier::read_summary(&printed).map(|counts| (elapsed, counts)),
            Timing::Writing => Ok((elapsed, Counts::default())),
        }
        .with_context(command)?;
        Ok(Run { seconds, peak_bytes: used.rusage.maxrss, counts })
    }
}

/// The paths of the programs.
pub struct Programs {
    /// This program.
    pub own: PathBuf,
    pub destrier: PathBuf,
    /// A Python interpreter that has python-chess.
    pub python: Option<PathBuf>,
}

/// Returns all rows.
pub fn rows(data: &Data, programs: &Programs) -> Vec<Row> {
    let own = |label: &str, contender: &str, file: &Path, amount| {
        let command = [programs.own.as_os_str(), "run".as_ref(), contender.as_ref(), file.as_os_str()];
        let is_ours = contender.ends_with("-destrier");
        let command = command.map(ToOwned::to_owned).to_vec();
        Job { label: label.to_owned(), is_ours, command, timing: Timing::Work, amount }
    };
    let streamed = |label: &str, contender: &str, file: &Path, amount| {
        let mut job = own(label, contender, file, amount);
        job.command.push("--streamed".into());
        Job { timing: Timing::Process, ..job }
    };
    let scan = |options: &str, file: &Path, name: &str, amount| {
        let mut command = vec![programs.destrier.clone().into_os_string(), "scan".into()];
        command.extend(options.split(' ').map(OsString::from));
        command.extend(["-f".into(), "summary".into(), file.into()]);
        let label = format!("destrier scan {options} {name}");
        Job { label, is_ours: true, command, timing: Timing::Scan, amount }
    };
    let writing = |name: &str, file: &Path, amount| {
        let mut command = vec![programs.destrier.clone().into_os_string(), name.into()];
        let output = data.games.path.with_file_name(format!("{name}.parquet"));
        command.extend(["-j", "1", "--force", "-o"].map(OsString::from));
        command.extend([output.into(), file.into()]);
        let label = format!("destrier {name} -j 1 -o TABLE.parquet FILE");
        Job { label, is_ours: true, command, timing: Timing::Writing, amount }
    };
    let python = |work: &str, part: String, file: &Path, amount| {
        let python = programs.python.as_ref()?;
        let command = [python.as_os_str(), "benchmarks/rival.py".as_ref(), work.as_ref(), file.as_os_str()];
        let command = command.map(ToOwned::to_owned).to_vec();
        let label = format!("python-chess, first {part}");
        Some(Job { label, is_ours: false, command, timing: Timing::Work, amount })
    };

    let games = &data.games;
    let (file, positions, moves) = (&games.path, games.positions, games.moves());
    let fens = &data.fens;
    let mut replay = vec![
        own("pgn-reader and shakmaty", "replay-shakmaty", file, positions),
        own("Destrier", "replay-destrier", file, positions),
    ];
    let first = &data.first_games;
    replay.extend(python("replay", format!("{} games", first.games), &first.path, first.positions));
    let mut read_fens = vec![
        own("shakmaty, to a legal position", "fens-shakmaty", &fens.path, fens.count),
        own("shakmaty, parse only", "fens-shakmaty-parsed", &fens.path, fens.count),
        own("cozy-chess", "fens-cozy-chess", &fens.path, fens.count),
        own("Destrier", "fens-destrier", &fens.path, fens.count),
    ];
    let first = &data.first_fens;
    read_fens.extend(python("fens", format!("{} FENs", first.count), &first.path, first.count));

    vec![
        Row {
            title: "Tokens",
            unit: "moves",
            jobs: vec![
                own("pgn-reader", "tokens-pgn-reader", file, moves),
                own("Destrier", "tokens-destrier", file, moves),
            ],
        },
        Row { title: "Replay all moves", unit: "positions", jobs: replay },
        Row {
            title: "Replay and search",
            unit: "positions",
            jobs: vec![
                streamed("pgn-reader and shakmaty, forks on the board", "forks-shakmaty", file, positions),
                scan("-j 1", file, "FILE, all five patterns", positions),
            ],
        },
        Row {
            title: "Second thread",
            unit: "positions",
            jobs: vec![scan("-j 1", file, "FILE", positions), scan("-j 2", file, "FILE", positions)],
        },
        Row {
            title: "Compressed file",
            unit: "positions",
            jobs: vec![
                scan("-j 2", file, "FILE", positions),
                scan("-j 2", &data.compressed, "FILE.zst", positions),
            ],
        },
        Row {
            title: "Ten times the input",
            unit: "positions",
            jobs: vec![
                scan("-j 2", &data.compressed, "FILE.zst", positions),
                scan("-j 2", &data.ten_copies, "ten copies of FILE.zst", 10 * positions),
            ],
        },
        Row {
            title: "Write tables",
            unit: "positions",
            jobs: vec![
                scan("-j 1", file, "FILE", positions),
                writing("convert", file, positions),
                writing("features", file, positions),
            ],
        },
        Row {
            title: "Search a table of `destrier convert`",
            unit: "positions",
            jobs: vec![
                scan("-j 1", file, "FILE", positions),
                scan("-j 1", &data.table, "TABLE.parquet", positions),
                scan("-j 1 -p knight-fork", &data.table, "TABLE.parquet", positions),
                scan("-j 2 -p knight-fork", &data.table, "TABLE.parquet", positions),
            ],
        },
        Row {
            title: "Skip games by tag",
            unit: "bytes",
            jobs: vec![
                streamed("pgn-reader", "filter-pgn-reader", file, games.bytes),
                own("memchr, counting line breaks", "line-breaks", file, games.bytes),
                scan("-j 1 --min-elo 9000", file, "FILE", games.bytes),
            ],
        },
        Row { title: "FEN", unit: "FENs", jobs: read_fens },
    ]
}

/// Runs all contenders in turn for a number of rounds. Calls `progress` at the start of each round.
pub fn measure(rows: &[Row], rounds: usize, mut progress: impl FnMut(usize)) -> Result<Runs> {
    let mut runs = Runs::new();
    for round in 0..rounds {
        progress(round);
        for job in rows.iter().flat_map(|row| &row.jobs) {
            let of_job = runs.entry(job.command.clone()).or_default();
            if of_job.len() == round {
                of_job.push(job.run()?);
            }
        }
    }
    Ok(runs)
}

/// Describes where contenders of a row disagree.
pub fn differences(rows: &[Row], runs: &Runs) -> Vec<String> {
    let mut differences = Vec::new();
    for row in rows {
        for job in &row.jobs {
            let first = &row.jobs[0];
            for run in job.runs(runs) {
                let counts = &run.counts.0;
                if let Some(count) = counts.get(row.unit).filter(|&&count| count != job.amount) {
                    let amount = job.amount;
                    differences
                        .push(format!("{}, {}: {count} of {amount} {}", row.title, job.label, row.unit));
                }
                for (name, &count) in counts.iter().filter(|_| job.amount == first.amount) {
                    let Some(&expected) =
                        first.runs(runs)[0].counts.0.get(name).filter(|&&other| other != count)
                    else {
                        continue;
                    };
                    differences.push(format!(
                        "{}: {count} {name} by {}, {expected} by {}",
                        row.title, job.label, first.label
                    ));
                }
            }
        }
    }
    differences.sort();
    differences.dedup();
    differences
}

/// Returns the middle number, or the mean of the two middle numbers.
pub fn median(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.into_iter().collect();
    numbers.sort_by(f64::total_cmp);
    let (low, high) = ((numbers.len() - 1) / 2, numbers.len() / 2);
    f64::midpoint(numbers[low], numbers[high])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_even_and_odd_lengths() {
        assert_eq!(median([3.0]), 3.0);
        assert_eq!(median([9.0, 1.0, 4.0]), 4.0);
        assert_eq!(median([9.0, 1.0, 4.0, 5.0]), 4.5);
    }

    #[test]
    fn reports_differing_counts() {
        let job = |name: &str, amount| Job {
            label: name.to_owned(),
            is_ours: false,
            command: vec![name.into()],
            timing: Timing::Work,
            amount,
        };
        let jobs = vec![job("a", 10), job("b", 10), job("part", 2)];
        let rows = [Row { title: "Work", unit: "moves", jobs }];
        let count_differences = |counts: [[(&str, u64); 2]; 3]| {
            let runs =
                counts.map(|counts| vec![Run { seconds: 1.0, peak_bytes: 0, counts: Counts::of(counts) }]);
            let runs = ["a", "b", "part"].map(|name| vec![name.into()]).into_iter().zip(runs).collect();
            differences(&rows, &runs).len()
        };
        assert_eq!(
            count_differences([
                [("games", 3), ("moves", 10)],
                [("games", 3), ("moves", 10)],
                [("games", 1), ("moves", 2)]
            ]),
            0
        );
        assert_eq!(
            count_differences([
                [("games", 3), ("moves", 10)],
                [("games", 4), ("moves", 10)],
                [("games", 1), ("moves", 2)]
            ]),
            1
        );
        assert_eq!(
            count_differences([
                [("games", 3), ("moves", 10)],
                [("games", 3), ("moves", 10)],
                [("games", 1), ("moves", 3)]
            ]),
            1
        );
    }
}
