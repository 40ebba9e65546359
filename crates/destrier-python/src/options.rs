//! The options of tables, with the names of the command's options.

use crate::pattern::PyPattern;
use crate::records::engine_error;
use destrier::Color;
use destrier_games::rates::{RATE_KEYS, RateKey};
use destrier_games::{
    CONDITIONS, Classes, ConditionKind, Date, DateOption, Engine, FindingFilter, GameFilter, Grade, JudgedBy,
    Judging, OnePer, PATTERNS, Pattern, Player, PlayerSide, Selection, Source, Thinning, WorthFilter,
};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use std::fmt::Display;
use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

/// An empty list could mean all or nothing.
const EMPTY: &str = "the list is empty; leave the option out to select all";

/// The options that a caller gave.
pub(crate) struct Options<'py>(pub(crate) Bound<'py, PyDict>);

impl<'py> Options<'py> {
    /// Returns the value of an option, `None` if it was left out.
    pub(crate) fn value(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.0.get_item(name)?.filter(|value| !value.is_none()))
    }

    /// Returns the value of an option as a type.
    pub(crate) fn get<T: FromPyObjectOwned<'py>>(&self, name: &str) -> PyResult<Option<T>> {
        let Some(value) = self.value(name)? else { return Ok(None) };
        value.extract::<T>().map(Some).map_err(|error| {
            let error: PyErr = error.into();
            let py = value.py();
            let message = format!("{name}: {}", error.value(py));
            if error.is_instance_of::<PyTypeError>(py) {
                PyTypeError::new_err(message)
            } else {
                PyValueError::new_err(message)
            }
        })
    }

    pub(crate) fn flag(&self, name: &str) -> PyResult<bool> {
        Ok(self.get::<bool>(name)?.unwrap_or(false))
    }

    /// Returns whether to select only some findings. False could mean all others, so it is an error.
    pub(crate) fn only(&self, name: &str) -> PyResult<bool> {
        match self.get::<bool>(name)? {
            Some(false) if name == "played" => {
                Err(wrong(name, "for moves that were not played, pass not_played=True"))
            }
            Some(false) => Err(wrong(name, "False does not select all others; leave the option out")),
            is_set => Ok(is_set.is_some()),
        }
    }

    pub(crate) fn number(&self, name: &str, least: u64) -> PyResult<Option<u64>> {
        let Some(value) = self.value(name)? else { return Ok(None) };
        if value.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err(format!("{name}: expected a number, not {value}")));
        }
        let number = self.get::<i128>(name)?;
        number
            .map(|number| match u64::try_from(number) {
                Ok(number) if number >= least => Ok(number),
                _ => Err(PyValueError::new_err(format!("{name}: {number} is below {least}"))),
            })
            .transpose()
    }

    fn number_below(&self, name: &str, least: u64, most: u64) -> PyResult<Option<u64>> {
        match self.number(name, least)? {
            Some(number) if number > most => {
                Err(PyValueError::new_err(format!("{name}: {number} is above {most}")))
            }
            number => Ok(number),
        }
    }

    fn text(&self, name: &str) -> PyResult<Option<String>> {
        self.get(name)
    }

    /// Returns a text. A date counts as its text.
    fn date_or_text(&self, name: &str) -> PyResult<Option<String>> {
        let Some(value) = self.value(name)? else { return Ok(None) };
        match value.cast::<PyString>() {
            Ok(text) => Ok(Some(text.to_string())),
            Err(_) if value.hasattr("isoformat")? => {
                Ok(Some(value.call_method0("isoformat")?.to_string().chars().take(10).collect()))
            }
            Err(_) => Err(not_text(name, &value)),
        }
    }

    /// Returns a text that is parsed.
    fn parsed<T: FromStr<Err: Display>>(&self, name: &str) -> PyResult<Option<T>> {
        let Some(text) = self.date_or_text(name)? else { return Ok(None) };
        text.parse().map(Some).map_err(|error: T::Err| wrong(name, format!("{text:?}: {error}")))
    }

    /// Returns names: a list, or a text with commas.
    pub(crate) fn names(&self, name: &str) -> PyResult<Vec<String>> {
        let Some(value) = self.value(name)? else { return Ok(Vec::new()) };
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(text.to_string().split(',').map(|name| name.trim().to_owned()).collect());
        }
        let names: Vec<String> = value.extract().map_err(|_| not_text(name, &value))?;
        if names.is_empty() { Err(wrong(name, EMPTY)) } else { Ok(names) }
    }

    /// Returns one of some names.
    fn one_of<T>(&self, name: &str, names: &[&str], of: impl Fn(&str) -> Option<T>) -> PyResult<Option<T>> {
        let text = self.text(name)?;
        text.map(|text| of(&text).ok_or_else(|| unknown(name, &text, names))).transpose()
    }

    /// Returns some of some names.
    fn some_of<T>(&self, name: &str, names: &[&str], of: impl Fn(&str) -> Option<T>) -> PyResult<Vec<T>> {
        let wanted = self.names(name)?;
        wanted.iter().map(|text| of(text).ok_or_else(|| unknown(name, text, names))).collect()
    }

    /// Returns the filter for games.
    pub(crate) fn filter(&self) -> PyResult<GameFilter> {
        let today = DateOption::today();
        let mut filter = GameFilter::default();
        for condition in &CONDITIONS {
            let name = condition.name.replace('-', "_");
            let text = match condition.kind {
                ConditionKind::Number => {
                    let number = self.number_below(&name, 0, u32::MAX.into())?;
                    number.map(|number| number.to_string())
                }
                ConditionKind::Text | ConditionKind::Date => self.date_or_text(&name)?,
                ConditionKind::Names | ConditionKind::SomeOf(_) => match self.value(&name)? {
                    Some(value) if !value.is_instance_of::<PyString>() => {
                        let names: Vec<String> = value.extract().map_err(|_| not_text(&name, &value))?;
                        if names.is_empty() {
                            return Err(wrong(&name, EMPTY));
                        }
                        for text in names {
                            (condition.set)(&mut filter, &text, today)
                                .map_err(|error| wrong(&name, error))?;
                        }
                        None
                    }
                    _ => self.text(&name)?,
                },
            };
            if let Some(text) = text {
                condition.parse(&mut filter, &text, today).map_err(|error| wrong(&name, error))?;
            }
        }
        filter.check().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(filter)
    }

    /// Returns the patterns that are selected: names, files and folders, and objects that were read before.
    fn patterns(&self) -> PyResult<Vec<&'static Pattern>> {
        let Some(value) = self.value("pattern")? else { return Ok(Vec::new()) };
        let mut patterns = Vec::new();
        let mut add = |given: &Bound<'py, PyAny>| -> PyResult<()> {
            if let Ok(pattern) = given.cast::<PyPattern>() {
                patterns.push(pattern.get().0);
                return Ok(());
            }
            let name: String = given.extract().map_err(|_| not_text("pattern", given))?;
            for name in name.split(',') {
                patterns.extend(Pattern::named(name.trim()).map_err(|error| wrong("pattern", error))?);
            }
            Ok(())
        };
        if value.is_instance_of::<PyString>() || value.is_instance_of::<PyPattern>() {
            add(&value)?;
        } else {
            for given in value.try_iter().map_err(|_| not_text("pattern", &value))? {
                add(&given?)?;
            }
            if patterns.is_empty() {
                return Err(wrong("pattern", EMPTY));
            }
        }
        Ok(patterns)
    }

    /// Returns the filter for findings.
    pub(crate) fn finding_filter(&self, names_player: bool) -> PyResult<FindingFilter> {
        let patterns = self.patterns()?;
        let side = self.one_of("side", &["player", "opponent"], |name| name.parse::<PlayerSide>().ok())?;
        if side.is_some() && !names_player {
            return Err(wrong("side", "name the player with player="));
        }
        let filter = FindingFilter {
            side,
            color: self.one_of("color", &["white", "black"], |name| name.parse::<Color>().ok())?,
            elo: self.parsed("elo")?,
            opponent_elo: self.parsed("opponent_elo")?,
            class: self.one_of("class_", Classes::Family.names(), |name| name.parse::<Classes>().ok())?,
            safe: self.only("safe")?,
            mate: self.only("mate")?,
            ..FindingFilter::of(if patterns.is_empty() { &PATTERNS[..] } else { &patterns[..] })
        };
        check(&filter.clone().into())?;
        Ok(filter)
    }

    /// Returns the selection of findings, without a sample.
    pub(crate) fn selection(&self, names_player: bool) -> PyResult<Selection> {
        let filter = self.finding_filter(names_player)?;
        let by = self.judged_by()?;
        let one_per = self.one_of("one_per", &["chance", "game"], |name| name.parse::<OnePer>().ok())?;
        let (played, not_played) = (self.only("played")?, self.only("not_played")?);
        let missed = self.missed()?;
        if played && (not_played || missed.is_some()) {
            return Err(wrong(
                "played",
                "a move that was played was not missed or left out; remove one option",
            ));
        }
        let worth = WorthFilter {
            wins: self.get("wins")?,
            missed,
            defences: self.flag("defences")?,
            ..WorthFilter::default()
        };
        let is_asked_for = self.flag("worth")? || by.engine().is_some() || worth != WorthFilter::default();
        let selection = Selection {
            played: (played || not_played).then_some(played),
            judging: is_asked_for.then(|| Judging { by, ..worth.into() }),
            unique: self.only("unique")?,
            thinning: Thinning { one_per, ..Thinning::default() },
            ..filter.into()
        };
        check(&selection)?;
        Ok(selection)
    }

    /// Returns the least grade of a miss. `True` is a mistake, as for the command's option without a value.
    fn missed(&self) -> PyResult<Option<Grade>> {
        match self.value("missed")? {
            Some(value) if value.is_instance_of::<PyBool>() => {
                Ok(self.only("missed")?.then_some(Grade::MISSED))
            }
            _ => self.one_of("missed", &Grade::ALL.map(Grade::name), |name| name.parse().ok()),
        }
    }

    /// Returns who decides what was missed.
    pub(crate) fn judged_by(&self) -> PyResult<JudgedBy> {
        match (self.flag("quick")?, self.engine()?) {
            (true, Some(_)) => Err(wrong("quick", "an engine judges what was missed; remove one option")),
            (_, Some(engine)) => Ok(JudgedBy::Engine(engine)),
            (true, None) => Ok(JudgedBy::Material),
            (false, None) => Ok(JudgedBy::Judge),
        }
    }

    fn engine(&self) -> PyResult<Option<Engine>> {
        let nodes = self.number_below("nodes", 1, u32::MAX.into())?;
        let Some(program) = self.get::<PathBuf>("engine")? else {
            return match nodes {
                Some(_) => Err(wrong("nodes", "name the engine with engine=")),
                None => Ok(None),
            };
        };
        let nodes = nodes.and_then(|nodes| NonZero::new(nodes as u32)).unwrap_or(Engine::NODES);
        let py = self.0.py();
        let engine = py.detach(|| Engine::start(program, nodes));
        engine.map(Some).map_err(|error| engine_error(py, &error))
    }

    /// Returns the names of one player.
    pub(crate) fn players(&self, name: &str) -> PyResult<Vec<Player>> {
        let Some(value) = self.value(name)? else { return Ok(Vec::new()) };
        let players = match value.cast::<PyString>() {
            Ok(text) => Player::list(&text.to_string()),
            Err(_) => self.names(name)?.iter().map(|name| name.parse()).collect(),
        };
        players.map_err(|error| wrong(name, error))
    }

    /// Returns the date that separates two periods.
    pub(crate) fn split(&self) -> PyResult<Option<Date>> {
        let date = self.parsed::<DateOption>("split")?.map(|split| split.date(DateOption::today()));
        date.transpose().map_err(|error| wrong("split", error))
    }

    /// Returns the size of a sample and its seed.
    pub(crate) fn sample(&self) -> PyResult<Option<(usize, u64)>> {
        let size = self.number_below("sample", 1, u32::MAX.into())?;
        let seed = self.number("seed", 0)?;
        match (size, seed) {
            (Some(size), seed) => Ok(Some((size as usize, seed.unwrap_or(0)))),
            (None, Some(_)) => Err(wrong("seed", "give the size of the sample with sample=")),
            (None, None) => Ok(None),
        }
    }

    /// Returns the keys of rates.
    pub(crate) fn keys(&self) -> PyResult<Vec<&'static RateKey>> {
        let names: Vec<&str> = RATE_KEYS.iter().map(|key| key.name).collect();
        let keys = match self.value("by")? {
            None => vec![&RATE_KEYS[0]],
            Some(_) => self.some_of("by", &names, RateKey::by_name)?,
        };
        for (index, key) in keys.iter().enumerate() {
            if keys[..index].contains(key) {
                return Err(wrong("by", format!("{:?} is given twice", key.name)));
            }
        }
        Ok(keys)
    }

    /// Returns the maximum ratio of decompressed to compressed size.
    pub(crate) fn max_ratio(&self) -> PyResult<u32> {
        let ratio = self.number("max_ratio", 1)?;
        Ok(ratio.map_or(Source::MAX_RATIO, |ratio| ratio.try_into().unwrap_or(u32::MAX)))
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> PyResult<NonZero<usize>> {
        let threads = self.number_below("threads", 1, 255)?;
        Ok(threads
            .and_then(|threads| NonZero::new(threads as usize))
            .or_else(|| thread::available_parallelism().ok())
            .unwrap_or(NonZero::<usize>::MIN))
    }
}

/// Checks that some finding can meet a selection.
fn check(selection: &Selection) -> PyResult<()> {
    selection.check().map_err(|error| {
        let name = if error.option == "class" { "class_".to_owned() } else { error.option.replace('-', "_") };
        wrong(&name, error.reason)
    })
}

/// Returns the error for an option with a wrong value.
pub(crate) fn wrong(name: &str, reason: impl Display) -> PyErr {
    PyValueError::new_err(format!("{name}: {reason}"))
}

fn unknown(name: &str, text: &str, names: &[&str]) -> PyErr {
    wrong(name, format!("unknown {text:?}; expected {}", names.join(", ")))
}

fn not_text(name: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let given = value.get_type().name().map_or_else(|_| "this type".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{name}: expected text or a list of texts, not {given}"))
}
