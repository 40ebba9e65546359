//! A game: its tags, its start and its moves played out. A puzzle is one, and so is a line of a position file.

use crate::pgn::{Moves, Tag, Tags, Token};
use crate::{
    Continuation, Damage, FenError, Layout, Position, Positions, Record, SanError, Uci, epd, puzzle,
};
use std::borrow::Cow;
use std::fmt;

/// A game as it stands in a source.
///
/// What a puzzle file says in columns and a position file in a line is given as tags, so that all ask alike.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    record: Record<'a>,
    place: Place,
    /// Its tags.
    pub tags: Tags<'a>,
    /// Offset and text of its moves in UCI notation, where they are not in SAN behind the tags.
    uci: Option<(usize, &'a [u8])>,
}

/// Where a game stands in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The number of the game, from 1; of a puzzle, that of its row.
    Game(u64),
    /// The number of the line in a position file, from 1.
    Line(u64),
}

impl Place {
    /// The number, of a game or a line.
    #[must_use]
    pub const fn number(self) -> u64 {
        let (Self::Game(number) | Self::Line(number)) = self;
        number
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(number) => write!(f, "game {number}"),
            Self::Line(number) => write!(f, "line {number}"),
        }
    }
}

/// Where a game begins.
#[derive(Clone, Debug)]
pub enum Start {
    /// In a position, with standard rules, Chess960's castling included.
    Position(Position),
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

    /// A game in PGN. Its tags are read now, its moves when it is replayed.
    #[must_use]
    pub fn pgn(record: Record<'a>) -> Self {
        Self { record, place: Place::Game(record.number), tags: Tags::read(record.bytes), uci: None }
    }

    /// What a record of a source with this layout holds; `None` for a blank line.
    ///
    /// # Errors
    ///
    /// When the row of a puzzle lacks what makes it one.
    #[must_use]
    pub fn read(record: Record<'a>, layout: &'a Layout) -> Option<Result<Self, Box<Damage>>> {
        match layout {
            Layout::Games => Some(Ok(Self::pgn(record))),
            Layout::Positions => {
                let (value_offset, raw_value) = epd::fen(record.bytes)?;
                let tags = Tags::of(vec![Tag { name: b"FEN", raw_value, value_offset }]);
                // A line has no moves.
                let uci = Some((record.bytes.len(), &record.bytes[..0]));
                Some(Ok(Self { record, place: Place::Line(record.number), tags, uci }))
            }
            Layout::Puzzles(_) if record.bytes.trim_ascii().is_empty() => None,
            Layout::Puzzles(columns) => {
                let row = columns.tags(record.bytes).map_err(|error| {
                    Damage::new(record.offset + error.offset as u64, error.token, error.reason)
                });
                Some(row.map(|puzzle::Row { tags, moves }| {
                    let place = Place::Game(record.number);
                    Self { record, place, tags: Tags::of(tags), uci: Some(moves) }
                }))
            }
        }
    }

    /// Where it stands in its source.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// The most bytes of what names a game: it stands in every row of it, and is kept in bounds with them.
    const LONGEST_SITE: usize = 255;

    /// What names the game, as written: its `Site` tag, the id of a puzzle; the first 255 bytes of it.
    #[must_use]
    pub fn site(&self) -> Option<Cow<'a, str>> {
        let site = self.tags.get("Site")?.value();
        Some(match site.len() {
            0..=Self::LONGEST_SITE => site,
            _ => site[..site.floor_char_boundary(Self::LONGEST_SITE)].to_owned().into(),
        })
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

    /// The mean of the players' ratings; of a single one where the other is missing or 0; a puzzle's own. `None`
    /// without any.
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
            (one, other) => one.or(other).or_else(|| rating("Rating")),
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
        // A tag may say that it is unknown; a line or a row that has no position has nothing.
        match self.tags.get("FEN").filter(|tag| self.uci.is_some() || !tag.is_unknown()) {
            Some(tag) => self.read_fen(tag),
            None => Ok(Start::Position(Position::INITIAL)),
        }
    }

    fn read_fen(&self, tag: Tag<'_>) -> Result<Start, Box<Damage>> {
        match Position::from_fen(tag.raw_value) {
            Ok(position) => Ok(Start::Position(position)),
            Err(FenError::Variant(variant)) => Ok(Start::Variant(variant.to_owned())),
            Err(error) => Err(Damage::new(self.offset(tag.value_offset), tag.raw_value, error.to_string())),
        }
    }

    const fn offset(&self, offset_in_game: usize) -> u64 {
        self.record.offset + offset_in_game as u64
    }

    /// Plays the main line from a position and shows all positions to `visit`, many at a time. What `positions` held before
    /// is forgotten.
    ///
    /// # Errors
    ///
    /// When a token is not a move, or not a legal one. All positions before it were visited, the last without
    /// continuation.
    pub fn replay(
        &self,
        start: &Position,
        positions: &mut Positions,
        mut visit: impl FnMut(&Positions),
    ) -> Result<(), Box<Damage>> {
        let mut moves = match self.uci {
            None => MainLine::San(Moves::new(self.record.bytes, &self.tags)),
            Some((start, text)) => MainLine::Uci { start, words: Box::new(puzzle::moves(text)) },
        };
        let mut position = *start;
        let mut ply = 0;
        positions.begin(ply);
        loop {
            // Whether moves leave their king in check is asked of all positions at once; of the last one's move, now.
            let next = self.next(&mut moves, &position, ply, positions.has_room_for_two());
            positions.push(&position, next.as_ref().ok().copied().flatten());
            if let Ok(Some(next)) = next {
                ply += 1;
                position.play_legal(next);
                if !positions.is_full() {
                    continue;
                }
            }
            if let Some(illegal) = positions.king_left_in_check() {
                positions.truncate(illegal);
                visit(positions);
                return Err(self.illegal_move(positions.ply(illegal - 1)));
            }
            visit(positions);
            if next?.is_none() {
                return Ok(());
            }
            positions.begin(ply);
        }
    }

    /// The damage of a move in SAN that leaves its king in check, found after the game went on.
    #[cold]
    fn illegal_move(&self, ply: u32) -> Box<Damage> {
        let token = Moves::new(self.record.bytes, &self.tags).nth(ply as usize);
        let (text, offset) = match token {
            Some(Token::Move { text, offset, .. } | Token::Unreadable { text, offset, .. }) => (text, offset),
            None => (&b""[..], self.record.bytes.len()),
        };
        Damage::new(self.offset(offset), text, SanError::Illegal.reason())
    }

    /// How the game goes on from a position, `None` at its end.
    #[inline]
    fn next(
        &self,
        moves: &mut MainLine<'a>,
        position: &Position,
        ply: u32,
        positions_are_checked: bool,
    ) -> Result<Option<Continuation>, Box<Damage>> {
        let (text, offset, next) = match moves {
            MainLine::San(moves) => match moves.next() {
                None | Some(Token::Unreadable { .. }) if self.record.cut && moves.at_end() => {
                    let end = self.record.bytes.len();
                    (&b""[..], end, Err("the game goes on, and no more than 64 MiB of one are read"))
                }
                None => return Ok(None),
                Some(Token::Move { san, text, offset }) => {
                    let next = match positions_are_checked {
                        true => position.resolve_unless_pinned(san),
                        false => position.resolve(san),
                    };
                    let next = next.map_err(SanError::reason);
                    (text, offset, next)
                }
                Some(Token::Unreadable { text, offset, reason }) => (text, offset, Err(reason)),
            },
            MainLine::Uci { start, words } => match words.next() {
                None => return Ok(None),
                Some((offset, text)) => {
                    let uci = Uci::from_ascii(text).map_err(|_| "not a move");
                    (
                        text,
                        *start + offset,
                        uci.and_then(|uci| position.resolve_uci(uci).ok_or(SanError::Illegal.reason())),
                    )
                }
            },
        };
        let next =
            if ply < Self::MOST_MOVES { next } else { Err("no more than 65,536 moves of a game are played") };
        next.map(Some).map_err(|reason| Damage::new(self.offset(offset), text, reason))
    }
}

/// The moves of a game, in either notation.
enum MainLine<'a> {
    San(Moves<'a>),
    Uci { start: usize, words: Box<dyn Iterator<Item = (usize, &'a [u8])> + 'a> },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(bytes: &[u8], layout: &Layout) -> Result<Option<Start>, Box<Damage>> {
        let record = Record { number: 1, offset: 0, bytes, cut: false };
        Game::read(record, layout).transpose()?.map(|game| game.start()).transpose()
    }

    #[test]
    fn a_site_is_kept_in_bounds() {
        let game = format!("[Site \"{}\"]", "é".repeat(1000));
        let record = Record { number: 1, offset: 0, bytes: game.as_bytes(), cut: false };
        assert_eq!(Game::pgn(record).site().unwrap(), "é".repeat(127));
    }

    #[test]
    fn a_line_without_a_position_is_damage() {
        for line in ["?", "?; id \"x\";", "-", "8/8/8/8/8/8/8/8 w - -"] {
            assert!(start(line.as_bytes(), &Layout::Positions).is_err(), "{line}");
        }
        assert!(matches!(start(b" ", &Layout::Positions), Ok(None)));
        let unknown = start(b"[FEN \"?\"]", &Layout::Games);
        assert!(matches!(unknown, Ok(Some(Start::Position(_)))), "a tag may say that it is unknown");
    }

    #[test]
    fn pieces_in_hand_and_checks_to_give_are_of_variants() {
        let pockets = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq] w KQkq - 0 1";
        let checks = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1";
        let [with_pockets, with_checks] = [pockets, checks].map(|fen| format!("[FEN \"{fen}\"]"));
        for (text, layout, variant) in [
            (&with_pockets[..], Layout::Games, "Crazyhouse"),
            (&with_checks, Layout::Games, "Three-check"),
            (pockets, Layout::Positions, "Crazyhouse"),
        ] {
            let found = start(text.as_bytes(), &layout);
            assert!(matches!(&found, Ok(Some(Start::Variant(name))) if name == variant), "{text}: {found:?}");
        }
    }
}
