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

    /// Returns the named players. Each is a list of the names of one person, so lists that share a name are one.
    pub(crate) fn each_player(&self) -> Result<Vec<Vec<Player>>, Failure> {
        let texts = self.texts.get("player").into_iter().flatten();
        let mut all: Vec<Vec<Player>> = Vec::new();
        for text in texts {
            let names = Player::list(text).map_err(|error| Failure::usage(format!("--player: {error}")))?;
            let keys: Vec<String> = names.iter().map(|name| name.to_string().to_lowercase()).collect();
            let mut known = all.iter_mut();
            match known.find(|player| player.iter().any(|one| keys.contains(&one.to_string().to_lowercase())))
            {
                Some(player) => player.extend(names),
                None => all.push(names),
            }
        }
        Ok(all)
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
        command.args(CONDITIONS.iter().map(argument)).arg(players_file())
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
        if let Some(names) = matches.get_one::<NamesInFile>(PLAYERS) {
            self.texts.entry("player").or_default().extend(names.0.iter().cloned());
        }
        Ok(())
    }
}

/// The option for players who are listed in a file.
const PLAYERS: &str = "players";

/// The lines of a file with names.
#[derive(Clone, Debug)]
struct NamesInFile(Vec<String>);

impl FromStr for NamesInFile {
    type Err = String;

    fn from_str(path: &str) -> Result<Self, String> {
        let text = std::fs::read(path).map_err(|error| error.to_string())?;
        let text = String::from_utf8(text).map_err(|_| "save the file as UTF-8".to_owned())?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let names = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
        let names = names.map(|line| match Player::list(line) {
            Ok(_) => Ok(line.to_owned()),
            Err(error) => Err(format!("{line}: {error}")),
        });
        let names: Vec<String> = names.collect::<Result<_, _>>()?;
        if names.is_empty() { Err("the file has no names".to_owned()) } else { Ok(Self(names)) }
    }
}

fn players_file() -> Arg {
    Arg::new(PLAYERS)
        .long(PLAYERS)
        .value_name("FILE")
        .help("Only games of the players in FILE, one a line")
        .long_help(
            "Only games of the players in FILE, one a line\n\nThis is the same as --player with each line: commas \
             separate several names of one player.",
        )
        .help_heading("Game filters")
        .value_parser(NamesInFile::from_str)
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
