//! The contenders. Each runs in its own process and prints its time and counts.

use crate::counts::Counts;
use crate::{columns, destrier, rivals};
use anyhow::{Context, Result};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::time::Instant;

/// A contender, by the kind of its input.
#[derive(Clone, Copy)]
enum ContenderFn {
    /// Takes games as a stream.
    Games(fn(&mut dyn Read) -> Result<Counts>),
    /// Takes text in memory.
    Text(fn(&[u8]) -> Result<Counts>),
    /// Takes the path of a file.
    File(fn(&Path) -> Result<Counts>),
    /// Takes the path of a file, and returns the seconds without reading it.
    Timed(fn(&Path) -> Result<(f64, Counts)>),
}

const CONTENDERS: [(&str, ContenderFn); 20] = [
    ("tokens-pgn-reader", ContenderFn::Games(rivals::tokens)),
    ("tokens-destrier", ContenderFn::Games(destrier::tokens)),
    ("replay-shakmaty", ContenderFn::Games(rivals::replay)),
    ("replay-destrier", ContenderFn::Games(destrier::replay)),
    ("forks-shakmaty", ContenderFn::Games(rivals::forks)),
    ("search-destrier", ContenderFn::Games(destrier::search)),
    ("filter-pgn-reader", ContenderFn::Games(rivals::filter)),
    ("filter-destrier", ContenderFn::Games(destrier::filter)),
    ("fens-shakmaty-parsed", ContenderFn::Text(rivals::fens_parsed)),
    ("fens-shakmaty", ContenderFn::Text(rivals::fens_validated)),
    ("fens-cozy-chess", ContenderFn::Text(rivals::fens_cozy)),
    ("fens-destrier", ContenderFn::Text(destrier::fens)),
    ("line-breaks", ContenderFn::Text(rivals::line_breaks)),
    ("unpack-destrier", ContenderFn::File(destrier::unpack)),
    ("knight-forks-kernel", ContenderFn::Timed(columns::knight_forks)),
    ("knight-attacks-kernel", ContenderFn::Timed(columns::knight_attacks)),
    ("fork-values-kernel", ContenderFn::Timed(columns::fork_values)),
    ("values-one-by-one", ContenderFn::Timed(columns::values_one_by_one)),
    ("values-in-columns", ContenderFn::Timed(columns::values_in_columns)),
    ("facts-esca", ContenderFn::Timed(columns::facts_esca)),
];

pub fn names() -> impl Iterator<Item = &'static str> {
    CONTENDERS.into_iter().map(|(name, _)| name)
}

/// Runs a contender once on an uncompressed file and prints the seconds of work and the counts on one line.
///
/// The file is read into memory before the clock starts, unless it is streamed.
pub fn run(name: &str, path: &Path, streamed: bool) -> Result<()> {
    let (_, work) = CONTENDERS.into_iter().find(|(known, _)| *known == name).context("no such contender")?;
    let read = || fs::read(path).with_context(|| path.display().to_string());
    let (seconds, counts) = match work {
        ContenderFn::Games(work) if streamed => timed(|| work(&mut File::open(path)?))?,
        ContenderFn::Games(work) => {
            let text = read()?;
            timed(|| work(&mut &text[..]))?
        }
        ContenderFn::Text(work) => {
            let text = read()?;
            timed(|| work(&text))?
        }
        ContenderFn::File(work) => timed(|| work(path))?,
        ContenderFn::Timed(work) => work(path)?,
    };
    println!("seconds={seconds:.6}{counts}");
    Ok(())
}

fn timed(work: impl FnOnce() -> Result<Counts>) -> Result<(f64, Counts)> {
    let start = Instant::now();
    let counts = work()?;
    Ok((start.elapsed().as_secs_f64(), counts))
}

/// Parses the line that a contender printed.
pub fn read_line(line: &str) -> Result<(f64, Counts)> {
    let mut words = line.split_whitespace();
    let seconds = words.next().and_then(|word| word.strip_prefix("seconds=")?.parse().ok());
    let counts = words.map(|word| {
        let (name, count) = word.split_once('=')?;
        Some((name.to_owned(), count.parse().ok()?))
    });
    let counts = counts.collect::<Option<_>>().context("counts")?;
    Ok((seconds.context("seconds")?, Counts(counts)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_printed_line() {
        let counts = Counts::of([("games", 3), ("moves", 200)]);
        assert_eq!(read_line(&format!("seconds=0.25{counts}\n")).unwrap(), (0.25, counts));
        for wrong in ["", "games=3", "seconds=x", "seconds=1 games", "seconds=1 games=x"] {
            assert!(read_line(wrong).is_err(), "{wrong}");
        }
    }
}
