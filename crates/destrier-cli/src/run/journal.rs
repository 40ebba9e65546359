//! The journal, which allows an interrupted run to resume.

use super::paths;
use crate::failure::{Failure, START_OVER};
use destrier_games::{Bookmark, DateOption, Source, Totals};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The options, inputs and progress of a run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Journal {
    /// Everything that determines the output except the content of the inputs.
    options: Value,
    inputs: Vec<Stamp>,
    /// The day on which the run began, in days since 1970. Dates such as `30d` count from it.
    pub(super) today: i32,
    /// Whether existing files may be replaced: this run, or the one it resumes, has `--force`.
    pub(super) force: bool,
    pub(super) reached: Checkpoint,
}

/// The progress of a run. Its files are final up to these lengths.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    pub(super) next: Bookmark,
    pub(super) totals: Totals,
    pub(super) output_length: u64,
    pub(super) errors_length: u64,
    pub(super) time: Duration,
    /// The state that the output format needs to resume.
    pub(super) state: Value,
    /// Whether everything is written, and the files only lack their final names.
    pub(super) ended: bool,
}

/// Detects whether an input has changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Stamp {
    path: String,
    content: Content,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Content {
    /// The length in bytes, and the modification time in nanoseconds since 1970.
    File(u64, i128),
    /// Standard input, a pipe or a device, which cannot be read again.
    Stream,
    /// No such file.
    Missing,
}

impl Stamp {
    fn of(source: &Source) -> Self {
        let content = match fs::metadata(source.file()) {
            _ if source.is_standard_input() => Content::Stream,
            Ok(metadata) if metadata.is_file() => {
                Content::File(metadata.len(), metadata.modified().map_or(0, nanoseconds))
            }
            Ok(_) => Content::Stream,
            Err(_) => Content::Missing,
        };
        Self { path: source.name().into_owned(), content }
    }
}

/// Returns nanoseconds since 1970, negative for earlier times. No duration is long enough to overflow.
fn nanoseconds(time: SystemTime) -> i128 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_nanos() as i128,
        Err(before) => -(before.duration().as_nanos() as i128),
    }
}

impl Journal {
    pub(super) fn new(options: Value, sources: &[Source], force: bool) -> Self {
        let inputs = sources.iter().map(Stamp::of).collect();
        Self { options, inputs, today: DateOption::today(), force, reached: Checkpoint::default() }
    }

    /// Continues from the journal of an earlier run. Returns whether there is one.
    pub(super) fn resume(&mut self, output: &Path) -> Result<bool, Failure> {
        let path = paths::journal(output);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.remove_first(output).map_err(|error| Failure::refused_at(output, error))?;
                return Ok(false);
            }
            text => text.map_err(|error| Failure::refused_at(&path, error))?,
        };
        let earlier: Self = serde_json::from_slice(&text).map_err(|error| Self::invalid(output, error))?;
        if let Some(reason) = self.differs_from(&earlier) {
            let reason = format!("cannot resume: {reason}; {START_OVER}");
            return Err(Failure::usage_at(output, reason));
        }
        if earlier.reached.next.source > self.inputs.len() {
            return Err(Self::invalid(output, "its position is past the last input"));
        }
        self.reached = earlier.reached;
        self.today = earlier.today;
        self.force |= earlier.force;
        Ok(true)
    }

    /// Returns the failure for a file that is not a journal.
    pub(super) fn invalid(output: &Path, error: impl Display) -> Failure {
        let reason = format!("not a valid journal: {error}; {START_OVER}");
        Failure::usage_at(&paths::journal(output), reason)
    }

    /// Returns whether the run can be resumed. It can if all inputs can be read again.
    pub(super) fn is_resumable(&self) -> bool {
        self.inputs.iter().all(|input| input.content != Content::Stream)
    }

    /// Returns why this run cannot continue an earlier one.
    fn differs_from(&self, earlier: &Self) -> Option<String> {
        if let (Value::Object(now), Value::Object(before)) = (&self.options, &earlier.options)
            && let Some(key) = now.keys().chain(before.keys()).find(|key| now.get(*key) != before.get(*key))
        {
            let [before, now] = [before, now].map(|options| match options.get(key) {
                None | Some(Value::Null) => "not set".to_owned(),
                Some(value) => value.to_string(),
            });
            return Some(format!("{key} was {before} and is now {now}"));
        }
        if self.inputs.len() != earlier.inputs.len() {
            let (before, now) = (earlier.inputs.len(), self.inputs.len());
            return Some(format!("there were {before} input files, and now there are {now}"));
        }
        self.inputs.iter().zip(&earlier.inputs).find_map(|(now, before)| {
            if now.path != before.path {
                return Some(format!("input {} was {} before", now.path, before.path));
            }
            match (&now.content, &before.content) {
                (Content::Stream, _) if !earlier.reached.ended => {
                    Some(format!("{} is not a regular file and cannot be read again", now.path))
                }
                (content, before) if content == before => None,
                _ => Some(format!("{} has changed", now.path)),
            }
        })
    }

    /// Checks that a new journal can be created. With `overwrite`, an existing journal may be replaced.
    pub(super) fn check_new(output: &Path, overwrite: bool) -> Result<(), Failure> {
        for path in [paths::journal(output), paths::new_journal(output)] {
            let hint = match path.symlink_metadata() {
                Ok(metadata) if metadata.is_dir() => "rename this folder or choose another output",
                Ok(_) if !overwrite => "pass --force to overwrite it",
                _ => continue,
            };
            return Err(Failure::refused_at(
                &path,
                format!("already exists, but the new journal needs this name; {hint}"),
            ));
        }
        Ok(())
    }

    /// Writes the journal beside the output, atomically.
    pub(super) fn write(&self, output: &Path) -> io::Result<()> {
        let path = paths::journal(output);
        let new = paths::new_journal(output);
        remove(&new)?;
        let mut file = File::create_new(&new)?;
        file.write_all(&serde_json::to_vec(self)?).and_then(|()| fs::rename(&new, path)).or_else(|error| {
            // Without a journal beside it, it would block the next run.
            remove(&new)?;
            Err(error)
        })
    }

    /// Removes the unfinished first journal of a killed run. It is a file with the same beginning as this journal.
    fn remove_first(&self, output: &Path) -> io::Result<()> {
        let new = paths::new_journal(output);
        if !new.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Ok(());
        }
        let this = serde_json::to_vec(self)?;
        let mut there = Vec::new();
        // A file that cannot be read, or that is longer, is not ours.
        let read = File::open(&new).and_then(|file| file.take(this.len() as u64 + 1).read_to_end(&mut there));
        if read.is_ok() && this.starts_with(&there) { remove(&new) } else { Ok(()) }
    }

    /// Removes the journal at the end of a run.
    pub(super) fn remove(output: &Path) -> io::Result<()> {
        remove(&paths::journal(output))
    }
}

/// Removes a file, if it exists.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
