//! `destrier man`: the manual page, generated from the help of all commands.
//!
//! clap_mangen makes one page per command. One page for all is easier to read and to install, so this module renders
//! the sections one by one and joins them under one title.

use crate::failure::{Failure, SUCCESS};
use clap::builder::StyledStr;
use clap::{Arg, Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io::{self, Write};

/// Print the manual page
#[derive(Args)]
#[command(after_help = "\
Examples:
  destrier man | man -l -  # read it
  destrier man > destrier.1")]
pub(crate) struct ManArgs {}

impl ManArgs {
    pub(crate) fn run(self, command: Command) -> Result<u8, Failure> {
        let mut out = io::stdout().lock();
        out.write_all(page(command)?.as_bytes())?;
        out.flush()?;
        Ok(SUCCESS)
    }
}

/// A function of clap_mangen that renders one section.
type Section = fn(&Man, &mut dyn Write) -> io::Result<()>;

fn page(mut command: Command) -> io::Result<String> {
    command.build();
    // The options of `destrier` itself explain `--help` and `--version`.
    let commands: Vec<Command> = command
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
        .map(|command| command.clone().mut_args(|arg| if is_help(&arg) { arg.hide(true) } else { arg }))
        .collect();
    // No date, so that builds are reproducible. The quotes keep roff from skipping the empty argument.
    let whole = Man::new(command.clone()).date(r#""""#).manual("User Commands");

    let mut page = Roff::new().render();
    page += &rendered(&whole, Man::render_title)?;
    page += &rendered(&whole, Man::render_name_section)?;
    page += &section("SYNOPSIS");
    for (i, command) in commands.iter().enumerate() {
        let mut line = Roff::new();
        if i > 0 {
            line.control("br", []);
        }
        let (name, arguments) = usage(command);
        page += &written(line.text([bold(name), roman(arguments)]));
    }
    page += &rendered(&whole, Man::render_description_section)?;
    page += &rendered(&whole, Man::render_options_section)?;
    page += &section("COMMANDS");
    for command in commands {
        page += &of_command(command)?;
    }
    for paragraph in paragraphs(command.get_after_long_help()) {
        let (heading, text) = paragraph.split_once(":\n").unwrap_or(("Notes", &paragraph));
        page += &section(&heading.to_uppercase());
        page += &lines(text);
    }
    Ok(page)
}

/// Renders the part of the page about one command.
fn of_command(command: Command) -> io::Result<String> {
    let (name, arguments) = usage(&command);
    let mut part = written(Roff::new().control("SS", [format!("{name}{arguments}").as_str()]));
    let man = Man::new(command.clone());
    part += &body(&man, Man::render_description_section)?;
    part += &body(&man, Man::render_options_section)?;
    for function in command.get_subcommands().filter(|command| command.get_name() != "help") {
        part += &entry(function);
    }
    for paragraph in paragraphs(command.get_after_long_help().or(command.get_after_help())) {
        part += &written(Roff::new().control("PP", []));
        match paragraph.split_once(":\n") {
            Some((heading, text)) => {
                part += &written(Roff::new().text([roman(format!("{heading}:"))]));
                part += &lines(text);
            }
            None => part += &written(Roff::new().text([roman(paragraph)])),
        }
    }
    Ok(part)
}

/// Returns the paragraphs at the end of a help text.
fn paragraphs(help: Option<&StyledStr>) -> Vec<String> {
    help.into_iter()
        .flat_map(|help| help.to_string().split("\n\n").map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Renders a function of `board`: its call and its definition.
fn entry(function: &Command) -> String {
    let mut call = vec![bold(function.get_name())];
    for arg in function.get_arguments().filter(|arg| !arg.is_global_set() && !is_help(arg)) {
        let text = if arg.is_positional() || arg.is_required_set() {
            format!(" {arg}")
        } else {
            format!(" [{arg}]")
        };
        call.push(roman(text));
    }
    let definition = function.get_about().map(ToString::to_string).unwrap_or_default();
    written(Roff::new().control("TP", []).text(call).text([roman(definition)]))
}

fn is_help(arg: &Arg) -> bool {
    arg.get_id() == "help"
}

/// Returns the name of a command and the arguments after it.
fn usage(command: &Command) -> (String, String) {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let arguments = usage.strip_prefix(name).unwrap_or_default();
    (name.to_owned(), arguments.to_owned())
}

fn section(heading: &str) -> String {
    written(Roff::new().control("SH", [heading]))
}

/// Renders lines that roff must not reflow.
fn lines(text: &str) -> String {
    let mut roff = Roff::new();
    roff.control("nf", []);
    for line in text.lines() {
        roff.text([roman(line)]);
    }
    written(roff.control("fi", []))
}

fn written(roff: &Roff) -> String {
    without_definition(&roff.render())
}

fn rendered(man: &Man, section: Section) -> io::Result<String> {
    let mut text = Vec::new();
    section(man, &mut text)?;
    Ok(without_definition(&String::from_utf8_lossy(&text)))
}

/// Removes the definition of the apostrophe that begins each text from roff. The page needs it once.
fn without_definition(text: &str) -> String {
    let definition = Roff::new().render();
    text.strip_prefix(&definition).unwrap_or(text).to_owned()
}

/// Renders a section without its heading, to nest it in another. Headings of option groups become paragraphs.
fn body(man: &Man, section: Section) -> io::Result<String> {
    let mut body = String::new();
    for line in rendered(man, section)?.lines() {
        match line.strip_prefix(".SH ") {
            Some("DESCRIPTION" | "OPTIONS") => {}
            Some(heading) => body += &format!(".PP\n.B {heading}\n"),
            None => body += &format!("{line}\n"),
        }
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_options_keep_their_headings() {
        let elo = Arg::new("elo")
            .long("min-elo")
            .value_name("N")
            .help("of both players")
            .help_heading("Which games");
        let side = Arg::new("side").long("side").value_name("SIDE").help("whose");
        for (args, expected) in [
            (
                vec![side.clone(), elo.clone()],
                ".TP\n\\fB\\-\\-side\\fR \\fI<SIDE>\\fR\nwhose\n\
                 .PP\n.B \"WHICH GAMES\"\n.TP\n\\fB\\-\\-min\\-elo\\fR \\fI<N>\\fR\nof both players\n",
            ),
            (
                vec![elo],
                ".PP\n.B \"WHICH GAMES\"\n.TP\n\\fB\\-\\-min\\-elo\\fR \\fI<N>\\fR\nof both players\n",
            ),
        ] {
            let command = Command::new("scan").about("Finds").disable_help_flag(true).args(args);
            let text = of_command(command).unwrap();
            assert_eq!(text, format!(".SS \"scan [OPTIONS]\"\nFinds\n{expected}"));
        }
    }
}
