//! The input files, created from one file of games.

use crate::rivals;
use anyhow::{Context, Result, ensure};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position as _};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// A file of games and its counts. A game has its start position and one more for each move.
#[derive(Clone, Debug)]
pub struct Games {
    pub path: PathBuf,
    pub games: u64,
    pub positions: u64,
    pub bytes: u64,
}

impl Games {
    fn count(path: PathBuf) -> Result<Self> {
        let mut positions = 0;
        let games = rivals::visit_positions(File::open(&path)?, |_| positions += 1)?;
        let bytes = fs::metadata(&path)?.len();
        ensure!(positions > games, "no moves in {}", path.display());
        Ok(Self { path, games, positions, bytes })
    }

    pub const fn moves(&self) -> u64 {
        self.positions - self.games
    }
}

/// A file with one FEN per line.
#[derive(Clone, Debug)]
pub struct Fens {
    pub path: PathBuf,
    pub count: u64,
}

impl Fens {
    fn count(path: PathBuf) -> Result<Self> {
        let mut input = BufReader::new(File::open(&path)?);
        let mut count = 0;
        while input.skip_until(b'\n')? > 0 {
            count += 1;
        }
        Ok(Self { path, count })
    }
}

/// All input files, in one folder.
#[derive(Clone, Debug)]
pub struct Data {
    pub games: Games,
    /// The same games, compressed with zstd.
    pub compressed: PathBuf,
    /// Ten copies of the compressed file, each a separate zstd frame.
    pub ten_copies: PathBuf,
    /// The first games, for rivals that are too slow for all games.
    pub first_games: Games,
    pub fens: Fens,
    /// The first of the FENs.
    pub first_fens: Fens,
    /// The table that `destrier convert` writes when it is measured.
    pub table: PathBuf,
}

/// The sizes of the input files.
pub struct Amount {
    /// How often the sample is repeated if no file is given.
    pub repeats: usize,
    /// Every `fen_step`-th position becomes a FEN.
    fen_step: u64,
    first_games: u64,
    first_fens: usize,
}

impl Amount {
    pub const fn new(quick: bool) -> Self {
        if quick {
            Self { repeats: 20, fen_step: 5, first_games: 60, first_fens: 1000 }
        } else {
            Self { repeats: 500, fen_step: 25, first_games: 1000, first_fens: 20_000 }
        }
    }
}

const GAMES: &str = "games.pgn";
const COMPRESSED: &str = "games.pgn.zst";
const TEN_COPIES: &str = "ten-copies.pgn.zst";
const FIRST_GAMES: &str = "first-games.pgn";
const FENS: &str = "positions.fen";
const FIRST_FENS: &str = "first-positions.fen";

/// Creates the files from a file of games, plain or compressed with zstd, or from the repeated sample.
pub fn prepare(folder: &Path, file: Option<&Path>, amount: &Amount) -> Result<()> {
    fs::create_dir_all(folder)?;
    let (games, compressed) = (folder.join(GAMES), folder.join(COMPRESSED));
    match file {
        Some(file) => {
            copy(open(file)?, &games)?;
            zstd::stream::copy_encode(File::open(&games)?, File::create(&compressed)?, 3)?;
        }
        None => {
            let mut sample = fs::read("samples/lichess.pgn")?;
            sample.extend(b"\n\n");
            fs::write(&games, sample.repeat(amount.repeats))?;
            // Separate frames, so that zstd does not compress the copies as repetitions.
            fs::write(&compressed, zstd::encode_all(&sample[..], 3)?.repeat(amount.repeats))?;
        }
    }

    let mut output = File::create(folder.join(TEN_COPIES))?;
    for _ in 0..10 {
        io::copy(&mut File::open(&compressed)?, &mut output)?;
    }

    copy(first(open(&games)?, amount.first_games), &folder.join(FIRST_GAMES))?;

    let fens = folder.join(FENS);
    write_fens(&games, &fens, amount.fen_step)?;
    let mut output = BufWriter::new(File::create(folder.join(FIRST_FENS))?);
    for line in BufReader::new(File::open(&fens)?).lines().take(amount.first_fens) {
        writeln!(output, "{}", line?)?;
    }
    Ok(output.flush()?)
}

impl Data {
    /// Reads the files that [`prepare`] created in a folder.
    pub fn read(folder: &Path) -> Result<Self> {
        Ok(Self {
            games: Games::count(folder.join(GAMES))?,
            compressed: folder.join(COMPRESSED),
            ten_copies: folder.join(TEN_COPIES),
            first_games: Games::count(folder.join(FIRST_GAMES))?,
            fens: Fens::count(folder.join(FENS))?,
            first_fens: Fens::count(folder.join(FIRST_FENS))?,
            table: folder.join("convert.parquet"),
        })
    }
}

fn open(path: &Path) -> Result<Box<dyn BufRead>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    Ok(if path.extension().is_some_and(|extension| extension == "zst") {
        Box::new(BufReader::new(zstd::Decoder::new(file)?))
    } else {
        Box::new(BufReader::new(file))
    })
}

fn copy(mut input: impl Read, path: &Path) -> Result<()> {
    io::copy(&mut input, &mut File::create(path)?)?;
    Ok(())
}

/// Returns the text of the first games. Each game must start with an `Event` tag.
fn first(mut input: impl BufRead, games: u64) -> impl Read {
    let mut text = Vec::new();
    let mut seen = 0;
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        seen += u64::from(line.starts_with(b"[Event "));
        if seen > games {
            break;
        }
        text.append(&mut line);
    }
    io::Cursor::new(text)
}

fn write_fens(games: &Path, path: &Path, step: u64) -> Result<()> {
    let mut output = BufWriter::new(File::create(path)?);
    let mut seen = 0_u64;
    let mut written = Ok(());
    rivals::visit_positions(File::open(games)?, |position| {
        // cozy-chess rejects positions after more than a hundred plies without a capture or pawn move.
        if written.is_ok() && seen.is_multiple_of(step) && position.halfmoves() <= 100 {
            written = writeln!(output, "{}", Fen::from_position(position, EnPassantMode::Legal));
        }
        seen += 1;
    })?;
    written?;
    Ok(output.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_whole_games() {
        let text = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n1. c4 *\n";
        let mut two = String::new();
        first(&text[..], 2).read_to_string(&mut two).unwrap();
        assert_eq!(two, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n");
    }
}
