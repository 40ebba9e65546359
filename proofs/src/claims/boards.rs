//! Claims about positions: `destrier::Board`, and `destrier::batch::Lane`, which computes the same without branches.

use super::knights::outposts;
use super::shield::{window, wing};
use super::square_rule::catches;
use super::walks::chain;
use crate::bit::{Bit, ONE, ZERO};
use crate::definition::{
    KING, KNIGHT, LINES, ahead, all, any, at_least, attackers_of, coordinates, fixed, leaps, ray, slides,
    squares, up,
};
use crate::proof::{Claim, Proof};
use crate::run;
use crate::word::Word;
use anyhow::Result;

const NAMES: [&str; 8] = ["white", "black", "pawns", "knights", "bishops", "rooks", "queens", "kings"];

/// The names of a function in `Board` and in `Lane`.
macro_rules! both {
    ($name:ident) => {
        [concat!("board_", stringify!($name)), concat!("lane_", stringify!($name))]
    };
}

/// A symbolic position: eight sets, encoded in four variables per square.
struct Position {
    sets: [Word; 8],
}

/// Restricts positions to those where the pieces of a kind and side are exactly on certain squares.
#[derive(Clone, Copy)]
struct Standing<'a> {
    piece: usize,
    side: u64,
    on: &'a [u32],
}

impl Position {
    /// Creates all positions at once. The variables of a square are a color and a three-bit kind of piece: 1 to 6 are
    /// the kinds in the order of the sets; 0 and 7 mean an empty square.
    fn new(variables: &[Bit], standing: Option<Standing<'_>>) -> Self {
        let of = |square: u32, set: usize| -> Bit {
            let [black, code @ ..] = &variables[square as usize * 4..][..4] else { return ZERO };
            let color = |color: u64| if color == 1 { black.clone() } else { black.not() };
            let piece = |piece: usize| {
                let number = piece - 1;
                all((0..3).map(|i| if number >> i & 1 == 1 { code[i].clone() } else { code[i].not() }))
            };
            let holds = |side: u64, kind: usize| match standing {
                Some(standing) if standing.on.contains(&square) => {
                    Bit::Constant((kind, side) == (standing.piece, standing.side))
                }
                Some(standing) if (kind, side) == (standing.piece, standing.side) => ZERO,
                _ => color(side).and(&piece(kind)),
            };
            match set {
                0 | 1 => any((2..8).map(|piece| holds(set as u64, piece))),
                piece => holds(0, piece).or(&holds(1, piece)),
            }
        };
        Self { sets: std::array::from_fn(|set| squares(|square| of(square, set))) }
    }

    fn shown(&self) -> impl Iterator<Item = (&'static str, Word)> {
        NAMES.into_iter().zip(self.sets.clone())
    }

    fn of(&self, side: u64, piece: usize) -> Word {
        self.sets[side as usize].and(&self.sets[piece])
    }

    fn pawn_attacks(&self, side: u64) -> Word {
        leaps(&self.of(side, 2), &[(-1, up(side)), (1, up(side))])
    }

    fn king_attacks(&self, side: u64) -> Word {
        leaps(&self.of(side, 7), &KING)
    }

    /// Returns the squares that a side's sliders attack if a set of blockers is removed.
    fn slider_attacks(&self, side: u64, removed: &Word) -> Word {
        let occupied = self.sets[0].or(&self.sets[1]).and(&removed.not());
        let queens = self.of(side, 6);
        let [rank, file, diagonal, anti_diagonal] = LINES;
        slides(&self.of(side, 4).or(&queens), &occupied, &[diagonal, anti_diagonal].concat()).or(&slides(
            &self.of(side, 5).or(&queens),
            &occupied,
            &[rank, file].concat(),
        ))
    }

    /// Returns the squares that a side attacks if a set of blockers is removed.
    fn attacks(&self, side: u64, removed: &Word) -> Word {
        self.pawn_attacks(side)
            .or(&leaps(&self.of(side, 3), &KNIGHT))
            .or(&self.king_attacks(side))
            .or(&self.slider_attacks(side, removed))
    }

    fn arguments(&self, turn: u64, side: u64) -> Vec<Word> {
        self.sets.iter().cloned().chain([turn, side].map(Word::from)).collect()
    }
}

/// Checks that each of the functions gives the expected result.
fn equal_in_all<const N: usize>(
    proof: &mut Proof<'_>,
    exports: [&'static str; N],
    position: &Position,
    [turn, side]: [u64; 2],
    expected: &Word,
) -> Result<()> {
    for export in exports {
        let found = proof.run(export, position.arguments(turn, side))?;
        proof.equal(&found, expected)?;
    }
    Ok(())
}

/// Proves a claim for each side and each square of its only king, then without a king and with several.
///
/// The closure gets the king's square, if there is exactly one, and the king's side.
fn for_each_king(
    proof: &mut Proof<'_>,
    prove: impl Fn(&mut Proof<'_>, &Position, Option<u32>, u64, &[Bit]) -> Result<()>,
) -> Result<()> {
    let variables = proof.variables(4 * 64 + 64);
    let (of_position, more) = variables.split_at(4 * 64);
    for side in 0..2 {
        let squares: Vec<u32> = (0..64).collect();
        let kings = squares.chunks(1).chain([&[][..]]).map(Some).chain([None]);
        for on in kings {
            let position = Position::new(of_position, on.map(|on| Standing { piece: 7, side, on }));
            proof.show(position.shown());
            if on.is_none() {
                proof.assume(at_least(position.of(side, 7).bits(), 2));
            }
            let king = on.and_then(|on| on.first().copied());
            prove(proof, &position, king, side, more)?;
        }
        proof.assume(ONE);
    }
    Ok(())
}

/// Returns the squares that the king can move to: adjacent, without an own piece, and not attacked if the king is
/// removed.
fn escapes(position: &Position, king: Option<u32>, side: u64) -> Word {
    let Some(king) = king else { return Word::from(0) };
    let king = Word::from(1 << king);
    let unsafe_squares = position.sets[side as usize].or(&position.attacks(1 - side, &king));
    leaps(&king, &KING).and(&unsafe_squares.not())
}

/// Returns, for each line, whether it contains all of a king's escapes.
fn open_lines(king: u32, escapes: &Word) -> [Bit; 4] {
    LINES.map(|directions| {
        let line: Vec<u32> = directions.into_iter().flat_map(|direction| ray(king, direction)).collect();
        all((0..64).filter(|s| *s != king && !line.contains(s)).map(|s| escapes.bit(s).not()))
    })
}

/// Cuts the escapes: replaces them by fresh variables.
fn free_escapes(proof: &mut Proof<'_>, position: &Position, king: u32, side: u64, more: &[Bit]) -> Word {
    let near = leaps(&Word::from(1 << king), &KING);
    let free = Word::from_bits(more.to_vec()).and(&near);
    proof.cut([(escapes(position, Some(king), side), free.clone())]);
    proof.show(position.shown().chain([("escapes", free.clone())]));
    free
}

/// Proves a claim about all positions at once.
fn of_all<const N: usize>(
    proof: &mut Proof<'_>,
    exports: [&'static str; N],
    expected: impl Fn(&Position, u64) -> Word,
) -> Result<()> {
    let variables = proof.variables(256);
    let position = Position::new(&variables, None);
    proof.show(position.shown());
    for side in 0..2 {
        equal_in_all(proof, exports, &position, [0, side], &expected(&position, side))?;
    }
    Ok(())
}

/// Returns the targets of a side's knight forks, given the defended squares.
fn fork_targets(position: &Position, side: u64, defended: &Word) -> Word {
    let [_, _, _, _, _, rooks, queens, kings] = &position.sets;
    position.sets[1 - side as usize].and(&kings.or(queens).or(rooks).or(&defended.not()))
}

/// Returns a side's knights that attack two or more opposing pieces other than pawns.
fn forking_knights(position: &Position, side: u64) -> Word {
    let pieces = position.sets[1 - side as usize].and(&position.sets[2].not());
    position.of(side, 3).and(&attackers_of(&pieces, &KNIGHT, 2))
}

/// Returns a side's pawns with no opposing pawn ahead on their own or an adjacent file.
fn passers(position: &Position, side: u64) -> Word {
    let (own, opponent) = (position.of(side, 2), position.of(1 - side, 2));
    squares(|pawn| own.bit(pawn).and(&any(ahead(pawn, up(side), 1).map(|s| opponent.bit(s))).not()))
}

/// Returns the king's square and all squares where it is safe: without an own piece, and not attacked if the king is
/// removed.
fn safe(position: &Position, king: &Word, side: u64) -> Word {
    let unsafe_squares = position.sets[side as usize].or(&position.attacks(1 - side, king));
    unsafe_squares.not().or(king)
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "board: attacks of a side match the definition, in `Lane`",
        method: "all positions, 13^64",
        prove: |proof| {
            of_all(proof, ["lane_attacks"], |position, side| position.attacks(side, &Word::from(0)))
        },
    },
    Claim {
        name: "board: attacks of pawns and kings match the definition, in `Lane`",
        method: "all positions, 13^64",
        prove: |proof| {
            of_all(proof, ["lane_pawn_attacks"], Position::pawn_attacks)?;
            of_all(proof, ["lane_king_attacks"], Position::king_attacks)
        },
    },
    Claim {
        name: "board: attacks with any set of blockers removed match the definition, in `Lane`",
        method: "all positions and all 2^64 sets of removed blockers",
        prove: |proof| {
            let variables = proof.variables(5 * 64);
            // Ordered square by square, because the diagrams would be too large otherwise.
            let (of_position, removed): (Vec<&[Bit]>, Vec<Bit>) =
                variables.chunks(5).map(|of_square| (&of_square[..4], of_square[4].clone())).unzip();
            let position = Position::new(&of_position.concat(), None);
            let removed = Word::from_bits(removed);
            proof.show(position.shown().chain([("removed", removed.clone())]));
            for side in 0..2 {
                let sets = position.sets.iter().chain([&removed]).cloned();
                let found =
                    proof.run("lane_attacks_through", sets.chain([0, side].map(Word::from)).collect())?;
                proof.equal(&found, &position.attacks(side, &removed))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "board: the attackers of a square match the definition, in `Board`",
        method: "all positions and all 2^64 sets of occupied squares, for each of 64 squares",
        prove: |proof| {
            let variables = proof.variables(5 * 64);
            // Ordered square by square, because the diagrams would be too large otherwise.
            let (of_position, occupied): (Vec<&[Bit]>, Vec<Bit>) =
                variables.chunks(5).map(|of_square| (&of_square[..4], of_square[4].clone())).unzip();
            let position = Position::new(&of_position.concat(), None);
            let occupied = Word::from_bits(occupied);
            proof.show(position.shown().chain([("occupied", occupied.clone())]));
            let [rank, file, diagonal, anti_diagonal] = LINES;
            let (straight, slanted) = ([rank, file].concat(), [diagonal, anti_diagonal].concat());
            for square in 0..64_u64 {
                // Attacks are mutual, those of pawns with the other color.
                let from = Word::from(1 << square);
                let pawns =
                    |side: u64| leaps(&from, &[(-1, -up(side)), (1, -up(side))]).and(&position.of(side, 2));
                let pieces = |piece: usize| position.of(0, piece).or(&position.of(1, piece));
                let queens = pieces(6);
                let expected = pawns(0)
                    .or(&pawns(1))
                    .or(&leaps(&from, &KNIGHT).and(&pieces(3)))
                    .or(&leaps(&from, &KING).and(&pieces(7)))
                    .or(&slides(&from, &occupied, &slanted).and(&pieces(4).or(&queens)))
                    .or(&slides(&from, &occupied, &straight).and(&pieces(5).or(&queens)));
                let sets = position.sets.iter().chain([&occupied]).cloned();
                let found = proof.run("board_attackers", sets.chain([Word::from(square)]).collect())?;
                proof.equal(&found, &expected)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "board: knight attacks match the definition, in `Board` and `Lane`",
        method: "all positions, 13^64",
        prove: |proof| {
            of_all(proof, both!(knight_attacks), |position, side| leaps(&position.of(side, 3), &KNIGHT))
        },
    },
    Claim {
        name: "board: fork targets are kings, queens, rooks and undefended pieces, in `Board` and `Lane`",
        method: "all positions, 13^64",
        prove: |proof| {
            of_all(proof, both!(fork_targets), |position, side| {
                fork_targets(position, side, &position.attacks(1 - side, &Word::from(0)))
            })
        },
    },
    Claim {
        name: "board: forking knights attack two or more pieces other than pawns, in `Lane`",
        method: "all positions, 13^64",
        prove: |proof| of_all(proof, ["lane_forking_knights"], forking_knights),
    },
    Claim {
        name: "board: forking knights attack two or more pieces other than pawns, in `Board`",
        method: "all positions, 13^64",
        prove: |proof| of_all(proof, ["board_forking_knights"], forking_knights),
    },
    Claim {
        name: "board: passers have no opposing pawn ahead on three files, in `Board` and `Lane`",
        method: "all positions, 13^64",
        prove: |proof| of_all(proof, both!(passers), passers),
    },
    Claim {
        name: "board: uncatchable passers have a free path and escape the rule of the square, even after a check, in `Board` and `Lane`",
        method: "all positions, split by the square of the other side's king and by the side to move",
        prove: |proof| {
            for_each_king(proof, |proof, position, king, defender, _| {
                let side = 1 - defender;
                let is_check = position.pawn_attacks(defender).and(&position.of(side, 7)).any();
                for turn in 0..2 {
                    let expected = match king {
                        Some(king) => {
                            let pieces = position.sets[defender as usize]
                                .and(&position.sets[7].or(&position.sets[2]).not());
                            let applies = pieces.any().not();
                            let occupied = position.sets[0].or(&position.sets[1]);
                            let passers = passers(position, side);
                            squares(|pawn| {
                                let is_out =
                                    |turn| (8..56).contains(&pawn) && !catches(king, defender, pawn, turn);
                                if !is_out(turn) {
                                    return ZERO;
                                }
                                let blocked = any(ahead(pawn, up(side), 0).map(|s| occupied.bit(s)));
                                let runs = passers.bit(pawn).and(&blocked.not()).and(&applies);
                                // A check costs the side its move.
                                if is_out(defender) { runs } else { runs.and(&is_check.not()) }
                            })
                        }
                        None => Word::from(0),
                    };
                    equal_in_all(proof, both!(uncatchable), position, [turn, side], &expected)?;
                }
                Ok(())
            })
        },
    },
    Claim {
        name: "board: shield wing and index match the king's window, in `Board` and `Lane`",
        method: "all positions, split by the king's square",
        prove: |proof| {
            for_each_king(proof, |proof, position, king, side, _| {
                let absent = Word::from(255);
                let mut expected = [absent.clone(), absent];
                if let Some(king) = king
                    && let Some(wing) = wing(king, side)
                {
                    let pawns = position.of(side, 2);
                    let bits = window([5, 0][wing as usize], side).map(|s| pawns.bit(s)).collect();
                    expected = [Word::from(wing), Word::from_bits(bits).resize(64)];
                }
                equal_in_all(proof, both!(shield_wing), position, [0, side], &expected[0])?;
                equal_in_all(proof, both!(shield_index), position, [0, side], &expected[1])
            })
        },
    },
    Claim {
        name: "board: mobility area, knight mobility and trapped knights match the definition, in `Board` and `Lane`",
        method: "all positions, 13^64",
        prove: |proof| {
            let area = |position: &Position, side: u64| {
                position.sets[side as usize].or(&position.pawn_attacks(1 - side)).not()
            };
            of_all(proof, both!(mobility_area), area)?;
            of_all(proof, both!(knight_mobility), |position, side| {
                leaps(&position.of(side, 3), &KNIGHT).and(&area(position, side))
            })?;
            of_all(proof, both!(trapped_knights), |position, side| {
                position.of(side, 3).and(&leaps(&area(position, side), &KNIGHT).not())
            })
        },
    },
    Claim {
        name: "board: knight outposts are defended by a pawn, safe from opposing pawns and on ranks 4 to 6, in `Board` and `Lane`",
        method: "all positions, 13^64",
        prove: |proof| {
            of_all(proof, both!(knight_outposts), |position, side| {
                outposts(&position.of(side, 2), &position.of(1 - side, 2), side)
            })
        },
    },
    Claim {
        name: "board: safe knight checks are moves to squares from which a knight attacks the king and that the opponent does not attack, in `Lane`",
        method: "all positions, split by the square of the other side's king; empty without a king or with several",
        prove: |proof| {
            for_each_king(proof, |proof, position, king, defender, _| {
                let side = 1 - defender;
                let expected = match king {
                    Some(king) => leaps(&position.of(side, 3), &KNIGHT)
                        .and(&leaps(&Word::from(1 << king), &KNIGHT))
                        .and(&position.sets[side as usize].not())
                        .and(&position.attacks(defender, &Word::from(0)).not()),
                    None => Word::from(0),
                };
                equal_in_all(proof, ["lane_safe_knight_checks"], position, [0, side], &expected)
            })
        },
    },
    Claim {
        name: "board: king escapes match the definition, in `Board` and `Lane`",
        method: "all positions, split by the king's square; empty without a king or with several",
        prove: |proof| {
            for_each_king(proof, |proof, position, king, side, _| {
                let expected = escapes(position, king, side);
                equal_in_all(proof, both!(king_escapes), position, [0, side], &expected)
            })
        },
    },
    Claim {
        name: "board: king lines are the lines that contain all escapes, in `Board` and `Lane`",
        method: "all positions, split by the king's square, with a cut at the escapes",
        prove: |proof| {
            for_each_king(proof, |proof, position, king, side, more| {
                let expected = match king {
                    Some(king) => {
                        let escapes = free_escapes(proof, position, king, side, more);
                        Word::from_bits(open_lines(king, &escapes).to_vec()).resize(64)
                    }
                    None => Word::from(0),
                };
                equal_in_all(proof, both!(king_lines), position, [0, side], &expected)?;
                proof.cut([]);
                Ok(())
            })
        },
    },
    Claim {
        name: "board: distant check squares are those that a slider on the king's square sees along open lines, in `Board` and `Lane`",
        method: "all positions, split by the king's square, with a cut at the escapes",
        prove: |proof| {
            for_each_king(proof, |proof, position, king, side, more| {
                let expected = match king {
                    Some(king) => {
                        let lines = open_lines(king, &free_escapes(proof, position, king, side, more));
                        let occupied = position.sets[0].or(&position.sets[1]);
                        let king = Word::from(1 << king);
                        let sight = LINES.map(|line| slides(&king, &occupied, &line));
                        let near = leaps(&king, &KING);
                        let own = &position.sets[1 - side as usize];
                        squares(|s| {
                            let seen = any((0..4).map(|line| lines[line].and(&sight[line].bit(s))));
                            seen.and(&near.bit(s).not()).and(&own.bit(s).not())
                        })
                    }
                    None => Word::from(0),
                };
                equal_in_all(proof, both!(distant_check_squares), position, [0, 1 - side], &expected)?;
                proof.cut([]);
                Ok(())
            })
        },
    },
    Claim {
        name: "board: king reach is thirty-two fills over the squares where the king is safe, in `Lane`",
        method: "all positions with one king, split by its square, with a cut at the path and after each step",
        prove: |proof| {
            let variables = proof.variables(256 + 64 * 33);
            let (of_position, more) = variables.split_at(256);
            let more: Vec<Word> = more.chunks(64).map(|bits| Word::from_bits(bits.to_vec())).collect();
            for (side, king) in [(0, 0..64), (1, 0..64)].into_iter().flat_map(|(s, k)| k.map(move |k| (s, k)))
            {
                let position = Position::new(of_position, Some(Standing { piece: 7, side, on: &[king] }));
                let king = Word::from(1 << king);
                let path = more[0].or(&king);
                let walk = more[1..].iter().map(|set| ("after a step", set.clone()));
                proof.show(position.shown().chain([("path", path.clone())]).chain(walk));
                let steps = chain(&king, &more[1..], |set| set.or(&leaps(set, &KING)).and(&path));
                proof.cut([(safe(&position, &king, side), path.clone())].into_iter().chain(steps));
                equal_in_all(proof, ["lane_king_reach"], &position, [0, side], &more[32])?;
            }
            Ok(())
        },
    },
    Claim {
        name: "board: thirty-two king steps are enough: sixteen two-by-two blocks of adjacent squares cover the board",
        method: "all 64 squares; `Lane::king_reach` argues why a shortest walk has at most two squares in a block",
        prove: |proof| {
            let mut covered = Word::from(0);
            for block in 0..16_u64 {
                let corner = block / 4 * 16 + block % 4 * 2;
                let squares = [corner, corner + 1, corner + 8, corner + 9];
                let all = Word::from(squares.iter().map(|square| 1_u64 << square).sum::<u64>());
                for square in squares {
                    let touched = run!(proof, king_attacks_from(square))?.or(&Word::from(1 << square));
                    proof.equal(&touched.and(&all), &all)?;
                }
                covered = covered.or(&all);
            }
            proof.equal(&covered, &Word::from(u64::MAX))
        },
    },
    Claim {
        name: "board: king reach is every square that a walk over safe squares can reach, in `Board` and `Lane`",
        method: "all positions with one king on each of four squares, and any path within the four files and ranks around it",
        prove: |proof| {
            let variables = proof.variables(256 + 64);
            let (of_position, more) = variables.split_at(256);
            for (side, king) in [(0, 4), (0, 27), (1, 63), (1, 40)] {
                let position = Position::new(of_position, Some(Standing { piece: 7, side, on: &[king] }));
                let (file, rank) = coordinates(king);
                let (file, rank) = (file.saturating_sub(1).clamp(0, 4), rank.saturating_sub(1).clamp(0, 4));
                let near = fixed(|square| {
                    let (f, r) = coordinates(square);
                    (file..file + 4).contains(&f) && (rank..rank + 4).contains(&r)
                });
                let king = Word::from(1 << king);
                let path = Word::from_bits(more.to_vec()).and(&near).or(&king);
                proof.show(position.shown().chain([("path", path.clone())]));
                let mut reach = king.clone();
                loop {
                    let grown = reach.or(&leaps(&reach, &KING)).and(&path);
                    if grown == reach {
                        break;
                    }
                    reach = grown;
                }
                proof.cut([(safe(&position, &king, side), path)]);
                equal_in_all(proof, both!(king_reach), &position, [0, side], &reach)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "board: fork squares of any targets hold no own piece, are attacked by a knight, and are not guarded by a pawn or knight",
        method: "all positions and all 2^64 sets of targets",
        prove: |proof| {
            let variables = proof.variables(256 + 64);
            let position = Position::new(&variables[..256], None);
            let targets = Word::from_bits(variables[256..].to_vec());
            proof.show(position.shown().chain([("targets", targets.clone())]));
            for side in 0..2 {
                let opponent = 1 - side;
                let pawns = leaps(&position.of(opponent, 2), &[(-1, up(opponent)), (1, up(opponent))]);
                let guarded = pawns.or(&leaps(&position.of(opponent, 3), &KNIGHT));
                let expected = attackers_of(&targets, &KNIGHT, 2)
                    .and(&leaps(&position.of(side, 3), &KNIGHT))
                    .and(&position.sets[side as usize].not())
                    .and(&guarded.not());
                let arguments = position.sets.iter().chain([&targets]).cloned().chain([Word::from(side)]);
                let found = proof.run("board_fork_squares_of", arguments.collect())?;
                proof.equal(&found, &expected)?;
            }
            Ok(())
        },
    },
];
