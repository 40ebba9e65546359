//! Games: tags, start position and moves. Puzzles and lines of position files are games, too.

use super::damage::Damage;
use super::pgn::{Annotation, Annotations, Moves, Tag, Tags, kept};
use super::record::Record;
use super::text::words;
use crate::chess::{FenError, GameResult, Position, Uci};
use destrier::Color;
use std::borrow::Cow;
use std::fmt;

/// A game as it is written in a source.
///
/// The columns of a puzzle file and the lines of a position file become tags, so that all formats have the same
/// interface.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// The number of the game in its source.
    pub number: GameNumber,
    /// The offset of the first byte in the source, after decompression.
    pub offset: u64,
    /// The tags.
    pub tags: Tags<'a>,
    /// The moves as they are written.
    pub moves: MoveText<'a>,
}

/// The moves of a game as they are written.
#[derive(Clone, Copy, Debug)]
pub enum MoveText<'a> {
    /// SAN after the tags of a PGN game.
    San {
        /// The text of the game, with its tags.
        game: &'a [u8],
        /// Whether `game` is only the beginning of the game.
        truncated: bool,
    },
    /// UCI notation, separated by white space.
    Uci {
        /// The offset of the text from the first byte of the game.
        offset: usize,
        /// The text.
        text: &'a [u8],
    },
    /// Two bytes a move, in a row of a table of games.
    Coded {
        /// The moves.
        moves: &'a [u8],
        /// What else the row says about the game.
        facts: RowFacts<'a>,
    },
    /// A single position with its next move, in a row of a table of positions.
    Position {
        /// The next move in SAN or UCI notation, if known.
        next: Option<&'a [u8]>,
        /// The evaluation of the position.
        annotations: &'a [Annotation],
    },
}

impl<'a> MoveText<'a> {
    /// Returns the moves in a text that is not from a PGN file, in SAN or UCI notation.
    pub(super) fn of_text(text: &'a [u8]) -> Self {
        let truncated = text.len() > Record::MAX_LENGTH;
        let text = &text[..text.len().min(Record::MAX_LENGTH)];
        // Some tables have a semicolon before the moves. A comment of a single line would hide all of them.
        let without_semicolon = text.strip_prefix(b";").filter(|rest| !rest.contains(&b'\n'));
        let text = without_semicolon.unwrap_or(text);
        if is_uci(text) { Self::Uci { offset: 0, text } } else { Self::San { game: text, truncated } }
    }

    /// Returns the text if tags may precede its moves.
    pub(super) fn text_with_tags(&self) -> Option<&'a [u8]> {
        match *self {
            Self::San { game, .. } => game.trim_ascii_start().starts_with(b"[").then_some(game),
            _ => None,
        }
    }
}

/// Returns whether the first moves of a text are in UCI notation.
fn is_uci(text: &[u8]) -> bool {
    /// A pawn's move may be the same in long SAN. Further moves show the notation.
    const MOVES: usize = 6;
    let mut first = words(text).take(MOVES).map(|(_, word)| word).peekable();
    first.peek().is_some() && first.all(|word| Uci::from_ascii(word).is_ok())
}

/// Facts that a row of a table of games states beside tags and moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowFacts<'a> {
    /// The result after the moves.
    pub(crate) result: Option<GameResult>,
    /// The evaluations and clocks, by ply.
    pub(crate) annotations: &'a [Annotation],
    /// The damage after the moves.
    pub(crate) damage: Option<&'a Damage>,
    /// Whether the game cannot start, because of the damage.
    pub(crate) is_unplayable: bool,
    /// A checksum, and which patterns each position may have.
    pub(crate) marks: Option<&'a [u8]>,
}

/// The number of a game in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameNumber {
    /// The number of a game or puzzle, from 1. Puzzles are numbered by row.
    Game(u64),
    /// The line number in a position file, from 1.
    Line(u64),
}

impl GameNumber {
    /// Returns the number of the game or line.
    #[must_use]
    pub const fn get(self) -> u64 {
        let (Self::Game(number) | Self::Line(number)) = self;
        number
    }
}

impl fmt::Display for GameNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(number) => write!(f, "game {number}"),
            Self::Line(number) => write!(f, "line {number}"),
        }
    }
}

/// The start of a game.
#[derive(Clone, Debug)]
pub enum Start {
    /// A position with standard rules, including the castling of Chess960.
    Position(Position),
    /// A chess variant, which is not supported.
    Variant(String),
}

/// The values of the `Variant` tag, in lower case, for games with standard rules. Chess960 differs only in the start
/// position.
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
    pub(crate) const fn new(number: GameNumber, offset: u64, tags: Tags<'a>, moves: MoveText<'a>) -> Self {
        Self { number, offset, tags, moves }
    }

    /// Creates a game from a PGN record. Parses its tags now, and its moves when the game is replayed.
    #[must_use]
    pub fn pgn(record: Record<'a>) -> Self {
        Self::pgn_with_tags(record, Tags::read(record.bytes))
    }

    /// Creates a game from a PGN record whose tags are known.
    pub(crate) const fn pgn_with_tags(record: Record<'a>, tags: Tags<'a>) -> Self {
        let moves = MoveText::San { game: record.bytes, truncated: record.truncated };
        Self::new(GameNumber::Game(record.number), record.offset, tags, moves)
    }

    /// Creates a game from its moves in SAN or UCI notation, as other programs store them. `fen` is the start, unless
    /// that is the usual position. Text that begins with `[` may have tags before the moves.
    ///
    /// ```
    /// use destrier_games::{Game, MoveText};
    ///
    /// let fork = "r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1";
    /// let games = ["b5c7 e8d8", "1. Nc7+ Kd8"].map(|moves| Game::of_text(moves.as_bytes(), Some(fork.as_bytes())));
    /// assert!(matches!(games.each_ref().map(|game| game.moves), [MoveText::Uci { .. }, MoveText::San { .. }]));
    /// ```
    #[must_use]
    pub fn of_text(text: &'a [u8], fen: Option<&'a [u8]>) -> Self {
        let moves = MoveText::of_text(text);
        let of_text = moves.text_with_tags().map(Tags::read).unwrap_or_default();
        let mut tags = Tags::of(start_tag(fen).into_iter().chain(of_text.iter()).collect());
        tags.length = of_text.length;
        Self::new(GameNumber::Game(1), 0, tags, moves)
    }

    /// Creates a game from its moves in two bytes each, as `destrier convert` stores them. `fen` is the start, unless
    /// that is the usual position.
    #[must_use]
    pub fn of_codes(moves: &'a [u8], fen: Option<&'a [u8]>) -> Self {
        let tags = Tags::of(start_tag(fen).into_iter().collect());
        Self::new(GameNumber::Game(1), 0, tags, MoveText::Coded { moves, facts: RowFacts::default() })
    }

    /// The maximum length of a game's name in bytes. Every row of a game repeats it, so this bounds the size of a row.
    const MAX_SITE_LENGTH: usize = 255;

    /// Returns the name of the game: the first 255 bytes of its `Site` tag or of the puzzle's id.
    #[must_use]
    pub fn site(&self) -> Option<Cow<'a, str>> {
        let site = self.tags.value("Site")?;
        let end = site.floor_char_boundary(Self::MAX_SITE_LENGTH);
        Some(match site {
            Cow::Borrowed(site) => site[..end].into(),
            Cow::Owned(mut site) => {
                site.truncate(end);
                site.into()
            }
        })
    }

    /// Returns the result from the `Result` tag or, if that tag does not say who won, the result after the moves.
    ///
    /// Scans the whole text if the tag is missing, empty, `?`, `*` or not a result.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let tag = self.tags.value("Result").and_then(|result| result.trim().parse().ok());
        tag.filter(|&result| result != GameResult::Unknown)
            .or_else(|| self.result_behind_moves())
            .unwrap_or(GameResult::Unknown)
    }

    /// Returns the result after the moves.
    pub(crate) fn result_behind_moves(&self) -> Option<GameResult> {
        let game = match self.moves {
            MoveText::San { game, .. } => game,
            MoveText::Coded { facts, .. } => return facts.result,
            MoveText::Uci { .. } | MoveText::Position { .. } => return None,
        };
        let mut moves = Moves::new(game, &self.tags);
        moves.by_ref().for_each(drop);
        moves.result()
    }

    /// Returns the name of a player.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<Cow<'a, str>> {
        self.tags.value(if color.is_white() { "White" } else { "Black" })
    }

    /// Returns whether a player is a computer: a bot, or Lichess's own engine.
    #[must_use]
    pub fn is_computer(&self, color: Color) -> bool {
        let title = if color.is_white() { "WhiteTitle" } else { "BlackTitle" };
        let is_bot = self.tags.value(title).is_some_and(|title| title.trim().eq_ignore_ascii_case("BOT"));
        is_bot
            || self
                .player(color)
                .is_some_and(|name| name.trim().to_ascii_lowercase().starts_with("lichess ai"))
    }

    /// Returns the rating of a player, from 1 to 65535.
    #[must_use]
    pub fn rating_of(&self, color: Color) -> Option<u16> {
        self.tags.rating(if color.is_white() { "WhiteElo" } else { "BlackElo" })
    }

    /// Returns the evaluations and clocks in the comments of the main line. Scans the whole text.
    #[must_use]
    pub fn annotations(&self) -> Annotations {
        match self.moves {
            MoveText::San { game, .. } => Annotations::read(game, &self.tags),
            MoveText::Uci { .. } => Annotations::default(),
            MoveText::Coded { facts: RowFacts { annotations, .. }, .. }
            | MoveText::Position { annotations, .. } => Annotations::of(annotations.to_vec()),
        }
    }

    /// Returns the link to the game, if a tag has one.
    #[must_use]
    pub fn link(&self) -> Option<Cow<'a, str>> {
        ["Site", "Link", "GameURL", "GameUrl"]
            .into_iter()
            .filter_map(|name| self.tags.value(name))
            .find(|value| value.starts_with("https://") || value.starts_with("http://"))
    }

    /// Returns the mean of the players' ratings. If one is missing or 0, returns the other. A puzzle returns its own
    /// rating.
    #[must_use]
    pub fn rating(&self) -> Option<u16> {
        match (self.tags.rating("WhiteElo"), self.tags.rating("BlackElo")) {
            (Some(white), Some(black)) => Some(white.midpoint(black)),
            (one, other) => one.or(other).or_else(|| self.tags.rating("Rating")),
        }
    }

    /// Returns the start of the game: the position of the `FEN` tag, or the initial position.
    ///
    /// # Errors
    ///
    /// Returns an error if the `FEN` tag is not a FEN or its position is not playable.
    pub fn start(&self) -> Result<Start, Box<Damage>> {
        if let MoveText::Coded { facts: RowFacts { damage: Some(damage), is_unplayable: true, .. }, .. } =
            self.moves
        {
            return Err(Box::new(damage.clone()));
        }
        let variant = self.tags.value("Variant").unwrap_or_default();
        if !STANDARD_RULES.contains(&variant.to_ascii_lowercase().as_str()) {
            return Ok(Start::Variant(variant.into_owned()));
        }
        // An empty or `?` tag means unknown, but a line or row without a position is an error.
        let is_line = matches!(self.moves, MoveText::Uci { .. } | MoveText::Position { .. });
        match self.tags.get("FEN").filter(|tag| is_line || !tag.is_unknown()) {
            Some(tag) => self.read_fen(tag),
            None => Ok(Start::Position(Position::INITIAL)),
        }
    }

    fn read_fen(&self, tag: Tag<'_>) -> Result<Start, Box<Damage>> {
        match Position::from_fen(tag.raw_value) {
            Ok(position) => Ok(Start::Position(position)),
            Err(FenError::Variant(variant)) => Ok(Start::Variant(variant.to_owned())),
            Err(error) => {
                Err(Damage::new(self.offset_of(tag.value_offset), tag.raw_value, error.to_string()))
            }
        }
    }

    const fn offset_of(&self, offset_in_game: usize) -> u64 {
        self.offset + offset_in_game as u64
    }

    /// Creates the damage for a token at an offset from the first byte of the game.
    #[cold]
    pub(crate) fn damage(&self, offset: usize, token: &[u8], reason: &'static str) -> Box<Damage> {
        Damage::new(self.offset_of(offset), token, reason)
    }
}

/// Returns the tag for the start of a game. An empty text is none, as in tables.
fn start_tag(fen: Option<&[u8]>) -> Option<Tag<'_>> {
    let fen = kept(fen?);
    (!fen.is_empty()).then_some(Tag { name: b"FEN", raw_value: fen, value_offset: 0, is_plain: true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Decoder, open};
    use std::path::Path;
    use std::sync::Arc;

    /// Returns the decoder for a file with this extension and beginning.
    fn decoder(ending: &str, beginning: &str) -> Arc<dyn Decoder> {
        open(Path::new(&format!("a.{ending}")), beginning.as_bytes()).unwrap().0
    }

    fn game(tags: &str) -> Game<'_> {
        Game::pgn(Record { number: 1, offset: 0, bytes: tags.as_bytes(), truncated: false })
    }

    #[test]
    fn game_numbers_name_games_or_lines() {
        let numbers = [GameNumber::Game(7), GameNumber::Line(8)];
        assert_eq!(numbers.map(GameNumber::get), [7, 8]);
        assert_eq!(numbers.map(|number| number.to_string()), ["game 7", "line 8"]);
    }

    #[test]
    fn a_semicolon_before_the_moves_of_a_table_hides_nothing() {
        for (text, moves) in [(";1.e4 e5", 2), (";1. e4 e5\n", 0), ("; e2e4 e7e5", 2), ("1. e4 ; e5", 1)] {
            let game = Game::of_text(text.as_bytes(), None);
            let MoveText::San { game: text, .. } = game.moves else {
                assert_eq!(moves, 2);
                continue;
            };
            assert_eq!(Moves::new(text, &game.tags).count(), moves, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn site_is_truncated() {
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
        for tags in ["[Event \"a\"]", "[Site \"?\"]", "[Site \"\"]"] {
            assert_eq!(game(tags).site(), None, "{tags}");
        }
    }

    #[test]
    fn link_is_first_tag_with_url() {
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
    fn result_falls_back_to_movetext() {
        use GameResult::{BlackWon, Draw, Unknown, WhiteWon};
        for (tag, end, result) in [
            ("[Result \"1-0\"]", "0-1", WhiteWon),
            ("[Result \" 1/2 \"]", "0-1", Draw),
            ("[Result \"*\"]", "0-1", BlackWon),
            ("[Result \"?\"]", "1-0", WhiteWon),
            ("[Result \"\"]", "1/2-1/2", Draw),
            ("[Result \"adjourned\"]", "1-0", WhiteWon),
            ("[Result \"adjourned\"]", "*", Unknown),
            ("[Event \"a\"]", "0-1", BlackWon),
            ("[Event \"a\"]", "*", Unknown),
            ("[Event \"a\"]", "", Unknown),
        ] {
            for moves in ["1. e4 {1-0} (1. d4 1/2-1/2) e5 ", ""] {
                assert_eq!(game(&format!("{tag}\n\n{moves}{end}")).result(), result, "{tag} {moves}{end}");
            }
        }
        let puzzle = decoder("csv", "FEN,Moves");
        let fen = b"6k1/8/8/8/8/8/8/R5K1 w - - 0 1,a1a8";
        let record = Record { number: 1, offset: 0, bytes: fen, truncated: false };
        assert_eq!(puzzle.read(record).unwrap().unwrap().result(), Unknown);
    }

    #[test]
    fn rating_is_mean_of_known_ratings() {
        for (tags, rating) in [
            ("[WhiteElo \"2000\"][BlackElo \" 1001 \"]", Some(1500)),
            ("[WhiteElo \"2000\"][BlackElo \"0\"]", Some(2000)),
            ("[WhiteElo \"?\"][BlackElo \"1\"]", Some(1)),
            ("[Rating \"900\"]", Some(900)),
            ("[Rating \"900\"][WhiteElo \"2000\"]", Some(2000)),
            ("[WhiteElo \"-\"]", None),
            ("[WhiteElo \"65535\"][BlackElo \"65536\"]", Some(65535)),
        ] {
            assert_eq!(game(tags).rating(), rating, "{tags}");
        }
    }

    #[test]
    fn records_have_a_start_a_variant_or_damage_or_are_empty() {
        let pockets = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq] w KQkq - 0 1";
        let with_pockets = format!("[FEN \"{pockets}\"]");
        for (ending, beginning, text, expected) in [
            ("epd", "", "?", "damage"),
            ("epd", "", "?; id \"x\";", "damage"),
            ("epd", "", "-", "damage"),
            ("epd", "", "8/8/8/8/8/8/8/8 w - -", "damage"),
            ("epd", "", " ", "nothing"),
            ("epd", "", "\x1a", "nothing"),
            ("epd", "", "\u{feff}\0\0 \r", "nothing"),
            ("epd", "", pockets, "Crazyhouse"),
            // An unknown FEN means the initial position.
            ("pgn", "", "[FEN \"?\"]", "start"),
            ("pgn", "", &with_pockets, "Crazyhouse"),
            ("pgn", "", "[FEN \"8/8/8/8/8/8/8/8 w - - 3+3 0 1\"]", "Three-check"),
            ("csv", "FEN,Moves", "", "nothing"),
            ("csv", "FEN,Moves", " \t", "nothing"),
            ("csv", "FEN,Moves", "\x1a", "nothing"),
            ("csv", "FEN,Moves", "\0\0", "nothing"),
            ("csv", "FEN,Moves", "x", "damage"),
        ] {
            let record = Record { number: 1, offset: 0, bytes: text.as_bytes(), truncated: false };
            let decoder = decoder(ending, beginning);
            let game = decoder.read(record);
            let found = match game.map(|game| game.and_then(|game| game.start())) {
                None => "nothing".to_owned(),
                Some(Ok(Start::Position(_))) => "start".to_owned(),
                Some(Ok(Start::Variant(name))) => name,
                Some(Err(_)) => "damage".to_owned(),
            };
            assert_eq!(found, expected, "{ending}: {text:?}");
        }
    }
}
