//! Wrong texts: the place and the message of each error.

use super::super::{parse, parse_body};
use fastrand::Rng;

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
    messages.sort();
    messages.dedup();
    let golden = include_str!("messages.txt");
    if std::env::var_os("BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/search/language/tests/messages.txt");
        std::fs::write(path, messages.join("\n") + "\n").unwrap();
        return;
    }
    assert_eq!(messages.join("\n"), golden.trim_end());
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
