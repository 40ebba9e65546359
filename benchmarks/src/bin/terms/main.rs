//! Compares evaluation terms of the library with the same terms written by hand with the tables and magic bitboards of
//! cozy-chess, as engines have them.
//!
//! `cargo run --release --manifest-path benchmarks/Cargo.toml --bin terms` prints a line for each term: the median times
//! of both in nanoseconds, and the median of their ratios. Most terms are of both sides of a position. Both programs run
//! in turn in each round, over positions drawn at random, so that the branch predictor does not learn them.

mod by_hand;
mod positions;
#[allow(dead_code, reason = "the example prints a position, too")]
#[path = "../../../../crates/destrier/examples/threat_features.rs"]
mod threat_features;

use anyhow::{Result, ensure};
use by_hand::Engine;
use destrier::batch::{Boards, Kernel};
use destrier::king::{self, AttackUnits, ByKind};
use destrier::{AttackMaps, AttackPair, Bitboard, Board, Color, Piece, Sets, Square, knight, sliders};
use positions::{Position, Random, positions};
use std::hint::black_box;
use std::time::Instant;
use threat_features::Features;

const ROUNDS: usize = 201;

/// The number of positions in a round. They fit into the cache.
const POSITIONS: usize = 512;

/// Prints the times of a term by the library and by hand, after comparing the results.
fn compare(
    name: &str,
    positions: &[Position],
    by_library: impl Fn(&Position) -> u64,
    by_hand: impl Fn(&Position) -> u64,
) -> Result<()> {
    for position in positions.iter() {
        let (own, hand) = (by_library(position), by_hand(position));
        ensure!(own == hand, "{name}: {own:#x} and by hand {hand:#x} in\n{}", position.board);
    }
    let mut random = Random::default();
    let (mut own, mut hand, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let positions: Vec<Position> = (0..POSITIONS).map(|_| random.choice(positions).clone()).collect();
        let positions = &positions[..];
        let (own_time, hand_time) = if round % 2 == 0 {
            (time(positions, &by_library), time(positions, &by_hand))
        } else {
            let hand_time = time(positions, &by_hand);
            (time(positions, &by_library), hand_time)
        };
        own.push(own_time);
        hand.push(hand_time);
        ratios.push(own_time / hand_time);
    }
    let [own, hand, ratio] = [own, hand, ratios].map(median);
    println!("| {name} | {own:.1} | {hand:.1} | {ratio:.2} |");
    Ok(())
}

/// Compares the attack pairs of columns of positions: by each kernel, by the iterator, and by hand. Then measures the
/// threat features of the example, which need the pairs.
fn compare_pairs(positions: &[Position]) -> Result<()> {
    let mut random = Random::default();
    let none = AttackPair { attacker: Square::A1, target: Square::A1 };
    let (mut offsets, mut pairs) = ([0; POSITIONS + 1], vec![none; 256 * POSITIONS]);
    let mut by_hand: Vec<(u8, u8)> = Vec::with_capacity(256 * POSITIONS);
    let kernels: Vec<Kernel> = Kernel::available().collect();
    let (mut by_kernel, mut indices) = (vec![Vec::new(); kernels.len()], vec![Vec::new(); kernels.len()]);
    let (mut iterator, mut hand) = (Vec::new(), Vec::new());
    let features = Features::new(threat_features::WITH_KINGS);
    let mut active: Vec<usize> = Vec::with_capacity(512 * POSITIONS);
    for _ in 0..ROUNDS {
        let positions: Vec<Position> = (0..POSITIONS).map(|_| random.choice(positions).clone()).collect();
        let columns: [Vec<u64>; 8] = std::array::from_fn(|set| {
            positions.iter().map(|position| position.board.sets().to_array()[set].bits()).collect()
        });
        let boards =
            Boards::with_turn(Sets::from_array(columns.each_ref().map(Vec::as_slice)), Color::White)?;
        by_hand.clear();
        hand.push(nanoseconds(|| {
            for position in &positions {
                Engine::new(position.pieces).attack_pairs(&mut by_hand);
            }
        }));
        iterator.push(nanoseconds(|| {
            for position in &positions {
                for pair in position.board.attack_pairs() {
                    black_box(pair);
                }
            }
        }));
        for (kernel, times) in kernels.iter().zip(&mut by_kernel) {
            times.push(nanoseconds(|| kernel.__attack_pairs(boards, &mut offsets, &mut pairs)));
            let number = offsets[POSITIONS] as usize;
            ensure!(number == by_hand.len(), "{number} pairs, and {} by hand", by_hand.len());
        }
        for (kernel, times) in kernels.iter().zip(&mut indices) {
            active.clear();
            times.push(nanoseconds(|| {
                let done = kernel.__attack_pairs(boards, &mut offsets, &mut pairs);
                for (position, place) in positions.iter().zip(offsets.windows(2)) {
                    let pairs = &pairs[place[0] as usize..place[1] as usize];
                    let on = threat_features::pieces(&position.board);
                    for side in Color::ALL {
                        let Some(king) = position.board.king(side) else { continue };
                        features.active(side, king, &on, pairs, &mut active);
                    }
                }
                done
            }));
        }
    }
    let names = kernels.iter().map(|kernel| format!("attack pairs, {kernel} kernel"));
    for (name, own) in names.chain(["attack pairs, iterator".into()]).zip(by_kernel.iter().chain([&iterator]))
    {
        let ratio = median(own.iter().zip(&hand).map(|(own, hand)| own / hand).collect());
        println!("| {name} | {:.1} | {:.1} | {ratio:.2} |", median(own.clone()), median(hand.clone()));
    }
    for (kernel, own) in kernels.iter().zip(indices) {
        println!(
            "| threat features of the example for both sides, {kernel} kernel | {:.1} | | |",
            median(own)
        );
    }
    Ok(())
}

/// Returns the nanoseconds per position of a call for all positions.
fn nanoseconds<T>(call: impl FnOnce() -> T) -> f64 {
    let started = Instant::now();
    black_box(call());
    started.elapsed().as_nanos() as f64 / POSITIONS as f64
}

/// Returns nanoseconds per position.
fn time(positions: &[Position], term: impl Fn(&Position) -> u64) -> f64 {
    let started = Instant::now();
    for position in positions {
        black_box(term(position));
    }
    started.elapsed().as_nanos() as f64 / positions.len() as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The evaluation term on the first page.
fn evaluate(pieces: [[u64; 6]; 2], turn: Color) -> i32 {
    let board = Board::assume_consistent(Sets::from_colored_pieces(pieces), turn);
    let maps = board.attack_maps();
    let score = term(&maps, Color::White) - term(&maps, Color::Black);
    if turn.is_white() { score } else { -score }
}

fn term(maps: &AttackMaps, side: Color) -> i32 {
    let board = maps.board();
    let knights = board.of(side, Piece::Knight);
    let mobility = knight::total_mobility(knights, maps.mobility_area(side));
    let outposts = (maps.knight_outposts(side) & knights).len();
    let forks = maps.fork_squares(side).len();
    let runners = board.uncatchable(side).len();

    let attacked = maps.attacked_king_zone(side).len();
    let open_files = board.king_open_files(side).len() / 8;
    let storm = board.storm_pawns(side).len();

    let bonus = 4 * mobility + 25 * outposts + 30 * forks + 200 * runners;
    let danger = 6 * attacked + 15 * open_files + 5 * storm;
    bonus as i32 - danger as i32
}

/// Adds up sets, so that each must be computed.
fn sum<const N: usize>(sets: [Bitboard; N]) -> u64 {
    sets.into_iter().fold(0, |sum, set| sum.rotate_left(1).wrapping_add(set.bits()))
}

fn add_units(sum: u64, units: ByKind<AttackUnits>) -> u64 {
    let kinds = [units.knights, units.bishops, units.rooks, units.queens];
    kinds
        .iter()
        .fold(sum, |sum, units| 100 * sum + 10 * u64::from(units.attackers) + u64::from(units.squares))
}

fn main() -> Result<()> {
    let list = &positions()?;
    println!("{} positions, {ROUNDS} rounds", list.len());
    println!("| term | Destrier, ns | by hand, ns | ratio |\n|---|---|---|---|");
    compare(
        "evaluation term of the first page",
        list,
        |position| evaluate(position.pieces, position.turn) as u64,
        |position| by_hand::evaluate(position.pieces, position.turn) as u64,
    )?;
    compare(
        "all attacks",
        list,
        |position| sum(Color::ALL.map(|side| position.board.attacks(side))),
        |position| sum(Engine::new(position.pieces).maps().map(|maps| maps.all)),
    )?;
    compare(
        "attack maps by kind of piece",
        list,
        |position| {
            let maps = position.board.attack_maps();
            sum(Color::ALL.map(|side| Bitboard::from_bits(sum(Piece::ALL.map(|piece| maps.of(side, piece))))))
        },
        |position| {
            let maps = Engine::new(position.pieces).maps();
            sum(maps.map(|maps| Bitboard::from_bits(sum(maps.by_piece))))
        },
    )?;
    compare(
        "safe checks",
        list,
        |position| {
            let maps = position.board.attack_maps();
            sum(Color::ALL.map(|side| {
                let safe = maps.safe_checks(side);
                Bitboard::from_bits(sum([safe.knights, safe.bishops, safe.rooks, safe.queens]))
            }))
        },
        |position| {
            let engine = Engine::new(position.pieces);
            let maps = engine.maps();
            sum([0, 1].map(|side| Bitboard::from_bits(sum(engine.safe_checks(&maps, side)))))
        },
    )?;
    compare(
        "attack units",
        list,
        |position| {
            let board = &position.board;
            Color::ALL.iter().fold(0, |sum, &side| {
                let attackers = ByKind {
                    knights: board.of(side, Piece::Knight),
                    bishops: board.of(side, Piece::Bishop),
                    rooks: board.of(side, Piece::Rook),
                    queens: board.of(side, Piece::Queen),
                };
                add_units(sum, king::attack_units(board.king_zone(!side), attackers, board.occupied()))
            })
        },
        |position| Engine::new(position.pieces).attack_units(),
    )?;
    compare(
        "attack units, from maps",
        list,
        |position| {
            let maps = position.board.attack_maps();
            Color::ALL.iter().fold(0, |sum, &side| add_units(sum, maps.attack_units(side)))
        },
        |position| Engine::new(position.pieces).attack_units(),
    )?;
    compare(
        "king escapes",
        list,
        |position| {
            let maps = position.board.attack_maps();
            sum(Color::ALL.map(|side| maps.king_escapes(side)))
        },
        |position| {
            let engine = Engine::new(position.pieces);
            let maps = engine.maps();
            sum([0, 1].map(|side| engine.king_escapes(&maps, side)))
        },
    )?;
    compare(
        "virtual queen attacks",
        list,
        |position| sum(Color::ALL.map(|side| position.board.virtual_queen_attacks(side))),
        |position| {
            let engine = Engine::new(position.pieces);
            sum([0, 1].map(|side| engine.virtual_queen(side)))
        },
    )?;
    compare(
        "one rook's attacks",
        list,
        |position| sliders::rook_attacks_from(position.squares[0], position.board.occupied()).bits(),
        |position| by_hand::rook(position.squares[0], position.board.occupied()).bits(),
    )?;
    compare(
        "one bishop's attacks",
        list,
        |position| sliders::bishop_attacks_from(position.squares[0], position.board.occupied()).bits(),
        |position| by_hand::bishop(position.squares[0], position.board.occupied()).bits(),
    )?;
    compare(
        "squares between",
        list,
        |position| sliders::between(position.squares[0], position.squares[1]).bits(),
        |position| by_hand::between(position.squares).bits(),
    )?;
    compare(
        "king distance",
        list,
        |position| king::distance(position.squares[0], position.squares[1]).into(),
        |position| by_hand::king_distance(position.squares),
    )?;
    compare(
        "king zone",
        list,
        |position| king::zone_from(position.squares[0], Color::White).bits(),
        |position| by_hand::king_zone(0, position.squares[0]).bits(),
    )?;
    compare_pairs(list)
}
