//! Arguments shared by several commands.

use crate::failure::Failure;
use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use destrier_games::{
    CONDITIONS, Condition, ConditionKind, ContradictoryFilter, DateOption, GameFilter, ParsePlayerError,
    Player,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::str::FromStr;

/// The help heading of output options.
pub(crate) const OUTPUT: &str = "Output options";

/// Conditions on games. The journal of a run records them as the user wrote them.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct GameArgs {
    /// The values of each option that was given.
    texts: BTreeMap<&'static str, Vec<String>>,
    /// Players to search for instead of those in `--player`.
    players: Vec<Player>,
}

impl GameArgs {
    /// Returns whether the user named a player.
    pub(crate) fn name_player(&self) -> bool {
        self.texts.contains_key("player")
    }

    /// Searches for some players instead of those in `--player`.
    pub(crate) fn with_players(self, players: Vec<Player>) -> Self {
        Self { players, ..self }
    }

    /// Returns the filter for these arguments. `today` is in days since 1970.
    pub(crate) fn filter(&self, today: i32) -> Result<GameFilter, Failure> {
        let mut filter = GameFilter::default();
        for condition in &CONDITIONS {
            for text in self.texts.get(condition.name).into_iter().flatten() {
                let parsed = condition.parse(&mut filter, text, today);
                parsed.map_err(|error| Failure::usage(format!("--{}: {error}", condition.name)))?;
            }
        }
        if !self.players.is_empty() {
            filter.players.clone_from(&self.players);
        }
        filter.check().map_err(|error| {
            Failure::usage(match error {
                ContradictoryFilter::Dates { since, until } => {
                    format!("--since {since} is after --until {until}")
                }
                ContradictoryFilter::Ratings { least, most } => {
                    format!("--min-elo {least} is above --max-elo {most}")
                }
            })
        })?;
        Ok(filter)
    }
}

impl Args for GameArgs {
    fn augment_args(command: Command) -> Command {
        command.args(CONDITIONS.iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for GameArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for condition in &CONDITIONS {
            if let Some(texts) = matches.get_many::<String>(condition.name) {
                self.texts.insert(condition.name, texts.cloned().collect());
            }
        }
        Ok(())
    }
}

/// Returns the option of a condition.
fn argument(condition: &'static Condition) -> Arg {
    let argument = Arg::new(condition.name)
        .long(condition.name)
        .value_name(condition.placeholder)
        .help(condition.help.split("\n\n").next())
        .long_help(condition.help)
        .help_heading("Game filters")
        // A negative rating is an invalid value, not an unknown option.
        .allow_negative_numbers(true);
    let parse = |text: &str| {
        let parsed = condition.parse(&mut GameFilter::default(), text, DateOption::today());
        parsed.map(|()| text.to_owned())
    };
    match condition.kind {
        ConditionKind::Names => argument.action(ArgAction::Append).value_parser(ValueParser::new(parse)),
        ConditionKind::SomeOf(names) => argument
            .action(ArgAction::Append)
            .value_delimiter(',')
            .ignore_case(true)
            .value_parser(PossibleValuesParser::new(names)),
        _ => argument.value_parser(ValueParser::new(parse)),
    }
}

/// The names of one player in an option.
#[derive(Clone, Debug)]
pub(crate) struct Players(pub(crate) Vec<Player>);

/// Parses names separated by commas. A comma before white space is part of a name.
impl FromStr for Players {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        Player::list(text).map(Self)
    }
}
