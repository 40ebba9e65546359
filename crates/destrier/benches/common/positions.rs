//! Positions from real games.

use destrier::{Board, Color, Sets};
use fastrand::Rng;
use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::{Chess, Position, Role};
use std::collections::HashSet;
use std::fs::File;
use std::ops::ControlFlow;

/// The number of positions.
const POSITIONS: usize = 8000;

/// Returns distinct positions: those of the sample games, and others one random move away.
pub(crate) fn positions() -> Vec<Chess> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/lichess.pgn");
    let mut games = Reader::new(File::open(path).expect("the repository contains the sample"));
    let mut played = Played::default();
    while games.read_game(&mut played).expect("the sample is valid").is_some() {}

    let mut random = Rng::with_seed(0x6465_7374_7269_6572);
    let mut seen = HashSet::new();
    let mut positions = played.0.clone();
    positions.retain(|position| seen.insert(board(position)));
    while positions.len() < POSITIONS {
        let mut position = random.choice(&played.0).expect("the sample has games").clone();
        if let Some(played) = random.choice(position.legal_moves()) {
            position.play_unchecked(played);
            if seen.insert(board(&position)) {
                positions.push(position);
            }
        }
    }
    positions
}

/// Draws boards from [`positions`].
pub(crate) fn boards() -> impl FnMut(&mut Rng) -> Board {
    any_of(positions().iter().map(board).collect())
}

/// Draws items from a list.
pub(crate) fn any_of<T: Clone>(list: Vec<T>) -> impl FnMut(&mut Rng) -> T {
    move |random| list[random.usize(..list.len())].clone()
}

/// Converts a shakmaty position to a board.
fn board(position: &Chess) -> Board {
    let set = |bitboard: shakmaty::Bitboard| destrier::Bitboard::from_bits(bitboard.0);
    let board = position.board();
    let sets = Sets {
        white: set(board.white()),
        black: set(board.black()),
        pawns: set(board.by_role(Role::Pawn)),
        knights: set(board.by_role(Role::Knight)),
        bishops: set(board.by_role(Role::Bishop)),
        rooks: set(board.by_role(Role::Rook)),
        queens: set(board.by_role(Role::Queen)),
        kings: set(board.by_role(Role::King)),
    };
    let turn = if position.turn().is_white() { Color::White } else { Color::Black };
    Board::from_sets(sets, turn).expect("the sets of a position are consistent")
}

/// Collects the positions of the games.
#[derive(Default)]
struct Played(Vec<Chess>);

impl Visitor for Played {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _tags: ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        position.play_unchecked(san.san.to_move(position).expect("moves in the sample are legal"));
        self.0.push(position.clone());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _position: Chess) {}
}
