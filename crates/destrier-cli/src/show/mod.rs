//! `destrier show`: draws a position.

mod argument;
mod contents;
mod lookup;
mod png;
mod subject;
mod terminal;

use crate::args::OUTPUT;
use crate::color::is_in_color;
use crate::failure::{Failure, SUCCESS};
use crate::run::document_output::DocumentOutput;
use crate::run::paths::{is_written, would_be_written};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use contents::{Contents, PatternOrValue};
use destrier::Color;
use destrier_games::Source;
use destrier_games::output::BoardDrawing;
use destrier_games::picture::{Picture, Shown};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use subject::Subject;
use terminal::Capabilities;

/// Draw a position with its patterns
///
/// Marks the patterns on the board and explains each in a sentence. Draws in the terminal, or as an SVG or PNG picture.
/// Positions that no game can reach are drawn, too.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Exit status:
  0  done
  1  a file could not be read, or the picture could not be written
  2  wrong usage: a FEN that is not valid, or a position that is not in the file

Examples:
  destrier show 'r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1'
  destrier show 2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1  # no quotes
  destrier show samples/lichess.pgn 1:16  # game 1, after 16 plies
  destrier show samples/puzzles.csv 03izk  # a puzzle by its id
  destrier show samples/lichess.pgn 1:16 -p knight-fork --svg fork.svg
  destrier show 8/8/8/6k1/8/2P4P/PP6/1K6 b -p king_reach --png reach.png")]
pub(crate) struct ShowArgs {
    /// A FEN, or a FILE and a place in it
    ///
    /// A FEN needs no quotes. `-` reads a FEN from standard input. FILE is any input file of `destrier scan`, or `-`.
    /// The place depends on the kind of file:
    ///
    /// games: GAME:PLY. The first game is 1, ply 0 is its start.
    ///
    /// puzzles: ID or ID:PLY. Ply 1, the default, is the position to solve. If the file has no column PuzzleId, use the
    /// number of the row as ID.
    ///
    /// positions: the number of a line.
    #[arg(required = true, num_args = 1.., value_name = "POSITION")]
    position: Vec<OsString>,

    /// Only these patterns or values; separate several with commas [default: all patterns]
    ///
    /// `destrier list` shows the names. `book` stands for all patterns of the pattern book. A file of patterns, or a
    /// folder of such files, is a name, too. A value's squares are marked and named. It is the value of the side to move, unless --side names a side.
    #[arg(
        short,
        long,
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = PatternOrValue::parser(),
        hide_possible_values = true,
    )]
    pattern: Vec<PatternOrValue>,

    /// Only patterns and values of this side
    #[arg(
        long,
        value_parser = PossibleValuesParser::new(["white", "black"]).try_map(|name| name.parse::<Color>()),
    )]
    side: Option<Color>,

    /// Draw the board from Black's side
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

    /// The width of the picture, 100 to 4000; the height follows from the text
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

    /// Overwrite existing files
    #[arg(long, help_heading = OUTPUT)]
    force: bool,
}

impl ShowArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let (svg, png) =
            (self.svg.as_deref().map(DocumentOutput::of), self.png.as_deref().map(DocumentOutput::of));
        if svg.is_some() && svg == png {
            return Err(Failure::usage("--svg and --png: name two files"));
        }
        let outputs = [&svg, &png].into_iter().flatten();
        // If the argument is a FEN, no file has this name, and the check passes.
        let source = Source::new(&self.position[0]);
        let written: Vec<_> = outputs.clone().flat_map(DocumentOutput::handles).collect();
        if is_written(&source, &written) {
            return Err(would_be_written(&source));
        }
        outputs.clone().try_for_each(|output| output.check(self.force))?;
        if png == Some(DocumentOutput::Stdout) && io::stdout().is_terminal() {
            return Err(Failure::usage("cannot write a PNG to a terminal; name a file with --png"));
        }
        let subject = argument::subject(&self.position)?;
        let contents = Contents::of(&subject, &self.pattern, self.side);
        if svg.is_none() && png.is_none() {
            let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0);
            let capabilities = Capabilities {
                unicode: !self.ascii && terminal::supports_unicode(),
                color: is_in_color(),
                columns: terminal::text_width(width),
            };
            let mut out = anstream::stdout().lock();
            out.write_all(terminal::draw(&subject, &contents, self.flip, capabilities).as_bytes())?;
            out.flush()?;
            return Ok(SUCCESS);
        }
        let picture = self.picture(&subject, contents);
        if let Some(output) = &svg {
            output.write(picture.svg().as_bytes(), self.force)?;
        }
        if let Some(output) = &png {
            output.write(&png::png(&picture)?, self.force)?;
        }
        Ok(SUCCESS)
    }

    fn picture(&self, subject: &Subject, contents: Contents) -> Picture {
        let Contents { shown, notes } = contents;
        let mut picture = Picture::new(subject.board, &subject.fen);
        picture.shown = shown;
        picture.notes = notes;
        picture.flip = self.flip;
        picture.size = self.size;
        picture.limit();
        picture
    }
}

/// Returns a function that draws findings, seen from the side that has the pattern.
pub(crate) fn board_drawing(color: bool) -> BoardDrawing {
    let capabilities = Capabilities { unicode: terminal::supports_unicode(), color, columns: 80 };
    Box::new(move |position, finding| {
        let shown = [Shown::finding(finding, position)];
        terminal::draw_board(position.board(), &shown, !finding.side.is_white(), capabilities)
    })
}
