//! The manual page.

use super::common::printed;
use super::{examples, helps, man_reads_pages, typed};

/// Removes the roff markup from a page.
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
    // No date, so that builds are reproducible.
    let title = concat!(r#".TH destrier 1 "" "destrier "#, env!("CARGO_PKG_VERSION"), r#"" "User Commands""#);
    assert!(page.lines().any(|line| line == title), "{}", &page[..200]);
}

#[test]
fn the_manual_page_covers_all_help() {
    let page = plain(&printed(["man"]));
    let (whole, commands) = page.split_once(".SH COMMANDS\n").unwrap();
    let (commands, end) = commands.split_once(".SH").unwrap();
    for (command, help) in helps() {
        // The part of the page about this command.
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
            // The page explains `--help` once, for all commands.
            let part = if option == "--help" { whole } else { &part };
            assert!(part.contains(option), "{option} of {command:?}");
            options += 1;
        }
        assert!(options > 0, "{help}");
    }
}

#[test]
fn the_manual_page_renders_without_warnings() {
    if !man_reads_pages() {
        eprintln!("skipped: no `man` that reads standard input");
        return;
    }
    let read = typed("destrier man | MANWIDTH=100 man --warnings -l -");
    for words in
        ["destrier board [OPTIONS] <COMMAND>", "knight-fill <SET> [N] [--taboo <TABOO>]", "EXIT STATUS"]
    {
        assert!(read.contains(words), "{words}: {read}");
    }
}
