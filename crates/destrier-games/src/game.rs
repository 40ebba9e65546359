//! A game: its tags, its start and its moves played out.

use crate::pgn::{GameText, Moves, Tag, Tags, Token};
use crate::position::playable;
use crate::{Continuation, Damage, Position};
use shakmaty::fen::Fen;
use shakmaty::san::SanError;
use shakmaty::{CastlingMode, Chess};
use std::borrow::Cow;

/// A game as it stands in a source.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    text: GameText<'a>,
    /// Its tags.
    pub tags: Tags<'a>,
}

/// Where a game begins.
#[derive(Clone, Debug)]
pub enum Start {
    /// In a position, with standard rules, Chess960's castling included.
    Position(Box<Position>),
    /// In a variant of chess, which is not read.
    Variant(String),
}

/// What a `Variant` tag says, in lower case, of a game by the standard rules; Chess960 differs in its start alone.
const STANDARD_RULES: [&str; 14] = [
    "",
    "standard",
    "chess",
    "normal",
    "from position",
    "chess960",
    "chess 960",
    "960",
    "fischerandom",
    "fischerrandom",
    "fischer random",
    "fischer-random",
    "freestyle",
    "freestyle chess",
];

impl<'a> Game<'a> {
    /// The most moves of a game that are played, so that memory stays bounded. The 75-move rule ends a game long before.
    pub const MOST_MOVES: u32 = 65_536;

    /// Reads the tags of a game; its moves are read when it is replayed.
    #[must_use]
    pub fn new(text: GameText<'a>) -> Self {
        Self { text, tags: Tags::read(text.bytes) }
    }

    /// Its number in the source, from 1.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.text.number
    }

    /// A link to the game, where a tag holds one.
    #[must_use]
    pub fn link(&self) -> Option<Cow<'a, str>> {
        let is_link = |value: &Cow<'_, str>| value.starts_with("https://") || value.starts_with("http://");
        ["Site", "Link", "GameURL", "GameUrl"]
            .into_iter()
            .filter_map(|name| self.tags.value(name))
            .find(is_link)
    }

    /// The mean of the players' ratings; of a single one where the other is missing or 0, `None` without any.
    #[must_use]
    pub fn rating(&self) -> Option<u32> {
        let rating = |name| {
            self.tags
                .value(name)
                .and_then(|value| value.trim().parse().ok())
                .filter(|&rating: &u32| rating > 0)
        };
        match (rating("WhiteElo"), rating("BlackElo")) {
            (Some(white), Some(black)) => Some(white.midpoint(black)),
            (one, other) => one.or(other),
        }
    }

    /// The position where the game begins: that of the `FEN` tag, or the initial position.
    ///
    /// # Errors
    ///
    /// When the `FEN` tag is not a FEN or its position cannot be played.
    pub fn start(&self) -> Result<Start, Box<Damage>> {
        let variant = self.tags.value("Variant").unwrap_or_default();
        if !STANDARD_RULES.contains(&variant.to_ascii_lowercase().as_str()) {
            return Ok(Start::Variant(variant.into_owned()));
        }
        let chess = match self.tags.get("FEN").filter(|tag| !tag.is_unknown()) {
            Some(tag) => self.read_fen(tag)?,
            None => Chess::new(),
        };
        Ok(Start::Position(Box::new(Position::new(chess))))
    }

    fn read_fen(&self, tag: Tag<'_>) -> Result<Chess, Box<Damage>> {
        let damage = |reason: String| Damage::new(self.offset(tag.value_offset), tag.raw_value, reason);
        let fen = Fen::from_ascii(tag.raw_value).map_err(|error| damage(error.to_string()))?;
        let setup = fen.into_setup();
        let mode = CastlingMode::detect(&setup);
        playable(setup, mode).map_err(damage)
    }

    const fn offset(&self, offset_in_game: usize) -> u64 {
        self.text.offset + offset_in_game as u64
    }

    /// Plays the main line from a position and shows each position to `visit`, with its ply and how the game
    /// went on from it (`None` in the last one).
    ///
    /// # Errors
    ///
    /// When a token is not a move, or not a legal one. All positions before it were visited, the last without
    /// continuation.
    pub fn replay(
        &self,
        mut position: Position,
        mut visit: impl FnMut(&Position, u32, Option<Continuation>),
    ) -> Result<(), Box<Damage>> {
        let mut moves = Moves::new(self.text.bytes, &self.tags);
        let mut ply = 0;
        loop {
            let next = match moves.next() {
                None | Some(Token::Unreadable { .. }) if self.text.cut && moves.at_end() => {
                    let end = self.offset(self.text.bytes.len());
                    Err(Damage::new(end, b"", "the game goes on, and no more than 64 MiB of one are read"))
                }
                None => Ok(None),
                Some(token) if ply == Self::MOST_MOVES => {
                    let (Token::Move { text, offset, .. } | Token::Unreadable { text, offset, .. }) = token;
                    Err(Damage::new(
                        self.offset(offset),
                        text,
                        "no more than 65,536 moves of a game are played",
                    ))
                }
                Some(token) => self.resolve(&position, token).map(Some),
            };
            visit(&position, ply, next.as_ref().ok().copied().flatten());
            let Some(next) = next? else { return Ok(()) };
            position.play_resolved(next);
            ply += 1;
        }
    }

    fn resolve(&self, position: &Position, token: Token<'_>) -> Result<Continuation, Box<Damage>> {
        match token {
            Token::Move { san, text, offset } => {
                let damage = |reason: &'static str| Damage::new(self.offset(offset), text, reason);
                position.resolve(san).map_err(|error| {
                    damage(match error {
                        SanError::IllegalSan => "not a legal move here",
                        SanError::AmbiguousSan => "several legal moves here",
                    })
                })
            }
            Token::Unreadable { text, offset, reason } => Err(Damage::new(self.offset(offset), text, reason)),
        }
    }
}
