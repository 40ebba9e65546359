//! `--help` of every command, and its examples.

use super::common::{assert_golden, printed};
use super::{COMMANDS, examples, helps, man_reads_pages, shell, typed};
use destrier_games::functions::FUNCTIONS;
use destrier_games::{CONDITIONS, Condition};

#[test]
fn every_command_is_found() {
    let helps = helps();
    let names: Vec<String> = helps.iter().map(|(command, _)| command.join(" ")).collect();
    for name in [""].into_iter().chain(COMMANDS) {
        assert!(names.iter().any(|found| found == name), "{name:?} of {names:?}");
    }
    assert_eq!(names.iter().filter(|name| name.starts_with("board ")).count(), FUNCTIONS.len());
}

#[test]
fn top_level_help_matches_the_golden_file() {
    assert_golden("help.txt", &printed(["--help"]));
}

#[test]
fn every_condition_on_games_is_an_option() {
    let commands = ["scan", "features", "rates", "report", "convert"];
    let helps = helps();
    let helps = helps.iter().filter(|(command, _)| commands.contains(&&*command.join(" ")));
    assert_eq!(helps.clone().count(), commands.len());
    for (command, help) in helps {
        for Condition { name, placeholder, .. } in &CONDITIONS {
            assert!(help.contains(&format!("--{name} <{placeholder}>\n")), "{command:?} {name}");
        }
    }
}

#[test]
fn help_ends_with_examples() {
    for (command, help) in helps() {
        match &command[..] {
            // Examples of the four most common uses, then pointers to more help.
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
        // The manual page indents examples by nine columns.
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
            // These run other programs, or need the page. programs.rs and scan/engine.rs test them.
            let others =
                ["destrier explore", "destrier serve", "destrier sql", "destrier scan --missed --engine"];
            if others.iter().any(|other| example.starts_with(other)) {
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
fn short_help_points_to_long_help() {
    let short = printed(["-h"]);
    assert!(!short.contains("Exit status") && short.contains("see more with '--help'"));
}
