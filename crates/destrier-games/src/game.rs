//! A game: its tags, its start and its moves played out. A puzzle is one, and so is a line of a position file.

use crate::pgn::{Moves, Tag, Tags, Token};
use crate::{
    Continuation, Damage, FenError, Layout, Position, Positions, Record, San, SanError, Uci, epd, puzzle,
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
    /// The most moves of a game that are played, so that memory stays bounded. The 75-move rule ends a game long
    /// before.
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
            Layout::Puzzles(_) if epd::is_blank(record.bytes) => None,
            Layout::Puzzles(columns) => {
                let row = columns
                    .tags(record.bytes)
                    .map_err(|reason| Damage::new(record.offset, record.bytes, reason));
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
        let end = site.floor_char_boundary(Self::LONGEST_SITE);
        Some(match site {
            Cow::Borrowed(site) => site[..end].into(),
            Cow::Owned(mut site) => {
                site.truncate(end);
                site.into()
            }
        })
    }

    /// The result behind its moves in SAN.
    #[cfg(feature = "files")]
    pub(crate) fn result_behind_moves(&self) -> Option<crate::GameResult> {
        let mut moves = Moves::new(self.record.bytes, &self.tags);
        moves.by_ref().for_each(drop);
        moves.result().filter(|_| self.uci.is_none())
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

    /// Plays the main line from a position and shows all positions to `visit`, many at a time. What `positions` held
    /// before is forgotten; afterwards it holds what was shown last, which of a long game is not all.
    ///
    /// # Errors
    ///
    /// When a token is not a move, or not a legal one. All positions before it were visited, the last without
    /// continuation.
    pub fn replay(
        &self,
        start: &Position,
        positions: &mut Positions,
        visit: impl FnMut(&Positions),
    ) -> Result<(), Box<Damage>> {
        self.play_out(start, &mut Show { positions, for_patterns: false, visit })
    }

    /// As [`replay`](Self::replay), for positions that a [`Selection`](crate::Selection) then searches: they are looked
    /// at for patterns, all at once, which makes the search fast.
    ///
    /// # Errors
    ///
    /// As for `replay`.
    pub fn replay_for_search(
        &self,
        start: &Position,
        positions: &mut Positions,
        visit: impl FnMut(&Positions),
    ) -> Result<(), Box<Damage>> {
        self.play_out(start, &mut Show { positions, for_patterns: true, visit })
    }

    fn play_out(
        &self,
        start: &Position,
        show: &mut Show<'_, impl FnMut(&Positions)>,
    ) -> Result<(), Box<Damage>> {
        match self.uci {
            None => {
                let mut moves = ReadAhead::new(Moves::new(self.record.bytes, &self.tags));
                self.play(start, show, |position, is_asked_later| {
                    self.next_san(&mut moves, position, is_asked_later)
                })
            }
            Some((start_offset, text)) => {
                let mut words = puzzle::moves(text);
                self.play(start, show, |position, _| self.next_uci(start_offset, words.next(), position))
            }
        }
    }

    /// Plays what `next` gives from position to position. It is told whether it will be asked of the next position if
    /// its king was left in check.
    #[inline(always)]
    fn play(
        &self,
        start: &Position,
        show: &mut Show<'_, impl FnMut(&Positions)>,
        mut next: impl FnMut(&Position, bool) -> Result<Continuation, End>,
    ) -> Result<(), Box<Damage>> {
        let mut position = *start;
        let mut ply = 0;
        show.positions.begin(ply);
        let end = loop {
            // Whether moves leave their king in check is asked of all positions at once; of the last one's move, now.
            match next(&position, show.positions.has_room_for_two()) {
                Err(None) => break None,
                _ if ply == Self::MOST_MOVES => break Some(self.too_many_moves()),
                Err(damage) => break damage,
                Ok(next) => {
                    show.positions.push(&position, Some(next));
                    position.play_legal(next);
                }
            }
            ply += 1;
            if show.positions.is_full() {
                self.show(show)?;
                show.positions.begin(ply);
            }
        };
        show.positions.push(&position, None);
        self.show(show)?;
        end.map_or(Ok(()), Err)
    }

    /// Shows the positions up to a move that leaves its king in check.
    fn show(&self, show: &mut Show<'_, impl FnMut(&Positions)>) -> Result<(), Box<Damage>> {
        let illegal = show.positions.look(show.for_patterns);
        if let Some(illegal) = illegal {
            show.positions.truncate(illegal);
        }
        (show.visit)(show.positions);
        illegal.map_or(Ok(()), |illegal| Err(self.illegal_move(show.positions.ply(illegal) - 1)))
    }

    /// The token of the move made at a ply, and its offset.
    fn token(&self, ply: u32) -> (&'a [u8], usize) {
        let token = match self.uci {
            None => Moves::new(self.record.bytes, &self.tags).nth(ply as usize).map(|token| {
                let (Token::Move { text, offset, .. } | Token::Unreadable { text, offset, .. }) = token;
                (text, offset)
            }),
            Some((start, text)) => {
                puzzle::moves(text).nth(ply as usize).map(|(offset, word)| (word, start + offset))
            }
        };
        token.unwrap_or((b"", self.record.bytes.len()))
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
        match moves.end {
            _ if self.record.cut && moves.moves.at_end() => {
                let reason = "the game goes on, and no more than 64 MiB of one are read";
                Some(self.damage(self.record.bytes.len(), b"", reason))
            }
            Some(Token::Unreadable { text, offset, reason }) => Some(self.damage(offset, text, reason)),
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

    #[cold]
    fn damage(&self, offset: usize, token: &[u8], reason: &'static str) -> Box<Damage> {
        Damage::new(self.offset(offset), token, reason)
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

/// Where positions are collected, and to whom they are shown.
struct Show<'a, V> {
    positions: &'a mut Positions,
    for_patterns: bool,
    visit: V,
}

/// How a main line ends: with nothing, or with damage.
type End = Option<Box<Damage>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Columns;
    use std::sync::Arc;

    fn start(bytes: &[u8], layout: &Layout) -> Result<Option<Start>, Box<Damage>> {
        let record = Record { number: 1, offset: 0, bytes, cut: false };
        Game::read(record, layout).transpose()?.map(|game| game.start()).transpose()
    }

    fn game(tags: &str) -> Game<'_> {
        Game::pgn(Record { number: 1, offset: 0, bytes: tags.as_bytes(), cut: false })
    }

    #[test]
    fn a_place_has_a_number_and_a_name() {
        assert_eq!((Place::Game(7).number(), Place::Line(8).number()), (7, 8));
        assert_eq!(
            (Place::Game(7).to_string(), Place::Line(8).to_string()),
            ("game 7".into(), "line 8".into())
        );
    }

    #[test]
    fn a_site_is_kept_in_bounds() {
        let longest = "x".repeat(255);
        for (site, kept) in [
            ("a", "a"),
            (&longest[..], &longest[..]),
            (&"x".repeat(256), &longest),
            (&"é".repeat(1000), &"é".repeat(127)),
            (&"\\\"".repeat(300), &"\"".repeat(255)),
        ] {
            assert_eq!(game(&format!("[Site \"{site}\"]")).site().unwrap(), kept);
        }
        assert_eq!(game("[Event \"a\"]").site(), None);
    }

    #[test]
    fn a_link_is_the_first_tag_that_is_one() {
        for (tags, link) in [
            ("[Site \"https://a\"]", Some("https://a")),
            ("[Site \"http://a\"]", Some("http://a")),
            ("[Link \"https://b\"][Site \"Paris\"]", Some("https://b")),
            ("[GameURL \"https://c\"]", Some("https://c")),
            ("[GameUrl \"https://d\"]", Some("https://d")),
            ("[Site \"Paris\"][Round \"https://e\"]", None),
            ("[Site \"see https://a\"]", None),
        ] {
            assert_eq!(game(tags).link().as_deref(), link, "{tags}");
        }
    }

    #[test]
    fn a_rating_is_the_mean_of_those_there_are() {
        for (tags, rating) in [
            ("[WhiteElo \"2000\"][BlackElo \" 1001 \"]", Some(1500)),
            ("[WhiteElo \"2000\"][BlackElo \"0\"]", Some(2000)),
            ("[WhiteElo \"?\"][BlackElo \"1\"]", Some(1)),
            ("[Rating \"900\"]", Some(900)),
            ("[Rating \"900\"][WhiteElo \"2000\"]", Some(2000)),
            ("[WhiteElo \"-\"]", None),
        ] {
            assert_eq!(game(tags).rating(), rating, "{tags}");
        }
    }

    #[test]
    fn moves_in_uci_notation_are_named_where_they_stand() {
        let Ok(columns) = Columns::read(b"FEN,Moves") else { panic!("a header") };
        let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(16_384);
        for (moves, token, reason) in [
            ("e2e4 e7e5 ", "e1e3", "not a legal move here"),
            ("e2e4 f7f6 d1h5 ", "a7a6", "not a legal move here"),
            ("e2e4 ", "e9", "not a move"),
            (&shuffle, "e2e4", "no more than 65,536 moves of a game are played"),
        ] {
            let row = format!("{},{moves}{token} e7e5", Position::INITIAL.fen());
            let offset = 1000 + row.find(&format!("{token} ")).unwrap() as u64;
            let record = Record { number: 1, offset: 1000, bytes: row.as_bytes(), cut: false };
            let layout = Layout::Puzzles(Arc::new(columns.clone()));
            let game = Game::read(record, &layout).unwrap().unwrap();
            let damage = game.replay(&Position::INITIAL, &mut Positions::new(), |_| {}).unwrap_err();
            assert_eq!((damage.offset, &*damage.token, &*damage.reason), (offset, token, reason));
        }
    }

    #[test]
    fn a_move_that_leaves_the_king_in_check_is_damage_however_it_is_replayed() {
        let game = game("1. e4 f6 2. Qh5+ a6 3. Nf3 *");
        let (start, positions) = (Position::INITIAL, &mut Positions::new());
        for result in
            [game.replay(&start, positions, |_| {}), game.replay_for_search(&start, positions, |_| {})]
        {
            assert_eq!(result.unwrap_err().to_string(), r#"byte 17: "a6": not a legal move here"#);
        }
    }

    #[test]
    fn a_line_without_a_position_is_damage() {
        for line in ["?", "?; id \"x\";", "-", "8/8/8/8/8/8/8/8 w - -"] {
            assert!(start(line.as_bytes(), &Layout::Positions).is_err(), "{line}");
        }
        for line in [" ", "\x1a", "\u{feff}\0\0 \r"] {
            assert!(matches!(start(line.as_bytes(), &Layout::Positions), Ok(None)), "{line:?}");
        }
        let unknown = start(b"[FEN \"?\"]", &Layout::Games);
        assert!(matches!(unknown, Ok(Some(Start::Position(_)))), "a tag may say that it is unknown");
    }

    #[test]
    fn a_row_with_nothing_in_it_is_no_puzzle() {
        let layout = Layout::Puzzles(Columns::read(b"FEN,Moves").unwrap().into());
        for row in ["", " \t", "\x1a", "\0\0"] {
            assert!(matches!(start(row.as_bytes(), &layout), Ok(None)), "{row:?}");
        }
        assert!(start(b"x", &layout).is_err());
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
