use super::*;
use crate::chess::{Position, Positions, Unscreened};
use crate::formats::open_text;
use crate::input::{Reader, Source};
use crate::output::write_to_memory;
use crate::scan::Scan;
use crate::search::{Finding, JudgedBy, Judging};

/// White can fork king and rook with Nc7+.
const FORK: &str = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1";

/// Returns the tags that are written for the game of a file.
fn tags(name: &str, file: &str) -> String {
    let mut bytes = file.as_bytes().to_vec();
    let (decoder, start) = open_text(name, &mut bytes).unwrap();
    let mut reader = Reader::new(&bytes[start..], decoder.record_end());
    let game = decoder.read(reader.next_record().unwrap().unwrap()).unwrap().unwrap();
    let mut games = Vec::new();
    write_tags(&mut games, &game, game.result());
    String::from_utf8(games).unwrap()
}

fn judged() -> Selection {
    let quick = Judging { by: JudgedBy::Material, ..Judging::default() };
    Selection { judging: Some(quick), ..Selection::default() }
}

/// Returns the output for some games, and whether one is damaged.
fn written_with(text: &[u8], selection: Selection, hides: bool) -> (String, bool) {
    let scan = Scan::new([Source::of_memory("games.pgn", text)]);
    let written = write_to_memory(&mut *text_file("", AnnotatedGames { selection, hides }), &scan).unwrap();
    (String::from_utf8(written.output).unwrap(), written.ended.totals.damaged > 0)
}

fn written(text: &str) -> (String, bool) {
    written_with(text.as_bytes(), Selection::default(), false)
}

/// Returns the movetext that is written for a game that starts with the fork, with the worth of moves.
fn movetext(moves: &str, hides: bool) -> String {
    let text = format!("[FEN \"{FORK}\"]\n\n{moves}");
    let (all, _) = written_with(text.as_bytes(), judged(), hides);
    all.split_once("\n\n").unwrap().1.strip_suffix("\n\n").unwrap().to_owned()
}

fn played_out(game: &Game<'_>) -> usize {
    let mut plies = 0;
    let Ok(Start::Position(start)) = game.start() else { panic!("it has no start") };
    game.replay(&start, &mut Positions::new(), &Unscreened, |positions| plies += positions.len()).unwrap();
    plies
}

#[test]
fn tags_are_valid_pgn() {
    let fen = Position::INITIAL.fen();
    assert_eq!(
        tags("a.pgn", "[Event \"a\\\"b\\\\\"]\n[My_Tag \"c\"]\n[FEN \"?\"]\n"),
        "[Event \"a\\\"b\\\\\"]\n[My_Tag \"c\"]\n[FEN \"?\"]\n[Result \"*\"]\n"
    );
    assert_eq!(
        tags("a.csv", &format!("FEN,Moves,My_Tag,Odd Name,,Last\n{fen},e2e4,a,b,c,d")),
        format!(
            "[Event \"?\"]\n[FEN \"{fen}\"]\n[My_Tag \"a\"]\n[Last \"d\"]\n[Result \"*\"]\n[SetUp \"1\"]\n"
        )
    );
    let short = fen.strip_suffix(" 0 1").unwrap();
    assert_eq!(
        tags("a.epd", short),
        format!("[Event \"?\"]\n[FEN \"{fen}\"]\n[Result \"*\"]\n[SetUp \"1\"]\n")
    );
    // Tags of a PGN file are kept as written, unless other programs could not read them.
    let kept = format!("[Event \"a \\\"]\n[Result \"*\"]\n[SetUp \"0\"]\n[FEN \"{short}\"]\n");
    assert_eq!(tags("a.pgn", &kept), kept);
    let odd = "[Event a]\n[Site “b”]\n[Result \"*\"]\n[White \"c\nd\"]\n";
    assert_eq!(tags("a.pgn", odd), "[Event \"a\"]\n[Site \"b\"]\n[Result \"*\"]\n[White \"c d\"]\n");
}

#[test]
fn a_misplaced_event_tag_does_not_split_the_game() {
    for first in ["", "[Event \"a\"] ", "[Site \"b\"] "] {
        let text = format!("{first}[Event \"c\"]\n[FEN \"{FORK}\"]\n\n1. Nc7+ Kd8 2. Nxa8 *\n");
        let (all, _) = written(&text);
        let mut reader = Reader::games(all.as_bytes());
        let again = Game::pgn(reader.next_record().unwrap().unwrap());
        let event = if first.contains("Event") { "a" } else { "c" };
        assert_eq!(again.tags.value("Event").as_deref(), Some(event));
        assert_eq!(played_out(&again), 4);
        assert!(reader.next_record().unwrap().is_none());
    }
}

#[test]
fn the_result_comes_from_the_tag_or_the_movetext() {
    for (tag, behind, result, end) in [
        ("", "1-0", "1-0", "Nxa8 1-0"),
        ("", "½", "1/2-1/2", "Nxa8 ½"),
        ("", "", "*", "Nxa8\n*"),
        ("0-1", "", "0-1", "Nxa8\n0-1"),
        ("0-1", "; a comment ", "0-1", "; a comment\n0-1"),
        ("?", "0 - 1", "0-1", "Nxa8 0 - 1"),
        ("odd", "0-1", "0-1", "Nxa8 0-1"),
        ("odd", "", "odd", "Nxa8\n*"),
        ("1/2", "*", "1/2", "Nxa8 *"),
        ("0-1", "1-0", "0-1", "Nxa8 1-0"),
        ("*", "1-0 {time}", "1-0", "Nxa8 1-0 {time}"),
    ] {
        let tag = if tag.is_empty() { String::new() } else { format!("[Result \"{tag}\"]\n") };
        let (all, is_damaged) = written(&format!("{tag}[FEN \"{FORK}\"]\n\n1. Nc7+ Kd8 2. Nxa8 {behind}"));
        assert!(!is_damaged);
        assert!(all.contains(&format!("[Result \"{result}\"]\n")), "{all}");
        assert!(all.ends_with(&format!(" {end}\n\n")), "{all}");
    }
}

#[test]
fn notes_are_inserted_and_nothing_is_removed() {
    const FORKS: &str = "{ [%csl Ra8,Re8] [%cal Gb5c7,Rc7a8,Rc7e8] Nc7+ forks king e8 and rook a8. No black piece can \
                         capture the knight. It wins a rook.";
    const MISSED: &str = "Missed, a blunder: the game's move cost a rook. }";
    const STANDS: &str = "{ [%csl Bc7,Ra8,Re8] [%cal Rc7a8,Rc7e8] The white knight on c7 attacks king e8 and rook a8. No \
                          black piece can capture the knight. }";
    const LINE: &str = "( 1. Nc7+ Kd7 2. Nxa8 )";
    for (moves, expected) in [
        // Played.
        ("1. Nc7+ Kd8 2. Nxa8 *", format!("{FORKS} }} 1. Nc7+! {STANDS} 1... Kd8 2. Nxa8 *")),
        // Existing annotations are kept, and move numbers are not repeated.
        (
            "{mine} 1. Nc7+!? $14 {so} (1. Kd2 {or} Kd7) 1... Kd8 *",
            format!("{{mine}} {FORKS} }} 1. Nc7+!? $14 {{so}} {STANDS} (1. Kd2 {{or}} Kd7) 1... Kd8 *"),
        ),
        ("1.Nc7+$1Kd8*", format!("{FORKS} }} 1.Nc7+$1 {STANDS} 1... Kd8*")),
        // Missed.
        ("1. Kd2 *", format!("{FORKS} {MISSED} 1. Kd2?? {LINE} *")),
        (
            "1. Kd2 {why} (1. Ke2) Kd7",
            format!("{FORKS} {MISSED} 1. Kd2?? {{why}} {LINE} (1. Ke2) 1... Kd7\n*"),
        ),
        (
            "1. Kd2 ; why\n%hidden\n 1... Kd7 ; end",
            format!("{FORKS} {MISSED} 1. Kd2?? ; why\n{LINE}\n%hidden\n 1... Kd7 ; end\n*"),
        ),
        // The end of the game.
        ("", format!("{FORKS} }} *")),
        ("{mine}", format!("{{mine}} {FORKS} }}\n*")),
    ] {
        assert_eq!(movetext(moves, false), expected, "{moves}");
    }
    let behind = FORKS.to_owned() + " }";
    for (moves, expected) in [
        ("1. Nc7+ Kd8 *", format!("1. Nc7+! {behind} 1... Kd8 {STANDS} *")),
        ("1. Kd2 Kd7 *", format!("1. Kd2?? {FORKS} {MISSED} {LINE} 1... Kd7 *")),
        ("1. Nc7+ *", format!("1. Nc7+! {behind} {STANDS} *")),
        ("", "*".to_owned()),
    ] {
        assert_eq!(movetext(moves, true), expected, "{moves}");
    }
}

#[test]
fn a_damaged_game_ends_at_the_damage() {
    for (moves, end) in [
        ("1. Kd2 Kd7 2. Ke9 Ke7 1-0", "Kd7 { The game is damaged here: Ke9: not a move. }\n1-0"),
        ("1. Kd2 {a} 1... Ke7 2. Kd4 *", "Ke7 { The game is damaged here: Kd4: not a legal move here. }\n*"),
        ("1. Kd2 Kd7 {never", "Kd7 { The game is damaged here: ): an unclosed comment. }\n*"),
        ("1. Kd2 Kd7 1-0 Kd3", "Kd7 { The game is damaged here: Kd3: a move after the result. } 1-0"),
    ] {
        let (all, is_damaged) = written(&format!("[FEN \"{FORK}\"]\n\n{moves}"));
        let end = end.replace("): an unclosed", "{: an unclosed");
        assert!(is_damaged && all.ends_with(&format!("{end}\n\n")), "{all}");
        let (again, is_damaged) = written(&all);
        assert!(!is_damaged && again.contains(&end[..end.len() - 3]), "{again}");
    }
}

#[test]
fn standing_findings_are_explained_once_and_missed_ones_each_time() {
    let moves = "1. Kd2 Kd7 2. Kd1 Ke8 3. Kd2 Kf8 *";
    let said = movetext(moves, false);
    assert_eq!(said.matches("Nc7+ forks").count(), 2, "{said}");
    assert_eq!(said.matches("( ").count(), 2, "{said}");
    let (without_worth, _) = written(&format!("[FEN \"{FORK}\"]\n\n1. Kd2 Ke7 2. Kd1 Ke8 3. Kd2 Kf8 *"));
    assert_eq!(
        without_worth.matches("Nc7+ forks").count(),
        2,
        "it is interrupted for a turn: {without_worth}"
    );
    let pawn = "[FEN \"7k/8/8/8/8/8/P7/1K6 w - - 0 1\"]\n\n1. Kc1 Kh7 2. Kd1 Kh8 *";
    let (said, _) = written(pawn);
    assert_eq!(said.matches("[%csl Ba2").count(), 1, "{said}");
}

#[test]
fn notes_are_bounded() {
    let moves = "Kd1 Kd8 Ke1 Ke8 ".repeat(16_000);
    let text = format!("[FEN \"{FORK}\"]\n\n{moves}");
    let (all, is_damaged) = written_with(text.as_bytes(), Selection::default(), false);
    assert!(!is_damaged && all.len() > moves.len());
    assert!(all.len() < moves.len() + Notes::MAX + (1 << 20), "{}", all.len());
    assert!(all.contains("Further findings are omitted") == (all.len() > Notes::MAX), "{}", all.len());
}

/// Returns all findings of the games, by game and ply.
fn findings(games: &[u8], selection: &Selection) -> Vec<Vec<(u32, Finding)>> {
    let mut reader = Reader::games(games);
    let mut all = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        let of_game = Game::pgn(record).findings(selection);
        if !of_game.is_empty() {
            all.push(of_game);
        }
    }
    all
}

/// Random games with all kinds of text between the moves, valid and invalid.
#[test]
fn dirty_games_have_the_same_findings_after_annotation() {
    let dirt: Vec<&str> = concat!(
        " ~ ~\n~\r\n~\n\n~\t~{a}~{ [%eval 0.5] }~{ [%clk 0:01:00] }~{\n[%x]\n}~; b\n~;\r\n~\n%c\n~",
        "(Kd7 {d} (e4))~(~)~!~?~!?~$1~$14~$~ N ~ +- ~±~ e.p. ~.~...~[%clk 1]~1.~1~2.~12...~}~{~ 1-0 ~",
        " ½\n\n~ 1 - 0 ~*~xx~\u{feff}~\u{1a}~é~\n[Site \"x\"]\n~\n\n[Event \"y\"]\n~0-0~--~(Q)",
    )
    .split('~')
    .collect();
    let start: Position = "r3k2r/1P6/8/1N1N4/3q4/8/P5p1/R3K2R w KQkq - 0 1".parse().unwrap();
    let mut random = fastrand::Rng::with_seed(17);
    let (mut written, mut damaged) = (0, 0);
    for number in 0..700 {
        let mut text = format!("[FEN \"{}\"]\n\n", start.fen());
        let mut position = start;
        let dirty = random.usize(1..8);
        for _ in 0..random.usize(1..12) {
            let Some(&played) = random.choice(&position.legal_moves()) else { break };
            text += &position.san(played).to_string();
            position = position.after(played);
            for _ in 0..random.usize(..dirty) {
                // Damage should be rare.
                text += match random.choice(&dirt).unwrap() {
                    &rare @ ("}" | "{" | "(" | "xx" | "é" | "0-0") if random.u8(..8) > 0 => &rare[..0],
                    piece => piece,
                };
            }
            text.push(' ');
        }
        let hides = random.bool();
        // Computing worth is slow in these positions.
        let selection = if number % 40 == 0 { judged() } else { Selection::default() };
        let (all, is_damaged) = written_with(text.as_bytes(), selection.clone(), hides);
        let expected = findings(text.as_bytes(), &selection);
        assert!(findings(all.as_bytes(), &selection) == expected, "{text}\n=====\n{all}");
        let (again, _) = written_with(all.as_bytes(), selection.clone(), !hides);
        assert!(findings(again.as_bytes(), &selection) == expected, "{text}\n=====\n{all}\n=====\n{again}");
        written += usize::from(!all.is_empty());
        damaged += usize::from(is_damaged);
    }
    assert!(written > 450 && damaged > 70 && damaged < 630, "{written} {damaged}");
}
