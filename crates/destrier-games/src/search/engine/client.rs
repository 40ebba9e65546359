//! An engine process and its UCI protocol.

use super::answer;
use super::answer::score;
use super::error::{EngineError, Fault};
use super::location;
use super::question::Question;
use crate::chess::Evaluation;
use crossbeam_channel::{Receiver, Sender, bounded};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// An engine process. Dropping the client ends the process.
pub(super) struct Client {
    program: PathBuf,
    nodes: NonZero<u32>,
    child: Child,
    /// Closed to end the process.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The current value of `UCI_Chess960`, or `None` if the engine has no such option.
    chess960: Option<bool>,
    /// Whether to kill the process instead of sending `quit`.
    is_faulty: bool,
}

impl Client {
    /// The time limit for commands that do not search.
    const PATIENCE: Duration = Duration::from_secs(10);

    /// The time limit per node. It is generous, because neural-network engines are slow without a graphics card.
    const PATIENCE_PER_NODE: Duration = Duration::from_millis(5);

    /// The time limit for `quit`.
    const GRACE: Duration = Duration::from_secs(2);

    /// The longest line that is read in one piece.
    const MAX_LINE_LENGTH: u64 = 1 << 16;

    /// The maximum number of lines in the queue.
    const LINES_AHEAD: usize = 64;

    /// The maximum number of characters of a line that error messages show.
    const SHOWN: usize = 100;

    /// Starts the process and sets its options.
    pub(super) fn start(program: &Path, nodes: NonZero<u32>) -> Result<Self, EngineError> {
        let mut command = Command::new(location::of(program).as_deref().unwrap_or(program));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C must not reach the engine. It exits when its standard input closes.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            let fault = match error.kind() {
                io::ErrorKind::NotFound => Fault::NotFound,
                _ => Fault::NotStarted(error.to_string()),
            };
            EngineError::new(program, fault)
        })?;
        let (sender, lines) = bounded(Self::LINES_AHEAD);
        // This thread is not joined: another process may keep the pipe open.
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_lines(output, &sender));
        }
        let input = child.stdin.take();
        let program = program.to_owned();
        let mut client = Self { program, nodes, child, input, lines, chess960: None, is_faulty: false };
        match client.set_up() {
            Ok(()) => Ok(client),
            Err(fault) => Err(client.fail(Fault::NotUci(fault.into()))),
        }
    }

    fn set_up(&mut self) -> Result<(), Fault> {
        let mut options = Vec::new();
        let mut chess960 = None;
        self.ask("uci", Self::PATIENCE, |line| {
            if let Some(option) = line.trim().strip_prefix("option name ") {
                match option.split_once(" type ") {
                    Some(("UCI_Chess960", _)) => chess960 = Some(false),
                    Some((name @ ("Threads" | "Hash"), _)) => {
                        options.push((name.to_owned(), option.to_owned()));
                    }
                    _ => {}
                }
            }
            (line.trim() == "uciok").then_some(())
        })?;
        self.chess960 = chess960;
        for (name, option) in options {
            let value = if name == "Hash" { hash(self.nodes, &option) } else { 1 };
            self.say(&format!("setoption name {name} value {value}"), "setoption")?;
        }
        self.ask("isready", Self::PATIENCE, |line| (line.trim() == "readyok").then_some(()))
    }

    /// Evaluates a position or a move, with an empty hash table.
    pub(super) fn evaluate(&mut self, question: &Question<'_>) -> Result<Evaluation, EngineError> {
        self.search(question).map_err(|fault| {
            self.fail(match fault {
                Fault::Ended { .. } | Fault::TimedOut { .. } => Fault::WhileSearching(fault.into()),
                fault => fault,
            })
        })
    }

    fn search(&mut self, question: &Question<'_>) -> Result<Evaluation, Fault> {
        let Question { fen, side, is_chess960, played } = *question;
        if self.chess960 != Some(is_chess960) && (is_chess960 || self.chess960.is_some()) {
            if self.chess960.is_none() {
                return Err(Fault::NoChess960(fen.to_owned()));
            }
            self.chess960 = Some(is_chess960);
            self.say(&format!("setoption name UCI_Chess960 value {is_chess960}"), "setoption")?;
        }
        self.say("ucinewgame", "ucinewgame")?;
        self.ask("isready", Self::PATIENCE, |line| (line.trim() == "readyok").then_some(()))?;
        self.say(&format!("position fen {fen}"), "position")?;
        let go = match played {
            Some(played) => format!("go nodes {} searchmoves {played}", self.nodes),
            None => format!("go nodes {}", self.nodes),
        };
        let limit = Self::PATIENCE + Self::PATIENCE_PER_NODE * self.nodes.get();
        let mut last = None;
        let (illegal, line) = self.ask(&go, limit, |line| {
            match score(line, side) {
                Ok(score) => last = score.or(last),
                Err(answer::IllegalScore) => return Some((true, line.to_owned())),
            }
            line.starts_with("bestmove").then(|| (false, line.to_owned()))
        })?;
        let command = format!("position fen {fen}` and `{go}");
        let best = line.split_ascii_whitespace().nth(1);
        match last {
            _ if illegal => Err(Fault::IllegalScore { command, line: shown(&line) }),
            None => Err(Fault::NoScore { command, line: shown(&line) }),
            Some(_) if played.is_some_and(|played| best != Some(played)) => {
                Err(Fault::OtherMove { command, line: shown(&line) })
            }
            Some(evaluation) => Ok(evaluation),
        }
    }

    /// Sends a command and reads lines until one of them is the answer.
    fn ask<T>(
        &mut self,
        command: &str,
        limit: Duration,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        self.say(command, command)?;
        let start = Instant::now();
        // Check the time for each line too, because a program may print lines forever.
        while let Some(left) = limit.checked_sub(start.elapsed()) {
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    if let Some(answer) = read(&line) {
                        return Ok(answer);
                    }
                }
                Err(error) if error.is_disconnected() => return Err(self.ended(command)),
                Err(_) => break,
            }
        }
        Err(Fault::TimedOut { command: command.to_owned(), limit })
    }

    /// Sends a line.
    fn say(&mut self, line: &str, name: &str) -> Result<(), Fault> {
        let Some(input) = &mut self.input else { return Err(self.ended(name)) };
        let written = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        written.map_err(|_| self.ended(name))
    }

    /// Handles the end of the output: the process exited or will never answer.
    fn ended(&mut self, command: &str) -> Fault {
        let status = match self.wait(Self::GRACE) {
            Some(status) => status,
            None => "closed its output".to_owned(),
        };
        Fault::Ended { command: command.to_owned(), status }
    }

    /// Waits for the process to exit and describes how it exited.
    fn wait(&mut self, limit: Duration) -> Option<String> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if start.elapsed() < limit => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    fn fail(&mut self, fault: Fault) -> EngineError {
        self.is_faulty = true;
        EngineError::new(&self.program, fault)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Ignore errors: closing the input ends the engine anyway.
        if let Some(mut input) = self.input.take() {
            let _ = input.write_all(b"quit\n");
        }
        let grace = if self.is_faulty { Duration::ZERO } else { Self::GRACE };
        if self.wait(grace).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Returns the size of the hash table in MiB, within the range that `option` allows. It is small, because it is
/// cleared before each search.
fn hash(nodes: NonZero<u32>, option: &str) -> u32 {
    const NODES_PER_MIB: u32 = 1 << 16;
    let [min, max] = ["min", "max"].map(|name| {
        let mut words = option.split_ascii_whitespace().skip_while(|word| *word != name);
        words.nth(1).and_then(|word| word.parse().ok())
    });
    let size = nodes.get().div_ceil(NODES_PER_MIB).min(64);
    size.min(max.unwrap_or(u32::MAX)).max(min.unwrap_or(0))
}

/// Shortens and cleans a line for an error message.
fn shown(line: &str) -> String {
    line.trim().chars().take(Client::SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Forwards the lines of a process until it exits or the receiver is dropped.
fn read_lines(output: ChildStdout, lines: &Sender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(Client::MAX_LINE_LENGTH).read_until(b'\n', &mut line) {
            Ok(1..) if lines.send(String::from_utf8_lossy(&line).into_owned()).is_ok() => {}
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_size_fits_the_nodes_and_the_range_of_the_engine() {
        let option = "Hash type spin default 16 min 1 max 33554432";
        let hash = |nodes, option| hash(NonZero::new(nodes).unwrap(), option);
        assert_eq!([1, 10_000, 1_000_000, u32::MAX].map(|nodes| hash(nodes, option)), [1, 1, 16, 64]);
        assert_eq!(hash(1, "Hash type spin default 16 min 4 max 1024"), 4);
        assert_eq!(hash(1_000_000, "Hash type spin default 4 min 1 max 8"), 8);
        assert_eq!(hash(1, "Hash"), 1);
    }

    #[test]
    fn lines_in_messages_are_short_and_without_control_characters() {
        assert_eq!(shown(" a\u{1b}[31m\r\n"), "a [31m");
        assert_eq!(shown(&"é".repeat(1000)).chars().count(), 100);
    }
}
