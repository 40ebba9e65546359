//! Patterns of one's own on the command line.

mod common;

use common::{outcome, path, printed};
use std::fs;

const SAMPLE: &str = "samples/lichess.pgn";

const FORK: &str = "\
pattern bishop-fork \"A bishop attacks the king and the queen.\"
move bishop
targets = after(attacks(to) & them & (kings | queens))
where count(targets) >= 2
";

const PAWN: &str = "\
pattern queen-pawn \"A pawn on d4 without pawns beside it.\"
standing
square = us & pawns & d4
where no us & pawns & (file(c) | file(e))
example \"r1b1k2r/pp1n2pp/1qn1p3/3pp3/1b1P1P2/3B1N2/PP1BN1PP/R2QK2R w KQkq - 0 12\"

pattern passers \"Each side has a passer.\"
standing
where passers(us) and passers(them)
";

fn written(name: &str, text: &str) -> String {
    let path = path(name);
    fs::write(&path, text).unwrap();
    path
}

/// Returns the findings as CSV: pattern, side, square, move, targets.
fn findings(arguments: &[&str]) -> Vec<Vec<String>> {
    let columns = "pattern,side,square,move,targets";
    let csv = printed([&["scan", SAMPLE, "-f", "csv", "--columns", columns], arguments].concat());
    let mut reader = csv.lines().map(|line| line.split(',').map(str::to_owned).collect());
    let _: Option<Vec<String>> = reader.next();
    reader.collect()
}

#[test]
fn files_folders_names_and_texts_are_patterns() {
    let (fork, pawn) = (written("fork.pattern", FORK), written("pawn.pattern", PAWN));
    let forks = findings(&["-p", &fork]);
    assert!(!forks.is_empty() && forks.iter().all(|row| row[0] == "bishop-fork" && !row[3].is_empty()));
    let both = findings(&["-p", &format!("{fork},{pawn}")]);
    let named = |name: &str| both.iter().filter(|row| row[0] == name).count();
    assert_eq!(named("bishop-fork"), forks.len());
    assert!(named("queen-pawn") > 0 && named("passers") > 0);
    for row in &both {
        let (has_square, has_move) = (!row[2].is_empty(), !row[3].is_empty());
        assert_eq!((has_square, has_move), (row[0] != "passers", row[0] == "bishop-fork"), "{row:?}");
    }
    // One text is the body of a pattern.
    let body = "move bishop where after(attacks(to) & them & kings) where after(attacks(to) & them & queens)";
    let custom = findings(&["-e", body]);
    assert_eq!(custom.len(), forks.len());
    let folder = path("patterns");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    fs::write(format!("{folder}/b.pattern"), FORK).unwrap();
    fs::write(format!("{folder}/a.pattern"), PAWN).unwrap();
    fs::write(format!("{folder}/notes.txt"), "no pattern").unwrap();
    let mut rows = [findings(&["-p", &folder]), both];
    rows.iter_mut().for_each(|rows| rows.sort());
    assert_eq!(rows[0], rows[1]);
    // Built-in patterns and those of the book are found by name beside others.
    let rows = findings(&["-p", &format!("{pawn},knight-fork")]);
    assert!(rows.iter().any(|row| row[0] == "knight-fork") && rows.iter().any(|row| row[0] == "passers"));
}

#[test]
fn formats_and_rates_have_patterns_of_ones_own() {
    let fork = written("fork-formats.pattern", FORK);
    for format in ["summary", "jsonl", "pgn", "study", "epd", "html"] {
        let output = printed(["scan", SAMPLE, "-p", &fork, "-f", format]);
        let shows = ["bishop-fork", "A bishop attacks the king and the queen."];
        assert!(shows.iter().any(|text| output.contains(text)), "{format}");
    }
    assert!(printed(["rates", SAMPLE, "-p", &fork, "--by", "pattern"]).contains("bishop-fork"));
    let fen = "4r3/1q2P2k/p1p1pB1p/1p5B/4PP2/1P6/P4P1P/3r2RK w - - 5 37";
    assert!(printed(["show", fen, "-p", &fork]).contains("Not found: bishop-fork."));
    let listed = printed(["list", &written("pawn-list.pattern", PAWN)]);
    assert!(listed.contains("White's pawn on d4: A pawn on d4 without pawns beside it."), "{listed}");
}

#[test]
fn errors_name_file_line_and_column() {
    let wrong = written("wrong.pattern", &FORK.replace("queens", "quens"));
    for arguments in [["scan", SAMPLE, "-p", &wrong], ["list", &wrong, "", ""]] {
        let (status, stdout, stderr) = outcome(arguments.into_iter().filter(|argument| !argument.is_empty()));
        assert_eq!((status, &*stdout), (2, ""));
        assert!(
            stderr.contains(&format!("{wrong}:3:47: unknown name `quens`; did you mean `queens`?")),
            "{stderr}"
        );
    }
    let same = written("same.pattern", FORK.trim_end());
    let fork = written("fork-errors.pattern", FORK);
    let (status, _, stderr) = outcome(["scan", SAMPLE, "-p", &format!("{fork},{same}")]);
    assert!(status == 2 && stderr.contains("two patterns are called `bishop-fork`"), "{stderr}");
    for name in ["forky", "absent.pattern"] {
        let (status, _, stderr) = outcome(["scan", SAMPLE, "-p", name]);
        assert!(status == 2 && stderr.contains(name), "{stderr}");
    }
}
