use super::*;
use crate::formats::is_filling;
use crate::formats::pgn::{Moves, Tags, Token};
use crate::input::Reader;
use std::ops::Range;

const SAMPLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/lichess.pgn"));

/// Returns the ranges of the games in a text that arrives in pieces of a size, and whether each is a game. Skips white
/// space before a game, as [`Reader`] does.
fn ranges(text: &[u8], piece: usize) -> Vec<(Range<usize>, bool)> {
    let mut ranges = Vec::new();
    let mut start = 0;
    loop {
        start += text[start..].iter().take_while(|&&byte| is_filling(byte)).count();
        let rest = &text[start..];
        if rest.is_empty() {
            return ranges;
        }
        let mut boundary = Boundary::new();
        let mut arrived = 0_usize;
        let length = loop {
            arrived = rest.len().min(arrived.saturating_add(piece));
            if let Some(length) = boundary.find(&rest[..arrived], arrived == rest.len()) {
                break length;
            }
        };
        assert!(length > 0, "{}", rest.escape_ascii());
        assert_places(&boundary, &rest[..length]);
        ranges.push((start..start + length, boundary.is_game()));
        start += length;
    }
}

/// Checks that tags at known places are those that the game is read for.
#[track_caller]
fn assert_places(boundary: &Boundary, game: &[u8]) {
    let read = Tags::read(game);
    if let Some(places) = boundary.tag_places(game.len()) {
        let placed = Tags::at(game, places);
        assert!(placed.iter().eq(read.iter()), "{}", game.escape_ascii());
        assert_eq!(placed.length, read.length, "{}", game.escape_ascii());
        read.iter().for_each(|tag| {
            let name = str::from_utf8(tag.name).unwrap();
            assert_eq!(placed.get(name), read.get(name), "{}", game.escape_ascii());
        });
    }
}

/// Does the same as [`ranges`], and checks that the size of the pieces does not matter.
#[track_caller]
fn ranges_in_pieces(text: &[u8]) -> Vec<(Range<usize>, bool)> {
    let whole = ranges(text, usize::MAX);
    for piece in [1, 2, 3, 7] {
        assert_eq!(ranges(text, piece), whole, "in pieces of {piece}: {}", text.escape_ascii());
    }
    whole
}

/// Examples for each rule. A game ends at each `|` and at the end of the text.
const RULE: [(&str, &[&str]); 9] = [
    (
        "1: a tag pair after moves",
        &[
            "[A \"1\"]\n\n1. e4\ne5 *\n|[A \"2\"]\n1. d4",
            "[Site \"1\"]\n\n1. e4\n|[Event \"2\"]\n1. d4",
            "[White \"1\"]\n\n1. e4 1-0 {White resigns}\n|[White \"2\"]\n1. d4",
            "1. e4\n|\n\n[Note \"2\"]",
            "1. e4\n\n{a}\n|[Note \"2\"]",
            "1. e4 1-0 \0\n|  \u{feff}\t[A \"2\"]\n1. d4",
            "1. e4 ½\n|[A \t\"never closed\n1. d4",
            "[A \"1\"]\n<html>\n|[Event \"2\"]\n1. d4",
            // Neither `Event` nor after a blank line or a result.
            "1. e4\n[Site \"2\"]\n\n1... e5\n[EventDate \"2\"]\n1. d4",
            "1. e4 * e5\n[A \"2\"]\n1. d4 {*}\n[A \"2\"]\n; *\n[A \"2\"]",
            // Not a tag pair, or not at the start of its line.
            "1. e4\n[Diagram]\ne5\n[%clk 1]\n[1... c5]\n[A\"1\"]\n[A-B \"1\"]\n[A",
            "1. e4 [A \"1\"]\ne5 x [Event \"2\"]\n*",
        ],
    ),
    (
        "2: a tag pair in an open comment",
        &[
            "1. e4 {open\n|[Event \"2\"]\n\n1. d4 {closed} *",
            "1. e4 {open\n|\n \t\n[Site \"2\"]\n1. d4",
            "1. e4 {\n| \u{feff} [A \"2\"]\n1. d4",
            "{open\n1. e4\n\n1. d4\n|\n[Event \"2\"]",
            "[A \"1\"]\n{open\n|[B \"2\"]\n1. e4",
            "1. e4 {[Event \"x\"]\n[x]\n\n[%eval 1]\n [Event]} e5 *",
        ],
    ),
    (
        "3: a tag pair among tags",
        &[
            "[Event \"1\"]\n[FEN \"x\"]\n|\n[Event \"2\"]\n\n1. e4",
            "[Event \"1\"]\n[Si\n|[Event \"2\"]\n[EventDate \"1\"]\n[Event_ \"1\"]\n\n1. e4",
            "[Event \"1\n|[Event \"2",
            "[Site \"1\"]\n|\n[Event \"1\"]\n\n1. e4",
            "[White \"1\"]\n[Site \"1\"]\n|\n[White \"2\"]\n[WhiteElo \"2\"]\n\n1. e4",
            "[A\n[A \"1\"]\n|\n[A \"2\"]",
            "[Event \"1\"]\n\n; a\n%\n|[Event \"2\"]",
            "[Event “1”]\n\n1. e4\n|[Event “2”]",
            "[Event \"a long\nname\"]\n[Site \"1\"]\n|\n[Event \"2\"]\n\u{a0}\n[Site one]\n1. e4",
            "{a}\n|\n[Event \"1\"]",
            "{a} [Event \"1\"]\n|[Event \"2\"]",
            // Tags of one game.
            "[Site \"1\"]\n[Event \"1\"]\n\n1. e4",
            "[White \"1\"]\n\n[WhiteElo \"1\"]\n[White \"2\"]\n\n1. e4",
            "[A \"1\"] [A \"2\"]\n\n\n[B \"2\"] [Event \"1\"]\n1. e4",
            "% a\n; b\n{c}\n[Event \"1\"]\n{d\n\ne}\n[Site \"1\"] {[x]} [Round 1]\n\n{f}\n[White \"1\"]\n1. e4",
            "[A \"\\\"]{\\\\\"]\n[B \"a \"{\" b\"]\n[C \"{\n[D\n[E]\n[F \"1\"]\n\n1. e4",
            "[Event \"1\"]\n$13\n1. {a}\n(\n!? ]\n[%csl Ge8]\n[A \"1\"]\n\n1. e4",
        ],
    ),
    (
        "4: a blank line after a result",
        &[
            "1. e4 1-0\n|\ne5",
            "[Event \"1\"]\n\n1. e4\n0-1 \t\n|\0\u{1a}\n{a}\n2. d4",
            "1. e4 1/2-1/2\n|\n(1. d4)",
            "1. e4 ½-½\n|\n\n*",
            "*\n|\n*\n|\n",
            "[A \"1\"] 1. e4 *\n|\n[B \"1\"] 1. d4 *\n|\n\n\n%",
            // No result, or not at the end of the previous line.
            "1. e4\n\ne5\n\n(1... c5\n\n2. Nf3)\n\n\u{1a}\n2. Nf3",
            "1. e4 * e5\n\n2. d4",
            "1. e4 * {a}\n\n2. d4",
            "1. e4 {*\n\n1-0\n\n} e5",
            "1. e4 ; *\n\ne5\n% *\n\n2. d4",
            "[Result 1-0\n\n[Note *\n\n1. e4",
        ],
    ),
    (
        "5: the number of the first move after a blank line",
        &[
            "1. e4\n|\n1. d4",
            "[Event \"1\"]\n\n1. e4\n|\n1.d4",
            "1. e4 e5\n| \n\u{feff}1 d4",
            "1. e4 e5\n\n{a}\n\n; b\n% c\n|\n1d4",
            "1. e4 e5\n\n{a} |1. {White} d4",
            // A game a line.
            "1. e4 e5 2. Nf3 1-0\n|1. d4 d5 2. c4 1/2-1/2\n|1.c4 e5 0-1",
            "1. e4 e5 2. Nf3\n|1. d4 {a} (1. c4) d5 2.c4\n|1. c4",
            // A variation, or too short to be a whole game.
            "1. e4 (1. d4 d5 2. c4\n1. c4) e5\n1. d4\n1. c4",
            "1. e4 {a} e5\n2. Nf3\n1. d4",
            // Another number, no blank line, or no move before it.
            "1. e4\n\n1... e5 1. d4\n1. d4",
            "1. e4\n\n1. ... e5\n\n1. … e5\n\n1 … e5\n\n1…e5",
            "1. e4\n\n1-0",
            "1. e4\n\n11. e5\n\n2. d4\n\n1/2",
            "$13\n\n1.\n\n(1)\n\n{a}\n\n[%csl Ge8]\n\n1. e4",
        ],
    ),
    (
        "6: files concatenated without a line break",
        &[
            "1. e4 1-0|[Event \"2\"]\n\n1. d4",
            "[Event \"1\"]\n\n1. e4 {a; b} 0-1|\u{feff}[Event \"2 [rapid]\"] [Site \"2\"] \n1. d4",
            "1. e4 ½|\0\u{1a}\t[Event \"2\"]\n",
            "1. e4 {* [Event \"x\"] [c]} e5 [d]\n*",
            "1. e4 * ; * [Event \"x\"]\n% * [Event \"x\"]\n*",
            "1. e4 * {* [Event \"x\"]\n}",
            "1. e4 [Event \"x\"]\n*",
            // The result is in a tag.
            "[*|[Event \"x\"]e4]\n",
            "[Variant \"1-0|[Event \"]e4]\n",
        ],
    ),
    (
        "7: comments and lines hide everything else",
        &[
            "1. e4 {a\n\nb *\n\n1. d4\n} e5 {;} {\n;} *\n|\n1. d4",
            "1. e4 ; {\n\n%{\n*\n|\n1. d4",
            "%{\n%[\n; [Event \"1\"]\n1. e4\n|[Event \"2\"]",
            // The sign is not at the start of its line.
            "1. e4\n %{\n\n[1]\n} *\n|\n1. d4",
        ],
    ),
    (
        "8: blanks",
        &[
            "1. e4 *\n|\u{1a}[Event \"2\"]\n\u{1a}\n1. d4 *\n|\u{1a}\n\x0c1. c4",
            "1. e4 \0\0\n|\0\0[Event \"2\"]",
            "[Event \"1\"]\n\0\0[White \"1\"]\u{feff}\n1. e4",
            "\u{feff}\n\u{feff}\n|[Event \"1\"]",
        ],
    ),
    ("hostile", &["]", "{", "[", "(", "\"", "1. e4 {\n|[A \"\n{\n|[A \"\n{"]),
];

#[test]
fn games_end_where_each_rule_says() {
    for (rule, texts) in RULE {
        for marked in texts {
            for marked in [(*marked).to_owned(), marked.replace('\n', "\r\n")] {
                let mut parts: Vec<&str> = marked.split('|').collect();
                parts.retain(|part| !part.is_empty());
                let text = parts.concat();
                let found = ranges_in_pieces(text.as_bytes());
                let mut shown = text.clone();
                found.iter().rev().for_each(|(range, _)| shown.insert(range.end, '|'));
                assert_eq!(shown.trim_end_matches('|'), marked, "{rule}");
            }
        }
    }
}

#[test]
fn comments_alone_are_not_games() {
    for text in ["{a}", "; a", "% a\n\n%", "{a}\n\n;b\n%c\n", "\u{feff}"] {
        assert_eq!(ranges_in_pieces(text.as_bytes()), [(0..text.len(), false)], "{text:?}");
    }
    for text in
        ["{a", "[", "[Event \"1\"]", "*", "}", "{a} 1.", "(", "[%", "{a} [%b]", "{a}\n\n%\ne4", "<html>"]
    {
        assert_eq!(ranges_in_pieces(text.as_bytes()), [(0..text.len(), true)], "{text:?}");
    }
}

#[test]
fn padding_of_any_length_separates_games() {
    let next = "[Event \"2\"]\n[FEN \"x\"]\n\n1. d4 *";
    for filling in ["\u{1a}", "\0", " ", "\n"] {
        for length in [1, 64, 4095, 4096, 4097, 20_000] {
            for end in ["1. e4 *\n", "1. e4\n", "{a}\n", "1. e4 *", "1. e4 {a\n", "\n"] {
                let before = format!("[Event \"1\"]\n\n{end}");
                let text = format!("{before}{}{next}", filling.repeat(length));
                let found = ranges(text.as_bytes(), usize::MAX);
                assert_eq!(ranges(text.as_bytes(), 64), found);
                assert_eq!(found.len(), 2, "{end:?} {length} {filling:?}");
                let (game, rest) = text.split_at(found[0].0.end);
                assert_eq!(game.trim_end_matches([' ', '\n', '\0', '\u{1a}']), before.trim_end());
                assert_eq!(rest.trim_start_matches([' ', '\n', '\0', '\u{1a}']), next);
            }
        }
    }
}

/// Returns random text of up to that many words, separated by `~`.
fn noise(rng: &mut fastrand::Rng, words: usize) -> String {
    const WORDS: &str = concat!(
        "[Event \"~[Event \"x\"]\n~\n\n[Event \"x\"]\n~\r\n\r\n[Event \"x\"]~",
        "*[Event \"x\"]\n~[Site \"x\"]\n~\n[A \"x\"]\r\n~[A \"~\n\n[A \"x\"]~\"]~\n~\n~\n\n~",
        "\r\n~ ~1. e4 ~\n\n1. e4~\n2. d4~1-0~1-0\n\n~1/2~*~½~{~}~{a}~{a;~\n{a}\n~[%clk 1]~",
        "[%a{~[~]~\n%~%\n\n~;~\n; a\n~\\~\"~\u{feff}~\u{fb}~é~(~$1~\u{1a}~\0~\x0c~\n]~",
        "]~e4]\n~[Variant \"1-0[Event \"]",
    );
    let choices: Vec<&str> = WORDS.split('~').collect();
    (0..rng.usize(..words)).map(|_| choices[rng.usize(..choices.len())]).collect()
}

/// Games in lines of moves, with something else in some lines. Small pieces have few plain lines.
#[test]
fn plain_lines_end_no_game() {
    let others = [
        "\n",
        "\r\n",
        " ",
        "%",
        "[",
        "]",
        "{",
        "}",
        ";",
        "1. d4 d5 2. c4 ",
        "1 d4 ",
        "1... ",
        "1-0",
        "1-0\n",
        "1/2\n\n",
        "[Event \"",
        "[A \"1\"]",
        "é",
        "\u{feff}",
        "0-1[Event \"x\"]\n",
        "$1 ",
        "(1. e4)",
        "*\n",
    ];
    let mut plain = 0;
    for seed in 0..20_000 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut text = String::from(if rng.bool() { "[Event \"x\"]\n\n1." } else { "x\n1. " });
        for _ in 0..rng.usize(..60) {
            text += ["Nf3 Nc6 ", "11.Bb5 ", "O-O\n", "exd5 Qxd5\n", "12. Re1 "][rng.usize(..5)];
            if rng.u8(..20) == 0 {
                text += rng.choice(&others).unwrap();
            }
        }
        text += "1-0\n\n[Event \"y\"]\n\n1. e4 *\n";
        plain += usize::from(plain_lines(&text.as_bytes()[text.find("\n1.").unwrap() + 1..]) > 100);
        assert_eq!(ranges(text.as_bytes(), usize::MAX), ranges(text.as_bytes(), 33), "{text:?}");
    }
    assert!(plain > 3_000, "{plain}");
}

#[test]
fn splits_chunks_as_the_whole_text() {
    for seed in 0..40_000 {
        let text = noise(&mut fastrand::Rng::with_seed(seed), 40);
        for (range, is_game) in ranges_in_pieces(text.as_bytes()) {
            // Text that is not a game has only padding.
            let unfilled =
                String::from_utf8_lossy(&text.as_bytes()[range]).replace(['\0', '\u{1a}', '\u{feff}'], " ");
            let tags = Tags::read(unfilled.as_bytes());
            assert!(is_game || Moves::new(unfilled.as_bytes(), &tags).next().is_none(), "{text:?}");
        }
    }
    for length in MAX_LENGTH - 10..MAX_LENGTH + 10 {
        let tag = format!("[A \"{}\"]{{\n}} \n\n[A \"1\"]", "x".repeat(length));
        assert_eq!(ranges(tag.as_bytes(), 60_000), ranges(tag.as_bytes(), usize::MAX), "{length}");
    }
    let tag = format!("[A \"{}{{\"]{{\n[B \"1\"]\n1. e4", "x".repeat(2 * MAX_LENGTH));
    assert_eq!(ranges(tag.as_bytes(), 60_000), [(0..tag.len(), true)]);
    assert_eq!(ranges_in_pieces(SAMPLE.as_bytes()).len(), 60);
    assert_eq!(ranges_in_pieces(SAMPLE.replace('\n', "\r\n").as_bytes()).len(), 60);
}

/// Returns offset and text of each game, as [`Reader`] returns them.
fn games(text: &[u8]) -> Vec<(usize, Vec<u8>)> {
    let mut reader = Reader::games(text);
    let mut games = Vec::new();
    while let Some(game) = reader.next_record().unwrap() {
        games.push((game.offset as usize, game.bytes.to_vec()));
    }
    games
}

#[test]
fn damage_does_not_spread_to_other_games() {
    let moves = |game: &[u8]| -> Vec<Vec<u8>> {
        let text = |token| match token {
            Token::Move { text, .. } => text.to_vec(),
            Token::Unreadable { text, reason, .. } => panic!("{}: {reason}", text.escape_ascii()),
        };
        Moves::new(game, &Tags::read(game)).map(text).collect()
    };
    for seed in 0..20_000 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let damaged = noise(&mut rng, 30);
        let tags = if rng.bool() { "[Event \"1\"]\n\n" } else { "" };
        let result = rng.choice(["1-0", "0-1", "1/2-1/2", "*", "½"]).unwrap();
        let blank = rng.choice(["\n\n", "\r\n\r\n", "\n \n"]).unwrap();
        let first = format!("{tags}1. e4 {{a}}\ne5 {result}");
        let last = "[Event \"3\"]\n\n1. d4 {b} d5";
        let text = format!("{first}{blank}{damaged}\n\n{last}");
        let games = games(text.as_bytes());
        assert_eq!(moves(&games[0].1), [b"e4", b"e5"], "{text:?}");
        assert_eq!(games.last().unwrap(), &(text.len() - last.len(), last.into()), "{text:?}");
        assert_eq!(moves(&games.last().unwrap().1), [b"d4", b"d5"]);
    }
}

#[test]
#[cfg(feature = "files")]
fn certain_starts_are_starts_of_games() {
    let mut certain = 0;
    for seed in 0..30_000 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let text = noise(&mut rng, 30).into_bytes();
        let starts: Vec<usize> = games(&text).into_iter().map(|(start, _)| start).collect();
        for most in 0..text.len() {
            let from = rng.usize(..=most);
            if let Some(start) = certain_start(&text[from..], most - from) {
                certain += 1;
                let shown = text.escape_ascii();
                assert!(starts.contains(&(from + start)), "{from}..{most}: {} in {shown}", from + start);
            }
        }
    }
    assert!(certain > 100_000, "{certain}");
    for text in [SAMPLE.to_owned(), SAMPLE.replace('\n', "\r\n")] {
        for &(start, _) in &games(text.as_bytes())[1..] {
            assert_eq!(certain_start(text.as_bytes(), start), Some(start));
            assert!(certain_start(text.as_bytes(), start - 1).is_none_or(|before| before < start));
        }
    }
    for (text, start) in [
        ("\n\n[Event \"1\"]", Some(2)),
        ("%\r\n\r\n[Event \t\"", Some(5)),
        ("1. e4 *\n\n[Event", None),
        ("1. e4 *\n\n[EventDate \"1\"]", None),
        ("1. e4 *\n\n [Event \"1\"]", None),
        ("1. e4 *\n[Event \"1\"]", None),
        ("\n[Event \"1\"]", None),
    ] {
        assert_eq!(certain_start(text.as_bytes(), text.len()), start, "{text}");
    }
}

/// The search does not depend on dropped text, and keeps no more than it may look back at.
#[test]
fn dropping_text_keeps_boundaries() {
    const KEEP: usize = 100;
    let mut dropped = 0;
    for seed in 0..100 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut text = rng.choice(["{a} ", "[A \"1\"]\n", "% a\n", "1. e4 "]).unwrap().to_owned();
        for _ in 0..rng.usize(1..4) {
            let long = rng.choice(["x", " ", "\n", "{a} ", "\0", "{a}\n", "[B \"1\"]\n", "e4 *\n"]).unwrap();
            text += &format!("{}{}", noise(&mut rng, 4), long.repeat(rng.usize(..4 * MAX_LENGTH)));
        }
        let text = format!("{text}\n\n[A \"1\"]\n1-0[Event \"1\"]\n");
        let end = ranges(text.as_bytes(), usize::MAX)[0].0.end;
        for piece in [100, 5000] {
            let mut boundary = Boundary::new();
            let (mut buffer, mut passed, mut pieces) = (Vec::new(), 0, text.as_bytes().chunks(piece));
            let length = loop {
                let arrived = pieces.next();
                buffer.extend_from_slice(arrived.unwrap_or_default());
                if let Some(length) = boundary.find(&buffer, arrived.is_none()) {
                    break length;
                }
                passed += boundary.drop_seen(&mut buffer, 0, KEEP);
                assert!(buffer.len() <= KEEP + 2 * MAX_LENGTH + piece, "{}", buffer.len());
            };
            assert_eq!(passed + length, end, "{seed}");
            dropped += passed;
        }
    }
    assert!(dropped > 1 << 20, "{dropped}");
}

/// Takes minutes if the search looks back or ahead on each line.
#[test]
fn hostile_text_takes_linear_time() {
    let million = |part: &str| part.repeat((1 << 20) / part.len());
    let parts =
        ["[", "[[", "{", " ", "\n", "\0 ", "\"", "1", "\n\n1", "\n[A\"", "\n[A \"", "[A ", "\n\n[A \"\" "];
    let texts = [
        format!("{}[Event \"1\"]", million("\u{feff}\n")),
        format!("[A \"{}", million("\" ")),
        format!("[A \"{}", million("\\\"")),
        format!("[A \"{}{}", " ".repeat(MAX_LENGTH), million("\n[A \"x")),
        format!("1. e4 {}\n{}", million("{}"), million("y }\n\n")),
        format!("1. e4{}", million("\n")),
        format!("1. e4 {{{}", million("\n[")),
        format!("1. e4 {}", million("{;}")),
        format!("1. e4 {}", million(";\n")),
        format!("1. e4 *{}", million("\n{a}\n\n")),
        format!("1. e4\n{}", million("\n[x]\n")),
        format!("1. e4\n{}", million("e4 [Event]\n")),
        format!("1. e4\n{}\n", million("* [Event \"1\"]x]")),
        format!("1. e4\n{}", million(" ]\n")),
    ];
    for text in parts.map(million).iter().chain(&texts) {
        let end = ranges(text.as_bytes(), 1 << 18).last().map_or(0, |(range, _)| range.end);
        assert!(text.as_bytes()[end..].iter().all(|&byte| is_filling(byte)));
    }
}

#[test]
fn tags_of_usual_games_have_known_places() {
    let mut rest = SAMPLE.as_bytes();
    while !rest.is_empty() {
        let mut boundary = Boundary::new();
        let length = boundary.find(rest, true).unwrap();
        let places = boundary.tag_places(length).unwrap();
        assert!(places.tags.len() > 10 && rest[places.length..].starts_with(b"1. "));
        rest = rest[length..].trim_ascii_start();
    }
}

#[test]
fn places_are_unknown_where_comments_may_hide_tags() {
    for text in
        ["{a} [A \"1\"]\n\n1. e4", "[A \"1\"]\n;b\n[B \"2\"]\n\n1. e4", "[A \"1\\\"\"]\n\n1. e4", "]\n1. e4"]
    {
        let mut boundary = Boundary::new();
        let length = boundary.find(text.as_bytes(), true).unwrap();
        assert_eq!(boundary.tag_places(length), None, "{text}");
    }
}
