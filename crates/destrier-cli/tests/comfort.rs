//! What makes the command pleasant: help whose examples run, a manual page, completions, colors, quiet ends.
#![cfg(unix)]

mod common;
#[path = "common/folder.rs"]
mod folder;

use common::{assert_golden, destrier, printed};
use folder::Folder;
use std::fs;
use std::io::pipe;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

/// A command, by the words that call it, and its `--help`.
type Help = (Vec<String>, String);

fn help<'a>(command: impl IntoIterator<Item = &'a String>) -> String {
    let words: Vec<&str> = command.into_iter().map(String::as_str).chain(["--help"]).collect();
    printed(words)
}

/// The help of the command, of all its commands, and of theirs; not that of `help`.
fn helps() -> Vec<Help> {
    let mut helps: Vec<Help> = vec![(Vec::new(), help([]))];
    let mut i = 0;
    while let Some((command, text)) = helps.get(i) {
        let listed = text.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = listed.take_while(|line| !line.is_empty()).filter_map(|line| {
            // Deeper lines go on with what is said of a command.
            let line = line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?;
            line.split(' ').next().filter(|name| *name != "help")
        });
        let commands: Vec<Vec<String>> =
            names.map(|name| command.iter().cloned().chain([name.to_owned()]).collect()).collect();
        helps.extend(commands.into_iter().map(|command| {
            let text = help(&command);
            (command, text)
        }));
        i += 1;
    }
    helps
}

/// The lines of a help that can be typed.
fn examples(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
    lines.filter(|line| line.starts_with("destrier "))
}

fn installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Whether there is a `man` that reads a page from standard input. Not all do, and some only say that it is missing.
fn man_reads_pages() -> bool {
    let Output { status, stdout, .. } = shell("echo '.TH TITLE 1' | man -l -");
    status.success() && String::from_utf8_lossy(&stdout).contains("TITLE(1)")
}

/// A line in a shell that knows the command, with the samples in its folder and a home that can be written to.
fn shell(line: &str) -> Output {
    let folder = Folder::with_samples();
    for home in [".zfunc", ".config/fish/completions"] {
        fs::create_dir_all(folder.path().join(home)).unwrap();
    }
    folder.bash(line)
}

/// What a line prints in a shell, when all goes well.
#[track_caller]
fn typed(line: &str) -> String {
    let Output { status, stdout, stderr } = shell(line);
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.success() && stderr.is_empty(), "{line}: {status}\n{stderr}");
    String::from_utf8(stdout).unwrap()
}

#[test]
fn every_command_is_found() {
    let helps = helps();
    let names: Vec<String> = helps.iter().map(|(command, _)| command.join(" ")).collect();
    for name in ["", "scan", "features", "show", "board", "list", "serve", "sql", "completions", "man"] {
        assert!(names.iter().any(|found| found == name), "{name:?} of {names:?}");
    }
    assert_eq!(names.iter().filter(|name| name.starts_with("board ")).count(), 17);
}

#[test]
fn the_first_help_is_that_of_the_golden_file() {
    assert_golden("help.txt", &printed(["--help"]));
}

#[test]
fn help_ends_with_examples() {
    for (command, help) in helps() {
        match &command[..] {
            // The examples of the four most common uses, and where to read on.
            [] => {
                let (_, end) = help.split_once("\nExamples:\n").unwrap();
                let (common, further) = end.split_once("\n\nSee also:\n").unwrap();
                assert_eq!(examples(common).count(), 4, "{help}");
                assert_eq!(examples(further).count(), further.lines().count(), "{help}");
            }
            [name] => {
                let (_, end) = help.split_once("\nExamples:\n").expect(name);
                assert!(examples(end).count() > 0 && examples(end).count() == end.lines().count(), "{help}");
            }
            _ => {}
        }
        // The manual page indents them by nine.
        for example in examples(&help) {
            assert!(example.len() <= 80 - 9, "wider than 80 columns: {example}");
        }
    }
}

#[test]
fn every_example_of_the_help_runs() {
    let mut run = 0;
    let man = man_reads_pages();
    for (_, help) in helps() {
        for example in examples(&help).filter(|line| !line.contains("| man ") || man) {
            // Programs of their own, for which there are serve.rs and sql.rs.
            if example.starts_with("destrier serve") || example.starts_with("destrier sql") {
                continue;
            }
            let file =
                [" -o ", " --svg ", " --png "].into_iter().find_map(|option| example.split_once(option));
            match file {
                Some((_, file)) => assert!(typed(&format!("{example} && test -s {file}")).is_empty()),
                None => {
                    let printed = typed(example);
                    assert!(example.contains(" >") || !printed.is_empty(), "{example} prints nothing");
                }
            }
            run += 1;
        }
    }
    assert!(run >= 24, "{run}");
    assert!(!shell("destrier lisst").status.success(), "this test can fail");
    assert!(!shell("destrier lisst | cat").status.success(), "this test can fail");
}

#[test]
fn the_short_help_is_short() {
    for command in ["", "scan", "features", "show", "board", "list", "serve", "sql", "completions", "man"] {
        let words = || command.split_whitespace();
        let short = printed(words().chain(["-h"]));
        let long = printed(words().chain(["--help"]));
        assert!(short.lines().count() <= long.lines().count(), "{command}");
        assert!(short.lines().next().unwrap().len() > 20, "{short}");
    }
    assert!(!printed(["-h"]).contains("Exit status"));
    assert!(printed(["-h"]).contains("see more with '--help'"));
}

/// The text of the page without what is for the typesetter.
fn plain(page: &str) -> String {
    let marks = [("\\-", "-"), ("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\*(Aq", "'"), ("\\[dq]", "\"")];
    marks.into_iter().fold(page.to_owned(), |page, (mark, text)| page.replace(mark, text))
}

#[test]
fn the_manual_page_has_its_sections() {
    let page = printed(["man"]);
    let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    let expected = [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "COMMANDS",
        "\"EXIT STATUS\"",
        "EXAMPLES",
        "\"SEE ALSO\"",
    ];
    assert_eq!(headings, expected);
    // No date, which would differ from build to build.
    let title = concat!(r#".TH destrier 1 "" "destrier "#, env!("CARGO_PKG_VERSION"), r#"" "User Commands""#);
    assert!(page.lines().any(|line| line == title), "{}", &page[..200]);
}

#[test]
fn the_manual_page_says_what_all_help_says() {
    let page = plain(&printed(["man"]));
    let (whole, commands) = page.split_once(".SH COMMANDS\n").unwrap();
    let (commands, end) = commands.split_once(".SH").unwrap();
    for (command, help) in helps() {
        // The part of the page that is the command's.
        let part = match &command[..] {
            [] => format!("{whole}{end}"),
            [name, ..] => {
                let mut parts = commands.split(".SS ");
                let heading = [format!("\"destrier {name}"), format!("destrier {name}")];
                let part = parts.find(|part| heading.iter().any(|heading| part.starts_with(heading)));
                part.unwrap_or_else(|| panic!("{name} is not in the page")).to_owned()
            }
        };
        if let [_, function] = &command[..] {
            assert!(part.contains(&format!(".TP\n{function} ")), "{function}");
        }
        for example in examples(&help) {
            assert!(part.contains(&format!("\n  {example}\n")), "{example}");
        }
        let mut options = 0;
        let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        for option in lines.filter_map(|line| line.split(' ').find(|word| word.starts_with("--"))) {
            // Said once, of all commands.
            let part = if option == "--help" { whole } else { &part };
            assert!(part.contains(option), "{option} of {command:?}");
            options += 1;
        }
        assert!(options > 0, "{help}");
    }
}

#[test]
fn the_manual_page_is_typeset_without_a_warning() {
    if !man_reads_pages() {
        eprintln!("passed over: no `man` that reads standard input");
        return;
    }
    let read = typed("destrier man | MANWIDTH=100 man --warnings -l -");
    for words in
        ["destrier board [OPTIONS] <COMMAND>", "knight-fill <SET> [N] [--taboo <TABOO>]", "EXIT STATUS"]
    {
        assert!(read.contains(words), "{words}: {read}");
    }
}

/// What bash offers at the end of a line: the words in which it may be gone on with.
fn completed(line: &str) -> String {
    let script = format!(
        r#"source /dev/stdin <<< "$(destrier completions bash)"
        [[ "$(complete -p destrier)" =~ -F\ ([a-z_]+) ]]
        function="${{BASH_REMATCH[1]}}"
        COMP_LINE='{line}'
        COMP_WORDS=({line})
        [[ "$COMP_LINE" == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
        "$function" destrier "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD - 1]}}"
        echo "${{COMPREPLY[*]}}""#
    );
    typed(&script).trim_end().to_owned()
}

#[test]
fn bash_completes() {
    for (line, words) in [
        ("destrier sc", "scan"),
        ("destrier li", "list"),
        ("destrier board knight-a", "knight-attacks"),
        ("destrier board king-d", "king-distance"),
        ("destrier board knight-fill --ta", "--taboo"),
        ("destrier list --j", "--json"),
        ("destrier completions f", "fish"),
        ("destrier scan --format js", "jsonl"),
        ("destrier nothing-like-it", ""),
    ] {
        assert_eq!(completed(line), words, "{line}");
    }
    let all = completed("destrier ");
    for name in ["scan", "features", "show", "board", "list", "serve", "sql", "completions", "man", "help"] {
        assert!(all.split(' ').any(|word| word == name), "{name}: {all}");
    }
}

#[test]
fn shells_read_their_scripts() {
    for name in SHELLS {
        let script = printed(["completions", name]);
        assert!(script.contains("knight-attacks") && script.contains("json"), "{name}");
        if installed(name) {
            typed(&format!("destrier completions {name} > script && {name} -n script"));
        } else {
            eprintln!("passed over: no {name}");
        }
    }
    let output = destrier(["completions", "csh"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(SHELLS.iter().all(|shell| message.contains(shell)), "{message}");
    let help = printed(["completions", "--help"]);
    assert!(SHELLS.iter().all(|shell| help.contains(shell)), "{help}");
}

#[test]
fn colors_are_for_terminals_and_for_those_who_want_them() {
    let colored = |variables: &[(&str, &str)]| {
        let mut command = destrier(["--help"]);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR");
        let Output { status, stdout, .. } = command.envs(variables.iter().copied()).output().unwrap();
        assert!(status.success() && stdout.len() > 100);
        stdout.contains(&b'\x1b')
    };
    assert!(colored(&[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[("NO_COLOR", "1")]));
    assert!(!colored(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[]), "piped");
    assert!(!colored(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), "piped");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for call in [
        "list",
        "list --json",
        "man",
        "completions bash",
        "completions zsh",
        "completions fish",
        "board knight-attacks d4",
        "board --ways knight-distance a1 b2",
        "--help",
        "list --help",
        "--version",
    ] {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let output = destrier(call.split(' ')).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{call}");
        assert!(output.stderr.is_empty(), "{call}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The same with a reader that has seen enough.
#[test]
fn head_ends_it_quietly() {
    for call in ["list", "list --json", "man", "completions bash", "completions zsh"] {
        assert_eq!(typed(&format!("destrier {call} | head -n 1")).lines().count(), 1, "{call}");
    }
}

/// A full disk is not a closed pipe.
#[test]
fn an_output_that_cannot_be_written_is_told() {
    if !Path::new("/dev/full").exists() {
        eprintln!("passed over: no /dev/full");
        return;
    }
    for call in ["list", "list --json", "man", "completions bash"] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = destrier(call.split(' ')).stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{call}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.starts_with("destrier: the output cannot be written: "), "{call}: {message}");
    }
}
