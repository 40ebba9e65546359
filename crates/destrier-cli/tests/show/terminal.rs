//! Output in the terminal.

use super::common::assert_golden;
use super::{FORK, MANY, shown, shown_in};
use destrier_games::PATTERNS;

const UTF8: (&str, &str) = ("LANG", "C.UTF-8");
const COLOR: (&str, &str) = ("CLICOLOR_FORCE", "1");

#[test]
fn drawings_match_the_golden_files() {
    assert_golden("show-ascii.txt", &shown(&[MANY]));
    assert_golden("show-unicode.txt", &shown_in(&[MANY], &[UTF8]));
    assert_golden("show-color.txt", &shown_in(&[MANY], &[UTF8, COLOR]));
    assert_golden("show-ascii-color.txt", &shown_in(&[MANY], &[COLOR]));
    let all = ["-p", "knight-fork,fork_squares,king-lines,shield_wing,shield_index,passers,uncatchable"];
    assert_golden("show-values.txt", &shown(&[&[MANY][..], &all].concat()));
    let examples = PATTERNS.map(|pattern| shown(&[pattern.example]));
    assert_golden("show-examples.txt", &examples.join("\n"));
}

#[test]
fn ascii_is_used_on_request_and_without_unicode() {
    let ascii = shown(&[FORK]);
    assert!(ascii.is_ascii() && ascii.contains(" .  . "), "{ascii}");
    assert_eq!(shown_in(&[FORK, "--ascii"], &[UTF8]), ascii);
    assert_eq!(shown_in(&[FORK], &[UTF8, ("TERM", "dumb")]), ascii);
    assert_eq!(shown_in(&[FORK], &[("LC_ALL", "C"), UTF8]), ascii, "LC_ALL is asked before LANG");
    for locale in ["C.UTF-8", "de_DE.utf8"] {
        assert!(shown_in(&[FORK], &[("LC_CTYPE", locale)]).contains('·'));
    }
    // Without color there are no figures: on a dark background, White's would look like Black's.
    assert!(!shown_in(&[FORK], &[UTF8]).contains('♘'));
}

#[test]
fn color_is_used_on_terminals_and_on_request() {
    let forced = shown_in(&[FORK], &[UTF8, COLOR]);
    assert!(forced.contains('♘') && forced.contains("\x1b[38;5;16m\x1b[48;5;"), "{forced}");
    assert!(!shown_in(&[FORK], &[UTF8, ("NO_COLOR", "1")]).contains('\x1b'));
    // Without color codes, and with letters for figures, the text is the same, including brackets.
    let mut plain = String::new();
    for part in shown_in(&[FORK], &[COLOR]).split('\x1b') {
        plain.push_str(part.split_once('m').filter(|_| part.starts_with('[')).map_or(part, |(_, rest)| rest));
    }
    assert!(plain.starts_with("8 [r]         [k]       r \n7       ( )"), "{plain}");
}

#[test]
fn the_board_can_be_flipped() {
    let upright = shown(&[FORK]);
    let turned = shown(&[FORK, "--flip"]);
    assert!(turned.starts_with("1  .  .  .  K  .  .  .  .\n2 "), "{turned}");
    assert!(turned.contains("\n8  r  .  . [k] .  .  . [r]\n   h  g  f  e  d  c  b  a\n"), "{turned}");
    let words = |text: &str| text.split_once("\n\n").unwrap().1.to_owned();
    assert_eq!(words(&upright), words(&turned));
}

#[test]
fn sides_and_patterns_can_be_selected() {
    let black = shown(&[FORK, "--side", "black"]);
    assert!(black.contains("No patterns found for Black."), "{black}");
    let missing = shown(&[FORK, "-p", "knight-fork,smothered-mate,distant-check"]);
    assert!(missing.ends_with("Not found: smothered-mate, distant-check.\n"), "{missing}");
    for name in ["king_reach", "king-reach"] {
        let reach = shown(&["8/8/8/8/8/8/1r6/K6k w - - 0 1", "-p", name]);
        assert!(reach.contains("\n1 <K>"), "{reach}");
        assert!(reach.contains("king_reach of White: a1, c1, d1, e1, f1, b2, a3,"), "{reach}");
    }
    // Names given twice are shown once.
    let passers = |names| shown(&["4k3/8/8/P7/8/8/8/4K3 w", "-p", names]);
    assert_eq!(passers("passers,passers"), passers("passers"));
    assert_eq!(passers("smothered-mate,smothered-mate"), passers("smothered-mate"));
    let of_black = shown(&["8/8/8/8/8/8/1r6/K6k w - - 0 1", "-p", "knight_attacks", "--side", "black"]);
    assert!(of_black.ends_with("\nknight_attacks of Black: none.\n"), "{of_black}");
}

#[test]
fn unreachable_positions_are_drawn() {
    let nine_queens = "QQQQQQQQ/Q7/8/8/8/8/8/8 w";
    let drawn = shown(&[nine_queens]);
    assert!(drawn.starts_with("8  Q  Q  Q  Q  Q  Q  Q  Q\n7  Q  .  ."), "{drawn}");
    assert!(drawn.ends_with("\n\nNot searched for any pattern: White has no king.\n"), "{drawn}");
    let values =
        shown(&["8/2P5/8/8/8/8/1N6/8 b", "-p", "knight_attacks,passers,distant-check", "--side", "white"]);
    assert!(
        values.contains("1  knight_attacks of White: d1, d3, a4, c4.\n 2  passers of White: c7.\n"),
        "{values}"
    );
    assert!(values.ends_with("Not searched for distant-check: White has no king.\n"), "{values}");
    for (fen, reason) in [
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has more than one king"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "a pawn stands on h8"),
        ("k7/1P6/8/8/8/8/8/K7 w - - 0 1", "the side to move can capture the king"),
        ("8/8/8/8/8/8/8/8", "the board is empty"),
        ("k7/8/8/8/8/8/8/KQ~6[Nn] w - - 0 1", "the variant Crazyhouse is not supported"),
    ] {
        let drawn = shown(&[fen]);
        assert!(drawn.ends_with(&format!("Not searched for any pattern: {reason}.\n")), "{drawn}");
    }
}
