//! Error reports, as text and as JSON.

use super::progress::Progress;
use destrier_games::output::PartialFile;
use destrier_games::{Bomb, GameNumber, Problem};
use serde::Serialize;
use std::io::{self, Write};

/// A problem as a JSON object. It always has all keys.
#[derive(Default, Serialize)]
struct ProblemLine<'a> {
    source: Option<&'a str>,
    game: Option<u64>,
    line_number: Option<u64>,
    offset: Option<u64>,
    token: Option<&'a str>,
    reason: String,
}

/// Reports a problem on standard error, and in the file of error reports if there is one.
pub(super) fn report(
    problem: &Problem,
    progress: &Progress,
    file: Option<&mut PartialFile>,
) -> io::Result<()> {
    let hint = match problem {
        Problem::Unreadable { error, .. } if error.get_ref().is_some_and(|error| error.is::<Bomb>()) => {
            ", or raise --max-ratio"
        }
        _ => "",
    };
    progress.say(&format!("destrier: {problem}{hint}"));
    let Some(file) = file else { return Ok(()) };
    let mut line = ProblemLine { source: problem.source_name(), ..ProblemLine::default() };
    match problem {
        Problem::Damaged { number, damage, .. } => {
            match *number {
                GameNumber::Game(number) => line.game = Some(number),
                GameNumber::Line(number) => line.line_number = Some(number),
            }
            line.offset = Some(damage.offset);
            line.token = Some(&damage.token);
            line.reason = damage.reason.to_string();
        }
        Problem::Unreadable { error, .. } => line.reason = format!("{error}{hint}"),
        _ => line.reason = problem.to_string(),
    }
    serde_json::to_writer(&mut *file, &line)?;
    file.write_all(b"\n")
}
