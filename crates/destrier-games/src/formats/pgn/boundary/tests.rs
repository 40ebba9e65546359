use super::*;
use crate::formats::pgn::{Moves, Tags};

/// The lengths of the games of a text that arrives in pieces of a size, and whether each is one.
fn lengths(text: &str, piece: usize) -> Vec<(usize, bool)> {
    let mut lengths = Vec::new();
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let mut boundary = Boundary::new();
        let mut arrived = 0;
        let length = loop {
            arrived = (arrived + piece).min(rest.len());
            if let Some(length) = boundary.find(&rest[..arrived], arrived == rest.len()) {
                break length;
            }
        };
        lengths.push((length, boundary.is_game()));
        rest = &rest[length..];
    }
    lengths
}

fn games(text: &str) -> Vec<&str> {
    texts(text).into_iter().map(|(text, _)| text).collect()
}

fn texts(text: &str) -> Vec<(&str, bool)> {
    let whole = lengths(text, usize::MAX);
    for piece in [1, 2, 3, 7] {
        assert_eq!(lengths(text, piece), whole, "in pieces of {piece}: {text:?}");
    }
    let mut rest = text;
    let mut games = Vec::new();
    for (length, is_game) in whole {
        let (game, after) = rest.split_at(length);
        games.push((game.trim(), is_game));
        rest = after;
    }
    games
}

#[test]
fn games_end_at_blank_lines_and_tags() {
    assert_eq!(games("1. e4 *\n\n1. d4 *\n"), ["1. e4 *", "1. d4 *"]);
    assert_eq!(games("1. e4 *\r\n\r\n1. d4 *\r\n"), ["1. e4 *", "1. d4 *"]);
    assert_eq!(
        games("[A \"1\"]\n\n1. e4\ne5 *\n[A \"2\"]\n1. d4"),
        ["[A \"1\"]\n\n1. e4\ne5 *", "[A \"2\"]\n1. d4"]
    );
    assert_eq!(games("[A \"1\"]\n\n\n[B \"2\"]\n\n1. e4 *"), ["[A \"1\"]\n\n\n[B \"2\"]\n\n1. e4 *"]);
}

#[test]
fn games_end_behind_a_line_break() {
    let text = |parts: &[&str]| {
        let ends: Vec<usize> =
            lengths(&parts.concat(), usize::MAX).into_iter().map(|(length, _)| length).collect();
        assert_eq!(ends, parts.iter().map(|part| part.len()).collect::<Vec<_>>(), "{parts:?}");
    };
    text(&["1. e4 *\n", "\n1. d4 *\n"]);
    text(&["1. e4 *\n", "[A \"2\"]\n1. d4 *\n"]);
    text(&["1. e4 {\n", "[A \"2\"]\n1. d4 *\n"]);
    // The blank line behind a tag that follows moves.
    text(&["[Event \"1\"]\n1. e4 *\n[A \"2\"]\n", "\n1. d4 *\n"]);
    let far = " ".repeat(LOOK_BEHIND);
    text(&[&format!("[Event \"1\"]\n1. e4 *\n[A \"2\"]\n{far}\n"), "1. d4 *\n"]);
}

#[test]
fn what_follows_a_tag_on_its_line_is_of_the_game() {
    assert_eq!(games("[A \"1\"]\u{feff}\n\n[B \"1\"]\n1. e4").len(), 1);
    let rest = "\n\n[B \"1\"]\n1. d4 *";
    for line in ["1. e4 *", "\u{feff}1. e4", "%"] {
        for tag in ["[A \"1\"]", "[A]"] {
            let text = format!("{tag}{line}");
            assert_eq!(games(&format!("{text}{rest}")), [&text[..], rest.trim()]);
            assert_eq!(games(&format!("{text}\n\n1. d4 *")), [&text[..], "1. d4 *"]);
        }
    }
}

#[test]
fn a_game_of_tags_alone_ends_where_the_next_begins() {
    let text = "[Event \"1\"]\n[FEN \"x\"]\n\n[Event \"2\"]\n\n1. e4 *";
    assert_eq!(games(text), ["[Event \"1\"]\n[FEN \"x\"]", "[Event \"2\"]\n\n1. e4 *"]);
    for name in ["Event_", "Event1", "EventDate"] {
        assert_eq!(games(&format!("[Event \"1\"]\n[{name} \"2\"]\n\n1. e4 *")).len(), 1, "{name}");
    }
    let text = "[Event \"1\"]\n\n%\n[Event \"2\"]\n\n1. e4 *";
    assert_eq!(games(text), ["[Event \"1\"]\n\n%", "[Event \"2\"]\n\n1. e4 *"]);
    let text = "[Site \"1\"]\n% a line that is not blank\n[Event \"1\"]\n\n1. e4 *";
    assert_eq!(games(text), [text]);
}

#[test]
fn comments_and_lines_hide_what_looks_like_an_end() {
    for text in [
        "1. e4 {a\n\nb\n[c]\n} e5 *",
        "1. e4 {[Event \"x\"]} e5 *",
        "1. e4 ; {\n e5 *",
        "1. e4\n% [Event \"{\"]\n e5 *",
        "%{\n[A \"{\"]\n%[\n1. e4 *",
        "[A \"\\\"]{\\\\\"]\n1. e4 e5",
        "[A \"\\\"] 1\"]\n\n1. e4 e5",
        // No line of its own: it does not begin the line.
        "1. e4\n %{\n\n[1]} e5 *",
    ] {
        assert_eq!(games(&format!("{text}\n\n[Event \"2\"]\n\n1. d4 *")), [text, "[Event \"2\"]\n\n1. d4 *"]);
    }
}

#[test]
fn a_comment_before_the_first_move_belongs_to_the_game() {
    for text in ["[A \"1\"]\n\n{comment}\n\n; another\n\n1. e4 *", "{comment}\r\n\r\n1. e4 *"] {
        assert_eq!(games(&format!("{text}\n\n1. d4 *")), [text, "1. d4 *"]);
    }
    assert_eq!(games("{no moves}\n\n[A \"2\"]\n\n1. d4"), ["{no moves}", "[A \"2\"]\n\n1. d4"]);
}

#[test]
fn a_comment_may_stand_among_tags() {
    for comment in ["{a}", "{a\n\nb}", "; a", "{a} ; b\n% c\n\n{d}"] {
        for first in ["[Event \"1\"]", "[Site \"1\"]", "[Event \"1\"]\n[Site \"1\"]"] {
            let game = format!("{first}\n{comment}\n[White \"{{\"]\n\n{comment}\n\n[Black \"b\"]\n1. e4 *");
            let game = game.as_str();
            for next in ["[Event \"2\"]\n\n1. d4", "[Round \"2\"]\n\n1. d4"] {
                assert_eq!(games(&format!("{game}\n\n{next}")), [game, next]);
            }
            let without_moves = format!("{first}\n\n{comment}");
            for next in ["[Event \"2\"]\n\n1. d4".to_owned(), format!("{first}\n\n1. d4")] {
                assert_eq!(games(&format!("{without_moves}\n\n{next}")), [&without_moves, &next]);
            }
        }
    }
    let game = "[Event \"1\"] {a} [White \"{\"]\n[FEN \"x\"]\n\n1. e4 *";
    assert_eq!(games(&format!("{game}\n\n1. d4")), [game, "1. d4"]);
    let game = "{a} [Event \"1\"]\n[Site \"s\"]\n\n1. e4 *";
    assert_eq!(games(&format!("{game}\n\n1. d4")), [game, "1. d4"]);
    // As without the comment.
    let game = "[Site \"1\"]\n\n{a}\n\n[White \"2\"]\n[Site \"2\"]\n\n1. d4";
    assert_eq!(games(game), [game]);
    let game = "[White \"a\"]\n{c}\x0c\n\u{1a}\n[Black \"b\"]\n\n1. e4";
    assert_eq!(games(game), [game]);
    // At the start of a line it is, whatever is in it.
    for line in ["[Round\"1\"]", "[Round 1]", "  [White-Elo \"1\"]"] {
        let game = format!("[Event \"1\"]\n[FEN \"x\"]\n{{a}}\n{line}\n[White \"a\"]\n\n1. e4 *");
        assert_eq!(games(&format!("{game}\n\n1. d4")), [&*game, "1. d4"]);
    }
    // Neither is a tag.
    for game in ["[Event \"1\"] {a} [%clk 1] \n1. e4", "[Event \"1\"] {a} [x 1] \n1. e4"] {
        assert_eq!(games(&format!("{game}\n\n1. d4")), [game, "1. d4"]);
    }
}

#[test]
fn files_put_together_with_the_sign_of_their_end() {
    assert_eq!(
        games("1. e4 *\n\u{1a}[Event \"2\"]\n\u{1a}\n1. d4 *\n\u{1a}\n\x0c1. c4"),
        ["1. e4 *", "\u{1a}[Event \"2\"]\n\u{1a}\n1. d4 *", "\u{1a}\n\x0c1. c4"]
    );
}

#[test]
fn an_open_comment_or_tag_does_not_swallow_the_next_game() {
    for text in ["1. e4 {never closed", "1. e4 {\r", "1. e4"] {
        for end in ["\n", "\n\n", "\r\n\r\n", "\n \t\n"] {
            for next in ["[Event \"2\"]\n\n1. d4 {closed} *", "[Site  \"2\"]\n1. d4 *"] {
                assert_eq!(games(&format!("{text}{end}{next}")), [text.trim(), next], "{text:?} {end:?}");
            }
        }
    }
    for next in ["\u{feff}[Site \"2\"]\n1. d4 *", "  [Event \"2\"]\n1. d4 *", "\u{feff} [Event \"2\"]"] {
        assert_eq!(games(&format!("1. e4 {{never closed\n{next}")), ["1. e4 {never closed", next.trim()]);
    }
    // Behind a tag that is never closed there is no blank line.
    assert_eq!(games("[A\n[Event \"2\"]\n\n1. e4").len(), 1);
    for text in ["[A \"never closed\n[B \"2\"]\n1. e4", "[A", "[A\n1. e4"] {
        let next = "[Event \"2\"]\n\n1. d4 {closed} *";
        assert_eq!(games(&format!("{text}\n\n{next}")), [text, next], "{text:?}");
    }
}

#[test]
fn blanks_and_byte_order_marks_between_games() {
    assert_eq!(games("1. e4 *\n \t\r\n1. d4 *"), ["1. e4 *", "1. d4 *"]);
    assert_eq!(games("1. e4 *\n  [A \"2\"]\n1. d4 *"), ["1. e4 *", "[A \"2\"]\n1. d4 *"]);
    assert_eq!(games("1. e4 *\n\u{feff}[A \"2\"]\n1. d4 *"), ["1. e4 *", "\u{feff}[A \"2\"]\n1. d4 *"]);
    let far = " ".repeat(1000);
    assert_eq!(games(&format!("1. e4\n{far}e5 *\n\n1. d4")), [&format!("1. e4\n{far}e5 *")[..], "1. d4"]);
}

#[test]
fn a_game_without_moves_ends_where_the_first_tag_comes_again() {
    let text = "[White \"A\"]\n[Site \"1\"]\n\n[White \"B\"]\n[WhiteElo \"2\"]\n\n1. e4 *";
    assert_eq!(games(text), ["[White \"A\"]\n[Site \"1\"]", "[White \"B\"]\n[WhiteElo \"2\"]\n\n1. e4 *"]);
    let text = "[White \"A\"]\n\n[WhiteElo \"1\"]\n[White \"A\"]\n\n1. e4 *";
    assert_eq!(games(text), [text]);
}

/// What goes on with a game behind a blank line, even if a result stands before it.
const MORE: [&str; 45] = [
    "2. Nf3 Nc6 *",
    "12... e5\n\n*",
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "(1. d4 d5\n\n2. c4) 1... e5",
    "( 2. d4) \n\n{a}(2. c4)\n2. Nf3",
    "\x0c{a}\n\u{1a}\x0c2. Nf3",
    "\u{feff}2. Nf3",
    "\0\u{1a}2. Nf3",
    "[%clk 1]\n2. Nf3",
    "{a} [%clk 1] [%clk 2]\n\n2. Nf3",
    // Within a line these begin no game.
    "{a} % b\n2. Nf3",
    "{a} ]\n2. Nf3",
    "{a}\n\n2. Nf3",
    "{a} ; b\n\n% c\n\n {\n\n}{1. d4}\n2. Nf3\n\n{d}\n1-0",
    "; a\r\n2. Nf3",
    "% a\n*",
    "{a}\n\n1... e5 2. Nf3",
    "1… e5\n\n12… e5",
    "1 - 0",
    "1. ... e5",
    "1 ... e5",
    "1 … e5",
    "2 Nf3 Nc6",
    "2 Nf3! Nc6",
    "2 . Nf3 Nc6",
    "02. Nf3",
    "(1 d4 d5)\n\n2. Nf3",
    "(1 ... d5)\n\n2. Nf3",
    "( {a} 1... d5)\n\n2. Nf3",
    "(; a\n1... d5)\n\n2. Nf3",
    "((1... d5) 1... d6)\n\n2. Nf3",
    "({White resigns.}) 1-0",
    "$14\n\n2. Nf3",
    "{a}\n$1 2. Nf3",
    "!? 2. Nf3",
    "?\n2. Nf3",
    ") 2. Nf3",
    "1. … e5",
    "1–0",
    "0 — 1",
    "{a}\n1−0",
    "½-½",
];

/// What goes on with a game only where no result stands before it.
const MORE_MOVES: [&str; 33] = [
    "Nf3 Nc6 *",
    "d4",
    "0-0",
    "1 1-0",
    "0 -1",
    "1- 0",
    "1 -\n0",
    "0 - 0",
    "1 - 1",
    "1–1",
    "1 0",
    "1",
    "1000. d4",
    "…",
    "…d5",
    "1-",
    "1-1",
    "2 players",
    "2, d4",
    "$ 1000",
    "!d4",
    "?!1. d4",
    "(Nf6 2. d4) 2. Nf3",
    "(... Nf6) 2. Nf3",
    "() 2. Nf3",
    "2 {a} Nf3",
    "2 d2-d4",
    "!!{a} 2. Nf3",
    "(Round 2)",
    "[Diagram]\n2. Nf3",
    "[#]\n2. Nf3",
    "[1... c5 2. Nf3] 2. Nf3",
    "[Damaged\n\"",
];

/// What begins a game in any case.
const NEXT: [&str; 15] = [
    "1. d4",
    "1 d4",
    "1.d4",
    "1d4",
    "01. d4",
    "001 d4",
    "0. d4",
    "1. . e5",
    "\u{feff}1. d4",
    "\0\u{1a}1. d4",
    "[A \"2\"]\n1. d4",
    "[A\"2\"]\n1. d4",
    "[White-Elo \"2\"]\n1. d4",
    "[Event \"2\"]\n1. d4",
    "[Event \"2\"]\n\n1. d4",
];

/// Ways in which moves end before a blank line, and whether they do with a result.
const ENDS: [(&str, bool); 20] = [
    ("1. e4 e5", false),
    ("[A \"1\"]\n\n1. e4\r", false),
    ("1. e4 e5 2.", false),
    ("1. e4 e5 2. {a; *}", false),
    ("1. e4 e5 {*", false),
    ("1. e4 e5 ; *", false),
    ("1. e4 e5\n% *", false),
    ("1. e4 * e5", false),
    ("[Event \"1\"]\n\n1. e4 e5\n[B \"*\"]", false),
    ("1. e4 e5 1-0", true),
    ("1. e4 e5 0-1 \t\r", true),
    ("1. e4 e5\n1/2-1/2", true),
    ("*", true),
    ("1. e4 ½-½", true),
    ("1. e4 * {a}", true),
    ("1. e4 *{a\n\nb} {c}", true),
    ("1. e4 * {a; b} ; c", true),
    ("1. e4 *\n% a\n; b\n%c", true),
    ("[Event \"1\"]\n\n1. e4 *\n[B \"1\"]", true),
    ("[Event \"1\"]\n\n1. e4 *\n[B \"1\"]\n {a}\n  [C \"1\"] ", true),
];

#[test]
fn moves_go_on_behind_a_blank_line() {
    for (end, is_result) in ENDS {
        let is_open = end.ends_with("{*");
        let end = if is_open { format!("{end}\n}}") } else { end.to_owned() };
        for blank in ["\n\n", "\n \n", "\n\n\n", "\r\n\r\n", "\n\0\n\u{feff}\n"] {
            for more in MORE {
                let text = format!("{end}{blank}{more}");
                assert_eq!(games(&text), [text.trim()], "{text:?}");
            }
            for more in MORE_MOVES {
                let text = format!("{end}{blank}{more}");
                assert_eq!(games(&text).len(), if is_result { 2 } else { 1 }, "{text:?}");
            }
            for next in NEXT {
                let text = format!("{end}{blank}{next}");
                let found = games(&text);
                assert_eq!(found.len(), 2, "{text:?}");
                assert!(found[1].ends_with(next), "{text:?}");
            }
        }
    }
    // Comments and blank lines between change nothing.
    for comment in ["{a}", "{a} ", "{a}\n", "{a}\n\n", "; a\n", "% a\n", "{a\n\n} {b}\n; c\n% d\n \n"] {
        for (end, is_result) in [("1. e4", false), ("1. e4 *", true)] {
            for more in MORE_MOVES {
                let text = format!("{end}\n\n{comment}{more}");
                assert_eq!(games(&text).len(), if is_result { 2 } else { 1 }, "{text:?}");
            }
            // Behind a comment on its line a tag is none.
            let has_line = comment.ends_with('\n');
            for next in NEXT.into_iter().filter(|next| has_line || !next.starts_with('[')) {
                let text = format!("{end}\n\n{comment}{next}");
                let found = games(&text);
                assert_eq!(found.len(), 2, "{text:?}");
                let filling = ['\0', '\u{1a}', '\u{feff}'];
                assert_eq!(found[1].trim_start_matches(filling), next.trim_start_matches(filling));
            }
        }
    }
    for text in ["1. e4 e5 (1... d5 {c}\n\n{d}\n) 2. Nf3", "1. e4 e5 (1... d5\n\n) 2. Nf3"] {
        assert_eq!(games(&format!("{text}\n\n[A \"2\"]\n\n1. d4 *")), [text, "[A \"2\"]\n\n1. d4 *"]);
    }
    for blanks in [1, 63, 64, 65, 80, 4000] {
        let blanks = " ".repeat(blanks);
        for text in [
            "1. e4 e5\n|\n2. Nf3",
            "1. e4 e5\n|\n|\n2. Nf3",
            "1. e4 e5\n\n|\n{a}\n|\n2. Nf3",
            "1. e4 e5\n\n{a}\n|2. Nf3",
        ] {
            let text = text.replace('|', &blanks);
            assert_eq!(games(&format!("{text}\n\n1. d4")), [&*text, "1. d4"], "{text:?}");
        }
    }
    for (lines, goes_on) in [(1, true), (64, true), (4000, true), (4200, false)] {
        for comment in ["", "{a}"] {
            let game = format!("1. e4\n\n{comment}{}2. Nf3", "\n".repeat(lines));
            assert_eq!(games(&game).len(), if goes_on { 1 } else { 2 }, "{lines} lines");
        }
    }
    for game in ["1. e4 *\n\n{a}", "1. e4 *\n\n; a", "1. e4 *\n\n{a}\n\n{b}\n"] {
        assert_eq!(games(game), [game.trim()]);
        for first in ["", "[Event \"1\"]\n"] {
            let game = format!("{first}{game}");
            let next = "[A \"2\"]\n[B \"2\"]\n\n1. d4 *";
            assert_eq!(games(&format!("{game}\n{next}")), [game.trim(), next]);
        }
    }
}

#[test]
fn a_second_event_begins_a_game_even_without_a_blank_line() {
    for cut in ["[Event \"1\"]\n[Site \"x", "[Event \"1\"]", "[Event \"1\"]\n[Si"] {
        let next = "[Event \"2\"]\n[EventDate \"1\"]\n\n1. e4 *";
        assert_eq!(games(&format!("{cut}\n{next}")), [cut, next]);
    }
}

#[test]
fn quotes_within_a_value_do_not_close_it() {
    let game = "[White \"Jim \"The Rock\" Beam\"]\n[Black \"{\"]\n\n1. e4 *";
    assert_eq!(games(&format!("{game}\n\n1. d4")), [game, "1. d4"]);
}

#[test]
fn tags_after_the_moves_belong_to_a_game_that_begins_with_event() {
    let next = "[Event \"2\"]\n\n1. d4 *";
    for game in [
        "[Event \"1\"]\n\n1. e4 *\n[Annotator \"x\"]\n  [Note \"{\"]",
        "[Event \"1\"]\n\n1. e4\n[Annotator \"x\"] [Note \";\"]\n% line\ne5\n[Opening \"y\"]\n2. d4 *",
        "[Event \"1\"]\n\n1. e4 *\n\u{feff}[Annotator \"never closed",
        "[Event \"1\"]\n\n{comment}\n[Site \"x\"]\n\n1. e4 *",
    ] {
        for between in ["\n", "\r\n", "\n\n", "\n \t\n\n", "\n\u{feff}"] {
            let text = format!("{game}{between}{next}");
            let found: Vec<&str> =
                games(&text).iter().map(|game| game.trim_matches('\u{feff}').trim()).collect();
            assert_eq!(found, [game, next], "{text:?}");
        }
        assert_eq!(games(&format!("{game}\n\n[Site \"2\"]\n1. d4")), [game, "[Site \"2\"]\n1. d4"]);
    }
    let text = "[Site \"1\"]\n[Event \"1\"]\n\n1. e4 *\n[Site \"2\"]\n\n1. d4 *";
    assert_eq!(
        games(text),
        ["[Site \"1\"]\n[Event \"1\"]\n\n1. e4 *", "[Site \"2\"]\n\n1. d4 *"],
        "where a game begins with another tag"
    );
    let text = "[Event \"1\"]\n\n1. e4 *\n[Damaged\n\n1. d4 *";
    assert_eq!(games(text), ["[Event \"1\"]\n\n1. e4 *", "[Damaged\n\n1. d4 *"], "what is no tag");
}

#[test]
fn a_command_outside_of_a_comment_ends_nothing() {
    for game in ["1. e4\n[%clk 0:01:00] e5\n [%\n*", "[Event \"1\"]\n\n1. e4\n[%clk 0:01:00]\ne5 *\n[%"] {
        let next = "[Event \"2\"]\n\n1. d4 *";
        let found = games(&format!("{game}\n{next}")).concat();
        assert_eq!(found, format!("{game}{next}"));
    }
    assert_eq!(games("1. e4\n[%clk 0:01:00] e5\n\n1. d4"), ["1. e4\n[%clk 0:01:00] e5", "1. d4"]);
    // On a line of moves a brace in it opens a comment.
    for text in ["1. e4 *\n\n\0%\0[%a{ 0]\n\n1. d4", "1. e4 [%a{ 0]\n\n1. d4"] {
        assert_eq!(games(text), [text]);
    }
}

#[test]
fn files_put_together_without_a_line_break() {
    let next = "[Event \"2\"]\n\n1. d4 *";
    for end in ["1-0", "0-1", "1/2-1/2", "*", "1. e4 * ", "; 1\n1-0"] {
        for mark in ["", "\u{feff}"] {
            let game = format!("[Event \"1\"]\n\n1. e4 {end}");
            let text = format!("{game}{mark}{next}").replace("\n\n", "\r\n\r\n");
            let found: Vec<String> = games(&text).iter().map(|game| game.replace("\r\n", "\n")).collect();
            assert_eq!(found, [game.trim(), &format!("{mark}{next}")]);
        }
    }
    for (line, game) in [
        ("1. e4 1-0[Event \"2\"]  \n\n1. d4", "1. e4 1-0"),
        ("1. e4 1-0[Event \"2 [rapid]\"]\n\n1. d4", "1. e4 1-0"),
        ("1. e4 {a; b} e5 1-0[Event \"2\"]\n\n1. d4", "1. e4 {a; b} e5 1-0"),
        ("1. e4 ½[Event \"2\"]\n\n1. d4", "1. e4 ½"),
        ("1. e4 1-0[Event \"a\"] [EventDate \"1\"]\n\n1. d4", "1. e4 1-0"),
    ] {
        assert_eq!(games(line), [game, line[game.len()..].trim()]);
    }
    for whole in [
        "1. e4 {* [Event \"x\"] [c]} e5 [d]\n*",
        "1. e4 [Event \"x\"]\n*",
        "1. e4 * ; * [Event \"x\"]\n",
        "1. e4\n% * [Event \"x\"]\n*",
        "1. e4 * {* [Event \"x\"]\n}",
        "1. e4 *[x]\n",
    ] {
        assert_eq!(games(whole), [whole.trim()]);
    }
}

#[test]
fn results_in_latin_1_go_on_behind_a_blank_line() {
    for (end, goes_on) in [
        (&b"\xbd-\xbd"[..], true),
        (b"1\x960", true),
        (b"0 \x97 1", true),
        (b"1\x961", false),
        (b"\xbc", false),
    ] {
        for piece in [1, 2, 3, 100] {
            let text = [b"1. e4 *\n\n", end, b" \n"].concat();
            let mut boundary = Boundary::new();
            let found = (1..=text.len()).map(|arrived| arrived.next_multiple_of(piece).min(text.len()));
            let length =
                found.into_iter().find_map(|arrived| boundary.find(&text[..arrived], arrived == text.len()));
            assert_eq!(length == Some(text.len()), goes_on, "{end:x?}");
        }
    }
}

#[test]
fn what_fills_a_file_up_joins_no_games() {
    let next = "[Event \"2\"]\n[FEN \"x\"]\n\n1. d4 *";
    for filling in ["\u{1a}", "\0", " "] {
        for length in [1, 63, 64, 100, 511, 512, 4090, 4095, 4096, 4097, 9000, 20_000] {
            let filling = filling.repeat(length);
            for (end, has_break) in
                [("1. e4 *", true), ("1. e4", true), ("{a}", true), ("1. e4 *", false), ("1. e4 {a\n", true)]
            {
                // Spaces may be a comment's.
                if end.ends_with('\n') && filling.starts_with(' ') && length >= MOST_BLANKS {
                    continue;
                }
                let line_break = if has_break { "\n" } else { "" };
                let text = format!("[Event \"1\"]\n\n{end}{line_break}{filling}{next}");
                let whole: Vec<_> = lengths(&text, usize::MAX);
                assert_eq!(lengths(&text, 64), whole);
                assert_eq!(whole.len(), 2, "{text:?}");
                assert_eq!(text[whole[0].0..].trim_start_matches(&filling), next, "{text:?}");
            }
        }
    }
}

/// The name of the first tag, which begins each game of a file without `Event` tags, may stand behind what is dropped.
#[test]
fn the_first_tag_is_known_when_it_is_gone() {
    let game = |number: u32| format!("[A \"{number}\"]\n[B \"1\"]\n\n");
    let long = "x".repeat(LOOK_BEHIND + 500);
    for before in [format!("% {long}\n"), format!("{{{long}}} ")] {
        let text = format!("{before}{}{}", game(1), game(2));
        for piece in [1, 50, 1000] {
            assert_eq!(length_if_dropped(&text, piece), before.len() + game(1).len());
        }
    }
}

/// The length of the first game of a long text, of which nothing is kept that need not be.
#[track_caller]
fn length_if_dropped(text: &str, piece: usize) -> usize {
    let mut boundary = Boundary::new();
    let (mut buffer, mut dropped, mut pieces) = (Vec::new(), 0, text.as_bytes().chunks(piece));
    let length = loop {
        let arrived = pieces.next();
        buffer.extend_from_slice(arrived.unwrap_or_default());
        if let Some(length) = boundary.find(&buffer, arrived.is_none()) {
            break length;
        }
        dropped += boundary.drop_seen(&mut buffer, 0, 100);
    };
    assert!(
        dropped > 0 && buffer.len() <= 100 + LOOK_BEHIND + MOST_BLANKS + 2 * piece,
        "{dropped} {}",
        buffer.len()
    );
    dropped + length
}

/// So may what is looked back at.
#[test]
fn what_came_before_is_known_when_it_is_gone() {
    let long = format!("{{{}}}\n", "x".repeat(LOOK_BEHIND + 500));
    for (end, is_result) in
        [("1. e4 * ", true), ("1. e4 ", false), ("1. e4 {a} * {b} ", true), ("1. e4 * {a} e5 ", false)]
    {
        let before = format!("{end}{long}");
        for piece in [1, 50, 1000] {
            let length = length_if_dropped(&format!("{before}\nNf3 Nc6\n"), piece);
            assert_eq!(length, if is_result { before.len() } else { before.len() + 9 }, "{end}");
        }
    }
    // A game that is glued to such a line.
    let before = format!("1. e4 {long}1-0");
    for piece in [1, 50, 1000] {
        assert_eq!(length_if_dropped(&format!("{before}[Event \"2\"]\n\n1. d4\n"), piece), before.len());
    }
}

/// Nothing is looked at again and again.
#[test]
fn many_lines_take_no_longer_than_long_ones() {
    let million = |part: &str| part.repeat((1 << 20) / part.len());
    for text in [
        format!("{{a}}{}", million("\n")),
        format!("[Event \"1\"]\n\n1. {{a}}{}", million("\n")),
        format!("1. e4 {}\n{}", million("{}"), million("y }\n\n")),
        format!("1. e4\n{}", million("y }\n\n")),
        format!("1. e4 * {}\n\n2. d4", million("{a}")),
        format!("1. e4 *{}", million("\n{a}\n\n")),
        format!("1. e4\n{}", million("[x]\n")),
        format!("1. e4\n{}", million("\n[x]\n")),
        format!("[Event \"1\"]\n1. e4\n{}", million("[A \"1\"]\n")),
        format!("[Event \"1\"]\n1. e4\n{}", million("[A \"1\"]\n{a}\n")),
        format!("1. e4\n{}", million("e4 [Event]\n")),
        format!("1. e4\n{}", million("e4 [EventDate \"1\"]")) + "\n",
        format!("1. e4\n{}", million(" ]\n")),
    ] {
        // Milliseconds; with a look at 64 KiB for each line it would be minutes.
        let length: usize = lengths(&text, 1 << 18).into_iter().map(|(length, _)| length).sum();
        assert_eq!(length, text.len());
    }
}

#[test]
fn a_comment_that_is_never_closed_is_a_game() {
    for text in ["{never closed", "{a}\n\n{1. e4 e5\n\n1. d4 d5 *"] {
        assert_eq!(texts(text), [(text, true)]);
        let next = "[Event \"1\"]\n\n1. e4 *";
        assert_eq!(texts(&format!("{text}\n{next}")), [(text, true), (next, true)]);
    }
}

#[test]
fn comments_alone_are_no_game() {
    for text in ["{comment}", "; line", "% line\n\n%", "{a}\n\n;b\n%c\n", " \n\t", "\u{feff}%"] {
        assert_eq!(texts(text), [(text.trim(), false)]);
        let with_game = format!("{text}\n[Event \"1\"]\n\n1. e4 *");
        assert!(texts(&with_game).last().unwrap().1, "{with_game:?}");
    }
    for text in [
        "[",
        "[Event \"1\"]",
        "*",
        "}",
        "{a} 1.",
        "[%",
        "1 [%a",
        "{a} [%b]",
        "[%a[%b]",
        "{a}\n\n%\ne4",
        "<html>",
    ] {
        assert_eq!(texts(text), [(text, true)]);
    }
}

/// What is no move does not begin the moves: the first move's number may stand behind it.
#[test]
fn blank_lines_before_the_first_move_end_nothing() {
    for before in [
        "$13",
        "$13 {a}\n\n{b}",
        "1. {a}",
        "{c}\n[%csl Gd4]",
        "[%csl Gd4]",
        "{c} [%csl Gd4]",
        "1.\n\n!?",
        "(1)",
        "1...",
    ] {
        for tags in ["[Event \"1\"]\n[FEN \"x\"]\n", "[Site \"1\"]\n\n", ""] {
            let text = format!("{tags}{before}\n\n1. e4 *");
            assert_eq!(games(&text), [&*text]);
            assert_eq!(games(&format!("{text}\n\n1. d4")), [&*text, "1. d4"]);
        }
    }
    for before in ["e4", "x", "…", "1. [%a", "{a} [%a", "*", "1-0", "(1. e4)"] {
        assert_eq!(games(&format!("[A \"1\"]\n\n{before}\n\n1. d4")).len(), 2, "{before}");
    }
}

/// Whatever a text is, its games do not depend on how it arrives. Byte by byte no tag and no line of moves is passed
/// as a whole, so this holds the short ways against the long one, too.
#[test]
fn pieces_of_noise_equal_the_whole() {
    let words = [
        "[Event \"",
        "[Site \"x\"]",
        "\"]",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "1. e4 ",
        "1-0",
        "*",
        "{",
        "}",
        "[%clk 1]",
        "[",
        "]",
        "%",
        ";",
        "\\",
        "\"",
        "\u{feff}",
        "é",
        "[Event \"x\"]\n",
        "[A \"x\"]\r\n",
        "[A \"",
        "\ne4",
        "{a;",
        "\n2. d4",
        "\n\n",
        "{a}",
        "\n; a\n",
        "(",
        "\u{1a}",
        "(2. d4)",
        "\x0c",
        "\0",
        "[%a{",
        "\n[%",
        "1. ",
        "$1",
        "\u{fb}",
    ];
    for seed in 0..40_000 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let text: String = (0..rng.usize(..40)).map(|_| *rng.choice(&words).unwrap()).collect();
        for (text, is_game) in texts(&text) {
            // In what is no game nothing is lost but what fills up.
            let unfilled = text.replace(['\0', '\u{1a}', '\u{feff}'], " ");
            let tags = Tags::read(unfilled.as_bytes());
            assert!(is_game || Moves::new(unfilled.as_bytes(), &tags).next().is_none(), "{text:?}");
        }
    }
}

/// Where games begin, as `Reader` has it.
#[cfg(feature = "files")]
fn starts(text: &[u8]) -> Vec<usize> {
    let mut reader = crate::input::Reader::games(text);
    let mut starts = Vec::new();
    while let Some(game) = reader.next_record().unwrap() {
        starts.push(game.offset as usize);
    }
    starts
}

/// Where a game is said to begin for certain, from whatever place the text is looked at, one does.
#[test]
#[cfg(feature = "files")]
fn certain_starts_are_starts() {
    let words = [
        "[Event \"",
        "[Event \"x\"]\n",
        "\n\n[Event \"x\"]\n",
        "\r\n\r\n[Event \"x\"]",
        "[Site \"x\"]\n",
        "\n\n",
        "\n",
        "\r\n",
        "\n%",
        "%\n\n",
        "]",
        "\n]",
        " ",
        "\0",
        "\u{1a}",
        "\x0c",
        "1. e4 ",
        "1-0",
        "{",
        "}",
        ";",
        "\\",
        "\"",
        "\u{feff}",
        "[%clk 1]",
        "\n2. d4",
        "\n{a}\n",
        "(",
    ];
    let mut certain = 0;
    for seed in 0..30_000 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut text = if rng.bool() { "1. e4\n\n{a}" } else { "" }.to_owned();
        text.extend((0..rng.usize(..30)).map(|_| *rng.choice(&words).unwrap()));
        let text = text.as_bytes();
        let starts = starts(text);
        for most in 0..text.len() {
            let from = rng.usize(..=most);
            if let Some(start) = certain_start(&text[from..], most - from) {
                certain += 1;
                let shown = text.escape_ascii();
                assert!(starts.contains(&(from + start)), "{}..{most}: {} in {shown}", from, from + start);
            }
        }
    }
    assert!(certain > 100_000, "{certain}");
}

#[test]
#[cfg(feature = "files")]
fn games_of_real_files_begin_for_certain() {
    let text = include_str!("../../../../../../samples/lichess.pgn");
    for text in [text.to_owned(), text.replace('\n', "\r\n")] {
        for &start in &starts(text.as_bytes())[1..] {
            assert_eq!(certain_start(text.as_bytes(), start), Some(start));
            assert!(certain_start(text.as_bytes(), start - 1).is_none_or(|before| before < start));
        }
    }
    for text in ["1. e4 *\n\n[Event", "% 1\n\n[Event \"1\"]", "1. e4 *\n[Event \"1\"]", "\n\n[Event \"1\"]"] {
        assert_eq!(certain_start(text.as_bytes(), text.len()), None, "{text}");
    }
}

#[test]
fn pieces_of_games_equal_the_whole() {
    let text = include_str!("../../../../../../samples/lichess.pgn");
    assert_eq!(games(text).len(), 60);
    assert_eq!(games(&text.replace('\n', "\r\n")).len(), 60);
}

#[test]
fn tags_have_a_name_and_a_blank() {
    for text in ["[A \"", "[a_1\t \"x", "[9 \"\"]"] {
        assert_eq!(starts_tag(text.as_bytes(), true), Some(true), "{text}");
    }
    for text in ["", "[", "[A", "[A ", "[\"", "[ \"", "[A\"", "[A-B \"", "[A \n\"", "A \""] {
        assert_eq!(starts_tag(text.as_bytes(), true), Some(false), "{text}");
    }
    assert_eq!(starts_tag(b"[A ", false), None);
}
