//! A position as a mailbox of 64 squares, read from a FEN.

use super::squares::{Set, file, parse, rank};

/// A side: the owner of a piece, or the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Side {
    /// Both sides, in the order of findings.
    pub(crate) const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// Returns the opponent.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the direction of the side's pawns: one rank up or down.
    pub(crate) const fn forward(self) -> isize {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// Returns the rank of a square, counted from the side's own first rank, which is 0.
    pub(crate) const fn own_rank(self, square: usize) -> usize {
        match self {
            Self::White => rank(square),
            Self::Black => 7 - rank(square),
        }
    }

    /// Returns the name of the side in findings: `white` or `black`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PieceKind {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl PieceKind {
    /// Returns the letter in FENs and moves, in upper case.
    pub(crate) const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    fn from_letter(letter: char) -> Option<Self> {
        let kinds = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
        kinds.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }
}

/// The piece on each square.
pub(crate) type Mailbox = [Option<(Side, PieceKind)>; 64];

/// A position with everything that its legal moves depend on.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// The piece on each square.
    pub(crate) board: Mailbox,
    /// The side to move.
    pub(crate) turn: Side,
    /// The rooks of both sides that may still castle.
    pub(crate) castling: Set,
    /// The square that a pawn has just passed over.
    pub(crate) en_passant: Option<usize>,
}

impl Position {
    /// Reads a FEN and ignores its clocks. Castling rights are either `KQkq`, which means the outermost rook, or the
    /// files of the rooks.
    pub(crate) fn from_fen(fen: &str) -> Result<Self, String> {
        let mut fields = fen.split_whitespace();
        let board = read_board(fields.next().unwrap_or_default()).ok_or(format!("the board of {fen}"))?;
        let turn = match fields.next() {
            Some("w") => Side::White,
            Some("b") => Side::Black,
            _ => return Err(format!("the side to move of {fen}")),
        };
        let castling = read_castling(&board, fields.next().unwrap_or("-"))
            .ok_or(format!("the castling rights of {fen}"))?;
        let en_passant = match fields.next().unwrap_or("-") {
            "-" => None,
            square => Some(parse(square).ok_or(format!("the en passant square of {fen}"))?),
        };
        Ok(Self { board, turn, castling, en_passant })
    }

    /// Returns whether the side has this kind of piece on the square.
    pub(crate) fn is(&self, square: usize, side: Side, kind: PieceKind) -> bool {
        self.board[square] == Some((side, kind))
    }

    /// Returns whether the side has any piece on the square.
    pub(crate) fn owns(&self, square: usize, side: Side) -> bool {
        self.board[square].is_some_and(|(owner, _)| owner == side)
    }

    /// Returns the square of the side's king.
    pub(crate) fn king(&self, side: Side) -> usize {
        king_of(&self.board, side).expect("parsing rejects FENs without both kings")
    }
}

fn king_of(board: &Mailbox, side: Side) -> Option<usize> {
    (0..64).find(|&square| board[square] == Some((side, PieceKind::King)))
}

fn read_board(text: &str) -> Option<Mailbox> {
    let mut board = [None; 64];
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        return None;
    }
    for (row, rank) in rows.into_iter().zip((0..8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
            } else if file < 8 {
                let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
                let kind = PieceKind::from_letter(letter)?;
                if kind == PieceKind::Pawn && (rank == 0 || rank == 7) {
                    return None;
                }
                board[rank * 8 + file] = Some((side, kind));
                file += 1;
            } else {
                return None;
            }
        }
        if file != 8 {
            return None;
        }
    }
    let kings = |side| board.iter().filter(|&&piece| piece == Some((side, PieceKind::King))).count();
    (kings(Side::White) == 1 && kings(Side::Black) == 1).then_some(board)
}

/// Returns the squares of the rooks that the letters name, or `None` if a letter names no rook.
fn read_castling(board: &Mailbox, text: &str) -> Option<Set> {
    let mut rooks = Set::EMPTY;
    for letter in text.chars().filter(|&letter| letter != '-') {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let king = king_of(board, side)?;
        let mut home = (0..64).filter(|&square| {
            side.own_rank(square) == 0
                && side.own_rank(king) == 0
                && board[square] == Some((side, PieceKind::Rook))
        });
        let rook = match letter.to_ascii_uppercase() {
            'K' => home.rfind(|&square| square > king),
            'Q' => home.find(|&square| square < king),
            letter @ 'A'..='H' => home.find(|&square| file(square) == letter as usize - 'A' as usize),
            _ => return None,
        };
        if let Some(rook) = rook {
            rooks.insert(rook);
        }
    }
    Some(rooks)
}
