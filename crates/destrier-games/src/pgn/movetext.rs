//! The moves of a game, token by token, each with its place.

use super::Tags;
use memchr::memchr;
use shakmaty::CastlingSide;
use shakmaty::san::San;

/// What stands in the main line of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A move in standard algebraic notation (SAN), or the null move `--`.
    Move {
        /// The move; its legality is not known here.
        san: San,
        /// As written.
        text: &'a [u8],
        /// Offset of its first byte in the game.
        offset: usize,
    },
    /// Something that is not a move where one should be, or that is never closed.
    Unreadable {
        /// As written.
        text: &'a [u8],
        /// Offset of its first byte in the game.
        offset: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
}

/// The tokens of a game's main line. Comments, variations, move numbers, glyphs and results are passed over.
#[derive(Clone, Debug)]
pub struct Moves<'a> {
    game: &'a [u8],
    at: usize,
    /// Whether a result was read.
    ended: bool,
}

impl<'a> Moves<'a> {
    /// The moves that follow the tags of a game.
    #[must_use]
    pub const fn new(game: &'a [u8], tags: &Tags<'a>) -> Self {
        Self { game, at: tags.length, ended: false }
    }

    /// Whether all of the game was read.
    pub(crate) const fn at_end(&self) -> bool {
        self.at >= self.game.len()
    }

    fn rest(&self) -> &'a [u8] {
        &self.game[self.at..]
    }

    /// Passes up to and with a byte, or to the end; whether it was found.
    fn pass_after(&mut self, byte: u8) -> bool {
        let found = memchr(byte, self.rest());
        self.at += found.map_or(self.rest().len(), |length| length + 1);
        found.is_some()
    }

    /// Passes up to the line break, which may begin a `%` line.
    fn pass_line(&mut self) {
        self.at += memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
    }

    /// Passes a variation with all that is nested in it; whether it is closed.
    fn pass_variation(&mut self) -> bool {
        let mut depth = 0usize;
        while let Some(&byte) = self.game.get(self.at) {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return true,
                b')' => depth -= 1,
                b'{' => _ = self.pass_after(b'}'),
                b';' => self.pass_line(),
                b'\n' if self.rest().first() == Some(&b'%') => self.pass_line(),
                _ => {}
            }
        }
        false
    }

    const fn unreadable(text: &'a [u8], offset: usize, reason: &'static str) -> Option<Token<'a>> {
        Some(Token::Unreadable { text, offset, reason })
    }
}

impl<'a> Iterator for Moves<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        while let Some(&byte) = self.game.get(self.at) {
            let offset = self.at;
            match byte {
                b' ' | b'\t' | b'\r' | b'.' | b'!' | b'?' | b')' => self.at += 1,
                b'\n' => {
                    self.at += 1;
                    if self.rest().first() == Some(&b'%') {
                        self.pass_line();
                    }
                }
                b'{' => {
                    if !self.pass_after(b'}') {
                        return Self::unreadable(
                            &self.game[offset..=offset],
                            offset,
                            "a comment that is never closed",
                        );
                    }
                }
                b';' => self.pass_line(),
                b'(' => {
                    if !self.pass_variation() {
                        return Self::unreadable(
                            &self.game[offset..=offset],
                            offset,
                            "a variation that is never closed",
                        );
                    }
                }
                b'$' => {
                    self.at += 1;
                    self.at += self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
                }
                b'*' => {
                    self.at += 1;
                    self.ended = true;
                }
                _ => {
                    // A stray `}` ends words and begins none: it is a word by itself.
                    self.at += word_length(self.rest()).max(1);
                    let text = &self.game[offset..self.at];
                    match read_word(text) {
                        Word::Number => {}
                        Word::Result => self.ended = true,
                        Word::Move(_) if self.ended => {
                            return Self::unreadable(text, offset, "a move after the result");
                        }
                        Word::Move(san) => return Some(Token::Move { san, text, offset }),
                        Word::Unreadable => return Self::unreadable(text, offset, "not a move"),
                    }
                }
            }
        }
        None
    }
}

/// Up to white space or to a sign that stands for itself.
fn word_length(text: &[u8]) -> usize {
    const ENDS_WORD: [bool; 256] = {
        let signs = b" \t\n\r{}()!?$;.*";
        let mut ends = [false; 256];
        let mut i = 0;
        while i < signs.len() {
            ends[signs[i] as usize] = true;
            i += 1;
        }
        ends
    };
    text.iter().position(|&byte| ENDS_WORD[usize::from(byte)]).unwrap_or(text.len())
}

/// How many bytes a result has at most, with its dashes.
const LONGEST_RESULT: usize = 16;

/// How many digits the number of a move has at most.
const LONGEST_NUMBER: usize = 5;

enum Word {
    /// A move number.
    Number,
    Result,
    Move(San),
    Unreadable,
}

fn read_word(word: &[u8]) -> Word {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == word.len() {
        // What looks like castling, or is longer than any game, is no number.
        return if digits <= LONGEST_NUMBER && !word.starts_with(b"00") {
            Word::Number
        } else {
            Word::Unreadable
        };
    }
    let signs = word.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count();
    let bare = &word[..word.len() - signs];
    if let Some(san) = read_san(bare.get(digits..).unwrap_or_default()) {
        return Word::Move(san);
    }
    if bare.len() > LONGEST_RESULT {
        return Word::Unreadable;
    }
    match String::from_utf8_lossy(bare).replace(['–', '—'], "-").as_str() {
        "1-0" | "0-1" | "1/2-1/2" | "½-½" | "1/2" => Word::Result,
        "0-0" => Word::Move(San::Castle(CastlingSide::KingSide)),
        "0-0-0" => Word::Move(San::Castle(CastlingSide::QueenSide)),
        _ => Word::Unreadable,
    }
}

/// A move without check signs; a promotion may lack its `=`.
fn read_san(text: &[u8]) -> Option<San> {
    if let Ok(san) = San::from_ascii(text) {
        return Some(san);
    }
    match text {
        [pawn_move @ .., rank @ (b'1' | b'8'), piece @ (b'Q' | b'R' | b'B' | b'N')] => {
            San::from_ascii(&[pawn_move, &[*rank, b'=', *piece]].concat()).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens: moves in plain SAN, what is unreadable as offset, text and reason.
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
    fn moves_in_every_form() {
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
    fn what_is_not_a_move_is_named() {
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
        assert_eq!(read("1. e4 {x"), ["e4", "6 \"{\": a comment that is never closed"]);
        assert_eq!(read("1. e4 (x {)} ( )"), ["e4", "6 \"(\": a variation that is never closed"]);
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
}
