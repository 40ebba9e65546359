//! A stream of bytes, game by game.

use super::boundary::Boundary;
use std::io::{self, Read};

/// The text of one game and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct GameText<'a> {
    /// Number of the game in its source, from 1.
    pub number: u64,
    /// Offset of its first byte in the source, after decompression.
    pub offset: u64,
    /// The game, tags and moves.
    pub bytes: &'a [u8],
    /// Whether the game is longer than [`Reader::LONGEST_GAME`] and `bytes` only its beginning.
    pub cut: bool,
}

/// Reads games from a stream, one after the other.
///
/// Memory is bounded by the longest game, and that by [`LONGEST_GAME`](Self::LONGEST_GAME): of a longer one the
/// beginning is kept and the rest passed over.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// What was read from the input; the games before `start` are handed out.
    buffer: Vec<u8>,
    start: usize,
    /// Offset of `buffer[start]` in the stream.
    offset: u64,
    games: u64,
    ended: bool,
    error: Option<io::Error>,
}

impl<R: Read> Reader<R> {
    /// The longest game that is kept whole, in bytes: 64 MiB.
    pub const LONGEST_GAME: usize = 64 << 20;

    /// How much is asked of the input at a time.
    const BLOCK: usize = 256 << 10;

    /// A reader at the start of a stream.
    pub const fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), start: 0, offset: 0, games: 0, ended: false, error: None }
    }

    /// The next game, or `None` at the end.
    ///
    /// # Errors
    ///
    /// When the stream cannot be read further. What could be read of it is handed out first.
    pub fn next_game(&mut self) -> io::Result<Option<GameText<'_>>> {
        if !self.pass_white_space() {
            return self.error.take().map_or(Ok(None), Err);
        }
        let offset = self.offset;
        let mut boundary = Boundary::new();
        let length = loop {
            if let Some(length) = boundary.find(&self.buffer[self.start..], self.ended) {
                break length;
            }
            let dropped = boundary.drop_seen(&mut self.buffer, self.start, Self::LONGEST_GAME);
            self.offset += dropped as u64;
            self.read_block();
        };
        let cut = self.offset > offset;
        let kept = if cut { length.min(Self::LONGEST_GAME) } else { length };
        let start = self.start;
        self.pass(length);
        self.games += 1;
        Ok(Some(GameText { number: self.games, offset, bytes: &self.buffer[start..start + kept], cut }))
    }

    /// Passes what may stand before a game; whether anything follows.
    fn pass_white_space(&mut self) -> bool {
        const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
        loop {
            let unread = &self.buffer[self.start..];
            // Old editors end a file with ^Z, torn disks with zeros.
            let passed = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, 0x1a | 0);
            let white = unread.iter().take_while(|byte| passed(byte)).count();
            let mark = unread[white..].starts_with(BYTE_ORDER_MARK);
            let may_be_mark = unread[white..].len() < BYTE_ORDER_MARK.len() && !self.ended;
            let text_follows = unread.len() > white;
            self.pass(white);
            if mark {
                self.pass(BYTE_ORDER_MARK.len());
            } else if may_be_mark {
                self.read_block();
            } else {
                return text_follows;
            }
        }
    }

    const fn pass(&mut self, bytes: usize) {
        self.start += bytes;
        self.offset += bytes as u64;
    }

    /// Reads on. An error is kept for when all that came before it has been handed out.
    fn read_block(&mut self) {
        self.buffer.drain(..self.start);
        self.start = 0;
        let before = self.buffer.len();
        let result = (&mut self.input).take(Self::BLOCK as u64).read_to_end(&mut self.buffer);
        self.ended = result.is_err() || self.buffer.len() == before;
        self.error = result.err();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number, offset and text of each game, read in pieces as small as they come.
    fn games(bytes: &[u8]) -> Vec<(u64, u64, String)> {
        let mut reader = Reader::new(bytes);
        let mut games = Vec::new();
        while let Some(game) = reader.next_game().unwrap() {
            assert!(!game.cut);
            games.push((game.number, game.offset, String::from_utf8_lossy(game.bytes).into_owned()));
        }
        games
    }

    #[test]
    fn games_have_numbers_and_offsets() {
        let text = b"\xef\xbb\xbf\n\n1. e4 *\n\n\n\xef\xbb\xbf1. d4 *";
        assert_eq!(games(text), [(1, 5, "1. e4 *\n".into()), (2, 18, "1. d4 *".into())]);
        assert_eq!(games(b""), []);
        assert_eq!(games(b" \r\n\xef\xbb\xbf"), []);
        assert_eq!(games(b"1. e4\n\n\x1a\0\0"), [(1, 0, "1. e4\n".into())]);
        assert_eq!(games(b"\xef"), [(1, 0, "\u{fffd}".into())]);
    }

    #[test]
    fn games_larger_than_a_block_are_whole() {
        let comment = "long ".repeat(Reader::<&[u8]>::BLOCK);
        let text = format!("1. e4 {{{comment}}} *\n\n1. d4 *");
        let games = games(text.as_bytes());
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].2.len() as u64 + 1, games[1].1);
    }

    #[test]
    fn a_game_without_end_is_cut_and_the_next_is_found() {
        let comment = vec![b'x'; Reader::<&[u8]>::LONGEST_GAME + 3 * Reader::<&[u8]>::BLOCK + 17];
        let text = [b"1. e4 {", &comment[..], b"} *\n\n1. d4 *"].concat();
        let mut reader = Reader::new(&text[..]);
        let game = reader.next_game().unwrap().unwrap();
        assert!(game.cut && game.bytes == &text[..Reader::<&[u8]>::LONGEST_GAME]);
        let game = reader.next_game().unwrap().unwrap();
        assert_eq!((game.cut, game.bytes, game.offset), (false, &b"1. d4 *"[..], text.len() as u64 - 7));
    }

    #[test]
    fn what_came_before_a_read_error_is_handed_out() {
        struct Failing<'a>(&'a [u8]);
        impl Read for Failing<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                match self.0.read(buffer)? {
                    0 => Err(io::Error::other("torn")),
                    n => Ok(n),
                }
            }
        }
        let mut reader = Reader::new(Failing(b"1. e4 *\n\n1. d4"));
        assert_eq!(reader.next_game().unwrap().unwrap().bytes, b"1. e4 *\n");
        assert_eq!(reader.next_game().unwrap().unwrap().bytes, b"1. d4");
        assert_eq!(reader.next_game().unwrap_err().to_string(), "torn");
        assert!(reader.next_game().unwrap().is_none());
    }
}
