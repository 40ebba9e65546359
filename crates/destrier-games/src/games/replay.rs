//! Replays the moves of a game.

#[cfg(feature = "files")]
use crate::chess::CodePlayer;
use crate::chess::{Continuation, MoveCode, Position, Positions, San, SanError, Screen, Uci};
use crate::formats::pgn::{Moves, Token};
use crate::formats::{Damage, Game, MoveText, RowFacts, words};

impl<'a> Game<'a> {
    /// The maximum number of moves played per game, to bound memory. The 75-move rule ends a game long before.
    pub const MAX_MOVES: u32 = 65_536;

    /// Plays the main line from a position, and passes all positions to `visit`, many at a time, after `screen` has
    /// marked them.
    ///
    /// `positions` is scratch memory, whose previous content is lost. Afterwards it holds the last batch, which is only
    /// a part of a long game.
    ///
    /// # Errors
    ///
    /// Returns an error if a token is not a legal move. All positions before it have been visited, the last one without
    /// a continuation.
    pub fn replay(
        &self,
        start: &Position,
        positions: &mut Positions,
        screen: &impl Screen,
        mut visit: impl FnMut(&Positions),
    ) -> Result<(), Box<Damage>> {
        // One dynamic call a batch keeps the loop that plays moves from being compiled for every caller.
        let show = &mut |positions: &mut Positions| {
            let illegal = positions.screen(screen);
            if let Some(illegal) = illegal {
                positions.truncate(illegal);
            }
            visit(positions);
            illegal
        };
        self.play_out(start, &mut Audience { positions, show })
    }

    /// Plays moves of two bytes that are known to be legal. Passes the positions whose mark has one of some bits to
    /// `visit`, with ply, continuation and these bits. Stops after the last of them.
    ///
    /// # Errors
    ///
    /// The damage after the moves, or a move that no game can have. The positions before it have been visited.
    #[cfg(feature = "files")]
    pub(crate) fn replay_marked(
        &self,
        start: &Position,
        marks: &[u8],
        bits: u8,
        mut visit: impl FnMut(u32, &Position, Option<Continuation>, u8),
    ) -> Result<(), Box<Damage>> {
        let MoveText::Coded { moves, .. } = self.moves else { return Ok(()) };
        let (codes, rest) = moves.as_chunks();
        let end = marks.iter().rposition(|mark| mark & bits != 0).map_or(0, |last| last + 1);
        if end > 0 {
            let mut player = CodePlayer::new(start);
            for (ply, mark) in marks[..end].iter().enumerate() {
                let next = match codes.get(ply) {
                    Some(code) => {
                        let code = MoveCode(u16::from_le_bytes(*code));
                        let next = player.resolve(code);
                        Some(next.map_err(|error| self.damage_of_code(ply, code, error.reason()))?)
                    }
                    None => None,
                };
                if mark & bits != 0 {
                    visit(ply as u32, player.position(), next, mark & bits);
                }
                next.into_iter().for_each(|next| player.play(next));
            }
        }
        self.end_of_codes(rest).map_or(Ok(()), Err)
    }

    fn play_out(&self, start: &Position, audience: &mut Audience<'_>) -> Result<(), Box<Damage>> {
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
            MoveText::Coded { moves, .. } => {
                let (codes, rest) = moves.as_chunks();
                let mut codes = codes.iter();
                self.play(start, audience, |position, is_asked_later| match codes.next() {
                    Some(code) => {
                        let code = MoveCode(u16::from_le_bytes(*code));
                        let next = if is_asked_later {
                            position.resolve_code_pseudo_legal(code)
                        } else {
                            position.resolve_code(code)
                        };
                        next.map_err(|error| {
                            let ply = moves.len() / 2 - codes.len() - 1;
                            Some(self.damage_of_code(ply, code, error.reason()))
                        })
                    }
                    None => Err(self.end_of_codes(rest)),
                })
            }
            MoveText::Position { next, .. } => self.show_position(start, next, audience),
        }
    }

    /// Visits a single position with its next move.
    fn show_position(
        &self,
        position: &Position,
        next: Option<&[u8]>,
        audience: &mut Audience<'_>,
    ) -> Result<(), Box<Damage>> {
        let next = next.map(|text| {
            let by_uci = Uci::from_ascii(text).ok().and_then(|uci| position.resolve_uci(uci));
            by_uci
                .or_else(|| position.resolve(San::from_ascii(text).ok()?).ok())
                .ok_or_else(|| self.damage(0, text, SanError::Illegal.reason()))
        });
        audience.positions.begin(0);
        audience.positions.push(position, next.as_ref().and_then(|next| next.as_ref().ok()).copied());
        self.show(audience)?;
        next.map_or(Ok(()), |next| next.map(|_| ()))
    }

    /// Plays the continuations that `next` returns. Its second argument is `true` if a king left in check is detected
    /// later, with the next position.
    #[inline(always)]
    fn play(
        &self,
        start: &Position,
        audience: &mut Audience<'_>,
        mut next: impl FnMut(&Position, bool) -> Result<Continuation, End>,
    ) -> Result<(), Box<Damage>> {
        let mut position = *start;
        let mut ply = 0;
        audience.positions.begin(ply);
        let end = loop {
            // Legality is checked for all positions of a batch at once, except for the last move.
            match next(&position, audience.positions.has_room_for_two()) {
                Err(None) => break None,
                _ if ply == Self::MAX_MOVES => break Some(self.too_many_moves()),
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

    /// Visits the positions up to a move that leaves its king in check.
    fn show(&self, audience: &mut Audience<'_>) -> Result<(), Box<Damage>> {
        let Audience { positions, show } = audience;
        let illegal = show(positions);
        illegal.map_or(Ok(()), |illegal| Err(self.illegal_move(positions.ply(illegal) - 1)))
    }

    /// Creates the damage for the move at a ply.
    #[cold]
    fn damage_at(&self, ply: u32, reason: &'static str) -> Box<Damage> {
        let (text, offset) = match self.moves {
            MoveText::San { game, .. } => match Moves::new(game, &self.tags).nth(ply as usize) {
                Some(Token::Move { text, offset, .. } | Token::Unreadable { text, offset, .. }) => {
                    (text, offset)
                }
                None => (&b""[..], game.len()),
            },
            MoveText::Uci { offset: start, text } => match words(text).nth(ply as usize) {
                Some((offset, word)) => (word, start + offset),
                None => (&b""[..], start + text.len()),
            },
            MoveText::Coded { moves, facts } => {
                let ply = ply as usize;
                return match (moves.as_chunks().0.get(ply), facts.damage) {
                    (Some(code), _) => self.damage_of_code(ply, MoveCode(u16::from_le_bytes(*code)), reason),
                    (None, Some(damage)) => Box::new(damage.clone()),
                    (None, None) => self.damage(moves.len(), b"", reason),
                };
            }
            MoveText::Position { .. } => (&b""[..], 0),
        };
        self.damage(offset, text, reason)
    }

    /// Creates the damage for a move that leaves its king in check, detected after later moves were played.
    #[cold]
    fn illegal_move(&self, ply: u32) -> Box<Damage> {
        self.damage_at(ply, SanError::Illegal.reason())
    }

    #[cold]
    fn too_many_moves(&self) -> Box<Damage> {
        self.damage_at(Self::MAX_MOVES, "the game has more than 65,536 moves; the rest is skipped")
    }

    /// Creates the damage for a two-byte move. Its token is the move in UCI notation.
    #[cold]
    fn damage_of_code(&self, ply: usize, code: MoveCode, reason: &'static str) -> Box<Damage> {
        self.damage(2 * ply, code.uci().to_string().as_bytes(), reason)
    }

    /// Returns the reason why there is no further two-byte move.
    #[cold]
    fn end_of_codes(&self, rest: &[u8]) -> End {
        match self.moves {
            MoveText::Coded { facts: RowFacts { damage: Some(damage), .. }, .. } => {
                Some(Box::new(damage.clone()))
            }
            MoveText::Coded { moves, .. } if !rest.is_empty() => {
                let reason = "half a move: the moves have an odd number of bytes";
                Some(self.damage(moves.len() - rest.len(), b"", reason))
            }
            _ => None,
        }
    }

    /// Returns the next continuation from the SAN moves. A move that is not legal SAN may be UCI or long algebraic.
    #[inline(always)]
    fn next_san(
        &self,
        moves: &mut ReadAhead<'a>,
        position: &Position,
        is_asked_later: bool,
    ) -> Result<Continuation, End> {
        let Some(san) = moves.next() else { return Err(self.end(moves)) };
        let next = if is_asked_later { position.resolve_pseudo_legal(san) } else { position.resolve(san) };
        next.or_else(|error| self.next_long(moves, position, error))
    }

    /// Returns the continuation that the last move stands for with both squares written, or the damage.
    #[cold]
    #[inline(never)]
    fn next_long(
        &self,
        moves: &ReadAhead<'a>,
        position: &Position,
        error: SanError,
    ) -> Result<Continuation, End> {
        // Read the move again: the caller would have to keep it for every move.
        let last = moves.read[..moves.played].last();
        last.and_then(|&san| position.resolve_long(san))
            .ok_or_else(|| Some(self.damage_at(moves.before + moves.played as u32 - 1, error.reason())))
    }

    /// Returns the reason why there is no further SAN move.
    #[cold]
    fn end(&self, moves: &ReadAhead<'a>) -> End {
        match (self.moves, moves.end) {
            (MoveText::San { game, truncated: true }, _) if moves.moves.at_end() => {
                let reason = "the game is longer than 64 MiB; the rest is skipped";
                Some(self.damage(game.len(), b"", reason))
            }
            (_, Some(Token::Unreadable { text, offset, reason })) => Some(self.damage(offset, text, reason)),
            _ => None,
        }
    }

    /// Returns the next continuation from the UCI moves.
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

/// Moves that are parsed in batches before they are played, so that parsing does not wait for playing.
struct ReadAhead<'a> {
    moves: Moves<'a>,
    read: [San; READ_AHEAD],
    /// The number of moves in the batch, and how many of them were played.
    length: usize,
    played: usize,
    /// The token after the batch, if it is not a move.
    end: Option<Token<'a>>,
    /// The number of moves in earlier batches.
    before: u32,
}

/// The number of moves in a batch.
const READ_AHEAD: usize = 64;

impl<'a> ReadAhead<'a> {
    const fn new(moves: Moves<'a>) -> Self {
        Self { moves, read: [San::Null; READ_AHEAD], length: 0, played: 0, end: None, before: 0 }
    }

    /// Returns the next move, or `None` before any other token and at the end.
    #[inline(always)]
    fn next(&mut self) -> Option<San> {
        if self.played == self.length {
            self.read();
        }
        let san = *self.read[..self.length].get(self.played)?;
        self.played += 1;
        Some(san)
    }

    #[inline(never)]
    fn read(&mut self) {
        self.before += self.length as u32;
        (self.length, self.played) = (0, 0);
        // No move is played after another token.
        while self.end.is_none() {
            self.length += self.moves.read_plain(&mut self.read[self.length..]);
            if self.length == READ_AHEAD {
                return;
            }
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

/// Collects positions, screens them and passes them to a visitor.
struct Audience<'a> {
    positions: &'a mut Positions,
    /// Screens and visits a batch. Returns the index of the first illegal position, which is not visited.
    show: &'a mut dyn FnMut(&mut Positions) -> Option<usize>,
}

/// The end of a main line: `None`, or the damage.
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
    fn uci_damage_has_offset_and_reason() {
        let columns = PuzzleColumns::read(b"FEN,Moves").unwrap();
        let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(16_384);
        for (moves, token, reason) in [
            ("e2e4 e7e5 ", "e1e3", "not a legal move here"),
            ("e2e4 f7f6 d1h5 ", "a7a6", "not a legal move here"),
            ("e2e4 ", "e9", "not a move"),
            (&shuffle, "e2e4", "the game has more than 65,536 moves; the rest is skipped"),
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
    fn rejects_moves_into_check_with_any_screen() {
        let bytes = b"1. e4 f6 2. Qh5+ a6 3. Nf3 *";
        let game = Game::pgn(Record { number: 1, offset: 0, bytes, truncated: false });
        let all = Selection::default();
        let one = Selection::of(&all.filter.patterns[..1]);
        for damage in [damage(&game, &Unscreened), damage(&game, &all.screen()), damage(&game, &one.screen())]
        {
            assert_eq!(damage.to_string(), r#"byte 17: "a6": not a legal move here"#);
        }
    }
}
