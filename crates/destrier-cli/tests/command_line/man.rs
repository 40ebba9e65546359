//! The manual page.

use super::common::printed;
use super::{examples, helps, man_reads_pages, typed};

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
