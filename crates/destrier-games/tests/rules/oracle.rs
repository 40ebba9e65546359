//! Compares our reading of texts, positions and games with shakmaty's.
//!
//! The fuzz targets use this file as well.

use destrier::{Bitboard, File, Piece, Rank, Sets, Square};
use destrier_games::pgn::{Moves, Tags, Token};
use destrier_games::{
    CastlingSide, Continuation, Damage, Decoder, FenError, FenField, Game, Move, Position, Positions, Reader,
    Record, San, SanError, SetupError, Start, Uci, Unscreened, open_text,
};
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::san::{San as TheirSan, SanError as TheirSanError, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Position as _, PositionError, PositionErrorKinds, Rank as TheirRank,
    Role, Setup,
};
use std::io::Read;
use std::sync::Arc;

const fn own_set(set: shakmaty::Bitboard) -> Bitboard {
    Bitboard::from_bits(set.0)
}

fn own_square(square: shakmaty::Square) -> Square {
    Square::ALL[usize::from(square)]
}

fn own_piece(role: Role) -> Piece {
    Piece::ALL[usize::from(role) - 1]
}

fn own_move(played: shakmaty::Move) -> Option<Move> {
    Some(match played {
        shakmaty::Move::Normal { role, from, to, promotion, .. } => Move::Normal {
            piece: own_piece(role),
            from: own_square(from),
            to: own_square(to),
            promotion: promotion.map(own_piece),
        },
        shakmaty::Move::EnPassant { from, to } => {
            Move::EnPassant { from: own_square(from), to: own_square(to) }
        }
        shakmaty::Move::Castle { king, rook } => {
            Move::Castling { king: own_square(king), rook: own_square(rook) }
        }
        shakmaty::Move::Put { .. } => return None,
    })
}

/// Converts a SAN move from shakmaty's type to ours. Drops give `None`.
pub(crate) fn own_san(san: TheirSan) -> Option<San> {
    Some(match san {
        TheirSan::Normal { role, file, rank, capture, to, promotion } => San::Normal {
            piece: own_piece(role),
            file: file.map(|file| File::ALL[usize::from(file)]),
            rank: rank.map(|rank| Rank::ALL[usize::from(rank)]),
            capture,
            to: own_square(to),
            promotion: promotion.map(own_piece),
        },
        TheirSan::Castle(shakmaty::CastlingSide::KingSide) => San::Castling(CastlingSide::King),
        TheirSan::Castle(shakmaty::CastlingSide::QueenSide) => San::Castling(CastlingSide::Queen),
        TheirSan::Null => San::Null,
        TheirSan::Put { .. } => return None,
    })
}

/// Converts a SAN move from our type to shakmaty's.
fn their_san(san: San) -> TheirSan {
    let role = |piece: Piece| Role::ALL[usize::from(piece.index())];
    match san {
        San::Normal { piece, file, rank, capture, to, promotion } => TheirSan::Normal {
            role: role(piece),
            file: file.map(|file| shakmaty::File::ALL[usize::from(file.index())]),
            rank: rank.map(|rank| TheirRank::ALL[usize::from(rank.index())]),
            capture,
            to: shakmaty::Square::ALL[usize::from(to.index())],
            promotion: promotion.map(role),
        },
        San::Castling(CastlingSide::King) => TheirSan::Castle(shakmaty::CastlingSide::KingSide),
        San::Castling(CastlingSide::Queen) => TheirSan::Castle(shakmaty::CastlingSide::QueenSide),
        San::Null => TheirSan::Null,
    }
}

/// Converts a UCI move from shakmaty's type to ours. Drops give `None`.
fn own_uci(uci: UciMove) -> Option<Uci> {
    match uci {
        UciMove::Normal { from, to, promotion } => Some(Uci::Normal {
            from: own_square(from),
            to: own_square(to),
            promotion: promotion.map(own_piece),
        }),
        UciMove::Null => Some(Uci::Null),
        UciMove::Put { .. } => None,
    }
}

/// Checks that both parse a text as the same SAN move or reject it, and format it alike. Returns whether it is a
/// move.
pub(crate) fn same_san_text(text: &[u8]) -> bool {
    let theirs = TheirSan::from_ascii(text).ok();
    let san = San::from_ascii(text).ok();
    assert_eq!(san, theirs.and_then(own_san), "{}", text.escape_ascii());
    if let (Some(san), Some(theirs)) = (san, theirs) {
        let written = san.to_string();
        assert_eq!(written, theirs.to_string());
        assert_eq!(San::from_ascii(written.as_bytes()), Ok(san));
        assert_eq!(their_san(san), theirs);
    }
    san.is_some()
}

/// As [`same_san_text`], for UCI notation.
pub(crate) fn same_uci_text(text: &[u8]) -> bool {
    let theirs = UciMove::from_ascii(text).ok();
    let uci = Uci::from_ascii(text).ok();
    assert_eq!(uci, theirs.and_then(own_uci), "{}", text.escape_ascii());
    if let (Some(uci), Some(theirs)) = (uci, theirs) {
        let written = uci.to_string();
        assert_eq!(written, theirs.to_string());
        assert_eq!(Uci::from_ascii(written.as_bytes()), Ok(uci));
    }
    uci.is_some()
}

/// The result of parsing a FEN with shakmaty.
#[derive(Debug)]
enum Expected {
    Position(Box<Chess>),
    Variant(&'static str),
    NoFen(ParseFenError),
    Unplayable(PositionErrorKinds),
}

fn expected(fen: &[u8]) -> Expected {
    // Other white space separates fields too. No field has the bytes of wide spaces.
    let is_space = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x80..=0x8b | 0xa0 | 0xaf | 0xc2 | 0xe2);
    let spaced: Vec<u8> = fen.iter().map(|&byte| if is_space(byte) { b' ' } else { byte }).collect();
    let mut setup = match Fen::from_ascii(&spaced) {
        Ok(fen) => fen.into_setup(),
        Err(error) => return Expected::NoFen(error),
    };
    if setup.pockets.is_some() {
        return Expected::Variant("Crazyhouse");
    }
    if setup.remaining_checks.is_some() {
        return Expected::Variant("Three-check");
    }
    // Some files have Chess960 rematches with the castling rights of the previous game.
    if is_start(&setup) && !setup.castling_rights.is_subset(setup.board.rooks()) {
        setup.castling_rights = setup.board.rooks();
    }
    let mode = CastlingMode::detect(&setup);
    playable(setup, mode).map_or_else(Expected::Unplayable, |chess| Expected::Position(Box::new(chess)))
}

/// Returns the position of a setup, ignoring errors that leave its moves well defined.
fn playable(setup: Setup, mode: CastlingMode) -> Result<Chess, PositionErrorKinds> {
    setup
        .position(mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| error.kinds())
}

/// Returns whether all pieces are on the ranks where they start, pawns in front.
fn is_start(setup: &Setup) -> bool {
    let rank = |rank: TheirRank| shakmaty::Bitboard::from_rank(rank);
    let (board, pawns) = (&setup.board, rank(TheirRank::Second) | rank(TheirRank::Seventh));
    board.white() == rank(TheirRank::First) | rank(TheirRank::Second)
        && board.black() == rank(TheirRank::Seventh) | rank(TheirRank::Eighth)
        && board.pawns() == pawns
}

/// Checks that both parse a FEN as the same position, or reject it for the same reason.
pub(crate) fn same_fen(fen: &[u8]) -> Result<(Position, Chess), FenError> {
    let text = fen.escape_ascii();
    let found = Position::from_fen(fen);
    match (found, expected(fen)) {
        (Ok(position), Expected::Position(chess)) => {
            same_position(&position, &chess);
            let written = position.fen();
            let again = Position::from_fen(written.as_bytes()).expect("our FEN output is valid");
            assert_eq!((again, again.to_string()), (position, written), "{text}");
            return Ok((position, *chess));
        }
        (Err(FenError::Variant(name)), Expected::Variant(variant)) => assert_eq!(name, variant, "{text}"),
        (Err(FenError::Field { field, offset }), Expected::NoFen(error)) => {
            assert!(offset <= fen.len() && is_field(field, &error), "{text}: {field:?} for {error}");
        }
        (Err(FenError::Setup(error)), Expected::Unplayable(kinds)) => {
            assert!(kinds.contains(kind(error)), "{text}: {error} for {kinds:?}");
        }
        (found, expected) => panic!("{text}: {found:?} for {expected:?}"),
    }
    Err(found.unwrap_err())
}

/// Returns whether shakmaty's error is about the field.
const fn is_field(field: FenField, error: &ParseFenError) -> bool {
    match error {
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
            matches!(field, FenField::Placement | FenField::Hands)
        }
        ParseFenError::InvalidTurn => matches!(field, FenField::Turn),
        ParseFenError::InvalidCastling => matches!(field, FenField::Castling),
        ParseFenError::InvalidEpSquare => matches!(field, FenField::EnPassant),
        ParseFenError::InvalidHalfmoveClock => matches!(field, FenField::Halfmoves),
        ParseFenError::InvalidFullmoves => matches!(field, FenField::Fullmoves),
        // An empty text gives this error too.
        ParseFenError::InvalidFen => matches!(field, FenField::Placement | FenField::End),
        ParseFenError::InvalidRemainingChecks => false,
    }
}

/// Returns shakmaty's equivalent of our setup error.
fn kind(error: SetupError) -> PositionErrorKinds {
    match error {
        SetupError::EmptyBoard => PositionErrorKinds::EMPTY_BOARD,
        SetupError::NoKing(_) => PositionErrorKinds::MISSING_KING,
        SetupError::SeveralKings(_) => PositionErrorKinds::TOO_MANY_KINGS,
        SetupError::PawnOnBackRank(_) => PositionErrorKinds::PAWNS_ON_BACKRANK,
        SetupError::KingCanBeTaken => PositionErrorKinds::OPPOSITE_CHECK,
        other => panic!("unknown error: {other}"),
    }
}

/// Checks that the pieces are on the same squares.
fn same_sets(ours: &Position, theirs: &Chess) {
    let board = theirs.board();
    let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| own_set(board.by_role(role)));
    let [white, black] = [board.white(), board.black()].map(own_set);
    let sets = Sets { white, black, pawns, knights, bishops, rooks, queens, kings };
    assert_eq!(ours.sets(), sets, "{} is {}", ours.fen(), their_fen(theirs));
    assert_eq!(ours.turn().is_white(), theirs.turn().is_white(), "{}", ours.fen());
}

/// Checks that two positions are equal in all respects: pieces, turn, castling, en passant and clocks.
pub(crate) fn same_position(ours: &Position, theirs: &Chess) {
    same_sets(ours, theirs);
    assert_eq!(ours.fen(), their_fen(theirs));
}

fn their_fen(theirs: &Chess) -> String {
    Fen::from_position(theirs, EnPassantMode::Legal).to_string()
}

/// Checks that both agree on the rules in a position: legal moves, their notation, check and mate.
pub(crate) fn same_rules(ours: &Position, theirs: &Chess) {
    let mut legal = ours.legal_moves();
    // shakmaty supports at most 256 moves, which is enough for all positions of games.
    if legal.len() > 256 {
        return;
    }
    let moves = their_moves(theirs);
    let mut expected: Vec<Move> = moves.iter().filter_map(|&played| own_move(played)).collect();
    for moves in [&mut legal, &mut expected] {
        moves.sort_unstable_by_key(in_order);
    }
    assert_eq!(legal, expected, "{}", ours.fen());
    assert_eq!(ours.is_checkmate(), theirs.is_checkmate(), "{}", ours.fen());
    assert_eq!(ours.checkers(), own_set(theirs.checkers()), "{}", ours.fen());
    assert_eq!(ours.is_check(), theirs.is_check(), "{}", ours.fen());
    assert_eq!(ours.legal_en_passant(), theirs.legal_ep_square().map(own_square), "{}", ours.fen());
    for played in moves {
        let own = own_move(played).expect("nothing is in hand");
        let written = ours.san(own);
        assert_eq!(written.to_string(), SanPlus::from_move(theirs.clone(), played).to_string());
        assert_eq!(ours.resolve(written.san), Ok(Continuation::Move(own)), "{written} in {}", ours.fen());
        assert_eq!(ours.resolve_uci(own.uci()), Some(Continuation::Move(own)), "{}", ours.fen());
    }
}

/// Returns a sort key for a move.
fn in_order(played: &Move) -> (u8, u8, Option<u8>) {
    match *played {
        Move::Normal { from, to, promotion, .. } => (from.index(), to.index(), promotion.map(Piece::index)),
        Move::EnPassant { from, to } => (from.index(), to.index(), None),
        Move::Castling { king, rook } => (king.index(), rook.index(), None),
    }
}

/// Returns the legal moves in a fixed order.
pub(crate) fn their_moves(theirs: &Chess) -> Vec<shakmaty::Move> {
    let mut moves = theirs.legal_moves().to_vec();
    moves.sort_unstable_by_key(|played| (played.from(), played.to(), played.promotion()));
    moves
}

/// A written move, as the oracle plays it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Written {
    San(San),
    Uci(UciMove),
}

/// Plays a move with the oracle. Returns the continuation or the reason why it is not legal.
pub(crate) fn play(theirs: &mut Chess, written: Written) -> Result<Continuation, &'static str> {
    const ILLEGAL: &str = "not a legal move here";
    let found = match written {
        Written::San(San::Null) | Written::Uci(UciMove::Null) => {
            *theirs = after_null_move(theirs).ok_or(ILLEGAL)?;
            return Ok(Continuation::NullMove);
        }
        Written::San(san) => their_san(san).to_move(theirs).map_err(|error| match error {
            TheirSanError::IllegalSan => ILLEGAL,
            TheirSanError::AmbiguousSan => "ambiguous: several legal moves",
        }),
        Written::Uci(uci) => uci.to_move(theirs).map_err(|_| ILLEGAL),
    };
    let played = found?;
    theirs.play_unchecked(played);
    Ok(Continuation::Move(own_move(played).expect("nothing is in hand")))
}

/// Plays a move of a game, which may also be written with both squares, like `g1f3` or `Ng1f3`.
fn play_in_game(theirs: &mut Chess, written: Written) -> Result<Continuation, &'static str> {
    play(theirs, written).or_else(|error| {
        let Written::San(san) = written else { return Err(error) };
        let TheirSan::Normal { role, file: Some(file), rank: Some(rank), capture, to, promotion } =
            their_san(san)
        else {
            return Err(error);
        };
        let from = shakmaty::Square::from_coords(file, rank);
        match theirs.board().role_at(from) {
            Some(piece)
                if (role == piece || role == Role::Pawn)
                    && (!capture || theirs.board().color_at(to) == Some(!theirs.turn())) =>
            {
                let uci = UciMove::Normal { from, to, promotion };
                play(theirs, Written::Uci(uci)).map_err(|_| error)
            }
            _ => Err(error),
        }
    })
}

/// Returns the position after a null move, or `None` if that would leave a king in check.
fn after_null_move(theirs: &Chess) -> Option<Chess> {
    let mut setup = theirs.to_setup(EnPassantMode::Always);
    let was_black = setup.turn.is_black();
    setup.swap_turn();
    setup.halfmoves = setup.halfmoves.saturating_add(1);
    setup.fullmoves = setup.fullmoves.saturating_add(u32::from(was_black));
    playable(setup, theirs.castles().mode()).ok()
}

/// Checks that both play or reject a move alike. Returns whether it is legal.
pub(crate) fn same_play(ours: &mut Position, theirs: &mut Chess, written: Written) -> bool {
    let before = *ours;
    let expected = play(theirs, written);
    let found = match written {
        Written::San(san) => ours.resolve(san).map_err(|error| match error {
            SanError::Illegal => "not a legal move here",
            SanError::Ambiguous => "ambiguous: several legal moves",
        }),
        Written::Uci(uci) => {
            let next = own_uci(uci).and_then(|uci| ours.resolve_uci(uci));
            next.ok_or("not a legal move here")
        }
    };
    assert_eq!(found, expected, "{written:?} in {before}");
    if let Ok(next) = found {
        assert!(ours.play(next).is_ok(), "{written:?} in {before}");
        same_position(ours, theirs);
    }
    found.is_ok()
}

/// A token in place of a move: its offset in the record, its text, and the move or the error.
type Entry<'a> = (usize, &'a [u8], Result<Written, &'static str>);

/// Returns the written moves of a record. The moves of a puzzle are in the third column; no column is quoted.
fn entries<'a>(bytes: &'a [u8], decoder: &dyn Decoder) -> Box<dyn Iterator<Item = Entry<'a>> + 'a> {
    match decoder.format().name {
        "pgn" => Box::new(Moves::new(bytes, &Tags::read(bytes)).map(|token| match token {
            Token::Move { san, text, offset } => (offset, text, Ok(Written::San(san))),
            Token::Unreadable { text, offset, reason } => (offset, text, Err(reason)),
        })),
        "epd" => Box::new(std::iter::empty()),
        "puzzles" => {
            let moves = bytes.split(|&byte| byte == b',').nth(2).unwrap();
            let offset_of = |word: &[u8]| word.as_ptr().addr() - bytes.as_ptr().addr();
            let words = moves.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            Box::new(words.map(move |word| {
                let uci = UciMove::from_ascii(word).ok().filter(|uci| !matches!(uci, UciMove::Put { .. }));
                (offset_of(word), word, uci.map(Written::Uci).ok_or("not a move"))
            }))
        }
        other => panic!("{other}"),
    }
}

/// The totals of a file or game on which both agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Agreed {
    /// Records that are not blank.
    pub(crate) games: u64,
    /// Records with something unreadable or illegal.
    pub(crate) damaged: u64,
    /// Records of a variant.
    pub(crate) variants: u64,
    /// The positions of the records.
    pub(crate) positions: u64,
}

impl Agreed {
    pub(crate) const fn add(&mut self, other: Self) {
        self.games += other.games;
        self.damaged += other.damaged;
        self.variants += other.variants;
        self.positions += other.positions;
    }
}

/// Replays a record and plays the same moves with the oracle. The start, every position and the end must agree. Facts
/// other than the placement are compared every few plies and in the last position.
pub(crate) fn same_game(
    record: Record<'_>,
    decoder: &dyn Decoder,
    positions: &mut Positions,
    plies: u32,
) -> Agreed {
    assert!(!record.truncated);
    let game = match decoder.read(record) {
        None => return Agreed::default(),
        Some(Err(_)) => return Agreed { games: 1, damaged: 1, ..Agreed::default() },
        Some(Ok(game)) => game,
    };
    let (start, theirs) = match same_start(&game, record, decoder) {
        Begins::Both(both) => *both,
        Begins::Variant => return Agreed { games: 1, variants: 1, ..Agreed::default() },
        Begins::Damaged => return Agreed { games: 1, damaged: 1, ..Agreed::default() },
    };
    let (seen, result) = same_replay(&game, record, decoder, (&start, theirs), positions, plies);
    Agreed { games: 1, damaged: u64::from(result.is_err()), variants: 0, positions: seen.into() }
}

enum Begins {
    Both(Box<(Position, Chess)>),
    Variant,
    Damaged,
}

fn same_start(game: &Game<'_>, record: Record<'_>, decoder: &dyn Decoder) -> Begins {
    let found = game.start();
    if let Ok(Start::Variant(name)) = &found
        && game.tags.value("Variant").is_some_and(|variant| variant == **name)
    {
        return Begins::Variant;
    }
    let fen = game.tags.get("FEN").filter(|fen| decoder.format().name != "pgn" || !fen.is_unknown());
    let Some(fen) = fen else {
        let Ok(Start::Position(start)) = found else { panic!("a start without a FEN: {found:?}") };
        same_position(&start, &Chess::new());
        return Begins::Both(Box::new((start, Chess::new())));
    };
    match (found, same_fen(fen.raw_value)) {
        (Ok(Start::Position(start)), Ok((position, chess))) => {
            assert_eq!(start, position);
            Begins::Both(Box::new((start, chess)))
        }
        (Ok(Start::Variant(_)), Err(FenError::Variant(_))) => Begins::Variant,
        (Err(damage), Err(_)) => {
            same_place(&damage, record, fen.value_offset, fen.raw_value);
            Begins::Damaged
        }
        (found, expected) => panic!("{found:?} for {expected:?}"),
    }
}

/// Checks that the damage has the expected location and token.
fn same_place(damage: &Damage, record: Record<'_>, offset: usize, text: &[u8]) {
    assert_eq!(damage.offset, record.offset + offset as u64, "{damage}");
    if text.len() <= 100 {
        assert_eq!(damage.token, String::from_utf8_lossy(text), "{damage}");
    }
}

/// Replays a game. Returns the number of positions and the damage.
fn same_replay(
    game: &Game<'_>,
    record: Record<'_>,
    decoder: &dyn Decoder,
    (start, mut theirs): (&Position, Chess),
    positions: &mut Positions,
    plies: u32,
) -> (u32, Result<(), Box<Damage>>) {
    let mut entries = entries(record.bytes, decoder);
    let (mut seen, mut ended) = (0, false);
    let result = game.replay(start, positions, &Unscreened, |positions| {
        assert!((1..=Positions::MAX).contains(&positions.len()));
        for (ply, ours, next) in positions.iter() {
            assert!(ply == seen && !ended, "ply {ply} after {seen} positions in {}", game.number);
            seen += 1;
            if ply % plies == 0 || next.is_none() {
                same_position(&ours, &theirs);
            } else {
                same_sets(&ours, &theirs);
            }
            let Some(next) = next else {
                ended = true;
                continue;
            };
            let (_, text, written) = entries.next().expect("there is a written move");
            let played = written.and_then(|written| play_in_game(&mut theirs, written));
            assert_eq!(played, Ok(next), "{}, {}", text.escape_ascii(), game.number);
        }
    });
    assert!(ended, "the last position is visited");
    match (&result, entries.next()) {
        (Ok(()), None) => {}
        (Err(damage), Some((offset, text, written))) => {
            same_place(damage, record, offset, text);
            if seen <= Game::MAX_MOVES {
                let expected = written.and_then(|written| play_in_game(&mut theirs, written));
                assert_eq!(expected, Err(&*damage.reason), "{damage}, {}", game.number);
            }
        }
        (result, entry) => panic!("{result:?} at {entry:?}, {}", game.number),
    }
    (seen, result)
}

/// Returns the PGN decoder.
pub(crate) fn pgn() -> Arc<dyn Decoder> {
    open_text("games.pgn", &mut []).unwrap().0
}

/// Compares all games of a text.
pub(crate) fn same_games(text: impl Read) -> Agreed {
    let decoder = pgn();
    let mut reader = Reader::new(text, decoder.record_end());
    let mut positions = Positions::new();
    let mut agreed = Agreed::default();
    while let Some(record) = reader.next_record().unwrap() {
        agreed.add(same_game(record, &*decoder, &mut positions, 1));
    }
    agreed
}
