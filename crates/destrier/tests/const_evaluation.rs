//! Evaluation in `const` contexts: tables of each type, built at compile time.

use destrier::king::{LineSet, Opposition, Wing};
use destrier::{Bitboard, Board, Color, Direction, Layers, Line, Square, SquareMapping, bitboard};
use destrier::{formulations, greater_one, king, knight, pawn, sliders};

/// Builds a table with one entry for each square.
macro_rules! table {
    ($type:ty, $square:ident => $entry:expr) => {{
        let first: $type = {
            let $square = Square::A1;
            $entry
        };
        let mut table = [first; 64];
        let mut i = 0;
        while i < 64 {
            let $square = Square::ALL[i];
            table[i] = $entry;
            i += 1;
        }
        table
    }};
}

const PICTURE: Bitboard = bitboard! {
    X . . . X . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
};
const STEPS: [Bitboard; 64] = table!(Bitboard, square => square.bitboard().step(Direction::NoNoEa));
const MIRRORED: [Bitboard; 64] =
    table!(Bitboard, square => SquareMapping::H1.bitboard(square.bitboard().bits()));
const DIAGONALS: [Bitboard; 64] = table!(Bitboard, square => Line::Diagonal.through(square));
const KNIGHT_ATTACKS: [Bitboard; 64] = table!(Bitboard, square => knight::attacks(square.bitboard()));
const KNIGHT_MOVES: [Bitboard; 64] = table!(Bitboard, square => knight::moves(square.bitboard(), PICTURE));
const KNIGHT_REACH: [Bitboard; 64] =
    table!(Bitboard, square => knight::reach_within(square.bitboard(), 2, PICTURE.complement()));
const KNIGHT_DISTANCE: [u8; 64] = table!(u8, square => knight::distance(Square::A1, square));
const KNIGHT_SET_DISTANCE: [Option<u8>; 64] =
    table!(Option<u8>, square => knight::set_distance(square.bitboard(), PICTURE));
const FORKS: Bitboard = knight::forks(PICTURE);
const PASSER_STOPPERS: [Bitboard; 64] = table!(Bitboard, square =>
    formulations::knight::passer::passer_stoppers(square, Color::White, Color::White));
const KNIGHT_PATHS: Option<Layers> =
    knight::shortest_paths(Square::A1.bitboard(), Square::H8.bitboard(), Bitboard::FULL);
const KNIGHT_LIST: &[Square] = formulations::knight::move_list::move_list(Square::A1, Bitboard::FULL);
const FORK_COUNTS: formulations::greater_one::Counts = formulations::knight::forks::fork_counts(PICTURE);
const KNIGHT_REGION: Bitboard = knight::region(
    Square::A1.bitboard(),
    bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . X . . . .
        . . . . . . . X
        . X . . . . . .
        . . . . X . . .
        X . X . . . . .
    },
);
const KING_ATTACKS: [Bitboard; 64] = table!(Bitboard, square => king::attacks(square.bitboard()));
const KING_DISTANCE: [u8; 64] = table!(u8, square => king::distance(Square::A1, square));
const KING_SET_DISTANCE: [Option<u8>; 64] =
    table!(Option<u8>, square => king::set_distance(square.bitboard(), PICTURE));
const KING_REACH: [Bitboard; 64] =
    table!(Bitboard, square => king::reach(square.bitboard(), 2, PICTURE.complement()));
const KING_REACH_WITHIN: [Bitboard; 64] =
    table!(Bitboard, square => king::reach_within(square.bitboard(), 2, PICTURE.complement()));
const KING_PATHS: Option<Layers> =
    king::shortest_paths(Square::A1.bitboard(), Square::H8.bitboard(), Bitboard::FULL);
const KING_REGION: Bitboard = king::region(Square::A1.bitboard(), Line::Diagonal.through(Square::A1));
const KING_LISTS: [&[Square]; 64] =
    table!(&[Square], square => formulations::king::move_list::move_list(square, Bitboard::FULL));
const MANHATTAN: [u8; 64] = table!(u8, square => king::manhattan_distance(Square::A1, square));
const BANDS: [Bitboard; 64] = table!(Bitboard, square => king::trajectory(Square::F6, square));
const OPEN_LINES: [LineSet; 64] = table!(LineSet, square => king::open_lines(square, PICTURE));
const CAUGHT: [Bitboard; 64] =
    table!(Bitboard, square => king::caught_area(square, Color::Black, Color::White));
const OPPOSITION: [Option<Opposition>; 64] =
    table!(Option<Opposition>, square => king::opposition(Square::D4, square));
const DIRECT: [Bitboard; 64] =
    table!(Bitboard, square => king::opposition_squares(square, Opposition::Direct));
const KEY_SQUARES: [Bitboard; 64] = table!(Bitboard, square => king::key_squares(square, Color::Black));
const SHIELD: u8 = king::shield_index(Wing::King.window(), Bitboard::from_bits(0xe000), Color::White);
const SHIELD_MASK: Bitboard = Wing::Queen.window().mask();
const CONNECTED: bool = king::connected(Square::A1.bitboard(), Square::H8.bitboard(), Bitboard::FULL);
const PASSERS: Bitboard = pawn::passers(Bitboard::from_bits(0xff00), PICTURE, Color::White);
const QUEEN: [Bitboard; 64] = table!(Bitboard, square => sliders::queen_attacks(square.bitboard(), PICTURE));
const COUNTS: formulations::greater_one::Counts =
    formulations::greater_one::count(&[PICTURE, Bitboard::FULL, Bitboard::EMPTY]);
const TWICE: Bitboard = greater_one::greater_one(&[PICTURE, Bitboard::FULL, Bitboard::EMPTY]);
const ESCAPES: Bitboard = match Board::from_placement("6k1/5ppp/8/8/8/8/5PPP/R5K1", Color::White) {
    Ok(board) => board.values(Color::Black).king_escapes,
    Err(_) => Bitboard::FULL,
};

#[test]
fn tables_built_at_compile_time_are_right() {
    for square in Square::ALL {
        let i = usize::from(square.index());
        assert_eq!(STEPS[i], square.step(Direction::NoNoEa).into_iter().collect());
        assert_eq!(MIRRORED[i], square.mirror_horizontal().bitboard());
        let [file, rank] = [square.file().index(), square.rank().index()];
        let is_on_the_diagonal = |s: &Square| s.file().index() + rank == s.rank().index() + file;
        assert_eq!(DIAGONALS[i], Square::ALL.into_iter().filter(is_on_the_diagonal).collect());
        assert_eq!(KNIGHT_ATTACKS[i], knight::attacks_from(square));
        assert_eq!(KNIGHT_MOVES[i], knight::attacks_from(square) - PICTURE);
        let moved = knight::attacks_from(square) - PICTURE;
        let moved_twice = moved.iter().map(knight::attacks_from).collect::<Bitboard>() - PICTURE;
        assert_eq!(KNIGHT_REACH[i], square.bitboard() | moved | moved_twice);
        assert_eq!(FORK_COUNTS.of(square) as u32, (knight::attacks_from(square) & PICTURE).len());
        assert_eq!(KNIGHT_DISTANCE[i], formulations::knight::distance::closed_form(Square::A1, square));
        assert_eq!(
            KNIGHT_SET_DISTANCE[i],
            PICTURE.iter().map(|target| knight::distance(square, target)).min()
        );
        let stops = |knight: &Square| {
            formulations::knight::passer::by_race(knight.bitboard(), square, Color::White, Color::White)
        };
        assert_eq!(PASSER_STOPPERS[i], Square::ALL.into_iter().filter(stops).collect());
        assert_eq!(KING_ATTACKS[i], king::attacks_from(square));
        assert_eq!(KING_DISTANCE[i], file.max(rank));
        assert_eq!(MANHATTAN[i], file + rank);
        assert_eq!(KING_SET_DISTANCE[i], PICTURE.iter().map(|target| king::distance(square, target)).min());
        let moved = king::attacks_from(square) - PICTURE;
        let moved_twice = moved.iter().map(king::attacks_from).collect::<Bitboard>() - PICTURE;
        assert_eq!(KING_REACH[i], moved_twice);
        assert_eq!(KING_REACH_WITHIN[i], square.bitboard() | moved | moved_twice);
        assert!(KING_LISTS[i].iter().copied().eq(king::attacks_from(square)));
        assert_eq!(BANDS[i], formulations::king::trajectory::by_distances(Square::F6, square));
        assert_eq!(OPEN_LINES[i], formulations::king::lines::branchy(square, PICTURE));
        assert_eq!(CAUGHT[i], formulations::king::square_rule::by_rule(square, Color::Black, Color::White));
        assert_eq!(OPPOSITION[i], formulations::king::opposition::by_coordinates(Square::D4, square));
        assert_eq!(DIRECT[i], formulations::king::opposition::squares_by_pairs(square, Opposition::Direct));
        assert_eq!(KEY_SQUARES[i], formulations::king::key_squares::by_steps(square, Color::Black));
        let rays = Direction::KING.into_iter();
        let rays = rays.map(|d| formulations::sliders::dumb7_fill(square.bitboard(), PICTURE, d));
        assert_eq!(QUEEN[i], rays.collect());
        assert_eq!(COUNTS.of(square), 1 + u8::from(PICTURE.contains(square)));
    }
    assert_eq!(FORKS, Square::C7.bitboard());
    assert_eq!(KNIGHT_PATHS.map(|layers| layers.moves()), Some(6));
    assert_eq!(KING_PATHS.map(|layers| layers.moves()), Some(7));
    assert_eq!(KING_REGION, DIAGONALS[0]);
    assert_eq!(KNIGHT_REGION, "a1,c1,e2,b3".parse().unwrap(), "no path leads to h4 or d5");
    assert_eq!(KNIGHT_LIST, [Square::C2, Square::B3]);
    assert_eq!((SHIELD, SHIELD_MASK.bits(), CONNECTED), (0b111, 0x0007_0700, true));
    assert_eq!(PASSERS, "c2,g2,h2".parse().unwrap(), "all except those in front of a8 and e8");
    assert_eq!(TWICE, PICTURE);
    assert_eq!(ESCAPES, "f8,h8".parse().unwrap());
}
