//! A position of a game: the sets that patterns are computed from, and the rules that moves obey.

use destrier::{Bitboard, Board, Color, Piece, Sets, Square};
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _, PositionError, Role};

/// A legal position, with its [`Board`].
#[derive(Clone, Debug)]
pub struct Position {
    chess: Chess,
    board: Board,
}

/// How a game goes on from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// With a legal move.
    Move(Move),
    /// With a null move, which only passes the turn.
    NullMove,
}

/// A legal move tried out.
pub(crate) struct Tried {
    /// Where it lands.
    pub(crate) to: Square,
    after: Chess,
}

impl Position {
    /// A position of the rules library.
    #[must_use]
    pub fn new(chess: Chess) -> Self {
        let board = board(&chess);
        Self { chess, board }
    }

    /// The sets and the side to move.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The position as the rules library has it.
    #[must_use]
    pub const fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The position as FEN, the en passant square only where such a capture is legal.
    #[must_use]
    pub fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }

    /// The continuation that a move in SAN stands for.
    ///
    /// # Errors
    ///
    /// When it is no legal move, or stands for several. A null move is legal unless a side is in check.
    pub fn resolve(&self, san: San) -> Result<Continuation, SanError> {
        match san {
            San::Null if self.after_null_move().is_some() => Ok(Continuation::NullMove),
            San::Null => Err(SanError::IllegalSan),
            _ => san.to_move(&self.chess).map(Continuation::Move),
        }
    }

    /// Plays on, with what [`resolve`](Self::resolve) gave for this position, or with any legal move of it. A null move in
    /// check changes nothing; what a move that is not legal here does is not defined, but it may panic.
    pub fn play(&mut self, next: Continuation) {
        match next {
            Continuation::Move(played) => self.chess.play_unchecked(played),
            Continuation::NullMove => {
                if let Some(after) = self.after_null_move() {
                    self.chess = after;
                }
            }
        }
        self.board = board(&self.chess);
    }

    fn after_null_move(&self) -> Option<Chess> {
        if self.chess.is_check() {
            return None;
        }
        let mut setup = self.chess.to_setup(EnPassantMode::Legal);
        if setup.turn.is_black() {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        setup.swap_turn();
        // More men than a game starts with were forgiven at the start.
        setup.position(self.chess.castles().mode()).or_else(PositionError::ignore_too_much_material).ok()
    }

    /// Appends the legal moves of knights, bishops, rooks or queens to any of the squares. Quick for few squares.
    pub(crate) fn push_legal_moves(&self, piece: Piece, to: Bitboard, moves: &mut Vec<Move>) {
        for to in to {
            moves.extend_from_slice(&self.chess.san_candidates(role(piece), to_shakmaty(to)));
        }
    }

    /// The legal knight moves to any of the squares, by from-square, then to-square.
    pub(crate) fn legal_knight_moves(&self, to: Bitboard) -> Vec<Move> {
        let mut moves = Vec::new();
        self.push_legal_moves(Piece::Knight, to, &mut moves);
        moves.sort_unstable_by_key(|knight_move| (knight_move.from(), knight_move.to()));
        moves
    }

    /// Tries a legal move out.
    pub(crate) fn try_move(&self, played: Move) -> Tried {
        let mut after = self.chess.clone();
        after.play_unchecked(played);
        Tried { to: square(played.to()), after }
    }

    /// A legal move in UCI notation.
    pub(crate) fn uci(played: Move) -> UciMove {
        played.to_uci(CastlingMode::Standard)
    }

    /// A legal move in SAN, with its check sign.
    pub(crate) fn san(&self, played: Move) -> SanPlus {
        SanPlus::from_move(self.chess.clone(), played)
    }
}

impl Tried {
    /// Whether the move mates.
    pub(crate) fn mates(&self) -> bool {
        self.after.is_checkmate()
    }

    /// Whether the side now to move can capture the piece that moved.
    pub(crate) fn can_be_captured(&self) -> bool {
        let board = self.after.board();
        let attackers = board.attacks_to(to_shakmaty(self.to), self.after.turn(), board.occupied());
        attackers.any()
            && self
                .after
                .legal_moves()
                .iter()
                .any(|reply| reply.is_capture() && square(reply.to()) == self.to)
    }
}

fn board(chess: &Chess) -> Board {
    let board = chess.board();
    let set = |set: shakmaty::Bitboard| Bitboard::from_bits(set.0);
    let sets = Sets {
        white: set(board.white()),
        black: set(board.black()),
        pawns: set(board.pawns()),
        knights: set(board.knights()),
        bishops: set(board.bishops()),
        rooks: set(board.rooks()),
        queens: set(board.queens()),
        kings: set(board.kings()),
    };
    let turn = if chess.turn().is_white() { Color::White } else { Color::Black };
    Board::from_sets(sets, turn).expect("the sets of a legal position fit together")
}

fn square(square: shakmaty::Square) -> Square {
    Square::ALL[usize::from(square)]
}

fn to_shakmaty(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(u32::from(square.index()))
}

const fn role(piece: Piece) -> Role {
    match piece {
        Piece::Pawn => Role::Pawn,
        Piece::Knight => Role::Knight,
        Piece::Bishop => Role::Bishop,
        Piece::Rook => Role::Rook,
        Piece::Queen => Role::Queen,
        Piece::King => Role::King,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The FEN after a null move, `None` where it is not legal. More men than a game starts with are forgiven.
    fn after_null_move(fen: &str) -> Option<String> {
        let setup = fen.parse::<Fen>().unwrap().into_setup();
        let chess = setup.position::<Chess>(CastlingMode::Chess960);
        let mut position = Position::new(chess.or_else(PositionError::ignore_too_much_material).unwrap());
        position.play(position.resolve(San::Null).ok()?);
        Some(position.fen())
    }

    #[test]
    fn a_null_move_passes_the_turn() {
        for (before, after) in [
            (
                "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1",
                "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2",
            ),
            ("1r3k1r/8/8/8/8/8/8/1R3K1R w KQkq - 7 9", "1r3k1r/8/8/8/8/8/8/1R3K1R b KQkq - 8 9"),
            ("nnnnknnn/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "nnnnknnn/pppppppp/8/8/8/8/8/4K3 b - - 1 1"),
        ] {
            assert_eq!(after_null_move(before).as_deref(), Some(after));
        }
        assert_eq!(after_null_move("4k3/8/8/8/8/8/8/r3K3 w - - 0 1"), None, "in check");
    }
}
