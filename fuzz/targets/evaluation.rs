//! Searching a game for any right pattern ends and never panics. A pattern is found in a game where it is found in the
//! position alone, unless it asks for the moves before or after it.
#![no_main]

use destrier_games::{Event, Game, GameContext, Pattern, Positions, Reader, Selection};
use libfuzzer_sys::fuzz_target;
use std::cell::{Cell, RefCell};

const GAME: &[u8] = b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d4 exd4 6. e5 d5 7. exf6 dxc4 8. fxg7 Rg8 9. Bg5 Be7 10. Bxe7 \
    Kxe7 11. Re1+ Be6 12. Re4 f5 13. Rxe6+ Kxe6 14. Nxd4+ Nxd4 15. Qxd4 Qxd4 16. b4 cxb3 17. axb3 Rxg7 *";

/// Words of the language and what joins them, without those that ask for other moves of a game.
const WORDS: [&str; 96] = [
    "us",
    "them",
    "occupied",
    "empty",
    "all",
    "none",
    "pawns",
    "knights",
    "bishops",
    "rooks",
    "queens",
    "kings",
    "e4",
    "file(c..f)",
    "rank(7)",
    "light",
    "from",
    "to",
    "captured",
    "a",
    "b",
    "x",
    "y",
    "checkers",
    "check",
    "mate",
    "stalemate",
    "castles",
    "replies",
    "true",
    "3",
    "0",
    "99",
    "square",
    "&",
    "&",
    "|",
    "-",
    "~",
    "+",
    "*",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "in",
    "not",
    "no",
    "and",
    "or",
    "where",
    "where",
    "where",
    "targets =",
    "square =",
    "a =",
    "b =",
    "any x in",
    "every x in",
    "{x in",
    "any y in",
    "{y in",
    ":",
    ":",
    "}",
    ")",
    ")",
    ")",
    "(",
    ",",
    "after(",
    "after(",
    "attacks(",
    "attacks(",
    "attackers(",
    "between(",
    "behind(",
    "defended(us)",
    "undefended(them)",
    "pinned(them)",
    "passers(us)",
    "king_escapes(them)",
    "knight_attacks(",
    "queen_attacks(",
    "fork_squares(",
    "king_fill(",
    "north(",
    "file_fill(",
    "count(",
    "value(",
    "distance(",
    "turn(us)",
    "can_capture(",
    "mirror",
];

/// Patterns stay in memory until the program ends, so a run tries no more after so many.
const MAX_PATTERNS: u32 = 100_000;

thread_local! {
    static PATTERNS: Cell<u32> = const { Cell::new(0) };
    static POSITIONS: RefCell<Positions> = RefCell::default();
}

fuzz_target!(|words: &[u8]| {
    if PATTERNS.get() >= MAX_PATTERNS || words.len() > 60 {
        return;
    }
    let (first, rest) = words.split_first().unwrap_or((&0, &[]));
    let mut text = ["standing", "move", "move knight", "move bishop, rook, queen", "move king, pawn"]
        [usize::from(*first) % 5]
        .to_owned();
    for &word in rest {
        text.push(' ');
        text.push_str(WORDS[usize::from(word) % WORDS.len()]);
    }
    let Ok(pattern) = Pattern::parse_custom(&text) else { return };
    PATTERNS.set(PATTERNS.get() + 1);
    let selection = Selection::of(&[pattern]);
    let mut found_in_game = Vec::new();
    let mut alone = Vec::new();
    POSITIONS.with_borrow_mut(|positions| {
        let mut reader = Reader::games(GAME);
        let record = reader.next_record().expect("reading memory cannot fail").expect("a game");
        let game = Game::pgn(record);
        let played = game.search(Some(&selection), GameContext::default(), positions, |event| match event {
            Event::Found(found, findings) => {
                found_in_game.extend(findings.iter().map(|finding| (found.ply(), key(finding))));
            }
            Event::Positions(positions) => {
                for (ply, position, next) in positions.iter() {
                    let findings = selection.find(&position, next.into());
                    alone.extend(findings.iter().map(|finding| (ply, key(finding))));
                }
            }
            Event::Searched(_) => {}
        });
        assert!(played.is_ok());
    });
    assert_eq!(found_in_game, alone, "{text}");
});

/// Returns what does not depend on the game.
fn key(finding: &destrier_games::Finding) -> impl PartialEq + std::fmt::Debug + use<> {
    (finding.side, finding.by, finding.square, finding.targets)
}
