//! Claims about `destrier::knight::passer`.

use crate::check;
use crate::definition::{KNIGHT, any, away, fixed, squares};
use crate::proof::Claim;
use std::collections::HashSet;

/// The squares of a knight and of a pawn that may have promoted, and whether the pawn's side is to move.
type Position = (u32, u32, bool);

/// Returns the positions from which the pawn promotes without being captured.
///
/// Follows only the rules of the race: adds positions that lead to won ones until there are no more. Either side may
/// pass.
fn won_for_the_pawn(color: u64) -> HashSet<Position> {
    let (up, start, last) = if color == 0 { (1, 1, 7) } else { (-1, 6, 0) };
    let rank = |square: u32| (square / 8) as i32;
    let attacks = |from: u32| KNIGHT.iter().filter_map(move |&step| away(from, step));
    let mut won = HashSet::new();
    loop {
        let before = won.len();
        for (knight, pawn) in (0..64).flat_map(|knight| (0..64).map(move |pawn| (knight, pawn))) {
            let is_passer = (1..7).contains(&rank(pawn));
            if knight == pawn || !is_passer && rank(pawn) != last {
                continue;
            }
            let promoted = !is_passer;
            let knight_to_move = if promoted {
                attacks(knight).all(|to| to != pawn)
            } else {
                won.contains(&(knight, pawn, true))
                    && attacks(knight).all(|to| to != pawn && won.contains(&(to, pawn, true)))
            };
            if knight_to_move {
                won.insert((knight, pawn, false));
            }
            let takes = [-1, 1].into_iter().any(|side| away(pawn, (side, up)) == Some(knight));
            let one = away(pawn, (0, up)).filter(|&to| to != knight);
            let two = one.filter(|_| rank(pawn) == start).and_then(|one| away(one, (0, up)));
            let pushes = one.into_iter().chain(two.filter(|&to| to != knight));
            let wins = |to| won.contains(&(knight, to, false));
            if !promoted && (takes || wins(pawn) || { pushes }.any(wins)) {
                won.insert((knight, pawn, true));
            }
        }
        if won.len() == before {
            return won;
        }
    }
}

/// Returns whether a knight stops a passer.
fn stops(won: &HashSet<Position>, knight: u32, pawn: u32, pawn_moves: bool) -> bool {
    knight != pawn && (8..56).contains(&pawn) && !won.contains(&(knight, pawn, pawn_moves))
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "knight against passer: every formulation gives the outcome of the race for the best knight of a set",
        method: "all 2^64 sets for all pawns and sides",
        prove: |proof| {
            let [knights] = proof.sets(["knights"]);
            for color in 0..2_u64 {
                let won = won_for_the_pawn(color);
                for (pawn, turn) in (0..64_u32).flat_map(|pawn| [(pawn, 0_u64), (pawn, 1)]) {
                    let stoppers: Vec<u32> =
                        (0..64).filter(|&knight| stops(&won, knight, pawn, turn == color)).collect();
                    let expected = any(stoppers.iter().map(|&knight| knights.bit(knight)));
                    check!(proof, knight_stops_passer(&knights, pawn, color, turn), &expected)?;
                    check!(
                        proof,
                        knight_passer_stoppers(pawn, color, turn),
                        fixed(|knight| stoppers.contains(&knight))
                    )?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "stoppable passers: the passers that the best knight of a set stops",
        method: "all 2^64 sets for all sides",
        prove: |proof| {
            let [knights] = proof.sets(["knights"]);
            for color in 0..2_u64 {
                let won = won_for_the_pawn(color);
                for turn in 0..2 {
                    let stopped = |pawn| {
                        let stoppers = (0..64).filter(|&knight| stops(&won, knight, pawn, turn == color));
                        any(stoppers.map(|knight| knights.bit(knight)))
                    };
                    check!(proof, knight_stoppable_passers(&knights, color, turn), squares(stopped))?;
                }
            }
            Ok(())
        },
    },
];
