//! Progress reports on standard error.

use clap::ValueEnum;
use destrier_games::{Engine, Totals};
use indicatif::{
    HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// When to report progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// If standard error is a terminal that shows no findings
    Auto,
    /// Always; one line per second if standard error is not a terminal
    Always,
    /// Never
    Never,
}

/// Reports the progress of a run.
pub(super) struct Progress {
    bytes_read: Arc<AtomicU64>,
    /// The size of all inputs, if it is known.
    bytes: Option<u64>,
    start: Instant,
    /// The number of positions that earlier runs searched.
    positions_before: u64,
    /// The number of bytes that an earlier run read. Known once this run has read games.
    passed: Option<u64>,
    /// The engine that judges moves.
    engine: Option<Engine>,
    /// The number of bytes up to the last finished game. Used instead of the bytes read when an engine judges moves,
    /// because it is far behind the reader.
    done: Option<u64>,
    indicator: Indicator,
}

enum Indicator {
    None,
    Bar(ProgressBar),
    /// Prints lines. Holds the time of the last one.
    Lines(Instant),
}

impl Progress {
    /// The time between two lines.
    const INTERVAL: Duration = Duration::from_secs(1);

    /// Starts reporting. `rows_on_terminal` means that rows go to a terminal on standard output.
    pub(super) fn new(
        when: When,
        rows_on_terminal: bool,
        bytes: Option<u64>,
        before: &Totals,
        engine: Option<Engine>,
    ) -> Self {
        let terminal = io::stderr().is_terminal();
        let indicator = match when {
            When::Never => Indicator::None,
            When::Auto if !terminal || rows_on_terminal => Indicator::None,
            When::Always if !terminal => Indicator::Lines(Instant::now()),
            When::Auto | When::Always => Indicator::Bar(bar(bytes, engine.clone())),
        };
        Self {
            bytes_read: Arc::default(),
            bytes,
            start: Instant::now(),
            positions_before: before.positions,
            passed: (*before == Totals::default()).then_some(0),
            engine,
            done: None,
            indicator,
        }
    }

    /// Returns the counter of bytes read.
    pub(super) const fn bytes_read(&self) -> &Arc<AtomicU64> {
        &self.bytes_read
    }

    /// Adds bytes that an earlier run read.
    pub(super) fn pass(&self, bytes: u64) {
        self.bytes_read.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Returns the number of bytes done.
    fn bytes_done(&self) -> u64 {
        self.done.unwrap_or_else(|| self.bytes_read.load(Ordering::Relaxed))
    }

    /// Shows the current counts. `done` is the number of input bytes up to here, if known.
    pub(super) fn update(&mut self, totals: &Totals, done: Option<u64>) {
        self.done = done.or(self.done);
        let is_first = self.passed.is_none();
        let bytes_done = self.bytes_done();
        let passed = *self.passed.get_or_insert(bytes_done);
        match &mut self.indicator {
            Indicator::None => {}
            Indicator::Bar(bar) => {
                if is_first {
                    bar.set_position(passed);
                    bar.reset_eta();
                }
                bar.set_position(bytes_done);
                bar.set_message(counts(totals, self.positions_before, self.start));
            }
            Indicator::Lines(last) if last.elapsed() < Self::INTERVAL => {}
            Indicator::Lines(last) => {
                *last = Instant::now();
                self.line(totals);
            }
        }
    }

    fn line(&self, totals: &Totals) {
        let read = self.bytes_done();
        let counts = counts(totals, self.positions_before, self.start);
        let counts = format!("{counts}{}", judged(self.engine.as_ref()));
        let done = match self.bytes {
            Some(bytes) => {
                let left = HumanDuration(left(self.start.elapsed(), self.passed.unwrap_or(0), read, bytes));
                format!("{} of {}, {counts}, {left:#} left", HumanBytes(read), HumanBytes(bytes))
            }
            None => format!("{}, {counts}", HumanBytes(read)),
        };
        // The run continues even if standard error is closed.
        let _ = writeln!(io::stderr(), "destrier: {done}");
    }

    /// Writes a line to standard error, above the bar.
    pub(super) fn say(&self, line: &str) {
        let _ = match &self.indicator {
            Indicator::Bar(bar) => bar.suspend(|| writeln!(io::stderr(), "{line}")),
            Indicator::None | Indicator::Lines(_) => writeln!(io::stderr(), "{line}"),
        };
    }

    /// Shows the final counts.
    pub(super) fn finish(&mut self, totals: &Totals) {
        self.done = None;
        match &self.indicator {
            Indicator::None => {}
            Indicator::Bar(bar) => bar.finish_and_clear(),
            Indicator::Lines(_) => self.line(totals),
        }
    }
}

fn bar(bytes: Option<u64>, engine: Option<Engine>) -> ProgressBar {
    let template = match bytes {
        // One line would be wider than 80 columns.
        Some(_) => "{bar:40} {bytes} of {total_bytes}, {eta} left\n{msg}{judged}",
        None => "{spinner} {bytes}\n{msg}{judged}",
    };
    // The template is a constant. If it were invalid, the default would do.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    // Update at every tick, because an engine needs seconds for a block of games.
    let style = style.with_key("judged", move |_: &ProgressState, text: &mut dyn fmt::Write| {
        let _ = text.write_str(&judged(engine.as_ref()));
    });
    let target = ProgressDrawTarget::stderr();
    let bar = ProgressBar::with_draw_target(bytes, target).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Estimates the time left. This run has read all but `passed` of the `read` bytes in the time `elapsed`.
fn left(elapsed: Duration, passed: u64, read: u64, bytes: u64) -> Duration {
    let done = read.saturating_sub(passed).max(1) as f64;
    elapsed.mul_f64((bytes.saturating_sub(read) as f64 / done).min(1e9))
}

/// Returns the number of positions that the engine has judged, to append to the counts.
fn judged(engine: Option<&Engine>) -> String {
    engine.map_or_else(String::new, |engine| format!(", {} judged", HumanCount(engine.judged())))
}

/// Returns the numbers of games and positions, and this run's speed.
fn counts(totals: &Totals, positions_before: u64, start: Instant) -> String {
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let speed = (totals.positions - positions_before) as f64 / seconds;
    let [games, positions, speed] = [totals.games, totals.positions, speed as u64].map(HumanCount);
    format!("{games} games, {positions} positions, {speed} a second")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_runs_do_not_count_for_the_time_left() {
        let minute = Duration::from_secs(60);
        assert_eq!(left(minute, 0, 250, 1000), 3 * minute);
        assert_eq!(left(minute, 500, 600, 1000), 4 * minute);
        assert_eq!(left(minute, 0, 1000, 1000), Duration::ZERO);
        assert_eq!(left(minute, 0, 0, 0), Duration::ZERO);
        // An input that has grown, and a run that has read nothing yet.
        assert_eq!(left(minute, 0, 1001, 1000), Duration::ZERO);
        assert_eq!(left(minute, 5, 5, 6), minute);
    }
}
