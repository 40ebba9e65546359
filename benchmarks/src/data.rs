//! The files that are measured on, made from one file of games.

use crate::rivals;
use anyhow::{Context, Result, ensure};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position as _};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// A file and what is in it. Every game begins with a position, and each of its moves makes one more.
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
        Ok(Self { path, games, positions, bytes })
    }

    pub fn moves(&self) -> u64 {
        self.positions - self.games
    }
}

/// FENs, one a line.
#[derive(Clone, Debug)]
pub struct Fens {
    pub path: PathBuf,
    pub count: u64,
}

/// All files, in one folder.
#[derive(Clone, Debug)]
pub struct Data {
    /// What they were made from, in words.
    pub origin: String,
    pub games: Games,
    /// The same, packed with zstd.
    pub packed: PathBuf,
    /// Ten copies of the packed file, each a frame of its own.
    pub ten_copies: PathBuf,
    /// The first games, for rivals that are too slow for all.
    pub first_games: Games,
    pub fens: Fens,
    /// The first of the FENs.
    pub first_fens: Fens,
}

/// How much of the data there is to be.
pub struct Amount {
    /// How often the sample is repeated where it stands for a file.
    pub repeats: usize,
    /// A FEN is made of every position whose number this divides.
    pub fen_step: u64,
    pub first_games: u64,
    pub first_fens: u64,
}

impl Data {
    /// Makes them from a file of games, plain or packed with zstd, or else from the sample, repeated. A file is
    /// streamed all the way: the memory of this process would be counted as that of those that it starts.
    pub fn prepare(folder: &Path, file: Option<&Path>, amount: &Amount) -> Result<Self> {
        fs::create_dir_all(folder)?;
        let to = |name| folder.join(name);
        let games = to("games.pgn");
        let origin = match file {
            Some(file) => {
                copy(open(file)?, &games)?;
                file.file_name().unwrap_or_default().to_string_lossy().into_owned()
            }
            None => {
                let sample = fs::read("samples/lichess.pgn")?;
                let mut output = File::create(&games)?;
                for _ in 0..amount.repeats {
                    output.write_all(&sample)?;
                    output.write_all(b"\n\n")?;
                }
                format!("samples/lichess.pgn {} times over, which a processor learns in part", amount.repeats)
            }
        };

        let packed = to("games.pgn.zst");
        zstd::stream::copy_encode(File::open(&games)?, File::create(&packed)?, 3)?;
        let ten_copies = to("ten-copies.pgn.zst");
        let mut output = File::create(&ten_copies)?;
        for _ in 0..10 {
            io::copy(&mut File::open(&packed)?, &mut output)?;
        }

        let first_games = to("first-games.pgn");
        copy(first(open(&games)?, amount.first_games), &first_games)?;

        let fens = write_fens(&games, to("positions.fen"), amount.fen_step)?;
        let first_fens = Fens { path: to("first-positions.fen"), count: amount.first_fens.min(fens.count) };
        let mut output = BufWriter::new(File::create(&first_fens.path)?);
        for line in BufReader::new(File::open(&fens.path)?).lines().take(first_fens.count as usize) {
            writeln!(output, "{}", line?)?;
        }
        output.flush()?;

        let games = Games::count(games)?;
        ensure!(games.positions > games.games && fens.count > 0, "no moves in {origin}");
        Ok(Self {
            origin,
            games,
            packed,
            ten_copies,
            first_games: Games::count(first_games)?,
            fens,
            first_fens,
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

/// The text before the game with this number, counted from 0. A game begins with an `Event` tag.
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

fn write_fens(games: &Path, path: PathBuf, step: u64) -> Result<Fens> {
    let mut output = BufWriter::new(File::create(&path)?);
    let (mut seen, mut count) = (0_u64, 0);
    let mut written = Ok(());
    rivals::visit_positions(File::open(games)?, |position| {
        // cozy-chess takes no position after more than a hundred plies without capture or pawn move.
        if written.is_ok() && seen.is_multiple_of(step) && position.halfmoves() <= 100 {
            count += 1;
            written = writeln!(output, "{}", Fen::from_position(position, EnPassantMode::Legal));
        }
        seen += 1;
    })?;
    written?;
    output.flush()?;
    Ok(Fens { path, count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_games_are_whole() {
        let text = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n1. c4 *\n";
        let mut two = String::new();
        first(&text[..], 2).read_to_string(&mut two).unwrap();
        assert_eq!(two, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n");
    }
}
