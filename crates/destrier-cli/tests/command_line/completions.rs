//! Shell completions.

use super::common::{destrier, printed};
use super::{COMMANDS, typed};
use std::process::Command;

const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

/// Returns the words that bash offers to complete a line.
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
    for name in COMMANDS.into_iter().chain(["help"]) {
        assert!(all.split(' ').any(|word| word == name), "{name}: {all}");
    }
}

#[test]
fn shells_accept_their_scripts() {
    for name in SHELLS {
        let script = printed(["completions", name]);
        assert!(script.contains("knight-attacks") && script.contains("json"), "{name}");
        if installed(name) {
            typed(&format!("destrier completions {name} > script && {name} -n script"));
        } else {
            eprintln!("skipped: no {name}");
        }
    }
    let output = destrier(["completions", "csh"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(SHELLS.iter().all(|shell| message.contains(shell)), "{message}");
    let help = printed(["completions", "--help"]);
    assert!(SHELLS.iter().all(|shell| help.contains(shell)), "{help}");
}

fn installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}
