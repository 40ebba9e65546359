//! `destrier board`: a calculator for sets of squares, generated from the library's registry of functions.

use crate::failure::{Failure, SUCCESS};
use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};
use destrier_games::functions::{
    Answer, Argument, ArgumentKind, ArgumentValue, Arguments, FUNCTIONS, Formulation, Function,
};
use std::io::{self, BufWriter, Write};

/// Calculate with sets of squares
///
/// A SET is a list of squares (`c7,e8`), a hexadecimal number (`0x`...), `empty` or `full`. A single square is a set,
/// too.
#[derive(Args)]
#[command(after_help = "\
Examples:
  destrier board knight-attacks d4             # draw the squares
  destrier board forks a8,e8                   # where a knight forks
  destrier board --hex knight-fill a1 3        # for programs
  destrier board --ways knight-distance a1 b2  # compare formulations
  destrier board help knight-path              # explain the arguments")]
pub(crate) struct BoardArgs {
    #[command(subcommand)]
    call: Call,

    /// Print only the answer; sets as 16 hexadecimal digits
    #[arg(long, global = true)]
    hex: bool,

    /// Print the answer and the cost of every formulation in the library
    #[arg(long, global = true)]
    ways: bool,
}

/// A function of the library with its arguments.
struct Call {
    function: &'static Function,
    arguments: Arguments,
}

impl Subcommand for Call {
    fn augment_subcommands(command: Command) -> Command {
        command.subcommands(FUNCTIONS.iter().map(|function| subcommand(function))).subcommand_required(true)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        FUNCTIONS.iter().any(|function| function.name == name)
    }
}

fn subcommand(function: &'static Function) -> Command {
    Command::new(function.name)
        .about(function.definition)
        .after_help(StyledStr::from(format!("Example: {}\n\nSource: {}", example(function), function.source)))
        .args(function.arguments.iter().map(argument))
}

/// Returns the example of a function as a command line.
pub(crate) fn example(function: &Function) -> String {
    let mut line = format!("destrier board {}", function.name);
    for (argument, text) in
        function.arguments.iter().zip(function.example).filter(|(_, text)| !text.is_empty())
    {
        if let Some(flag) = argument.flag {
            line += &format!(" --{flag}");
        }
        line += &format!(" {text}");
    }
    line
}

fn argument(argument: &'static Argument) -> Arg {
    let kind = argument.kind;
    let arg = Arg::new(argument.name)
        .value_name(argument.name)
        .help(argument.to_string())
        .required(argument.required)
        // The parser of numbers explains what is wrong with -1.
        .allow_negative_numbers(kind == ArgumentKind::Number)
        .value_parser(move |text: &str| kind.parse(text));
    match argument.flag {
        Some(flag) => arg.long(flag),
        None => arg,
    }
}

impl FromArgMatches for Call {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let found = matches.subcommand().and_then(|(name, matches)| {
            Some((FUNCTIONS.iter().find(|function| function.name == name)?, matches))
        });
        let (function, matches) = found.ok_or_else(|| Error::new(ErrorKind::MissingSubcommand))?;
        let mut arguments = Arguments::default();
        for (value, argument) in arguments.values.iter_mut().zip(function.arguments) {
            *value = matches.get_one::<ArgumentValue>(argument.name).copied();
        }
        Ok(Self { function, arguments })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl BoardArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Self { call, hex, ways } = self;
        let mut out = BufWriter::new(io::stdout().lock());
        let all = call.function.formulations(&call.arguments);
        for (i, Formulation { name, cost, answer }) in all.take(if ways { usize::MAX } else { 1 }).enumerate()
        {
            match (ways, hex) {
                (false, false) => out.write_all(drawn(&answer).as_bytes())?,
                (false, true) => writeln!(out, "{}", in_hex(&answer, "\n"))?,
                (true, true) => writeln!(out, "{}  {name} ({cost})", in_hex(&answer, " "))?,
                (true, false) => {
                    let space = if i == 0 { "" } else { "\n" };
                    write!(out, "{space}{name} ({cost})\n{}", drawn(&answer))?;
                }
            }
        }
        out.flush()?;
        Ok(SUCCESS)
    }
}

/// Formats the answer for people: sets as boards.
fn drawn(answer: &Answer) -> String {
    match answer {
        Answer::Set(set) => format!("{set}\n"),
        Answer::Layers(Some(layers)) => {
            layers.iter().map(|set| format!("{set}\n")).collect::<Vec<_>>().join("\n")
        }
        // Prints nothing if there are no moves.
        Answer::Moves(moves) => {
            moves.clone().map(|m| format!("{} {} {}\n", m.direction.name(), m.from, m.to)).collect()
        }
        Answer::Lines(lines) => lines.map(|(line, set)| format!("{line}\n{set}\n")).join("\n"),
        Answer::Number(_) | Answer::Truth(_) | Answer::Layers(None) => in_hex(answer, "\n") + "\n",
    }
}

/// Formats the answer for programs: sets as 16 hexadecimal digits.
fn in_hex(answer: &Answer, separator: &str) -> String {
    let sets = match answer {
        Answer::Set(set) => vec![*set],
        Answer::Number(None) | Answer::Layers(None) => return "none".to_owned(),
        Answer::Number(Some(number)) => return number.to_string(),
        Answer::Truth(truth) => return truth.to_string(),
        Answer::Layers(Some(layers)) => layers.as_slice().to_vec(),
        Answer::Moves(moves) => vec![moves.clone().map(|m| m.to).collect()],
        Answer::Lines(lines) => lines.map(|(_, set)| set).to_vec(),
    };
    sets.iter().map(|set| format!("{set:016x}")).collect::<Vec<_>>().join(separator)
}
