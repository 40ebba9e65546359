//! Wrong texts: the place and the message of each error.

use super::super::{parse, parse_body};
use fastrand::Rng;
use std::collections::BTreeSet;

/// What begins all texts below.
const START: &str = "pattern p \"P.\" ";

/// Texts with a `^` before the place of the error. These have no beginning of their own.
const WHOLE: &[&str] = &[
    "^",
    "^move",
    "pattern ^Fork \"F.\" move",
    "pattern ^fork- \"F.\" move",
    "pattern p ^move",
    "pattern p ^\"P. move\nwhere us",
    "pattern p \"P.\"^",
];

/// Texts after `START`.
const STARTED: &[&str] = &[
    "move where^",
    "move\nwhere us &^",
    "move\nwhere us & ^quens",
    "move where attacks(us^",
    "^where us",
    "move\nwhere us ^)",
    "move where ^§",
    "move where ^!us",
    "move where us & ^& them",
    "move\nus2 = us\n^us2 = them",
    "move\n^queens = us",
    "move\n^square = us",
    "move\nwhere ^later\nlater = us",
    "standing\nwhere ^square",
    "standing\nwhere us & ^to",
    "standing\nwhere ^after(us)",
    "move\nwhere after(^after(us))",
    "standing\nwhere ^castles",
    "standing\nwhere ^captured",
    "move\nwhere ^count(us)",
    "move\nwhere us & ^count(us)",
    "move\nwhere ^(3) & us",
    "move\nwhere ^us + 1 > 2",
    "move\nwhere us = ^3",
    "move\nwhere 3 = ^us",
    "move\nwhere ^check = us",
    "move\nwhere ^check - us",
    "move\nwhere us - ^3",
    "move\nwhere us in ^3",
    "move\nwhere not ^3",
    "move\nwhere us and ^3",
    "move\nwhere count(^3) > 1",
    "move\nwhere ~^3",
    "move\nwhere between(us^)",
    "move\nwhere attacks(us^, them)",
    "move\nwhere attacks(^)",
    "move\nwhere defended(^pawns)",
    "move\nwhere knight_fill(us, ^us)",
    "move\nwhere file(c..^b)",
    "move\nwhere rank(5..^4)",
    "move\nwhere rank(^9)",
    "move\nwhere file(^i)",
    "move\nwhere file(a^, b)",
    "move\nwhere any a in us: any b in us: any c in us: ^any d in us: d",
    "move\nwhere any a in us: any b in us: any c in us: ^{d in us: d}",
    "move\nwhere any ^us in them: us",
    "move\nwhere any x in us: x\nwhere ^x",
    "move\nwhere any x in ^3: x",
    "move\nwhere any x in us: ^3",
    "move\nwhere us = them ^= us",
    "move\nwhere ^1234567890 = 1",
    "move pawn, ^pawns",
    "move bishp ^where us",
    "move bishop, ^nkight",
    "move\nwhre ^us",
    "move\nthen ^\"Qq\"",
    "move\nthen \"*\"\n^then \"*\"",
    "move\n^move",
    "move\n^example \"8/8/8/8/8/8/8/K1k5 w - - 0 1\" \"Ka2\"\nwhere false",
    "standing\n^except \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"",
    "move\nexample ^\"8/8/8/8/8/8/8/K7 w - - 0 1\"",
    "move\nexample \"8/8/8/8/8/8/8/K1k5 w - - 0 1\" ^\"Ka3\"",
    "move\npattern ^p \"Q.\" move",
    "move\nfoo^",
    "move\nfoo ^us",
    "move\nwhere ^and",
    "move\ntargets = ^3",
    "move\nwhere attacks ^us",
    "move\nwhere us in them ^in all",
    "move\nwhere check ^us",
    "move\nwhere check ^(us)",
    "move\nwhere ^-3 < 1",
    "move\nwhere pawn_attacks(us^)",
    "move\nwhere pawn_attacks(^rooks, us)",
    "move\nwhere after(us^, them)",
    "move\nwhere file ^c",
    "move\nwhere rank(^c)",
    "move\nwhere rank(1..8^, 3)",
    "move\nwhere us & ^not them",
    "move\nwhere us & ^any x in us: x",
    "move\nwhere any x in us^",
    "move\nwhere any x ^us",
    "move\nwhere any ^3 in us: us",
    "move\nwhere {x in us: ^3}",
    "move\nwhere {x in us: x^",
    "move\nwhere (us ^where)",
    "move\nwhere ^3 where us",
    "move\nx ^: us",
    "move\nx2y^",
    "move\nmirror mirror2^",
    "move\nthen ^us",
    "move\nthen \"*\",^",
    "move\nexample ^us",
    "move\nexample ^\"nothing\"",
    "standing\nsquare = ^check",
    "standing\nsquare = us\n^square = them",
    "standing\nwhere us\n^standing",
    "standing pawn^",
    "standing\nwhere ^last_moved",
    "move\nwhere us\nwhere after^",
];

#[test]
fn errors_name_their_place() {
    let started = STARTED.iter().map(|text| format!("{START}{text}"));
    let texts = WHOLE.iter().map(|text| (*text).to_owned()).chain(started);
    let mut messages = Vec::new();
    for marked in texts {
        let place = marked.find('^').unwrap();
        let text = marked.replacen('^', "", 1);
        let error = parse(&text).map(|_| ()).expect_err(&marked);
        let before = &text[..place];
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
        assert_eq!((error.line(), error.column()), (line, column), "{marked}\n{error}");
        messages.push(error.message().to_owned());
    }
    let messages = listed(&messages);
    assert!(messages.len() <= 40);
    let golden = include_str!("messages.txt");
    if std::env::var_os("BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/search/language/tests/messages.txt");
        std::fs::write(path, messages.join("\n") + "\n").unwrap();
        return;
    }
    assert_eq!(messages.join("\n"), golden.trim_end());
}

/// Returns each message once. What is expected is listed in a single line.
fn listed(messages: &[String]) -> Vec<String> {
    let (mut all, mut expected) = (BTreeSet::new(), BTreeSet::new());
    for message in messages {
        let message = message.strip_prefix("the text ends too early: ").unwrap_or(message);
        let (message, _) = message.split_once(", found ").unwrap_or((message, ""));
        // The words of the text do not matter.
        let parts = message.split('`').enumerate();
        let parts: Vec<_> = parts.map(|(i, part)| if i % 2 == 0 { part } else { "..." }).collect();
        let message = parts.join("`");
        match message.strip_prefix("expected ") {
            Some(what) => expected.insert(what.to_owned()),
            None => all.insert(message),
        };
    }
    all.insert(format!("expected {}", expected.into_iter().collect::<Vec<_>>().join(" | ")));
    all.into_iter().collect()
}

#[test]
fn errors_are_marked_under_their_line() {
    let error = parse(&format!("{START}move\nwhere us & quens # no queen")).unwrap_err();
    let shown = "2:12: unknown name `quens`; did you mean `queens`?\n  where us & quens # no queen\n             ^^^^^";
    assert_eq!(error.to_string(), shown);
    let long = format!("{START}move\nwhere {} wrong", "us & ".repeat(100));
    let shown = parse(&long).unwrap_err().to_string();
    let [_, source, mark] = shown.lines().collect::<Vec<_>>()[..] else { panic!("{shown}") };
    assert_eq!(&source[mark.find('^').unwrap()..], "wrong");
}

#[test]
fn texts_have_limits() {
    let many = format!("{START}move\n{}", "where us\n".repeat(199));
    let error = parse(&many).unwrap_err();
    assert_eq!((error.line(), error.column()), (200, 1));
    assert!(parse(&many[..many.len() - 9]).is_ok());
    let nested = |open: &str, close: &str| {
        format!("{START}move\nwhere {}us{}", open.repeat(15_000), close.repeat(15_000))
    };
    for text in [
        nested("(", ")"),
        nested("~", ""),
        nested("not ", ""),
        nested("after(", ")"),
        nested("{x in ", ": x}"),
        nested("attacks(", ")"),
        nested("us & attacks(us) | ", ""),
        "x".repeat(70_000),
    ] {
        assert!(parse(&text).is_err());
    }
    // Names that double the work each time.
    let mut text = format!("{START}move\na0 = attacks(us)\n");
    for i in 0..120 {
        text += &format!("a{} = attacks(a{i}) - attackers(a{i})\n", i + 1);
    }
    text += "where a120\nexcept \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"";
    let _ = parse(&text);
}

/// Texts that are odd and right.
#[test]
fn odd_texts_are_read() {
    for text in [
        "move # a comment",
        "move\r\nwhere us\r\n",
        "move where no no us or not any x in us: x in them and x = none or false",
        "move pawn,king where(us)and(them)",
        "move where us - them | none - all & ~~us in us",
        "move where 1 - 2 - 3 * 4 + 5 = 999999999 * 999999999",
        "move where square = to and after(square = to) and castles",
        "move a = us b2_ = a where any x2 in b2_: every x3 in x2: {x4 in x3: x4}",
        "move then \"*\", \"Q*\", \"O-O-O+\", \"exd8=N#\", \"Nb1d2!?\"",
        "move mirror mirror",
        "standing square = us where square square2 = square targets = {square3 in square: square3}",
        "standing where any square in us: square square = us",
        "standing where rank(1..1) and file(a..h) and e4 - e5",
        "move where knight_fill(us) = knight_fill(us, 1) and fork_squares(us) and rook_attacks(us, none)",
        "move where turn(us) and not after(turn(us)) and after(last_to = to)",
        "move targets = none where targets",
        "standing then \"*\" where stalemate or mate or check",
    ] {
        parse(&format!("{START}{text}")).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn misspelled_kinds_of_pieces_are_corrected() {
    for text in ["move bishp where us", "move rook, bishp where us"] {
        let error = parse_body(text, "custom").unwrap_err();
        assert!(error.message().ends_with("did you mean `bishop`?"), "{error}");
    }
    let error = parse_body("move where us bishp where us", "custom").unwrap_err();
    assert!(!error.message().contains("bishop"), "{error}");
}

#[test]
fn kinds_of_pieces_are_free_names() {
    let text = format!("{START}move\nking = us & kings\nwhere any rook in rooks & us: attacks(rook) & king");
    assert_eq!(parse(&text).map(|patterns| patterns.len()), Ok(1));
}

#[test]
fn bodies_need_no_name() {
    let pattern = parse_body("move bishop where after(mate)", "custom").unwrap();
    assert_eq!((&*pattern.name, &*pattern.text), ("custom", "move bishop where after(mate)"));
    assert!(parse_body("move bishop pattern p \"P.\" move", "custom").is_err());
}

/// No text makes the parser panic, and every error has a place in the text.
#[test]
fn random_texts_are_read_or_refused() {
    let mut random = Rng::with_seed(7);
    let words: Vec<&str> = include_str!("guide.pattern").split_inclusive(' ').collect();
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..20_000 {
        let mut text = START.to_owned() + random.choice(&["move ", "standing "]).unwrap();
        for _ in 0..random.usize(..12) {
            match random.u8(..30) {
                0 => text.push(random.char(..)),
                1 => text.push(*random.choice(b"(){}&|~.,:=<>-+*\"#\n").unwrap() as char),
                2..8 => {
                    text +=
                        random.choice(&["where ", "us ", "& ", "any x in ", ": ", "after(", ") "]).unwrap();
                }
                _ => text += random.choice(&words).unwrap(),
            }
        }
        match parse(&text) {
            Ok(_) => right += 1,
            Err(error) => {
                let line = text.split('\n').nth(error.line() - 1).unwrap();
                assert!((1..=line.chars().count() + 1).contains(&error.column()), "{text}\n{error}");
                wrong += 1;
            }
        }
    }
    assert!(right > 100 && wrong > 100, "{right} {wrong}");
}
