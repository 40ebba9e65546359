//! Claims about `destrier::knight`.

use super::leapers::{distance_of_sets, move_lists};
use super::walks::{Collect, collect};
use crate::definition::{
    DIRECTIONS, KNIGHT, ahead, any, at_least, attackers_of, away, coordinates, count, distances, fixed,
    leaps, sources, squares, up,
};
use crate::proof::{Claim, Proof};
use crate::run;
use crate::word::Word;
use anyhow::{Context, Result, ensure};

/// Returns the squares that a pawn defends and that have no opposing pawn ahead on the adjacent files.
fn outposts_on_any_rank(own: &Word, opponent: &Word, side: u64) -> Word {
    let defended = leaps(own, &[(-1, up(side)), (1, up(side))]);
    squares(|s| {
        let beside = |to: &u32| coordinates(*to).0 != coordinates(s).0;
        let attackers = ahead(s, up(side), 1).filter(beside).map(|to| opponent.bit(to));
        defended.bit(s).and(&any(attackers).not())
    })
}

/// Returns the outposts on the fourth to sixth rank of a side.
pub(super) fn outposts(own: &Word, opponent: &Word, side: u64) -> Word {
    let ranks = if side == 0 { 3..=5 } else { 2..=4 };
    outposts_on_any_rank(own, opponent, side).and(&fixed(|s| ranks.contains(&coordinates(s).1)))
}

/// Proves that a formulation of the total mobility adds the numbers of squares of the parts, each shifted. `sets` are the
/// knights, the area, and the variables that replace the parts and their numbers of squares.
fn sum<const N: usize>(
    proof: &mut Proof<'_>,
    formulation: u64,
    sets: &[Word],
    parts: &[Word; N],
    shifts: [u64; N],
) -> Result<()> {
    let ([knights, area], more) = sets.split_first_chunk().context("two sets")?;
    let (fresh, numbers) = more.split_at(N);
    let numbers: Vec<Word> = numbers.iter().map(|set| set.resize(7).resize(64)).collect();
    let parts = parts.iter().cloned().zip(fresh.iter().cloned());
    proof.cut(parts.chain(fresh.iter().map(Word::count_ones).zip(numbers.iter().cloned())));
    let found = run!(proof, knight_total_mobility(formulation, knights, area))?;
    let shifted = numbers.iter().zip(shifts).map(|(number, by)| number.shift_left(&Word::from(by)));
    let expected = shifted.fold(Word::from(0), |sum, number| sum.add(&number));
    proof.equal_number(&found, &expected)
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "knight fill: the knights and the squares they attack",
        method: "all 2^64 sets",
        prove: |proof| {
            let [knights] = proof.sets(["knights"]);
            let found = run!(proof, knight_fill(&knights))?;
            proof.equal(&found, &knights.or(&leaps(&knights, &KNIGHT)))
        },
    },
    Claim {
        name: "knight moves: every formulation gives the attacked squares without own pieces",
        method: "all 2^128 pairs of sets",
        prove: |proof| {
            let [knights, own] = proof.sets(["knights", "own"]);
            let expected = leaps(&knights, &KNIGHT).and(&own.not());
            for formulation in proof.formulations("knight_moves") {
                let found = run!(proof, knight_moves(formulation, &knights, &own))?;
                proof.equal(&found, &expected)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "knight moves by direction: a step back from the targets leads to their sources",
        method: "all 2^128 pairs of sets",
        prove: |proof| {
            let [knights, own] = proof.sets(["knights", "own"]);
            for direction in 0..8_u64 {
                let step = DIRECTIONS[8 + direction as usize];
                let found = run!(proof, knight_moves_by_direction(&knights, &own, direction))?;
                proof.equal(&found, &leaps(&knights, &[step]).and(&own.not()))?;
                let opposite = run!(proof, direction_opposite(8 + direction))?;
                let back = run!(proof, set_step(&found, &opposite))?;
                let sources = squares(|from| match away(from, step) {
                    Some(to) => knights.bit(from).and(&own.bit(to).not()),
                    None => crate::bit::ZERO,
                });
                proof.equal(&back, &sources)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "fork squares: every formulation gives the squares with at least two of eight targets",
        method: "all 2^64 sets",
        prove: |proof| {
            let [targets] = proof.sets(["targets"]);
            let expected = attackers_of(&targets, &KNIGHT, 2);
            for formulation in proof.formulations("knight_forks") {
                let found = run!(proof, knight_forks(formulation, &targets))?;
                proof.equal(&found, &expected)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "fork squares of at least k targets, k from 0 to 9",
        method: "all 2^64 sets",
        prove: |proof| {
            let [targets] = proof.sets(["targets"]);
            for k in 0..10 {
                let found = run!(proof, knight_forks_of_at_least(&targets, k))?;
                proof.equal(&found, &attackers_of(&targets, &KNIGHT, k as usize))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "fork counts: the bit planes hold the number of targets; `exactly`, `at_least` and `of` read them",
        method: "all 2^64 sets",
        prove: |proof| {
            let [targets] = proof.sets(["targets"]);
            let counts: Vec<Word> = (0..64).map(|from| count(sources(&targets, from, &KNIGHT))).collect();
            for plane in 0..4_u64 {
                let found = run!(proof, knight_fork_counts(&targets, plane))?;
                proof.equal(&found, &squares(|square| counts[square as usize].bit(plane as u32)))?;
            }
            for n in 0..17_u64 {
                let found = run!(proof, knight_fork_counts_at_least(&targets, n))?;
                proof.equal(&found, &attackers_of(&targets, &KNIGHT, n as usize))?;
                let found = run!(proof, knight_fork_counts_exactly(&targets, n))?;
                let exactly = |square: u32| {
                    let targets = || sources(&targets, square, &KNIGHT);
                    at_least(targets(), n as usize).and(&at_least(targets(), n as usize + 1).not())
                };
                proof.equal(&found, &squares(exactly))?;
            }
            for square in 0..64 {
                let found = run!(proof, knight_fork_counts_of(&targets, square))?;
                proof.equal_number(&found, &counts[square as usize])?;
            }
            Ok(())
        },
    },
    Claim {
        name: "fork moves: fork squares that a knight attacks and that are in the area",
        method: "all 2^192 triples of sets",
        prove: |proof| {
            let [targets, knights, area] = proof.sets(["targets", "knights", "area"]);
            let found = run!(proof, knight_fork_moves(&targets, &knights, &area))?;
            let forks = attackers_of(&targets, &KNIGHT, 2);
            proof.equal(&found, &forks.and(&leaps(&knights, &KNIGHT)).and(&area))
        },
    },
    Claim {
        name: "knight mobility: every formulation gives the attacked squares of the area",
        method: "all 2^128 pairs of sets; from the area, by induction over loop iterations",
        prove: |proof| {
            let names = ["left", "knights", "area", "found", "a", "b", "c"];
            let [left, knights, area, fresh @ ..] = proof.sets_after_first(names);
            let expected = leaps(&knights, &KNIGHT).and(&area);
            for formulation in [0_u64, 1] {
                let found = run!(proof, knight_mobility(formulation, &knights, &area))?;
                proof.equal(&found, &expected)?;
            }
            ensure!(proof.formulations("knight_mobility") == (0..3), "no claim covers a new formulation");
            let holds = |s| any(sources(&knights, s, &KNIGHT));
            let sets = &[knights.clone(), area];
            let export = "knight_mobility";
            collect(
                proof,
                Collect {
                    export,
                    formulation: Some(2),
                    sets,
                    through: 1,
                    holds: &holds,
                    left: &left,
                    fresh: &fresh,
                },
            )
        },
    },
    Claim {
        name: "trapped knights: every formulation gives the knights that attack no square of the area",
        method: "all 2^128 pairs of sets; one by one, by induction over loop iterations",
        prove: |proof| {
            let names = ["left", "knights", "area", "found", "a", "b", "c"];
            let [left, knights, area, fresh @ ..] = proof.sets_after_first(names);
            let expected = knights.and(&leaps(&area, &KNIGHT).not());
            for formulation in [0_u64, 2] {
                let found = run!(proof, trapped_knights(formulation, &knights, &area))?;
                proof.equal(&found, &expected)?;
            }
            ensure!(proof.formulations("trapped_knights") == (0..3), "no claim covers a new formulation");
            let holds = |s| any(sources(&area, s, &KNIGHT)).not();
            let sets = &[knights, area.clone()];
            let export = "trapped_knights";
            collect(
                proof,
                Collect {
                    export,
                    formulation: Some(1),
                    sets,
                    through: 0,
                    holds: &holds,
                    left: &left,
                    fresh: &fresh,
                },
            )
        },
    },
    Claim {
        name: "knight checks: every formulation gives the squares of the area that a knight attacks and from which a knight attacks a king",
        method: "all 2^192 triples of sets; square by square, by induction over loop iterations",
        prove: |proof| {
            let names = ["left", "knights", "king", "area", "found", "a", "b", "c"];
            let [left, knights, king, area, fresh @ ..] = proof.sets_after_first(names);
            let expected = leaps(&knights, &KNIGHT).and(&leaps(&king, &KNIGHT)).and(&area);
            for formulation in [0_u64, 1] {
                let found = run!(proof, knight_checks(formulation, &knights, &king, &area))?;
                proof.equal(&found, &expected)?;
            }
            ensure!(proof.formulations("knight_checks") == (0..3), "no claim covers a new formulation");
            let holds = |s| any(sources(&knights, s, &KNIGHT)).and(&any(sources(&king, s, &KNIGHT)));
            let sets = &[knights.clone(), king.clone(), area];
            let export = "knight_checks";
            collect(
                proof,
                Collect {
                    export,
                    formulation: Some(2),
                    sets,
                    through: 2,
                    holds: &holds,
                    left: &left,
                    fresh: &fresh,
                },
            )
        },
    },
    Claim {
        name: "mobility of one knight: the number of squares of the area that it attacks",
        method: "all 2^64 sets for each of 64 squares",
        prove: |proof| {
            let [area] = proof.sets(["area"]);
            for knight in 0..64_u32 {
                let attacked = leaps(&Word::from(1 << knight), &KNIGHT).and(&area);
                let found = run!(proof, knight_mobility_of(&area, u64::from(knight)))?;
                proof.equal_number(&found, &count(attacked.bits()))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "total knight mobility: every formulation gives the number of squares of the area that one knight attacks",
        method: "all 2^64 areas for one knight on each of 64 squares",
        prove: |proof| {
            let [area] = proof.sets(["area"]);
            for knight in (0..64).map(|s| Word::from(1 << s)) {
                let expected = count(leaps(&knight, &KNIGHT).and(&area).bits());
                for formulation in proof.formulations("knight_total_mobility") {
                    let found = run!(proof, knight_total_mobility(formulation, &knight, &area))?;
                    proof.equal_number(&found, &expected)?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "total knight mobility, by directions: the sum of the numbers of moves into the area in each direction",
        method: "all 2^128 pairs of sets, with a cut at each direction's targets and at their number",
        prove: |proof| {
            let sets: [Word; 18] = proof.sets(["knights, area, targets and their numbers"; 18]);
            let targets = KNIGHT.map(|step| leaps(&sets[0], &[step]).and(&sets[1]));
            sum(proof, 1, &sets, &targets, [0; 8])
        },
    },
    Claim {
        name: "total knight mobility, by planes: the sum of the numbers of knights in each plane of the fork counts of the area",
        method: "all 2^128 pairs of sets, with a cut at each plane's knights and at their number",
        prove: |proof| {
            let sets: [Word; 10] = proof.sets(["knights, area, planes and their numbers"; 10]);
            let counts: Vec<Word> = (0..64).map(|from| count(sources(&sets[1], from, &KNIGHT))).collect();
            let planes =
                [0, 1, 2, 3].map(|plane| squares(|s| sets[0].bit(s).and(&counts[s as usize].bit(plane))));
            sum(proof, 2, &sets, &planes, [0, 1, 2, 3])
        },
    },
    Claim {
        name: "safe area: the squares without own pieces and without attacks of opposing pawns",
        method: "all 2^128 pairs of sets for 2 sides",
        prove: |proof| {
            let [own, opponent_pawns] = proof.sets(["own", "opposing pawns"]);
            for side in 0..2 {
                let attacked = leaps(&opponent_pawns, &[(-1, up(1 - side)), (1, up(1 - side))]);
                let found = run!(proof, knight_safe_area(&own, &opponent_pawns, side))?;
                proof.equal(&found, &own.or(&attacked).not())?;
            }
            Ok(())
        },
    },
    Claim {
        name: "outposts: every formulation gives the squares that a pawn defends and that have no opposing pawn ahead on the adjacent files",
        method: "all 2^128 pairs of sets for 2 sides; on ranks 4 to 6 of the side, and on any rank",
        prove: |proof| {
            let [own, opponent] = proof.sets(["own", "opponent"]);
            for side in 0..2 {
                let found = run!(proof, knight_outposts_on_any_rank(&own, &opponent, side))?;
                proof.equal(&found, &outposts_on_any_rank(&own, &opponent, side))?;
                let expected = outposts(&own, &opponent, side);
                for formulation in proof.formulations("knight_outposts") {
                    let found = run!(proof, knight_outposts(formulation, &own, &opponent, side))?;
                    proof.equal(&found, &expected)?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "knight distance: every formulation gives the fewest moves",
        method: "all 4096 pairs of squares",
        prove: |proof| {
            for a in 0..64 {
                for (b, &expected) in distances(a, &KNIGHT).iter().enumerate() {
                    for formulation in proof.formulations("knight_distance") {
                        let found = run!(proof, knight_distance(formulation, u64::from(a), b as u64))?;
                        proof.equal_number(&found, &Word::from(u64::from(expected)))?;
                    }
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "knight distance of sets: between one square and any set, in both orders, it is the distance of the nearest square",
        method: "all 2^64 sets for each of 64 squares, in both orders",
        prove: |proof| distance_of_sets(proof, "knight_set_distance", &KNIGHT),
    },
    Claim {
        name: "knight move lists: the list holds the attacked targets in order from a1, and the index is a perfect hash",
        method: "all 2^64 sets for each of 64 squares",
        prove: |proof| {
            move_lists(
                proof,
                ["knight_move_list_index", "knight_move_list_length", "knight_move_list_square"],
                &KNIGHT,
            )
        },
    },
];
