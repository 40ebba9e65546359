use super::*;

/// Returns the tokens: moves in SAN, unreadable tokens as offset, text and reason.
fn read(game: &str) -> Vec<String> {
    Moves::new(game.as_bytes(), &Tags::read(game.as_bytes()))
        .map(|token| match token {
            Token::Move { san, text, offset } => {
                assert_eq!(&game.as_bytes()[offset..][..text.len()], text);
                san.to_string()
            }
            Token::Unreadable { text, offset, reason } => {
                format!("{offset} {:?}: {reason}", String::from_utf8_lossy(text))
            }
        })
        .collect()
}

#[test]
fn reads_moves_in_every_form() {
    let moves = ["e4", "e5", "Nf3", "O-O", "O-O-O", "exd8=Q", "--", "Nbxd7"];
    for game in [
        "[A \"1. d4\"]\n\n1. e4 e5 2. Nf3 O-O 3. O-O-O exd8=Q -- Nbxd7 1-0",
        "1.e4 e5 2.Nf3 0-0 3.0-0-0 exd8Q Z0 Nbxd7 *",
        "1. e4! e5?! 2... Nf3+ 2... O-O!! O-O-O# 12exd8=Q+ --?? Nbxd7++ $5 1/2",
        "e4{x (}e5 (1... c5 (1... c6 {)}; )\n%)\n) 2. d4) Nf3$14 O-O;c\nO-O-O\r\n%d4\n%d5\nexd8=Q\t--\nNbxd7 ½–½",
        "e4 e5 Nf3 0–0 0—0—0+ exd8Q+ -- Nbxd7 1–0 {Black resigns} 0-1",
    ] {
        assert_eq!(read(game), moves, "{game:?}");
    }
}

#[test]
fn rejects_unreadable_tokens() {
    assert_eq!(read("1. e4 Ng9 2. d4"), ["e4", "6 \"Ng9\": not a move", "d4"]);
    assert_eq!(read("1. e4 } e5"), ["e4", "6 \"}\": not a move", "e5"]);
    assert_eq!(
        read("1. e4 1-0 {x} 2. d4 * d5"),
        ["e4", "17 \"d4\": a move after the result", "22 \"d5\": a move after the result",]
    );
    assert_eq!(
        read("1. e4$1e5 $ 00 000 123456"),
        ["e4", "e5", "12 \"00\": not a move", "15 \"000\": not a move", "19 \"123456\": not a move",]
    );
    assert_eq!(read("1. e4 {x"), ["e4", "6 \"{\": an unclosed comment"]);
    assert_eq!(read("1. e4 (x {)} ( )"), ["e4", "6 \"(\": an unclosed variation"]);
    assert_eq!(read("e4\u{1}"), ["0 \"e4\\u{1}\": not a move"]);
    assert_eq!(
        read("[A \"b\"]\n\n1. e4 e8=X [x] é N@ 1-1"),
        [
            "e4",
            "15 \"e8=X\": not a move",
            "20 \"[x]\": not a move",
            "24 \"é\": not a move",
            "27 \"N@\": not a move",
            "30 \"1-1\": not a move",
        ]
    );
    assert_eq!(read("+ # 1+"), ["0 \"+\": not a move", "2 \"#\": not a move", "4 \"1+\": not a move"]);
}

#[test]
fn skips_signs_after_moves() {
    let signs = "+- -+ +/- = ~ ± ∞ N D e.p. ep ch. dbl. ch mate + # □ !? ?! $1 N {c} TN\n";
    assert_eq!(
        read(&format!("1. e4 {signs} e5 {signs} 2. exd6e.p. Nf3 {signs} ({signs})")),
        ["e4", "e5", "exd6", "Nf3"]
    );
    assert_eq!(read("1. e4 2. N Nf3"), ["e4", "9 \"N\": not a move", "Nf3"], "a move is missing");
    assert_eq!(read("+- 1. e.p. e4"), ["0 \"+-\": not a move", "6 \"e.p\": not a move", "e4"]);
    assert_eq!(read("1. e4 N"), ["e4", "6 \"N\": not a move"], "the file may end within a move");
    assert_eq!(read("1. e4 e.x"), ["e4", "6 \"e\": not a move", "8 \"x\": not a move"]);
}

#[test]
fn words_have_at_most_24_bytes() {
    let longest = format!("1{}e4", "…".repeat(7));
    assert_eq!(longest.len(), 24);
    assert_eq!(read(&longest), ["e4"]);
    let longer = format!("1{longest}");
    assert_eq!(read(&longer), [format!("0 {longer:?}: not a move")]);
}

#[test]
fn iteration_ends_after_last_byte() {
    let mut moves = Moves::new(b"e4 e5 ", &Tags::default());
    for _ in 0..2 {
        assert!(moves.next().is_some() && !moves.at_end());
    }
    assert!(moves.next().is_none() && moves.at_end());
}

#[test]
fn reads_promotions_in_parentheses() {
    let moves = ["bxa8=Q", "e1=N", "e8", "Nf8", "d4"];
    assert_eq!(read("1. bxa8(Q)+ e1(N) 2. e8 (Q) Nf8(Q) 3. d4(K)"), moves);
    assert_eq!(read("1. e8(Q"), ["e8", "5 \"(\": an unclosed variation"]);
}

#[test]
fn first_result_counts() {
    for (text, result) in [
        ("1. e4 1-0", Some(GameResult::WhiteWon)),
        ("0-1 1-0 *", Some(GameResult::BlackWon)),
        ("1. e4 1/2 {x} *", Some(GameResult::Draw)),
        ("* 1-0", Some(GameResult::Unknown)),
        ("1 - 0", Some(GameResult::WhiteWon)),
        ("0 – 1", Some(GameResult::BlackWon)),
        ("1/2 - 1/2", Some(GameResult::Draw)),
        ("½ - ½", Some(GameResult::Draw)),
        ("1 - 1", None),
        ("1. e4", None),
    ] {
        let mut moves = Moves::new(text.as_bytes(), &Tags::default());
        moves.by_ref().for_each(drop);
        assert_eq!(moves.result(), result, "{text}");
    }
}

#[test]
fn padding_may_follow_result() {
    for end in ["\u{1a}", "\0\0\0", "\r\n\u{1a}", "\n\0 \0\n", " {x} \u{1a}"] {
        for game in ["1. e4 1-0", "1. e4 *", "1. e4 1 - 0"] {
            assert_eq!(read(&format!("{game}{end}")), ["e4"]);
        }
        assert!(read(&format!("1. e4{end}"))[1].ends_with("not a move"), "the game may have continued");
    }
    assert_eq!(read("1. e4\n\x0c\ne5\x0cNf3 *\x0c"), ["e4", "e5", "Nf3"]);
}

#[test]
fn reads_results_with_spaces() {
    for result in ["1 - 0", "0 - 1", "1/2 - 1/2", "½ – ½", "1  —\t0", "1/2 -    1/2"] {
        let after = format!("1. e4 {result} e5");
        let offset = after.len() - 2;
        assert_eq!(read(&after), ["e4".into(), format!("{offset} \"e5\": a move after the result")]);
    }
    assert_eq!(read("1. e4 1 - 1"), ["e4", "8 \"-\": not a move"]);
    assert_eq!(read("1. e4 - 0"), ["e4", "6 \"-\": not a move"]);
    assert_eq!(read("- 0"), ["0 \"-\": not a move"]);
    assert_eq!(read("1 -"), ["2 \"-\": not a move"]);
}

#[test]
fn rejects_tags_among_moves() {
    assert_eq!(read("1. e4 e5[%clk 0:01:00]\n[%] 2. Nf3 \u{feff}Nc6 *"), ["e4", "e5", "Nf3", "Nc6"]);
    for (bracket, token, reason) in [
        ("[Event \"x\"]", "[Event", "a tag among moves"),
        ("[Site \"x e5\n", "[Site", "a tag among moves"),
        ("[%clk\n", "[%clk", "not a move"),
        ("[%clk d4 [%x]", "[%clk", "not a move"),
        ("[x]", "[x]", "not a move"),
        ("[", "[", "not a move"),
    ] {
        let damage = format!("6 {token:?}: {reason}");
        assert_eq!(read(&format!("1. e4 {bracket} d4"))[..2], ["e4".into(), damage], "{bracket:?}");
        let damage = format!("5 {token:?}: {reason}");
        if !token.ends_with(']') && token != "[" {
            assert_eq!(read(&format!("1. e4{bracket} d4"))[..2], ["e4".into(), damage], "{bracket:?}");
        }
    }
}

/// Returns the tokens of a text without tags, with the fast path disabled.
fn stepwise(game: &[u8]) -> Vec<Token<'_>> {
    let mut moves = Moves::new(game, &Tags::default());
    let next = || {
        loop {
            if let Break(token) = moves.step() {
                return token;
            }
        }
    };
    std::iter::from_fn(next).collect()
}

/// Tokens are in order, have the right offsets, and are the same with the fast path disabled.
#[test]
fn tokens_of_random_text_have_right_offsets() {
    let words: Vec<&str> = concat!(
        "e4~Nf3~e~.p~.~1~0~-~1/2~ ~\n~[%~[A \"~[~\"]~]~{~}~(Q)~(~)~+-~N~=~/~$1~½~\u{feff}~O-O~…~;~*~%~8~",
        " Nf3 ~ bxa8=Q+ ~ 12. ~3...~x~+~#~\r\n~\t~\0~ e4\n~--~Z0",
    )
    .split('~')
    .collect();
    for seed in 0..20_000 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let game: String = (0..rng.usize(..30)).map(|_| *rng.choice(&words).unwrap()).collect();
        let tokens: Vec<Token> = Moves::new(game.as_bytes(), &Tags::default()).collect();
        assert_eq!(tokens, stepwise(game.as_bytes()), "{game:?}");
        let mut end = 0;
        for token in tokens {
            let (Token::Move { text, offset, .. } | Token::Unreadable { text, offset, .. }) = token;
            assert_eq!(&game.as_bytes()[offset..][..text.len()], text, "{game:?}");
            assert!(offset >= end && !text.is_empty(), "{game:?}");
            end = offset + text.len();
        }
    }
}

#[test]
fn fast_path_matches_slow_path() {
    let games = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/lichess.pgn"));
    let tokens: Vec<Token> = Moves::new(games, &Tags::default()).collect();
    assert!(tokens.len() > 4_000);
    assert_eq!(tokens, stepwise(games));
    // Replace each byte with every other, which also covers the exits of the fast path.
    let game = b"1. e4 e5 2. Nf3 {x} 2... O-O 3. Nbxd7+ exd8=Q#\n4. d4 c5! 10.Rae1 *";
    for offset in 0..game.len() {
        for byte in 0..=255 {
            let mut game = *game;
            game[offset] = byte;
            let tokens: Vec<Token> = Moves::new(&game, &Tags::default()).collect();
            assert_eq!(tokens, stepwise(&game), "{byte} at {offset}");
        }
    }
    // Words of every length that begin with any two letters, and a move before a line break and a hidden line.
    let letters = || (b'A'..=b'Z').chain(b'a'..=b'z');
    let words = letters().flat_map(|first| letters().map(move |second| [first, second])).flat_map(|begin| {
        (1..=8).map(move |length| begin.into_iter().chain(*b"e45f6+").take(length).chain(*b" e4 ").collect())
    });
    for text in words.chain([b"R1h8=Q\n% line\ne4 ".to_vec()]) {
        let tokens: Vec<Token> = Moves::new(&text, &Tags::default()).collect();
        assert_eq!(tokens, stepwise(&text), "{}", text.escape_ascii());
    }
}
