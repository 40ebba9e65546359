use super::*;
use crate::input::Source;
use crate::output::write_to_memory;
use crate::scan::Scan;
use crate::search::{FindingFilter, Grade, Judging, WorthFilter};

/// Returns the summary of some games.
fn summary(selection: &Selection, bytes: &[u8]) -> (SummaryCounts, String) {
    let mut writer = SummaryWriter::new(Summary::new(selection.clone(), None), false);
    let scan = Scan::new([Source::of_memory("games.pgn", bytes)]);
    let written = write_to_memory(&mut writer, &scan).unwrap();
    (writer.counts, String::from_utf8(written.output).unwrap())
}

const FORK: &str = "[FEN \"q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nc7+ *";

#[test]
fn tags_send_nothing_to_the_terminal() {
    let all = Selection::default();
    let sound = format!("[White \"Eve\"]\n[Site \"https://chess.example/1\"]\n{FORK}");
    let (_, text) = summary(&all, sound.as_bytes());
    let expected =
        " 1  30. Nc7+ forks king and queen. Played.\n    knight-fork, Eve - ?\n    https://chess.example/1\n";
    assert!(text.contains(expected), "{text}");
    let tags = "[White \"\u{1b}[2JEve\u{7}\"]\n[Site \"https://chess.example/\u{1b}[2J\"]\n";
    let (_, escapes) = summary(&all, format!("{tags}{FORK}").as_bytes());
    assert!(escapes.contains("[2JEve - ?\n"), "{escapes}");
    assert!(!escapes.chars().any(|c| c.is_control() && c != '\n'), "{escapes:?}");
}

/// A game without a link gets its location, as `destrier show` expects it.
#[test]
fn a_find_without_a_link_has_its_location() {
    let (_, text) = summary(&Selection::default(), FORK.as_bytes());
    assert!(text.contains("    knight-fork\n    games.pgn 1:0\n"), "{text}");
}

/// The fork is possible on three turns.
#[test]
fn chances_are_counted_once() {
    let game = |moves: &str| format!("[FEN \"q3k3/7p/8/1N6/8/8/P7/4K3 w - - 0 30\"]\n\n{moves} *");
    let with_worth = Selection { judging: Some(Judging::default()), ..Selection::default() };
    let missed = WorthFilter { missed: Some(Grade::Mistake), ..WorthFilter::default() };
    let missed = Selection { judging: Some(missed.into()), ..Selection::default() };
    let row = |selection: &Selection, moves: &str| summary(selection, game(moves).as_bytes()).0.rows[0];

    let found = row(&with_worth, "30. a3 h6 31. Nc7+ Kd7");
    assert_eq!((found.chances, found.games, found.played, found.not_played), (1, 1, 1, 0));
    assert_eq!((found.opportunities, found.found, found.missed), (1, 1, 0));
    assert_eq!(row(&missed, "30. a3 h6 31. Nc7+ Kd7").chances, 0);

    let left = row(&with_worth, "30. a3 h6 31. a4 h5 32. Nd4 Kd7");
    assert_eq!((left.chances, left.games, left.played, left.not_played), (1, 1, 0, 1));
    assert_eq!((left.opportunities, left.found, left.missed), (1, 0, 1));
    let left = row(&missed, "30. a3 h6 31. a4 h5 32. Nd4 Kd7");
    assert_eq!((left.chances, left.by_grade), (1, [0, 0, 1]));

    // At the end of a game, nothing is left unplayed.
    let ended = row(&with_worth, "");
    assert_eq!((ended.chances, ended.played, ended.not_played, ended.missed), (1, 0, 0, 0));
}

#[test]
fn a_move_that_is_played_later_is_not_missed() {
    let with_worth = Selection { judging: Some(Judging::default()), ..Selection::default() };
    let game = |moves: &str| format!("[FEN \"q3k3/7p/8/1N6/8/8/P7/4K3 w - - 0 30\"]\n\n{moves} *");
    let (counts, _) = summary(&with_worth, game("30. a3 h6 31. Nc7+ Kd7").as_bytes());
    assert!(counts.findings.is_empty(), "{counts:?}");
    let (_, text) = summary(&with_worth, game("30. a3 h6 31. Nd4").as_bytes());
    assert!(text.contains(" 1  31. Nc7+ wins a queen. Played Nd4, a blunder.\n    31. Nc7+ K"), "{text}");
}

const MISSED: WorthFilter =
    WorthFilter { missed: Some(Grade::Mistake), wins: None, defences: false, answers: false, notable: false };

/// Either knight can fork, and neither does.
#[test]
fn several_missed_moves_of_a_position_count_once() {
    let game = "[FEN \"q3k3/8/8/1N1N4/8/8/P7/4K3 w - - 0 30\"]\n\n30. a3 Kf8 *";
    for worth in [MISSED, WorthFilter::default()] {
        let selection = Selection { judging: Some(worth.into()), ..Selection::default() };
        let (counts, text) = summary(&selection, game.as_bytes());
        let forks = &counts.rows[0];
        assert_eq!((forks.missed, forks.by_grade, counts.findings.len()), (1, [0, 0, 1], 1), "{text}");
        assert!(worth != MISSED || forks.chances == 1, "{text}");
    }
}

#[test]
fn the_line_of_a_mate_in_one_is_left_out() {
    let missed = Selection { judging: Some(MISSED.into()), ..Selection::default() };
    let (_, text) = summary(&missed, b"[FEN \"6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1\"]\n\n1. Kf2 h6 *");
    assert!(text.contains(" 1  1. Nf7# mates. Played Kf2, a blunder.\n    smothered-mate"), "{text}");
}

/// Black has taken a queen. The fork would only have won it back.
#[test]
fn defences_are_counted_apart() {
    let game = "[FEN \"q3k3/5pbp/8/8/8/2N5/1Q3PPP/6K1 w - - 0 29\"]\n\n29. Nb5 Bxb2 30. h3 Kf8 *";
    for (defences, shown) in [(false, 0), (true, 1)] {
        let selection =
            Selection { judging: Some(WorthFilter { defences, ..MISSED }.into()), ..Selection::default() };
        let (counts, text) = summary(&selection, game.as_bytes());
        assert_eq!((counts.rows[0].chances, counts.defences, counts.findings.len()), (0, 1, shown), "{text}");
        assert!(text.contains("\nnot counted: 1 missed move that would only have avoided a loss"), "{text}");
    }
}

#[test]
fn a_summary_resumes_from_a_saved_state() {
    let selection = Selection::default();
    let (counts, _) = summary(&selection, FORK.as_bytes());
    assert!(!counts.findings.is_empty());
    let writer = || SummaryWriter::new(Summary::new(selection.clone(), None), false);
    let (mut whole, mut resumed) = (writer(), writer());
    whole.counts.add(counts.clone());
    resumed.restore(&whole.state().unwrap()).unwrap();
    assert_eq!(resumed.counts, counts);
    let mut of_other_patterns = whole.state().unwrap();
    of_other_patterns["patterns"][0] = "rook-fork".into();
    let mut short = whole.state().unwrap();
    short["counts"]["rows"].as_array_mut().unwrap().pop();
    for other in [serde_json::json!("nothing"), of_other_patterns, short] {
        assert!(resumed.restore(&other).is_err() && resumed.counts == counts);
    }
}

/// Patterns without a move cannot be missed, played or worth anything.
#[test]
fn a_summary_of_moves_has_no_rows_of_other_patterns() {
    let of_worth = |filter| Selection { judging: Some(Judging::from(filter)), ..Selection::default() };
    let missed = of_worth(WorthFilter { missed: Some(Grade::Mistake), ..WorthFilter::default() });
    let wins = of_worth(WorthFilter { wins: Some(1), ..WorthFilter::default() });
    let played = Selection { played: Some(false), ..Selection::default() };
    let mates = Selection::from(FindingFilter { mate: true, ..FindingFilter::default() });
    let has_rows = |selection: &Selection| {
        let (_, text) = summary(selection, FORK.as_bytes());
        assert!(text.contains("\nknight-fork ") && text.contains("\ndistant-check "), "{text}");
        ["\nforking-knight ", "\nuncatchable-passer "].map(|row| text.contains(row))
    };
    for selection in [missed, wins, played, mates] {
        assert_eq!(has_rows(&selection), [false; 2], "{selection:?}");
    }
    for selection in [Selection::default(), of_worth(WorthFilter::default())] {
        assert_eq!(has_rows(&selection), [true; 2], "{selection:?}");
    }
}
