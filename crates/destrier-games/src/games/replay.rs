//! The positions of a game, one move after the other.

use crate::chess::{Continuation, Position, Positions, San, SanError, Screen, Uci};
use crate::formats::pgn::{Moves, Token};
use crate::formats::{Damage, Game, MoveText, words};

impl<'a> Game<'a> {
    /// The most moves of a game that are played, so that memory stays bounded. The 75-move rule ends a game long
    /// before.
    pub const MOST_MOVES: u32 = 65_536;

    /// Plays the main line from a position and shows all positions to `visit`, many at a time, after `screen` has
    /// looked at them. `positions` is scratch memory: what it held before is lost, and afterwards it holds what was
    /// shown last, which is not all of a long game.
    ///
    /// # Errors
    ///
    /// When a token is not a move, or not a legal one. All positions before it were visited, the last without
    /// continuation.
    pub fn replay(
        &self,
        start: &Position,
        positions: &mut Positions,
        screen: &impl Screen,
        visit: impl FnMut(&Positions),
    ) -> Result<(), Box<Damage>> {
        self.play_out(start, &mut Audience { positions, screen, visit })
    }

    fn play_out<S: Screen>(
        &self,
        start: &Position,
        audience: &mut Audience<'_, S, impl FnMut(&Positions)>,
    ) -> Result<(), Box<Damage>> {
        match self.moves {
            MoveText::San { game, .. } => {
                let mut moves = ReadAhead::new(Moves::new(game, &self.tags));
                self.play(start, audience, |position, is_asked_later| {
                    self.next_san(&mut moves, position, is_asked_later)
                })
            }
            MoveText::Uci { offset, text } => {
                let mut words = words(text);
                self.play(start, audience, |position, _| self.next_uci(offset, words.next(), position))
            }
        }
    }

    /// Plays what `next` gives from position to position. It is told whether it will be asked of the next position if
    /// its king was left in check.
    #[inline(always)]
    fn play<S: Screen>(
        &self,
        start: &Position,
        audience: &mut Audience<'_, S, impl FnMut(&Positions)>,
        mut next: impl FnMut(&Position, bool) -> Result<Continuation, End>,
    ) -> Result<(), Box<Damage>> {
        let mut position = *start;
        let mut ply = 0;
        audience.positions.begin(ply);
        let end = loop {
            // Whether moves leave their king in check is asked of all positions at once; of the last one's move, now.
            match next(&position, audience.positions.has_room_for_two()) {
                Err(None) => break None,
                _ if ply == Self::MOST_MOVES => break Some(self.too_many_moves()),
                Err(damage) => break damage,
                Ok(next) => {
                    audience.positions.push(&position, Some(next));
                    position.play_legal(next);
                }
            }
            ply += 1;
            if audience.positions.is_full() {
                self.show(audience)?;
                audience.positions.begin(ply);
            }
        };
        audience.positions.push(&position, None);
        self.show(audience)?;
        end.map_or(Ok(()), Err)
    }

    /// Shows the positions up to a move that leaves its king in check.
    fn show<S: Screen>(
        &self,
        audience: &mut Audience<'_, S, impl FnMut(&Positions)>,
    ) -> Result<(), Box<Damage>> {
        let Audience { positions, screen, visit } = audience;
        let illegal = positions.screen(*screen);
        if let Some(illegal) = illegal {
            positions.truncate(illegal);
        }
        visit(positions);
        illegal.map_or(Ok(()), |illegal| Err(self.illegal_move(positions.ply(illegal) - 1)))
    }

    /// The token of the move made at a ply, and its offset.
    fn token(&self, ply: u32) -> (&'a [u8], usize) {
        match self.moves {
            MoveText::San { game, .. } => match Moves::new(game, &self.tags).nth(ply as usize) {
                Some(Token::Move { text, offset, .. } | Token::Unreadable { text, offset, .. }) => {
                    (text, offset)
                }
                None => (b"", game.len()),
            },
            MoveText::Uci { offset: start, text } => match words(text).nth(ply as usize) {
                Some((offset, word)) => (word, start + offset),
                None => (b"", start + text.len()),
            },
        }
    }

    /// The damage of a move that leaves its king in check, found after the game went on.
    #[cold]
    fn illegal_move(&self, ply: u32) -> Box<Damage> {
        let (text, offset) = self.token(ply);
        self.damage(offset, text, SanError::Illegal.reason())
    }

    #[cold]
    fn too_many_moves(&self) -> Box<Damage> {
        let (text, offset) = self.token(Self::MOST_MOVES);
        self.damage(offset, text, "no more than 65,536 moves of a game are played")
    }

    /// How the game goes on by its next move in SAN.
    #[inline(always)]
    fn next_san(
        &self,
        moves: &mut ReadAhead<'a>,
        position: &Position,
        is_asked_later: bool,
    ) -> Result<Continuation, End> {
        let Some(san) = moves.next() else { return Err(self.end(moves)) };
        let next = if is_asked_later { position.resolve_pseudo_legal(san) } else { position.resolve(san) };
        next.map_err(|error| {
            let (text, offset) = self.token(moves.taken - 1);
            Some(self.damage(offset, text, error.reason()))
        })
    }

    /// What it means that the moves in SAN do not go on with one.
    #[cold]
    fn end(&self, moves: &ReadAhead<'a>) -> End {
        match (self.moves, moves.end) {
            (MoveText::San { game, truncated: true }, _) if moves.moves.at_end() => {
                let reason = "the game goes on, and no more than 64 MiB of one are read";
                Some(self.damage(game.len(), b"", reason))
            }
            (_, Some(Token::Unreadable { text, offset, reason })) => Some(self.damage(offset, text, reason)),
            _ => None,
        }
    }

    /// How the game goes on by its next move in UCI notation.
    fn next_uci(
        &self,
        start: usize,
        word: Option<(usize, &[u8])>,
        position: &Position,
    ) -> Result<Continuation, End> {
        let (offset, text) = word.ok_or(None)?;
        let uci = Uci::from_ascii(text).map_err(|_| "not a move");
        let next = uci.and_then(|uci| position.resolve_uci(uci).ok_or(SanError::Illegal.reason()));
        next.map_err(|reason| Some(self.damage(start + offset, text, reason)))
    }
}

/// Moves that are read many at a time, ahead of playing them: what the one waits for, the other need not.
struct ReadAhead<'a> {
    moves: Moves<'a>,
    read: [San; READ_AHEAD],
    /// How many of them were read, and how many of these played.
    length: usize,
    played: usize,
    /// What comes behind the last of them, if that is no move.
    end: Option<Token<'a>>,
    /// How many moves of the game were taken.
    taken: u32,
}

/// How many moves are read at a time.
const READ_AHEAD: usize = 64;

impl<'a> ReadAhead<'a> {
    const fn new(moves: Moves<'a>) -> Self {
        Self { moves, read: [San::Null; READ_AHEAD], length: 0, played: 0, end: None, taken: 0 }
    }

    /// The next move; `None` where something else comes, or nothing.
    #[inline(always)]
    fn next(&mut self) -> Option<San> {
        if self.played == self.length {
            self.read();
        }
        let san = *self.read[..self.length].get(self.played)?;
        self.played += 1;
        self.taken += 1;
        Some(san)
    }

    #[inline(never)]
    fn read(&mut self) {
        (self.length, self.played) = (0, 0);
        // Behind what is no move nothing is played.
        while self.length < READ_AHEAD && self.end.is_none() {
            match self.moves.next() {
                Some(Token::Move { san, .. }) => self.read[self.length] = san,
                end => {
                    self.end = end;
                    return;
                }
            }
            self.length += 1;
        }
    }
}

/// Where positions are collected, and who looks at them.
struct Audience<'a, S, V> {
    positions: &'a mut Positions,
    screen: &'a S,
    visit: V,
}

/// How a main line ends: with nothing, or with damage.
type End = Option<Box<Damage>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Unscreened;
    use crate::formats::{Decoder, PuzzleColumns, Record};
    use crate::search::Selection;

    fn damage(game: &Game<'_>, screen: &impl Screen) -> Box<Damage> {
        game.replay(&Position::INITIAL, &mut Positions::new(), screen, |_| {}).unwrap_err()
    }

    #[test]
    fn moves_in_uci_notation_are_named_where_they_stand() {
        let columns = PuzzleColumns::read(b"FEN,Moves").unwrap();
        let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(16_384);
        for (moves, token, reason) in [
            ("e2e4 e7e5 ", "e1e3", "not a legal move here"),
            ("e2e4 f7f6 d1h5 ", "a7a6", "not a legal move here"),
            ("e2e4 ", "e9", "not a move"),
            (&shuffle, "e2e4", "no more than 65,536 moves of a game are played"),
        ] {
            let row = format!("{},{moves}{token} e7e5", Position::INITIAL.fen());
            let offset = 1000 + row.find(&format!("{token} ")).unwrap() as u64;
            let record = Record { number: 1, offset: 1000, bytes: row.as_bytes(), truncated: false };
            let game = columns.read(record).unwrap().unwrap();
            let damage = damage(&game, &Unscreened);
            assert_eq!((damage.offset, &*damage.token, &*damage.reason), (offset, token, reason));
        }
    }

    #[test]
    fn a_move_that_leaves_the_king_in_check_is_damage_whatever_the_screen() {
        let bytes = b"1. e4 f6 2. Qh5+ a6 3. Nf3 *";
        let game = Game::pgn(Record { number: 1, offset: 0, bytes, truncated: false });
        let all = Selection::default();
        let one = Selection::of(&all.patterns[..1]);
        for damage in [damage(&game, &Unscreened), damage(&game, &all.screen()), damage(&game, &one.screen())]
        {
            assert_eq!(damage.to_string(), r#"byte 17: "a6": not a legal move here"#);
        }
    }
}
