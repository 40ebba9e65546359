//! A position of a game: the sets that patterns are computed from, and the rules that moves obey.

use destrier::{Bitboard, Board, Color, Piece, Sets, Square};
use shakmaty::Bitboard as Set;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _, PositionError, Role, Setup};

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

impl Continuation {
    /// In UCI notation, from the position where it is legal; a null move as `0000`. Castling is the king's two steps, and
    /// the king taking its rook where king or rook do not stand as at the start of a usual game.
    #[must_use]
    pub fn uci(self, position: &Position) -> UciMove {
        match self {
            Self::Move(played) => played.to_uci(position.chess.castles().mode()),
            Self::NullMove => UciMove::Null,
        }
    }

    /// In SAN, from the position where it is legal; a null move as `--`.
    #[must_use]
    pub fn san(self, position: &Position) -> SanPlus {
        match self {
            Self::Move(played) => position.san(played),
            Self::NullMove => SanPlus { san: San::Null, suffix: None },
        }
    }
}

/// A move or null move that is not legal in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not legal in this position")]
pub struct IllegalContinuation;

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

    /// The number of the move to be made, which goes up after Black's.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.chess.fullmoves().get()
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
            San::Normal { role, file, rank, capture, to, promotion }
                if self.is_plain(role, to, capture, promotion) =>
            {
                let among = file.map_or(Set::FULL, Set::from_file) & rank.map_or(Set::FULL, Set::from_rank);
                let from = self.legal_origins(role, to, among);
                match from.single_square() {
                    Some(from) => Ok(Continuation::Move(self.normal_move(role, from, to, promotion))),
                    None if from.is_empty() => Err(SanError::IllegalSan),
                    None => Err(SanError::AmbiguousSan),
                }
            }
            San::Null if self.after_null_move().is_some() => Ok(Continuation::NullMove),
            San::Null => Err(SanError::IllegalSan),
            _ => san.to_move(&self.chess).map(Continuation::Move),
        }
    }

    /// The continuation that a move in UCI notation stands for, castling as the king's two steps or as the king takes its
    /// rook; `None` when it is not legal.
    #[must_use]
    pub fn resolve_uci(&self, uci: UciMove) -> Option<Continuation> {
        match uci {
            UciMove::Null => self.after_null_move().map(|_| Continuation::NullMove),
            _ => uci.to_move(&self.chess).ok().map(Continuation::Move),
        }
    }

    /// Whether a move is one that [`legal_origins`](Self::legal_origins) resolves: no king move, no en passant, and with a
    /// capture and a promotion just where there is one. The rules library sees to the others, and refuses what is wrong.
    fn is_plain(&self, role: Role, to: shakmaty::Square, capture: bool, promotion: Option<Role>) -> bool {
        let promotes = role == Role::Pawn && Set::BACKRANKS.contains(to);
        role != Role::King
            && capture == self.chess.them().contains(to)
            && match promotion {
                None => !promotes,
                Some(piece) => promotes && !matches!(piece, Role::Pawn | Role::King),
            }
    }

    /// Where the pieces of a kind and of a set are that can legally move to a square, looking back from there.
    fn legal_origins(&self, role: Role, to: shakmaty::Square, among: Set) -> Set {
        let (us, turn) = (self.chess.us(), self.chess.turn());
        if us.contains(to) {
            return Set::EMPTY;
        }
        let board = self.chess.board();
        let looking_back = match role {
            Role::Pawn if board.occupied().contains(to) => shakmaty::attacks::pawn_attacks(!turn, to),
            Role::Pawn => self.pushed_from(to),
            _ => shakmaty::attacks::attacks(to, role.of(turn), board.occupied()),
        };
        let mut origins = looking_back & us & board.by_role(role) & among;
        for from in origins {
            if !leaves_king_safe(&self.chess, from, to) {
                origins.discard(from);
            }
        }
        origins
    }

    /// From where a pawn is pushed to a square: one step back or, over an empty square to the fourth rank, two.
    fn pushed_from(&self, to: shakmaty::Square) -> Set {
        let turn = self.chess.turn();
        let back = |squares: Set| if turn.is_white() { squares.shift(-8) } else { squares.shift(8) };
        let one = back(Set::from_square(to));
        let double = to.rank() == turn.fold_wb(shakmaty::Rank::Fourth, shakmaty::Rank::Fifth);
        if double { one | back(one & !self.chess.board().occupied()) } else { one }
    }

    fn normal_move(
        &self,
        role: Role,
        from: shakmaty::Square,
        to: shakmaty::Square,
        promotion: Option<Role>,
    ) -> Move {
        Move::Normal { role, from, capture: self.chess.board().role_at(to), to, promotion }
    }

    /// Plays on.
    ///
    /// # Errors
    ///
    /// When the continuation is not legal here; the position is then as it was.
    pub fn play(&mut self, next: Continuation) -> Result<(), IllegalContinuation> {
        let legal = match next {
            Continuation::Move(played) => self.chess.is_legal(played),
            Continuation::NullMove => self.after_null_move().is_some(),
        };
        if legal {
            self.play_resolved(next);
        }
        legal.then_some(()).ok_or(IllegalContinuation)
    }

    /// Plays on with what [`resolve`](Self::resolve) gave for this position.
    pub(crate) fn play_resolved(&mut self, next: Continuation) {
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
        let mut setup = self.chess.to_setup(EnPassantMode::Always);
        setup.swap_turn();
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        setup.fullmoves = setup.fullmoves.saturating_add(u32::from(self.chess.turn().is_black()));
        playable(setup, self.chess.castles().mode()).ok()
    }

    /// Appends the legal moves of knights, bishops, rooks or queens to any of the squares.
    pub(crate) fn push_legal_moves(&self, piece: Piece, to: Bitboard, moves: &mut Vec<Move>) {
        let role = role(piece);
        for to in to.iter().map(to_shakmaty) {
            for from in self.legal_origins(role, to, Set::FULL) {
                moves.push(self.normal_move(role, from, to, None));
            }
        }
    }

    /// The legal knight moves to any of the squares, by from-square, then to-square.
    pub(crate) fn legal_knight_moves(&self, to: Bitboard) -> Vec<Move> {
        let mut moves = Vec::new();
        self.push_legal_moves(Piece::Knight, to, &mut moves);
        moves.sort_unstable_by_key(|knight_move| (knight_move.from(), knight_move.to()));
        moves
    }

    /// Whether a bishop, rook or queen attacks a square from which a queen would check from afar. Most positions have no
    /// such move, and this look at a few tables finds it out.
    pub(crate) fn may_check_from_afar(&self) -> bool {
        use shakmaty::attacks::{bishop_attacks, king_attacks, rook_attacks};
        let board = self.chess.board();
        let Some(king) = board.king_of(!self.chess.turn()) else { return false };
        let (us, occupied) = (self.chess.us(), board.occupied());
        let sight =
            (rook_attacks(king, occupied) | bishop_attacks(king, occupied)) & !king_attacks(king) & !us;
        let straight = |slider| rook_attacks(slider, occupied).intersects(sight);
        let slanted = |slider| bishop_attacks(slider, occupied).intersects(sight);
        sight.any()
            && ((us & board.rooks_and_queens()).into_iter().any(straight)
                || (us & board.bishops_and_queens()).into_iter().any(slanted))
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
        let (board, to) = (self.after.board(), to_shakmaty(self.to));
        let attackers = board.attacks_to(to, self.after.turn(), board.occupied());
        attackers.into_iter().any(|from| leaves_king_safe(&self.after, from, to))
    }
}

/// The position of a setup, where the moves in it are well defined.
///
/// Files have all of wrong castling rights, an en passant square that cannot be, more men than a game starts with and checks
/// that no game leads to; those leave the moves well defined.
///
/// # Errors
///
/// When the moves would not be; the text says why.
pub(crate) fn playable(setup: Setup, mode: CastlingMode) -> Result<Chess, String> {
    setup
        .position(mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| error.to_string())
}

/// Gives a starting position its castling rights where those it has are of another one: rematches of Chess960 were
/// recorded with the rights of the game before.
pub(crate) fn restore_castling_rights(setup: &mut Setup) {
    use shakmaty::{Color, Rank};
    let rank = Set::from_rank;
    let (board, first, second) = (&setup.board, rank(Rank::First), rank(Rank::Second));
    let is_start = board.by_color(Color::White) == first | second
        && board.by_color(Color::Black) == rank(Rank::Eighth) | rank(Rank::Seventh)
        && board.pawns() == second | rank(Rank::Seventh);
    if is_start && !setup.castling_rights.is_subset(board.rooks()) {
        setup.castling_rights = board.rooks();
    }
}

/// Whether the king of the side to move is not attacked once a piece of its side, or it itself, has gone to a square.
fn leaves_king_safe(chess: &Chess, from: shakmaty::Square, to: shakmaty::Square) -> bool {
    let board = chess.board();
    let Some(king) = board.king_of(chess.turn()) else { return true };
    let king = if from == king { to } else { king };
    let occupied = board.occupied().without(from).with(to);
    board.attacks_to(king, !chess.turn(), occupied).without(to).is_empty()
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
    use shakmaty::{File, Rank};

    /// Positions with pins, checks, double checks, en passant, promotions and many pieces of a kind.
    const POSITIONS: [&str; 14] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "4k3/8/8/8/1b5r/8/3N1B2/4K3 w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 2",
        "1n2k3/P7/8/8/8/8/p7/1N2K3 b - - 0 1",
        "N7/6k1/1N6/3QK2Q/8/2N5/8/4Q3 w - - 0 1",
        "4k3/4r3/8/8/1b6/2N5/3N4/N3K2R w K - 0 1",
        "3rk3/8/8/8/8/5n2/3P4/3K3R w - - 0 1",
        "8/8/8/3k4/2pP4/8/B7/4K3 b - d3 0 1",
    ];

    /// Every SAN there is without `@`, right or wrong for the position.
    fn all_san() -> impl Iterator<Item = San> {
        let promotions = [None, Some(Role::Queen), Some(Role::Knight), Some(Role::King), Some(Role::Pawn)];
        let files = || std::iter::once(None).chain(File::ALL.map(Some));
        let ranks = || std::iter::once(None).chain(Rank::ALL.map(Some));
        Role::ALL.into_iter().flat_map(move |role| {
            shakmaty::Square::ALL.into_iter().flat_map(move |to| {
                [true, false].into_iter().flat_map(move |capture| {
                    promotions.into_iter().flat_map(move |promotion| {
                        files().flat_map(move |file| {
                            ranks().map(move |rank| San::Normal { role, file, rank, capture, to, promotion })
                        })
                    })
                })
            })
        })
    }

    #[test]
    fn moves_are_resolved_as_the_rules_library_does() {
        for fen in POSITIONS {
            let fen: Fen = fen.parse().unwrap();
            let position = Position::new(fen.into_position(CastlingMode::Standard).unwrap());
            let mut legal = 0;
            for san in all_san() {
                let expected = san.to_move(&position.chess).map(Continuation::Move);
                legal += u32::from(expected.is_ok());
                assert_eq!(position.resolve(san), expected, "{san} in {}", position.fen());
            }
            assert!(legal > 0);
        }
    }

    #[test]
    fn castling_in_uci_is_told_from_a_move_of_the_king() {
        for (fen, san, uci) in [
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1g1"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "e1c1"),
            ("7k/8/8/8/8/8/8/1R1K4 w B - 0 1", "O-O-O", "d1b1"),
            ("7k/8/8/8/8/8/8/1R1K4 w B - 0 1", "Kc1", "d1c1"),
            ("7k/8/8/8/8/8/8/R1K5 w A - 0 1", "O-O-O", "c1a1"),
        ] {
            let setup = fen.parse::<Fen>().unwrap().into_setup();
            let mode = CastlingMode::detect(&setup);
            let position = Position::new(playable(setup, mode).unwrap());
            let next = position.resolve(san.parse().unwrap()).unwrap();
            assert_eq!(next.uci(&position).to_string(), uci, "{san} in {fen}");
            assert_eq!(position.resolve_uci(next.uci(&position)), Some(next), "{uci} in {fen}");
        }
    }

    /// The FEN after a null move, `None` where it is not legal.
    fn fen_after_null_move(fen: &str) -> Option<String> {
        let setup = fen.parse::<Fen>().unwrap().into_setup();
        let mut position = Position::new(playable(setup, CastlingMode::Chess960).unwrap());
        position.play(position.resolve(San::Null).ok()?).ok()?;
        Some(position.fen())
    }

    #[test]
    fn a_null_move_passes_the_turn_and_is_refused_in_check() {
        for (before, after) in [
            (
                "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1",
                "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2",
            ),
            ("1r3k1r/8/8/8/8/8/8/1R3K1R w KQkq - 7 9", "1r3k1r/8/8/8/8/8/8/1R3K1R b KQkq - 8 9"),
            ("nnnnknnn/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "nnnnknnn/pppppppp/8/8/8/8/8/4K3 b - - 1 1"),
        ] {
            assert_eq!(fen_after_null_move(before).as_deref(), Some(after));
        }
        assert_eq!(fen_after_null_move("4k3/8/8/8/8/8/8/r3K3 w - - 0 1"), None);
    }
}
