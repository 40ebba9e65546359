//! Knight and king patterns on the chessboard, computed with bitboards.
//!
//! From which squares does a knight fork king and rook? How many moves does a piece need to reach a square? Which
//! passers can a king catch? Along which line is a king open to a distant check? Each function takes sets of
//! squares and returns a set or a number. Most take a few operations on 64-bit words.
//!
//! # Use it in your engine
//!
//! Pass your bitboards as `u64`, with a1 as bit 0 and h8 as bit 63. This evaluation term takes twelve bitboards:
//!
//! ```
//! use destrier::{AttackMaps, Board, Color, Piece, Sets, knight};
//!
//! /// `pieces` are each side's pawns, knights, bishops, rooks, queens and king,
//! /// White first. The result is for the side to move.
//! fn evaluate(pieces: [[u64; 6]; 2], turn: Color) -> i32 {
//!     let sets = Sets::from_colored_pieces(pieces);
//!     let board = Board::assume_consistent(sets, turn);
//!     let maps = board.attack_maps();
//!     let score = term(&maps, Color::White) - term(&maps, Color::Black);
//!     if turn.is_white() { score } else { -score }
//! }
//!
//! fn term(maps: &AttackMaps, side: Color) -> i32 {
//!     let board = maps.board();
//!     let knights = board.of(side, Piece::Knight);
//!     let mobility = knight::total_mobility(knights, maps.mobility_area(side));
//!     let outposts = (maps.knight_outposts(side) & knights).len();
//!     let forks = maps.fork_squares(side).len();
//!     let runners = board.uncatchable(side).len();
//!
//!     // The dangers to the side's own king. A file has eight squares.
//!     let attacked = maps.attacked_king_zone(side).len();
//!     let open_files = board.king_open_files(side).len() / 8;
//!     let storm = board.storm_pawns(side).len();
//!
//!     let bonus = 4 * mobility + 25 * outposts + 30 * forks + 200 * runners;
//!     let danger = 6 * attacked + 15 * open_files + 5 * storm;
//!     bonus as i32 - danger as i32
//! }
//!
//! // White has a knight on d5 and a rook on a1, Black has a rook on a8. The kings
//! // are on g1 and e8. Nc7+ forks.
//! let white = [0xe000, 1 << 35, 0, 1, 0, 1 << 6];
//! let black = [0x00e0_0000_0000_0000, 0, 0, 1 << 56, 0, 1 << 60];
//! // White: 28 for mobility, 30 for the fork, -15 for three storming pawns.
//! // Black: -12 for attacks on e7 and f6, -30 for two open files, -5 for a pawn.
//! assert_eq!(evaluate([white, black], Color::White), 43 + 47);
//! assert_eq!(evaluate([white, black], Color::Black), -90);
//! ```
//!
//! [`Board::attack_maps`] computes the attacks of both sides once, for the terms that need them. If your engine has them
//! already, pass them to [`AttackMaps::new`]`(board, maps)` as `[[u64; 6]; 2]`, in the order of `pieces`, and check once
//! that the result equals `board.attack_maps()`.
//!
//! Each method of [`Board`] and [`AttackMaps`] takes a side, called `side`, `attacker` or `defender`: see
//! [Whose pieces](#whose-pieces). Most return a set of squares: count it with [`len`](Bitboard::len). `attack_units` and
//! `safe_checks` return a value for each kind of piece, in the fields of [`ByKind`](king::ByKind): `units.knights.squares`
//! is a number, `checks.queens` a set. `None` stands for no
//! result, such as the storm against a king that does not exist.
//!
//! | term | methods | result for a side |
//! |---|---|---|
//! | knights | [`mobility_area`](AttackMaps::mobility_area) | an area for [`knight::mobility_of`] or [`knight::total_mobility`] |
//! | | [`knight_outposts`](AttackMaps::knight_outposts) | squares, with or without a knight |
//! | | [`trapped_knights`](Board::trapped_knights) | its knights without a safe move |
//! | forks | [`fork_squares`](AttackMaps::fork_squares), [`fork_targets`](AttackMaps::fork_targets) | the squares its knights can fork from, which no pawn or knight attacks, and the targets |
//! | own king | [`king_zone`](Board::king_zone), [`attacked_king_zone`](AttackMaps::attacked_king_zone) | the zone of its king, and the part that the opponent attacks |
//! | | [`king_open_files`](Board::king_open_files), [`king_half_open_files`](Board::king_half_open_files) | whole files, eight squares each |
//! | | [`storm_pawns`](Board::storm_pawns), [`storm_index`](Board::storm_index) | the nearest opposing pawns, and an index for a table of 512 scores |
//! | | [`shield`](Board::shield), [`any_shield_index`](Board::any_shield_index) | its pawns in front of its king, as an index for a table of 64 scores |
//! | | [`king_escapes`](AttackMaps::king_escapes), [`king_lines`](AttackMaps::king_lines) | safe squares next to its king, and the lines of back-rank danger |
//! | | [`virtual_queen_attacks`](Board::virtual_queen_attacks) | the squares that a queen would attack from its king's square |
//! | opposing king | [`attack_units`](AttackMaps::attack_units) | its pieces that attack the zone of the opposing king, and the squares, each once per attacker |
//! | | [`safe_checks`](AttackMaps::safe_checks), [`distant_checks`](AttackMaps::distant_checks) | the squares where its pieces can move and check: safely, or along a line of back-rank danger |
//! | | [`weak_king_zone`](AttackMaps::weak_king_zone), [`king::flank`], [`king::tropism`] | more about the attack on a king |
//! | pieces | [`attackers`](Board::attackers), [`attacked_twice`](Board::attacked_twice) | who attacks a square, and the squares attacked by two |
//! | | [`pinned`](Board::pinned), [`discoverers`](Board::discoverers) | its pinned pieces, and those that discover a check |
//! | | [`king::shut_in_rooks`] | its rooks between its king and the corner |
//! | passers | [`passers`](Board::passers), [`uncatchable`](Board::uncatchable) | its passers, and those with a free path that the opposing king cannot catch; none if other pieces could |
//! | pawn endings | [`king::wins_kpk`]`(king, pawn, opponent_king, color, turn)` | whether king and pawn win against a king: exact, from a table |
//! | | [`opposition`](Board::opposition), [`king::key_squares`] | whether it has the opposition, and where its king wins |
//!
//! - **Checked input**: [`Board::from_sets`] returns an error if a square has two pieces. [`Board::assume_consistent`]
//!   does not check. Both are safe.
//! - **Eight bitboards**: [`Sets::from_colors_and_pieces`].
//! - **A FEN**: [`Board::from_placement`] reads its first field.
//! - **Another bit order**: [`SquareMapping`] converts it.
//! - **Squares**: `Square::try_from(28)`, `usize::from(square)`, and [`Board::king`]. Iterate over a set with `for`.
//! - **Many positions at once**: [`batch`].
//!
//! The modules [`knight`], [`king`], [`pawn`] and [`sliders`] have the same patterns for any sets of squares:
//!
//! ```
//! use destrier::{king, knight, Bitboard, Color, Square};
//!
//! // The black king on e8 and the black rook on a8. A knight forks them from c7.
//! let targets = Bitboard::from_bits(0x1100_0000_0000_0000);
//! assert_eq!(knight::forks(targets).bits(), 0x0004_0000_0000_0000);
//!
//! // White to move: the black king on g5 catches the passer on h3, but not on a2.
//! let passers = Bitboard::from_squares(&[Square::A2, Square::H3]);
//! let caught = king::caught_area(Square::G5, Color::Black, Color::White);
//! assert_eq!(passers - caught, Square::A2.bitboard());
//! ```
//!
//! - The crate is `no_std` and has no dependencies. The default feature `std` only detects processor features for
//!   [batch] kernels.
//! - No function allocates or panics, for any input.
//! - All functions are `const`, except iterators, parsers, printers and the [batch] kernels.
//! - There are no rules of chess: no legality, no castling.
//!
//! # A set of squares is a number
//!
//! A chessboard has 64 squares and a machine word has 64 bits. Bit 0 stands for a1, bit 1 for b1, and so on along
//! the ranks to bit 63 for h8. So every set of squares is a 64-bit number, a *bitboard*. For example, White's pawns
//! before the first move:
//!
//! ```
//! use destrier::{bitboard, Bitboard, Rank, Square};
//!
//! let pawns: Bitboard = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     X X X X X X X X
//!     . . . . . . . .
//! };
//! assert_eq!(pawns.bits(), 0xff00);
//! assert_eq!(pawns, Rank::Second.bitboard());
//! assert_eq!(pawns.len(), 8);
//! assert!(pawns.contains(Square::E2));
//! ```
//!
//! # How to read the pictures
//!
//! A picture shows the board from White's side: rank 8 at the top, file a on the left, `X` for a square of the set
//! and `.` for any other square. [`bitboard!`] converts a picture to a set at compile time. `{:#?}` prints a set as
//! a picture, so a failed assertion shows two boards. Tests check every picture in this documentation.
//!
//! ```
//! # use destrier::Square;
//! assert_eq!(format!("{:#?}", Square::C2.bitboard()), "\
//! bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . X . . . . .
//!     . . . . . . . .
//! }");
//! ```
//!
//! # The algebra of sets
//!
//! Bitwise operations on two words are set operations:
//!
//! | operator | in `const` code | result |
//! |---|---|---|
//! | `a \| b` | [`a.union(b)`](Bitboard::union) | squares in `a`, in `b` or in both |
//! | `a & b` | [`a.intersection(b)`](Bitboard::intersection) | squares in both |
//! | `a - b` | [`a.difference(b)`](Bitboard::difference) | squares in `a` but not in `b` |
//! | `a ^ b` | [`a.symmetric_difference(b)`](Bitboard::symmetric_difference) | squares in exactly one |
//! | `!a` | [`a.complement()`](Bitboard::complement) | squares not in `a` |
//!
//! A knight can move to the squares that it attacks, except those with a piece of its own side. A set difference
//! computes all its moves at once:
//!
//! ```
//! use destrier::{bitboard, knight, Square};
//!
//! let own = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . X . . .
//!     . . . . . . . .
//!     X X X X . X X X
//!     X X X X X X X X
//! };
//! let moves = knight::attacks_from(Square::G1) - own;
//! assert_eq!(moves, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . X . X
//!     . . . . X . . .
//!     . . . . . . . .
//! });
//! assert!(moves.iter().eq([Square::E2, Square::F3, Square::H3]));
//! ```
//!
//! # Steps
//!
//! A shift moves all squares of a set at once: 8 bits to the next rank, 1 bit to the next file. A mask removes the
//! squares that the shift carries around the edge of the board. Without it, a step east from h4 would end on a5.
//! [`Bitboard::step`] shifts and masks, in each [`Direction`] of king and knight:
//!
//! ```
//! use destrier::{bitboard, Direction};
//!
//! let set = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . X . . . . .
//!     . . . . . . . .
//!     . . . . . . . X
//!     X . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! };
//! assert_eq!(set.step(Direction::East), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . X . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . X . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! # From steps to patterns
//!
//! A king attacks the union of its eight steps, and a knight attacks the union of its eight. Steps move whole sets,
//! so attacks work for many pieces at once.
//!
//! Attacks are mutual: the squares from which a knight attacks e8 are those that a knight on e8 attacks. So a
//! knight forks where two such sets overlap:
//!
//! ```
//! use destrier::{bitboard, knight, Square};
//!
//! let forks = knight::attacks_from(Square::A8) & knight::attacks_from(Square::E8);
//! assert_eq!(forks, bitboard! {
//!     . . . . . . . .
//!     . . X . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! # Fills
//!
//! A fill adds the attacks of a set to the set. Repeat it until nothing is added, and it floods the board. The
//! number of rounds until it reaches a square is the distance. The squares of each round give the shortest paths. A
//! knight from a1 covers these squares in two moves. It needs two more moves to reach b2:
//!
//! ```
//! use destrier::{bitboard, knight, Square};
//!
//! let two_moves = knight::fill(knight::fill(Square::A1.bitboard()));
//! assert_eq!(two_moves, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     X . X . . . . .
//!     . X . X . . . .
//!     X X . . X . . .
//!     . . X X . . . .
//!     X . X . X . . .
//! });
//! assert!(!knight::fill(two_moves).contains(Square::B2));
//! assert!(knight::fill(knight::fill(two_moves)).contains(Square::B2));
//! assert_eq!(knight::distance(Square::A1, Square::B2), 4);
//! ```
//!
//! # Overview
//!
//! - [`knight`]: attacks, moves, distances and paths, fork squares, mobility, outposts, checks and passers.
//! - [`king`]: attacks, distances and paths, the lines of distant checks, pawn shield and storm, open files, the king
//!   zone, the rule of the square, opposition and key squares.
//! - [`pawn`] and [`sliders`]: the attacks, fills and spans that these patterns need.
//! - [`greater_one`]: the squares that are in several sets.
//! - [`Board`]: whole positions, eight sets and a side to move, and their patterns.
//! - [`AttackMaps`]: the attacks of a position and the terms that need them. [`AttackPairs`]: which piece attacks which.
//! - [`batch`]: the same for columns of positions, four or eight at a time.
//! - Basic types: [`Square`], [`File`], [`Rank`], [`Line`], [`Direction`], [`Bitboard`], [`Color`] and [`Piece`].
//!
//! The functions take any sets: [`knight::fork_moves`] takes knights, targets and an area. The methods of [`Board`] take
//! these from a position: [`Board::fork_squares`].
//!
//! # In `const` code
//!
//! You can build your own tables at compile time:
//!
//! ```
//! use destrier::{knight, Bitboard, Square};
//!
//! const CENTER: Bitboard =
//!     Bitboard::from_squares(&[Square::D4, Square::E4, Square::D5, Square::E5]);
//!
//! /// The number of knight moves to the center.
//! const FROM_CENTER: [u8; 64] = {
//!     let mut table = [0; 64];
//!     let mut i = 0;
//!     while i < 64 {
//!         let square = Square::ALL[i].bitboard();
//!         table[i] = match knight::set_distance(square, CENTER) {
//!             Some(moves) => moves,
//!             None => 0,
//!         };
//!         i += 1;
//!     }
//!     table
//! };
//! assert_eq!(FROM_CENTER[usize::from(Square::A1.index())], 2);
//! assert_eq!(FROM_CENTER[usize::from(Square::E4.index())], 0);
//! ```
//!
//! # Formulations
//!
//! Most results have several formulations. The modules have the one to use. With the feature `formulations`, a module
//! of that name has the others, to compare, prove and benchmark them.
//!
//! Tests compare every formulation with a definition by files and ranks: for all inputs if there are few, otherwise for
//! thousands of random sets.
//!
//! # Values by name
//!
//! With the feature `registry`, a module of that name lists the values of a position by name, with definitions, costs and
//! functions that compute columns, and `Board::values` computes the values of a side at once. Programs that let their
//! users choose values need it; engines do not.
//!
//! # Whose pieces
//!
//! - Methods of [`Board`] and [`Lane`](batch::Lane): the king and the pieces in a name are those of `side`. Two other
//!   names mark methods about an attack on a king. With `attacker`, the pieces attack the opposing king. With
//!   `defender`, the king is attacked, and the storming pawns are the opponent's.
//! - Functions: `color` is the side of the king, or of the pawns that move or attack. `own` and `own_pawns` belong to
//!   that side, `opponent` and `opponent_pawns` to the other. So a shield takes `own_pawns`, a storm `opponent_pawns`.
//!   `turn` is the side to move.
//! - Arguments come in this order: the pieces or the king, what they meet (opposing pieces, targets, occupied squares),
//!   the number of moves, the area where moves may end, the color, and the side to move. `king_color` and `pawn_color`
//!   follow their piece.
//!
//! # Conventions
//!
//! - Attacks ignore pins. A square with a piece of the attacker's own side is attacked (defended).
//! - A *side* is a [`Color`]: White's pawns move north, Black's south.
//! - An *area* is the set of squares where moves may end. Pieces may start outside.
//! - A *path* is the set of squares that may be used, including both ends.
//! - `n` is a number of moves. Any number is allowed: fills stop when nothing is added.
//! - A function that may have no result, such as the distance of an empty set, returns an `Option`.
//! - Inputs that are impossible in chess have documented results: a pawn on the first rank, ten knights, a king on
//!   an attacked square.
//!
//! # Sources
//!
//! Most ideas come from the Chess Programming Wiki, called "the wiki" in this documentation, and from *Knight move
//! generation* by Sebastian Veile. Each function names its sources by title. Ideas without a source were derived here.

#![no_std]
// Without the feature, the formulations are private, and nothing uses them.
#![cfg_attr(not(feature = "formulations"), allow(dead_code, unreachable_pub, unused_imports))]

#[cfg(any(test, feature = "std"))]
extern crate std;

#[cfg(test)]
mod naive;

mod attack_maps;
mod attack_pairs;
mod attackers;
mod bitboard;
mod board;
mod color;
mod direction;
mod file;
mod index;
mod layers;
mod leaper;
mod line;
pub(crate) mod manhattan_distance;
mod mapping;
mod move_lists;
mod names;
mod parse_errors;
mod picture;
mod piece;
mod rank;
mod sets;
mod square;
mod x88;

#[cfg(not(feature = "formulations"))]
mod formulations;

pub mod batch;
#[cfg(feature = "formulations")]
pub mod formulations;
pub mod greater_one;
pub mod king;
pub mod knight;
pub mod pawn;
#[cfg(feature = "registry")]
pub mod registry;
pub mod sliders;
#[cfg(feature = "registry")]
pub mod values;
#[cfg(not(feature = "registry"))]
mod values;

pub use attack_maps::AttackMaps;
pub use attack_pairs::{AttackPair, AttackPairs};
pub use bitboard::{Bitboard, Squares};
pub use board::{Board, BoardError, ParsePlacementError};
pub use color::Color;
pub use direction::Direction;
pub use file::File;
pub use index::IndexError;
pub use layers::Layers;
pub use line::Line;
pub use mapping::SquareMapping;
pub use parse_errors::{ParseBitboardError, ParseColorError, ParseSquareError};
pub use picture::PictureError;
pub use piece::Piece;
pub use rank::Rank;
pub use sets::Sets;
pub use square::Square;

/// Runs the examples of the README files as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../README.md")]
struct Readme;
