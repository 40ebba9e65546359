//! What an interrupted run leaves behind so that it can be gone on with.

use crate::Failure;
use crate::partial_file::remove;
use destrier_games::{Bookmark, Source, Totals};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a run does with which inputs, and how far it has come.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Journal {
    /// All that decides about the output but the inputs' content.
    options: Value,
    inputs: Vec<Stamp>,
    /// Whether files that exist may be replaced: whether the run that began had `--force`.
    pub(crate) force: bool,
    pub(crate) reached: Checkpoint,
}

/// How far a run has come: what is in its files up to these lengths is final.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    pub(crate) next: Bookmark,
    pub(crate) totals: Totals,
    pub(crate) output_length: u64,
    pub(crate) errors_length: u64,
    pub(crate) time: Duration,
    /// What the format must know to go on.
    pub(crate) state: Value,
    /// Whether there is nothing left to do but to give the files their names.
    pub(crate) ended: bool,
}

/// By what one tells that an input has not changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    path: String,
    content: Content,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Content {
    /// Length in bytes, and the time of the last change in nanoseconds since 1970.
    File(u64, i128),
    /// Standard input, a pipe or a device: what was read of it is gone.
    Stream,
    /// Nothing is there.
    Missing,
}

impl Stamp {
    pub(crate) fn of(source: &Source) -> Self {
        let content = match fs::metadata(source.path()) {
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

/// Nanoseconds since 1970, negative before. (No duration is long enough to overflow.)
fn nanoseconds(time: SystemTime) -> i128 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_nanos() as i128,
        Err(before) => -(before.duration().as_nanos() as i128),
    }
}

impl Journal {
    pub(crate) fn new(options: Value, sources: &[Source], force: bool) -> Self {
        let inputs = sources.iter().map(Stamp::of).collect();
        Self { options, inputs, force, reached: Checkpoint::default() }
    }

    /// Where the journal of a run that writes to a file is.
    pub(crate) fn path(output: &Path) -> PathBuf {
        beside(output, ".journal")
    }

    /// Takes over how far an earlier run has come; whether there is one.
    pub(crate) fn resume(&mut self, output: &Path) -> Result<bool, Failure> {
        let path = Self::path(output);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.remove_begun(output)
                    .map_err(|error| Failure::refused(format!("{}: {error}", output.display())))?;
                return Ok(false);
            }
            text => text.map_err(|error| Failure::refused(format!("{}: {error}", path.display())))?,
        };
        let earlier: Self =
            serde_json::from_slice(&text).map_err(|error| Self::is_none(output, &error.to_string()))?;
        if let Some(reason) = self.differs_from(&earlier) {
            return Err(Failure::usage(format!(
                "{}: cannot be gone on with: {reason}; --force instead of --resume starts anew",
                output.display()
            )));
        }
        if earlier.reached.next.source > self.inputs.len() {
            return Err(Self::is_none(output, "it is behind the last input"));
        }
        self.reached = earlier.reached;
        self.force |= earlier.force;
        Ok(true)
    }

    /// What is there is not a journal.
    pub(crate) fn is_none(output: &Path, error: &str) -> Failure {
        let path = Self::path(output);
        Failure::usage(format!(
            "{}: not the journal of a run: {error}; --force instead of --resume starts anew",
            path.display()
        ))
    }

    /// Whether the run can be gone on with: all that it reads can be read again.
    pub(crate) fn is_resumable(&self) -> bool {
        self.inputs.iter().all(|input| input.content != Content::Stream)
    }

    /// Why a run cannot go on from an earlier one.
    fn differs_from(&self, earlier: &Self) -> Option<String> {
        if let (Value::Object(now), Value::Object(before)) = (&self.options, &earlier.options) {
            let of = |options: &serde_json::Map<String, Value>, key: &str| {
                options
                    .get(key)
                    .filter(|value| !value.is_null())
                    .map_or("not set".to_owned(), Value::to_string)
            };
            if let Some(key) = now.keys().chain(before.keys()).find(|key| now.get(*key) != before.get(*key)) {
                return Some(format!("{key} was {}, and is {}", of(before, key), of(now, key)));
            }
        }
        if self.inputs.len() != earlier.inputs.len() {
            return Some(format!(
                "{} files were read, and there are {}",
                earlier.inputs.len(),
                self.inputs.len()
            ));
        }
        self.inputs.iter().zip(&earlier.inputs).find_map(|(now, before)| {
            if now.path != before.path {
                return Some(format!("{} is read where {} was", now.path, before.path));
            }
            match (&now.content, &before.content) {
                (Content::Stream, _) if !earlier.reached.ended => {
                    Some(format!("{} is no file, and cannot be read again", now.path))
                }
                (now_content, before) if now_content == before => None,
                _ => Some(format!("{} has changed", now.path)),
            }
        })
    }

    /// Whether nothing is in the way of a new journal. `over`: where there is one already.
    pub(crate) fn check_new(output: &Path, over: bool) -> Result<(), Failure> {
        for path in Self::beside(output) {
            let way_out = match path.symlink_metadata() {
                Ok(metadata) if metadata.is_dir() => "rename it, or the output",
                Ok(_) if !over => "--force writes over it",
                _ => continue,
            };
            let reason = format!("{}: in the way of a new journal; {way_out}", path.display());
            return Err(Failure::refused(reason));
        }
        Ok(())
    }

    /// Writes it beside the output, in one step.
    pub(crate) fn write(&self, output: &Path) -> io::Result<()> {
        let path = Self::path(output);
        let new = Self::new_path(output);
        remove(&new)?;
        let mut file = File::create_new(&new)?;
        file.write_all(&serde_json::to_vec(self)?).and_then(|()| fs::rename(&new, path)).or_else(|error| {
            // Beside a journal it would do no harm; where there is none yet, it would be in the way of the next run.
            remove(&new)?;
            Err(error)
        })
    }

    /// Removes what a run left that was killed while it wrote its first journal: the same as this one, up to there.
    fn remove_begun(&self, output: &Path) -> io::Result<()> {
        let new = Self::new_path(output);
        if !new.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Ok(());
        }
        let this = serde_json::to_vec(self)?;
        let mut there = Vec::new();
        // One that cannot be read is of another, and so is a longer one.
        let read = File::open(&new).and_then(|file| file.take(this.len() as u64 + 1).read_to_end(&mut there));
        if read.is_ok() && this.starts_with(&there) { remove(&new) } else { Ok(()) }
    }

    /// Removes it: the run has ended.
    pub(crate) fn remove(output: &Path) -> io::Result<()> {
        remove(&Self::path(output))
    }

    fn new_path(output: &Path) -> PathBuf {
        beside(output, ".journal.new")
    }

    /// The names of all that is written beside the output for the journal.
    pub(crate) fn beside(output: &Path) -> [PathBuf; 2] {
        [Self::path(output), Self::new_path(output)]
    }
}

/// The path with something behind its name.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
