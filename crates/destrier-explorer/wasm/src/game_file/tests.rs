use super::*;
use crate::patterns::index_of;
use destrier_games::{Grade, Pattern};
use serde_json::Value;

fn parse(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

/// Reads all games of a file, `at_a_time` at a time.
fn read(file: &mut GameFile, at_a_time: usize) -> Vec<Value> {
    let mut games = Vec::new();
    loop {
        let some = parse(&file.next(at_a_time));
        let new = some["games"].as_array().unwrap();
        assert!(new.len() == at_a_time || some["done"] == true);
        games.extend(new.iter().cloned());
        if some["done"] == true {
            return games;
        }
    }
}

#[test]
fn finds_what_a_scan_finds() {
    let sample = include_bytes!("../../../../../samples/lichess.pgn");
    let mut file = GameFile::of_memory(sample.to_vec(), "lichess.pgn");
    let games = read(&mut file, 7);
    assert_eq!(games.len(), 60);
    let mut counts = [0; 5];
    for (i, summary) in games.iter().enumerate() {
        let game = parse(&file.game(i));
        let plies = game["plies"].as_array().unwrap();
        assert_eq!(summary["plies"], plies.len() - 1);
        assert_eq!(summary["damage"], Value::Null);
        let found = summary["findings"].as_array().unwrap();
        let views = game["findings"].as_array().unwrap();
        assert_eq!(found.len(), views.len());
        for (short, view) in found.iter().zip(views) {
            let finding = &view["finding"];
            counts[finding["pattern"].as_u64().unwrap() as usize] += 1;
            let class = finding["classes"].as_array().unwrap().len();
            let side = u8::from(finding["side"] == "black");
            let played = finding["played"].as_bool().map(u8::from);
            let chance = &view["chance"]["number"];
            let told = serde_json::json!([view["ply"], finding["pattern"], side, class, played, chance]);
            assert_eq!(*short, told);
            // The position alone has the same finding, without `played` and without the worth, which takes a
            // search.
            let words = finding["words"].as_str().unwrap();
            let ply = &plies[view["ply"].as_u64().unwrap() as usize];
            let alone = parse(&crate::position(ply["fen"].as_str().unwrap()));
            let is_it = |other: &&Value| {
                // Only the worth tells whether a check forces mate.
                let same = other["words"].as_str().unwrap().split("It is not mate").next();
                words.starts_with(same.unwrap())
                    && ["pattern", "side", "move", "square", "drawing"]
                        .iter()
                        .all(|key| other[key] == finding[key])
            };
            assert!(alone["findings"].as_array().unwrap().iter().any(|other| is_it(&other)), "{finding}");
        }
    }
    // The number of rows of `destrier scan`.
    assert_eq!(counts, [250, 140, 0, 439, 187]);
}

#[test]
fn a_file_is_searched_for_the_pattern_of_a_key() {
    let sample = include_bytes!("../../../../../samples/lichess.pgn");
    let mut book = GameFile::of_memory(sample.to_vec(), "lichess.pgn");
    let mut forks = GameFile { opened: Opened::new(FileBytes::of_memory(sample.to_vec()), "", "fork") };
    let (count, index) = (read(&mut book, 100).len(), index_of(Pattern::by_name("fork").unwrap()));
    read(&mut forks, 100);
    let mut missed = 0;
    for i in 0..count {
        let game = parse(&forks.game(i));
        let findings = game["findings"].as_array().unwrap();
        assert!(findings.iter().all(|found| found["finding"]["pattern"] == index));
        let chances = findings.iter().map(|found| found["chance"]["number"].as_u64().unwrap()).max();
        assert_eq!(parse(&book.count(i, "fork")), chances.unwrap_or_default());
        let own = parse(&forks.misses(i));
        let own = own.as_array().unwrap().iter().filter(|miss| miss[1].as_u64() >= Some(2)).count();
        let listed = parse(&book.book_misses(i));
        let listed = listed.as_array().unwrap().iter().filter_map(Value::as_u64);
        assert_eq!(listed.filter(|miss| miss / 2 == index as u64).count(), own, "game {i}");
        missed += own;
    }
    assert!(missed > 5, "{missed}");
    assert!(parse(&book.count(0, "no pattern"))["problem"].is_string());
}

/// The quick search for missed moves agrees with the opened game.
#[test]
fn misses_agree_with_the_opened_games() {
    let sample = include_bytes!("../../../../../samples/lichess.pgn");
    let mut file = GameFile::of_memory(sample.to_vec(), "lichess.pgn");
    let mut other = GameFile::of_memory(sample.to_vec(), "lichess.pgn");
    let count = read(&mut file, 100).len();
    let mut grades = [0; 4];
    for i in 0..count {
        let game = parse(&file.game(i));
        let mut expected = Vec::new();
        for (row, view) in game["findings"].as_array().unwrap().iter().enumerate() {
            let finding = &view["finding"];
            assert_eq!(finding["wins"].is_null(), finding["move"].is_null(), "{finding}");
            let Some(name) = finding["missed"].as_str() else { continue };
            assert_eq!(finding["played"], false, "{finding}");
            assert!(finding["words"].as_str().unwrap().contains(&format!(" {name}: ")), "{finding}");
            let grade = 1 + Grade::ALL.iter().position(|grade| grade.name() == name).unwrap();
            grades[grade] += 1;
            expected.push(serde_json::json!([
                row,
                grade,
                finding["lost"],
                view["chance"]["number"],
                finding["answer"]
            ]));
        }
        assert_eq!(parse(&file.misses(i)), Value::from(expected), "game {}", i + 1);
        // Another worker has not read the games, and finds the same.
        assert_eq!(other.misses_at(&file.place(i)), file.misses(i), "game {}", i + 1);
    }
    assert!(file.place(count).is_empty());
    assert!(other.misses_at(&[]).contains("no such game"));
    assert!(grades[1..].iter().all(|count| *count > 0), "{grades:?}");
    assert!(file.misses(count).contains("there is no game"));
}

/// The command's tests compare these numbers with summaries, rates, tables and reports.
#[test]
fn the_number_of_missed_turns_is_that_of_the_command() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
    let numbers = format!("{root}/crates/destrier-cli/tests/golden/missed-turns.txt");
    for line in std::fs::read_to_string(numbers).unwrap().lines() {
        let (name, number) = line.split_once(' ').unwrap();
        let mut file = GameFile::of_memory(std::fs::read(format!("{root}/{name}")).unwrap(), name);
        let games = 0..read(&mut file, 100).len();
        let turns: Vec<Value> = games.flat_map(|game| misses(&mut file, game)).collect();
        let mistakes = turns.iter().filter(|turn| turn[1].as_u64() >= Some(2)).count();
        assert_eq!(mistakes.to_string(), number, "{name}");
    }
}

fn misses(file: &mut GameFile, game: usize) -> Vec<Value> {
    parse(&file.misses(game)).as_array().unwrap().clone()
}

/// The rule is that of reports: of two players in nearly all games, it is the one in all of them or in the file's name.
#[test]
fn the_player_of_the_games_is_recognized() {
    let player = |name: &str, games: &[[&str; 2]]| {
        let game =
            |[white, black]: &[&str; 2]| format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n");
        let mut file = GameFile::of_memory(games.iter().map(game).collect::<String>().into(), name);
        let first = parse(&file.next(1));
        assert_eq!(first["player"], Value::Null, "{first}");
        parse(&file.next(100))["player"].clone()
    };
    let mut games = vec![["Eve", "Adam"]; 9];
    assert_eq!(player("a.pgn", &games), Value::Null);
    assert_eq!(player("games of ADAM.pgn", &games), "Adam");
    games.push(["Bob", "eve"]);
    assert_eq!(player("a.pgn", &games), "Eve");
    assert_eq!(player("a.pgn", &[["Eve", "Adam"], ["Bob", "Carl"]]), Value::Null);
}

/// White ignores a fork on two turns.
const FORK: &str = "[FEN \"r3k2r/8/8/1N6/8/8/8/R3K3 w kq - 0 1\"]\n\n1. Ra2 Rg8 2. Ra1 Rh8 ";

#[test]
fn the_same_move_on_several_turns_is_one_chance() {
    let mut file = GameFile::of_memory(format!("{FORK}*\n").into(), "");
    let summary = read(&mut file, 1).remove(0);
    let view = parse(&file.game(0));
    let is_fork = |view: &&Value| view["finding"]["move"] == "b5c7";
    let forks: Vec<_> = view["findings"].as_array().unwrap().iter().filter(is_fork).collect();
    let plies: Vec<_> = forks.iter().map(|view| view["ply"].as_u64().unwrap()).collect();
    assert_eq!(plies, [0, 2, 4]);
    for fork in forks {
        let expected = serde_json::json!({"number": 1, "first_ply": 0, "last_ply": 4, "played": false});
        assert_eq!(fork["chance"], expected);
    }
    let rows = summary["findings"].as_array().unwrap();
    assert_eq!(rows.iter().filter(|row| row[5] == 1).count(), 3, "{summary}");
    let misses = parse(&file.misses(0));
    assert!(misses.as_array().unwrap().iter().any(|miss| miss[3] == 1), "{misses}");
}

#[test]
fn a_move_played_later_is_not_missed() {
    let mut file = GameFile::of_memory(format!("{FORK}3. Nc7+ *\n").into(), "");
    read(&mut file, 1);
    let view = parse(&file.game(0));
    let forks = view["findings"].as_array().unwrap().iter().filter(|view| view["chance"]["number"] == 1);
    for (played, fork) in [false, false, true].into_iter().zip(forks) {
        assert_eq!(fork["chance"]["played"], true);
        assert_eq!((&fork["finding"]["played"], &fork["finding"]["missed"]), (&played.into(), &Value::Null));
        assert!(!fork["finding"]["words"].as_str().unwrap().contains("Missed"), "{fork}");
    }
    let misses = parse(&file.misses(0));
    assert!(misses.as_array().unwrap().iter().all(|miss| miss[3] != 1), "{misses}");
}

/// Missing a fork of a rook is a blunder, unless the game's evaluations say that nothing was lost.
#[test]
fn evaluations_in_the_game_override_the_search() {
    let game = |before: &str, after: &str| {
        let text = format!(
            "[FEN \"r3k2r/8/8/1N6/8/8/8/R3K3 b kq - 0 1\"]\n\n1... Rg8 {{ {before} }} 2. Ra2 {{ {after} }} *\n"
        );
        let mut file = GameFile::of_memory(text.into(), "");
        read(&mut file, 1);
        (parse(&file.misses(0)), parse(&file.game(0)))
    };
    let (misses, view) = game("", "");
    let missed = |view: &Value| -> Vec<Value> {
        let findings = view["findings"].as_array().unwrap().iter();
        findings.map(|view| view["finding"]["missed"].clone()).filter(|missed| !missed.is_null()).collect()
    };
    assert!(!misses.as_array().unwrap().is_empty() && !missed(&view).is_empty(), "{view}");
    let (misses, view) = game("[%eval 3.0]", "[%eval 2.9]");
    assert_eq!(misses, serde_json::json!([]));
    assert!(missed(&view).is_empty(), "{view}");
}

#[test]
fn a_damaged_game_keeps_its_readable_moves_and_does_not_affect_the_next() {
    let text = "[White \"A\"]\n\n1. e4 e5 2. Qh7 Nc6 *\n\n[White \"B\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n\
                [White \"C\"]\n\n1. e4 e5 *\n";
    let mut file = GameFile::of_memory(text.into(), "");
    let games = read(&mut file, 100);
    let white: Vec<_> = games.iter().map(|game| game["white"].as_str().unwrap()).collect();
    assert_eq!(white, ["A", "B", "C"]);
    let plies: Vec<_> = games.iter().map(|game| game["plies"].as_u64().unwrap()).collect();
    assert_eq!(plies, [2, 0, 2]);
    let at = text.find("Qh7").unwrap();
    let damage = games[0]["damage"].as_str().unwrap();
    assert!(damage.starts_with(&format!("byte {at}: \"Qh7\"")), "{damage}");
    assert_eq!(games[1]["damage"], "the variant Atomic is not supported");
    assert_eq!(games[2]["damage"], Value::Null);
    for (i, game) in games.iter().enumerate() {
        let view = parse(&file.game(i));
        assert_eq!(view["damage"], game["damage"]);
    }
    assert!(file.game(3).contains("there is no game 4"));
}

#[test]
fn reads_puzzles_and_positions_as_games() {
    let mut puzzles =
        GameFile::of_memory(include_bytes!("../../../../../samples/puzzles.csv").to_vec(), "puzzles.csv");
    let games = read(&mut puzzles, 50);
    assert!(games.len() > 10 && games.iter().all(|game| game["damage"].is_null() && game["plies"] != 0));
    let damaged = "FEN,Moves\n8/8/8/8/8/8/8/9 w - - 0 1,e2e4\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2\n";
    let mut damaged = GameFile::of_memory(damaged.into(), "");
    let games = read(&mut damaged, 50);
    assert_eq!(games.len(), 2);
    assert!(games[0]["damage"].as_str().unwrap().starts_with("byte 10"), "{}", games[0]);
    assert_eq!(games[1]["plies"], 1);
    let mut lines =
        GameFile::of_memory(b"# no\n8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1 id \"a\";\n".to_vec(), "a.epd");
    let games = read(&mut lines, 50);
    assert_eq!(games.last().unwrap()["findings"], serde_json::json!([[0, 4, 0, 0, null, 1]]));
}

#[test]
fn refuses_compressed_files_and_utf_16() {
    for (bytes, word) in [
        (&b"\x1f\x8b\x08"[..], "gzip"),
        (b"\x28\xb5\x2f\xfd", "zstd"),
        (b"BZh9", "bzip2"),
        (b"\xff\xfe1\0", "UTF-16"),
    ] {
        let mut file = GameFile::of_memory(bytes.to_vec(), "a.pgn");
        assert!(parse(&file.next(1))["problem"].as_str().unwrap().contains(word));
        assert!(parse(&file.game(0))["problem"].as_str().unwrap().contains(word));
    }
    let mut nothing = GameFile::of_memory(Vec::new(), "");
    assert_eq!(
        parse(&nothing.next(1)),
        serde_json::json!({"games": [], "read": 0, "done": true, "format": "pgn", "player": null})
    );
}

#[test]
fn reads_a_file_larger_than_a_slice() {
    let game =
        "[White \"A\"]\n[WhiteElo \"1500\"]\n\n1. e4 { [%eval 0.2] [%clk 0:01:00] } e5 { [%eval #-4] } *\n\n";
    let count = 3 * FileBytes::SLICE / game.len();
    for text in [game.repeat(count), game.replace('\n', "\r").repeat(count)] {
        let mut file = GameFile::of_memory(text.into(), "");
        assert_eq!(read(&mut file, 1000).len(), count);
        let last = parse(&file.game(count - 1));
        assert_eq!((&last["plies"][1]["clock"], &last["plies"][1]["eval"]), (&60.into(), &"0.20".into()));
        assert_eq!((&last["plies"][2]["eval"], &last["plies"][0]["uci"]), (&"#-4".into(), &"e2e4".into()));
        assert_eq!(str::from_utf8(&file.text(count - 1)).unwrap().trim_end(), game.trim_end());
    }
}

#[test]
fn writes_chosen_findings_as_a_study_and_as_positions() {
    let mut file = GameFile::of_memory(format!("{FORK}*\n").into(), "fork.pgn");
    read(&mut file, 1);
    let study = parse(&file.study(0, &[0]));
    let study = study.as_str().unwrap();
    assert!(study.contains("[FEN \"r3k2r/8/8/1N6/8/8/8/R3K3 w kq - 0 1\"]"), "{study}");
    assert!(study.contains(" 1. Nc7+ { Nc7+ forks") && study.contains("( 1. Ra2 )"), "{study}");
    let positions = parse(&file.epd(0, &[0]));
    let positions = positions.as_str().unwrap();
    assert!(
        positions.starts_with("r3k2r/8/8/1N6/8/8/8/R3K3 w kq - bm Nc7+; id \"fork.pgn 1:0\"; c0 "),
        "{positions}"
    );
    assert_eq!(positions.lines().count(), 1);
    assert_eq!(parse(&file.epd(0, &[])), "");
}
