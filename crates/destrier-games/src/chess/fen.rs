//! Forsyth-Edwards Notation (FEN): parsing and writing.

use super::position::{History, Position, back_rank};
use super::setup::SetupError;
use destrier::{Bitboard, Board, Color, File, Piece, Rank, Sets, Square};
use std::fmt;
use std::str::FromStr;

/// The error for text that is not the FEN of a playable position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// A field is wrong.
    #[error("byte {offset} of the FEN: {}", field.expected())]
    Field {
        /// The wrong field.
        field: FenField,
        /// Offset of the first wrong byte, or the length of the text if it ends too early.
        offset: usize,
    },
    /// The FEN belongs to another chess variant.
    #[error("the variant {0} is not supported")]
    Variant(&'static str),
    /// The moves of the position are not well defined.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenField {
    /// The piece placement: `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR`.
    Placement,
    /// The pieces in hand of Crazyhouse, directly after the placement: `[Qp]`.
    Hands,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The halfmove clock: moves since the last capture or pawn move.
    Halfmoves,
    /// The number of the next move.
    Fullmoves,
    /// Text after the last field.
    End,
}

impl FenField {
    /// Returns what the field should contain.
    const fn expected(self) -> &'static str {
        match self {
            Self::Placement => "the placement must be 8 ranks of 8 squares, separated by `/`",
            Self::Hands => "the pieces in hand must be at most 64 piece letters in `[` and `]`",
            Self::Turn => "the side to move must be `w` or `b`",
            Self::Castling => {
                "the castling rights must be `-` or at most two letters per side: `K`, `Q` or a rook's file, lower case for Black"
            }
            Self::EnPassant => "the en passant square must be `-` or a square like `e3`",
            Self::Halfmoves => "the halfmove clock must be a number",
            Self::Fullmoves => "the move number must be a number",
            Self::End => "unexpected text after the move number",
        }
    }

    const fn at<T>(self, offset: usize) -> Result<T, FenError> {
        Err(FenError::Field { field: self, offset })
    }
}

impl Position {
    /// Parses a FEN.
    ///
    /// - Fields are separated by any white space or underscores.
    /// - Only the placement is required. Fields missing at the end default to `w - - 0 1`.
    /// - Castling rights may be those of FEN, X-FEN or Shredder-FEN.
    /// - Counters saturate at `u32::MAX`. Move number 0 becomes 1.
    /// - The `~` of promoted pieces is ignored.
    /// - Castling rights without a rook, and en passant squares without a double push, are dropped.
    /// - A starting position with the castling rights of another one gets its own.
    ///
    /// # Errors
    ///
    /// Returns an error if a field is wrong, if the position belongs to Crazyhouse (pieces in hand) or Three-check
    /// (remaining checks), or if its moves are not well defined.
    ///
    /// # Cost
    ///
    /// About 8 operations per byte and 250 for the position. Source: the wiki's *Forsyth-Edwards Notation*.
    pub fn from_fen(fen: &[u8]) -> Result<Self, FenError> {
        let (mut position, variant) = Self::as_written(fen)?;
        if let Some(variant) = variant {
            return Err(FenError::Variant(variant));
        }
        position.settle()?;
        Ok(position)
    }

    /// Parses the board of a FEN, even if the position is not playable.
    ///
    /// There may be any number of kings. The pieces in hand of Crazyhouse and the checks of Three-check are ignored.
    ///
    /// ```
    /// use destrier_games::Position;
    ///
    /// assert_eq!(Position::board_of_fen(b"8/8/8/3N4/8/8/8/8 w - - 0 1")?.occupied().len(), 1);
    /// assert!("8/8/8/3N4/8/8/8/8 w - - 0 1".parse::<Position>().is_err());
    /// # Ok::<(), destrier_games::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a field is wrong.
    pub fn board_of_fen(fen: &[u8]) -> Result<Board, FenError> {
        Self::as_written(fen).map(|(position, _)| position.board())
    }

    /// Parses a FEN without validating the position. Also returns the variant, if it is not standard chess.
    fn as_written(fen: &[u8]) -> Result<(Self, Option<&'static str>), FenError> {
        let mut fields = Fields { fen, at: 0 };
        let sets = fields.placement()?;
        let has_hands = fields.hands()?;
        let turn = fields.turn()?;
        let castling_rooks = fields.castling_rooks(&sets)?;
        let en_passant = fields.en_passant()?;
        // The check counts come before or after the counters.
        let has_checks = fields.checks();
        let halfmoves = fields.number(FenField::Halfmoves)?.unwrap_or(0);
        let fullmoves = fields.number(FenField::Fullmoves)?.unwrap_or(1).max(1);
        let has_checks = has_checks || fields.checks();
        if let Some((offset, _)) = fields.next() {
            return FenField::End.at(offset);
        }
        let variant = match (has_hands, has_checks) {
            (true, _) => Some("Crazyhouse"),
            (false, true) => Some("Three-check"),
            (false, false) => None,
        };
        let history = History { castling_rooks, en_passant, halfmoves, fullmoves };
        Ok((Self::of(sets, turn, history), variant))
    }

    /// Returns the position as FEN.
    ///
    /// The en passant square is written only if such a capture is legal. Castling rights are written as X-FEN: the
    /// letter of the rook's file if the rook is not the outermost one.
    #[must_use]
    pub fn fen(&self) -> String {
        Line::of(self).as_str().to_owned()
    }
}

/// Parses a FEN; see [`Position::from_fen`].
impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen.as_bytes())
    }
}

/// Writes the position as [`fen`](Position::fen) does, without allocating.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Line::of(self).as_str())
    }
}

/// The letters of pieces by their four-bit code. Three bits give the kind, and the highest bit marks Black.
///
/// A placement is parsed to four sets, one per bit of the code. So no step branches on the piece.
const LETTERS: &[u8; 16] = b".PNBRQK..pnbrqk.";

/// Returns the four sets, one per bit of the code.
const fn planes(sets: &Sets) -> [u64; 4] {
    let [pawns, knights, bishops] = [sets.pawns.bits(), sets.knights.bits(), sets.bishops.bits()];
    let [rooks, queens, kings] = [sets.rooks.bits(), sets.queens.bits(), sets.kings.bits()];
    [pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings, sets.black.bits()]
}

/// Returns the sets of a position from the four sets of code bits.
const fn sets([a, b, c, black]: [u64; 4]) -> Sets {
    Sets {
        white: Bitboard::from_bits((a | b | c) & !black),
        black: Bitboard::from_bits(black),
        pawns: Bitboard::from_bits(a & !b & !c),
        knights: Bitboard::from_bits(!a & b & !c),
        bishops: Bitboard::from_bits(a & b),
        rooks: Bitboard::from_bits(!a & !b & c),
        queens: Bitboard::from_bits(a & c),
        kings: Bitboard::from_bits(b & c),
    }
}

/// The fields of a FEN, read from left to right.
struct Fields<'a> {
    fen: &'a [u8],
    at: usize,
}

/// Returns whether a byte separates fields. A line break may stand in a tag, and no-break, narrow and zero-width spaces
/// in a FEN from a web page; no field has their bytes.
const fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'_' | b'\n' | b'\r' | 0x80..=0x8b | 0xa0 | 0xaf | 0xc2 | 0xe2)
}

/// The meaning of a byte in a placement.
#[derive(Clone, Copy)]
struct Symbol {
    /// The code of a piece in bits 0, 2, 4 and 6. The gaps leave space for the codes of a second rank.
    code: u8,
    /// The number of slots it takes.
    slots: u8,
}

/// The slots of a placement: eight squares per rank, and a slash after every rank but the last.
const SLOTS: u8 = 8 * 9 - 1;

static SYMBOLS: [Symbol; 256] = {
    // Any other byte takes more slots than there are.
    let mut symbols = [Symbol { code: 0, slots: SLOTS + 1 }; 256];
    symbols[b'/' as usize] = Symbol { code: SLASH, slots: 1 };
    let mut run = 1;
    while run <= 8 {
        symbols[(b'0' + run) as usize].slots = run;
        run += 1;
    }
    let mut code = 0;
    while code < 16 {
        if LETTERS[code] != b'.' {
            let spread = code & 1 | (code & 2) << 1 | (code & 4) << 2 | (code & 8) << 3;
            symbols[LETTERS[code] as usize] = Symbol { code: spread as u8, slots: 1 };
        }
        code += 1;
    }
    symbols
};

/// The code of a slash, a bit that no piece has.
const SLASH: u8 = 0x80;

fn is_piece(letter: u8) -> bool {
    !matches!(SYMBOLS[usize::from(letter)].code, 0 | SLASH)
}

impl<'a> Fields<'a> {
    /// Returns the next field and its offset.
    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        self.skip_separators();
        let start = self.at;
        Some((start, self.rest_of_field())).filter(|(_, field)| !field.is_empty())
    }

    fn rest_of_field(&mut self) -> &'a [u8] {
        let start = self.at;
        while self.fen.get(self.at).is_some_and(|&byte| !is_separator(byte)) {
            self.at += 1;
        }
        &self.fen[start..self.at]
    }

    fn skip_separators(&mut self) {
        while self.fen.get(self.at).is_some_and(|&byte| is_separator(byte)) {
            self.at += 1;
        }
    }

    /// Parses the placement, but not what may follow it in the same field.
    ///
    /// Each byte writes its code to the next slot. The positions of the slashes are checked afterwards.
    fn placement(&mut self) -> Result<Sets, FenError> {
        self.skip_separators();
        let text = &self.fen[self.at..];
        let mut codes = [0; SLOTS as usize + 1];
        codes[usize::from(SLOTS)] = SLASH;
        let (mut slot, mut length) = (0, 0);
        while slot < usize::from(SLOTS) {
            let Some(&byte) = text.get(length) else { break };
            let symbol = SYMBOLS[usize::from(byte)];
            codes[slot] = symbol.code;
            slot += usize::from(symbol.slots);
            length += 1;
        }
        let mut planes = [0u64; 4];
        let mut is_usual = slot == usize::from(SLOTS) && text.get(length) != Some(&b'~');
        // A run that is too long skips the slot of a slash.
        for [upper, lower] in codes.as_chunks::<9>().0.as_chunks().0 {
            let [upper, lower] = [upper, lower].map(|[squares @ .., slash]| {
                let squares = u64::from_le_bytes(*squares);
                is_usual &= *slash == SLASH && squares & u64::from_ne_bytes([SLASH; 8]) == 0;
                squares
            });
            // Transposes bits: the first bit of each of the eight codes goes to the first byte, the second bit to the
            // second byte.
            let bits = Bitboard::from_bits(lower | upper << 1).flip_diagonal().bits();
            for (i, plane) in planes.iter_mut().enumerate() {
                *plane = *plane << 16 | bits >> (16 * i) & 0xffff;
            }
        }
        if !is_usual {
            (planes, length) =
                planes_step_by_step(text).or_else(|offset| FenField::Placement.at(self.at + offset))?;
        }
        self.at += length;
        Ok(sets(planes))
    }

    /// Returns whether pieces in hand follow the placement: `[Qp]`, or a ninth rank.
    fn hands(&mut self) -> Result<bool, FenError> {
        let start = self.at;
        let letters = match self.rest_of_field() {
            [] => return Ok(false),
            [b'[', letters @ .., b']'] | [b'/', letters @ ..] => letters,
            [b'[', ..] => return FenField::Hands.at(self.at),
            _ => return FenField::Placement.at(start),
        };
        match letters.iter().take(64).take_while(|&&letter| is_piece(letter)).count() {
            count if count == letters.len() => Ok(true),
            count => FenField::Hands.at(start + 1 + count),
        }
    }

    fn turn(&mut self) -> Result<Color, FenError> {
        match self.next() {
            None | Some((_, b"w")) => Ok(Color::White),
            Some((_, b"b")) => Ok(Color::Black),
            Some((offset, _)) => FenField::Turn.at(offset),
        }
    }

    /// Returns the squares of the castling rights. `K` and `Q` mean the outermost rook, or the corner if the king
    /// stands outside of it.
    fn castling_rooks(&mut self, sets: &Sets) -> Result<Bitboard, FenError> {
        let mut rooks = Bitboard::EMPTY;
        let Some((start, letters)) = self.next().filter(|&(_, text)| text != b"-") else { return Ok(rooks) };
        for (i, letter) in letters.iter().enumerate() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let back_rank = back_rank(color);
            let rooks_and_kings = (sets.rooks | sets.kings) & sets.color(color) & back_rank;
            let (outermost, file) = match letter.to_ascii_lowercase() {
                b'k' => (rooks_and_kings.last(), File::H),
                b'q' => (rooks_and_kings.first(), File::A),
                file @ b'a'..=b'h' => (None, File::ALL[usize::from(file - b'a')]),
                _ => return FenField::Castling.at(start + i),
            };
            let rook = outermost.map(Square::bitboard).filter(|square| square.is_subset(sets.rooks));
            rooks |= rook.unwrap_or(file.bitboard() & back_rank);
            if (rooks & back_rank).len() > 2 {
                return FenField::Castling.at(start + i);
            }
        }
        Ok(rooks)
    }

    fn en_passant(&mut self) -> Result<Bitboard, FenError> {
        match self.next() {
            None | Some((_, b"-")) => Ok(Bitboard::EMPTY),
            Some((_, &[file @ b'a'..=b'h', rank @ b'1'..=b'8'])) => {
                Ok(Square::new(File::ALL[usize::from(file - b'a')], Rank::ALL[usize::from(rank - b'1')])
                    .bitboard())
            }
            Some((offset, _)) => FenField::EnPassant.at(offset),
        }
    }

    /// Skips a field of Three-check, if it comes next: remaining checks (`3+3`) or checks given (`+0+0`).
    fn checks(&mut self) -> bool {
        let before = self.at;
        let is_checks = self.next().is_some_and(|(_, text)| text.contains(&b'+') && is_checks(text));
        if !is_checks {
            self.at = before;
        }
        is_checks
    }

    /// Parses the number in the next field, or returns `None` without a field.
    fn number(&mut self, field: FenField) -> Result<Option<u32>, FenError> {
        let Some((start, digits)) = self.next() else { return Ok(None) };
        let mut number = 0u32;
        for (i, digit) in digits.iter().enumerate() {
            let b'0'..=b'9' = digit else { return field.at(start + i) };
            // The number is too large; its other digits are not checked.
            let Some(ten_times) = number.checked_mul(10) else { return Ok(Some(u32::MAX)) };
            number = ten_times.saturating_add(u32::from(digit - b'0'));
        }
        Ok(Some(number))
    }
}

/// Parses a placement that may mark pieces with `~`, and returns its four sets and length. The error is the offset of
/// the first wrong byte.
#[cold]
fn planes_step_by_step(text: &[u8]) -> Result<([u64; 4], usize), usize> {
    let mut planes = [0; 4];
    let (mut rank, mut file) = (7, 0);
    for (i, &byte) in text.iter().enumerate() {
        let symbol = SYMBOLS[usize::from(byte)];
        if byte == b'~' && i > 0 && is_piece(text[i - 1]) {
            continue;
        }
        if rank == 0 && file == 8 {
            return Ok((planes, i));
        } else if byte == b'/' && file == 8 {
            (rank, file) = (rank - 1, 0);
        } else if byte != b'/' && file + symbol.slots <= 8 {
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= u64::from(symbol.code >> (2 * bit) & 1) << (8 * rank + file);
            }
            file += symbol.slots;
        } else {
            return Err(i);
        }
    }
    if rank == 0 && file == 8 { Ok((planes, text.len())) } else { Err(text.len()) }
}

/// Returns whether a field holds the checks of Three-check, at most three for each side.
fn is_checks(field: &[u8]) -> bool {
    let mut parts = field.splitn(3, |&byte| byte == b'+');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(b""), Some(white), Some(black)) => {
            is_at_most(white, b'3')
                && match black {
                    // Black's number may have a sign.
                    [b'+', digits @ ..] => is_at_most(digits, b'3'),
                    [b'-', digits @ ..] => is_at_most(digits, b'0'),
                    digits => is_at_most(digits, b'3'),
                }
        }
        (Some(white), Some(black), None) => is_at_most(white, b'3') && is_at_most(black, b'3'),
        _ => false,
    }
}

/// Returns whether a number, maybe with leading zeros, is at most a digit.
fn is_at_most(number: &[u8], max: u8) -> bool {
    matches!(number, [zeros @ .., last] if (b'0'..=max).contains(last) && zeros.iter().all(|&digit| digit == b'0'))
}

/// A FEN in a buffer of fixed size.
struct Line {
    bytes: [u8; Self::MAX_LENGTH],
    len: usize,
}

impl Line {
    /// The maximum length: 71 bytes of placement, 20 of counters, and 16 squares on the back ranks.
    const MAX_LENGTH: usize = 128;

    fn of(position: &Position) -> Self {
        let mut line = Self { bytes: [0; Self::MAX_LENGTH], len: 0 };
        line.push_placement(&position.sets());
        line.push(b' ');
        line.push(if position.turn.is_white() { b'w' } else { b'b' });
        line.push(b' ');
        line.push_castling(position);
        line.push(b' ');
        match position.legal_en_passant() {
            Some(square) => square.name().bytes().for_each(|byte| line.push(byte)),
            None => line.push(b'-'),
        }
        line.push(b' ');
        line.push_number(position.history.halfmoves);
        line.push(b' ');
        line.push_number(position.history.fullmoves);
        line
    }

    fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }

    const fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    fn push_placement(&mut self, sets: &Sets) {
        // The eighth rank comes first.
        let planes = planes(sets).map(u64::swap_bytes);
        let occupied = planes[0] | planes[1] | planes[2];
        for rank in 0..8 {
            let mut rest = occupied >> (8 * rank) & 0xff;
            let mut empty_from = 8 * rank;
            while rest != 0 {
                let square = 8 * rank + rest.trailing_zeros();
                rest &= rest - 1;
                self.push_run(square - empty_from);
                empty_from = square + 1;
                let code =
                    planes.iter().rev().fold(0, |code, plane| code << 1 | (plane >> square & 1) as usize);
                self.push(LETTERS[code]);
            }
            self.push_run(8 * rank + 8 - empty_from);
            if rank < 7 {
                self.push(b'/');
            }
        }
    }

    /// Writes the number of empty squares in a run. A 0 is overwritten by the next byte, which saves a branch.
    const fn push_run(&mut self, length: u32) {
        self.bytes[self.len] = b'0' + length as u8;
        self.len += (length > 0) as usize;
    }

    fn push_castling(&mut self, position: &Position) {
        let before = self.len;
        for color in Color::ALL {
            let back_rank = back_rank(color);
            let all = position.piece(Piece::Rook) & position.color(color) & back_rank;
            let king = position.king(color);
            let mut rest = position.history.castling_rooks & back_rank;
            while let Some(rook) = rest.last() {
                rest = rest.without(rook);
                let letter = if rook < king && all.first() == Some(rook) {
                    b'Q'
                } else if king < rook && all.last() == Some(rook) {
                    b'K'
                } else {
                    b'A' + rook.file().index()
                };
                self.push(if color.is_white() { letter } else { letter.to_ascii_lowercase() });
            }
        }
        if self.len == before {
            self.push(b'-');
        }
    }

    fn push_number(&mut self, number: u32) {
        let digits = number.checked_ilog10().unwrap_or(0) as usize + 1;
        let mut rest = number;
        for slot in self.bytes[self.len..self.len + digits].iter_mut().rev() {
            *slot = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        self.len += digits;
    }
}
