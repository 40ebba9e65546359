//! `destrier show`: one position, drawn.

mod contents;
mod place;
mod png;
mod subject;
mod terminal;

use crate::Failure;
use crate::names;
use crate::partial_file::PartialFile;
use crate::run::OUTPUT;
use crate::scan::is_in_color;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use contents::{Contents, Wanted};
use destrier::Color;
use destrier_games::Source;
use destrier_games::picture::Picture;
use same_file::Handle;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use subject::Subject;
use terminal::Look;

/// Draw a position with its patterns.
///
/// The board, with what was found marked on it, and in words what was found and why: in the terminal, or as a picture
/// that needs nothing beside it. A position that no game can reach is drawn, too.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Exit status:
  0  done
  1  a file could not be read, or the picture not be written
  2  wrong usage: a FEN that is none, a place that is not in the file

Examples:
  destrier show 'r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1'
  destrier show 2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1  # no quotes
  destrier show samples/lichess.pgn 1:16  # game 1, after 16 plies
  destrier show samples/puzzles.csv 03izk  # a puzzle by its id
  destrier show samples/lichess.pgn 1:16 -p knight-fork --svg fork.svg
  destrier show 8/8/8/6k1/8/2P4P/PP6/1K6 b -p king_reach --png reach.png")]
pub(crate) struct Show {
    /// A FEN, in quotes or not, `-` for one on standard input; or a FILE and a place in it
    ///
    /// FILE holds what `destrier scan` reads, packed or not, or is `-`. The place is GAME:PLY in games, from game 1 and
    /// with ply 0 for the start; ID or ID:PLY in puzzles, where ply 1 is the position to solve and meant when left out
    /// (the number of the row for ID where there is no column PuzzleId); the number of a line in positions.
    #[arg(required = true, num_args = 1.., value_name = "POSITION")]
    position: Vec<OsString>,

    /// Only these patterns, or values of the position, with commas between them [default: all patterns]
    ///
    /// Of a value its squares are marked and said. It is that of the side to move, unless --side names one.
    #[arg(
        short,
        long,
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(Wanted::names()).try_map(|name| Wanted::by_name(&name)),
    )]
    pattern: Vec<Wanted>,

    /// Only patterns and values of this side
    #[arg(
        long,
        value_parser = PossibleValuesParser::new(["white", "black"]).try_map(|name| name.parse::<Color>()),
    )]
    side: Option<Color>,

    /// Black sits below
    #[arg(long)]
    flip: bool,

    /// Only ASCII in the terminal: letters for the pieces
    ///
    /// So it is anyway where the locale is not UTF-8 or TERM is dumb.
    #[arg(long)]
    ascii: bool,

    /// Write a picture as SVG to FILE instead, `-` for standard output
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    svg: Option<PathBuf>,

    /// Write a picture as PNG to FILE instead, `-` for standard output
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    png: Option<PathBuf>,

    /// The width of the picture, 100 to 4000; its height is what the words need
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = Picture::SIZE,
        allow_negative_numbers = true,
        help_heading = OUTPUT,
        value_parser = clap::value_parser!(u32)
            .range(i64::from(*Picture::SIZES.start())..=i64::from(*Picture::SIZES.end())),
    )]
    size: u32,

    /// Write over a file that exists
    #[arg(long, help_heading = OUTPUT)]
    force: bool,
}

/// The most findings that a picture shows: more than these nobody could tell apart.
const MOST_SHOWN: usize = 24;

impl Show {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let (svg, png) = (self.svg.as_deref().map(Target::of), self.png.as_deref().map(Target::of));
        if svg.is_some() && svg == png {
            return Err(Failure::usage("--svg and --png: name two files"));
        }
        let targets = [&svg, &png].into_iter().flatten();
        // Of a FEN there is no file, unless it is read from one.
        let source = Source::new(&self.position[0]);
        if names::is_written(&source, &targets.clone().flat_map(Target::handles).collect::<Vec<_>>()) {
            return Err(names::would_be_written(&source));
        }
        targets.clone().try_for_each(|target| target.check(self.force))?;
        if png == Some(Target::Standard) && io::stdout().is_terminal() {
            return Err(Failure::usage("a PNG is not for a terminal: name a file with --png"));
        }
        let subject = Subject::read(&self.position)?;
        let contents = Contents::of(&subject, &self.pattern, self.side);
        if svg.is_none() && png.is_none() {
            let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0);
            let look = Look {
                unicode: !self.ascii && terminal::speaks_unicode(),
                color: is_in_color(),
                columns: terminal::columns(width),
            };
            let mut out = anstream::stdout().lock();
            out.write_all(terminal::drawn(&subject, &contents, self.flip, look).as_bytes())?;
            out.flush()?;
            return Ok(0);
        }
        let picture = self.picture(&subject, contents);
        if let Some(target) = &svg {
            target.write(picture.svg().as_bytes(), self.force)?;
        }
        if let Some(target) = &png {
            target.write(&png::png(&picture)?, self.force)?;
        }
        Ok(0)
    }

    fn picture(&self, subject: &Subject, contents: Contents) -> Picture {
        let Contents { mut shown, mut notes } = contents;
        if shown.len() > MOST_SHOWN {
            notes.push(format!("And {} more, which are not drawn.", shown.len() - MOST_SHOWN));
            shown.truncate(MOST_SHOWN);
        }
        let mut picture = Picture::new(subject.board, &subject.fen);
        picture.shown = shown;
        picture.notes = notes;
        picture.flip = self.flip;
        picture.size = self.size;
        picture
    }
}

/// Where a picture goes.
#[derive(PartialEq, Eq)]
enum Target {
    Standard,
    File(PathBuf),
}

impl Target {
    fn of(path: &Path) -> Self {
        if path.as_os_str() == "-" {
            Self::Standard
        } else {
            Self::File(names::place(PartialFile::target(path)))
        }
    }

    /// The files that are there already of those that it writes.
    fn handles(&self) -> Vec<Handle> {
        match self {
            Self::Standard => Vec::new(),
            Self::File(path) => {
                let beside = PartialFile::beside(path);
                std::iter::once(path).chain(&beside).filter_map(|path| names::handle(path)).collect()
            }
        }
    }

    /// Whether it can be written, without touching anything.
    fn check(&self, force: bool) -> Result<(), Failure> {
        match self {
            Self::Standard => Ok(()),
            Self::File(path) => {
                PartialFile::check_name(path, force)?;
                PartialFile::check_new(path, force, "in the way; --force writes over it")
            }
        }
    }

    fn write(&self, bytes: &[u8], force: bool) -> Result<(), Failure> {
        match self {
            Self::Standard => {
                let mut out = io::stdout().lock();
                out.write_all(bytes)?;
                Ok(out.flush()?)
            }
            Self::File(path) => {
                let mut file = PartialFile::create(path, force)?;
                file.write_all(bytes).and_then(|()| file.finish(force)).or_else(|error| {
                    // All is there but the name.
                    if error.kind() == io::ErrorKind::AlreadyExists {
                        return Err(Failure::refused(error.to_string()));
                    }
                    PartialFile::remove(path)?;
                    Err(Failure::refused(format!("{}: {error}", path.display())))
                })
            }
        }
    }
}
