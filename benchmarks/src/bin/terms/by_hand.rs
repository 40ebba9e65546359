//! The terms by hand: piece by piece, with tables and magic bitboards.

use cozy_chess::{
    BitBoard, Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};
use destrier::{Bitboard, Color};

const PAWN: usize = 0;
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;

/// The bitboards that an engine keeps.
pub(crate) struct Engine {
    pieces: [[u64; 6]; 2],
    sides: [u64; 2],
    occupied: u64,
}

/// The attacks of a side.
#[derive(Clone, Copy)]
pub(crate) struct Maps {
    pub(crate) by_piece: [Bitboard; 6],
    pub(crate) all: Bitboard,
}

fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

fn knight_from(square: usize) -> u64 {
    get_knight_moves(Square::index(square)).0
}

fn bishop_from(square: usize, occupied: u64) -> u64 {
    get_bishop_moves(Square::index(square), BitBoard(occupied)).0
}

fn rook_from(square: usize, occupied: u64) -> u64 {
    get_rook_moves(Square::index(square), BitBoard(occupied)).0
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

fn pawn_attacks(pawns: u64, side: usize) -> u64 {
    let (east, west) = (pawns & !(FILE_A << 7), pawns & !FILE_A);
    if side == 0 { east << 9 | west << 7 } else { east >> 7 | west >> 9 }
}

fn fill_ahead(set: u64, side: usize) -> u64 {
    if side == 0 {
        let set = set | set << 8;
        let set = set | set << 16;
        set | set << 32
    } else {
        let set = set | set >> 8;
        let set = set | set >> 16;
        set | set >> 32
    }
}

fn front_span(set: u64, side: usize) -> u64 {
    fill_ahead(if side == 0 { set << 8 } else { set >> 8 }, side)
}

static ZONES: [[u64; 64]; 2] = {
    let mut zones = [[0; 64]; 2];
    let mut i = 0;
    while i < 128 {
        let (side, square) = (i / 64, i % 64);
        let mut zone = 0_u64;
        let mut to = 0;
        while to < 64 {
            let files = (to % 8_usize).abs_diff(square % 8);
            let ahead =
                if side == 0 { to as i32 / 8 - square as i32 / 8 } else { square as i32 / 8 - to as i32 / 8 };
            if files <= 1 && ahead >= -1 && ahead <= 2 && to != square {
                zone |= 1 << to;
            }
            to += 1;
        }
        zones[side][square] = zone;
        i += 1;
    }
    zones
};

static DISTANCES: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 * 64 {
        let (a, b) = (i / 64, i % 64);
        let (files, ranks) = ((a % 8_usize).abs_diff(b % 8), (a / 8_usize).abs_diff(b / 8));
        table[a][b] = if files > ranks { files as u8 } else { ranks as u8 };
        i += 1;
    }
    table
};

impl Engine {
    pub(crate) fn new(pieces: [[u64; 6]; 2]) -> Self {
        let sides = pieces.map(|pieces| pieces.iter().fold(0, |all, set| all | set));
        Self { pieces, sides, occupied: sides[0] | sides[1] }
    }

    pub(crate) fn maps(&self) -> [Maps; 2] {
        [0, 1].map(|side| {
            let pieces = &self.pieces[side];
            let by_piece = [
                pawn_attacks(pieces[PAWN], side),
                squares(pieces[KNIGHT]).fold(0, |attacks, from| attacks | knight_from(from)),
                squares(pieces[BISHOP]).fold(0, |attacks, from| attacks | bishop_from(from, self.occupied)),
                squares(pieces[ROOK]).fold(0, |attacks, from| attacks | rook_from(from, self.occupied)),
                squares(pieces[QUEEN]).fold(0, |attacks, from| {
                    attacks | bishop_from(from, self.occupied) | rook_from(from, self.occupied)
                }),
                get_king_moves(Square::index(self.king(side))).0,
            ];
            let all = by_piece.iter().fold(0, |all, map| all | map);
            Maps { by_piece: by_piece.map(Bitboard::from_bits), all: Bitboard::from_bits(all) }
        })
    }

    fn king(&self, side: usize) -> usize {
        self.pieces[side][KING].trailing_zeros() as usize & 63
    }

    pub(crate) fn safe_checks(&self, maps: &[Maps; 2], attacker: usize) -> [Bitboard; 4] {
        let king = self.king(1 - attacker);
        let (diagonal, straight) = (bishop_from(king, self.occupied), rook_from(king, self.occupied));
        let area = !(self.sides[attacker] | maps[1 - attacker].all.bits());
        let of = |kind: usize, from| Bitboard::from_bits(from & maps[attacker].by_piece[kind].bits() & area);
        [
            of(KNIGHT, knight_from(king)),
            of(BISHOP, diagonal),
            of(ROOK, straight),
            of(QUEEN, diagonal | straight),
        ]
    }

    pub(crate) fn attack_units(&self) -> u64 {
        let mut sum = 0;
        for attacker in [0, 1] {
            let zone = ZONES[1 - attacker][self.king(1 - attacker)];
            for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
                let (mut attackers, mut number) = (0, 0);
                for from in squares(self.pieces[attacker][kind]) {
                    let attacks = match kind {
                        KNIGHT => knight_from(from),
                        BISHOP => bishop_from(from, self.occupied),
                        ROOK => rook_from(from, self.occupied),
                        _ => bishop_from(from, self.occupied) | rook_from(from, self.occupied),
                    };
                    let attacked = (attacks & zone).count_ones();
                    attackers += u64::from(attacked != 0);
                    number += u64::from(attacked);
                }
                sum = 100 * sum + 10 * attackers + number;
            }
        }
        sum
    }

    pub(crate) fn king_escapes(&self, maps: &[Maps; 2], side: usize) -> Bitboard {
        let (king, attacked) = (self.king(side), maps[1 - side].all.bits());
        let mut safe = get_king_moves(Square::index(king)).0 & !self.sides[side] & !attacked;
        if attacked >> king & 1 == 1 {
            // In check, the sliders see through the king.
            let occupied = self.occupied & !(1 << king);
            let theirs = &self.pieces[1 - side];
            for from in squares(theirs[BISHOP] | theirs[QUEEN]) {
                safe &= !bishop_from(from, occupied);
            }
            for from in squares(theirs[ROOK] | theirs[QUEEN]) {
                safe &= !rook_from(from, occupied);
            }
        }
        Bitboard::from_bits(safe)
    }

    /// Adds the pieces that attack another, with the squares of both.
    pub(crate) fn attack_pairs(&self, pairs: &mut Vec<(u8, u8)>) {
        for (side, pieces) in self.pieces.iter().enumerate() {
            for (kind, &set) in pieces.iter().enumerate() {
                for from in squares(set) {
                    let attacks = match kind {
                        PAWN => pawn_attacks(1 << from, side),
                        KNIGHT => knight_from(from),
                        BISHOP => bishop_from(from, self.occupied),
                        ROOK => rook_from(from, self.occupied),
                        QUEEN => bishop_from(from, self.occupied) | rook_from(from, self.occupied),
                        _ => get_king_moves(Square::index(from)).0,
                    };
                    pairs.extend(squares(attacks & self.occupied).map(|to| (from as u8, to as u8)));
                }
            }
        }
    }

    pub(crate) fn virtual_queen(&self, side: usize) -> Bitboard {
        let king = self.king(side);
        Bitboard::from_bits(bishop_from(king, self.occupied) | rook_from(king, self.occupied))
    }

    fn term(&self, maps: &[Maps; 2], side: usize, turn: usize) -> i32 {
        let (own, theirs) = (&self.pieces[side], &self.pieces[1 - side]);
        let map = |side: usize, kind: usize| maps[side].by_piece[kind].bits();
        let area = !(self.sides[side] | map(1 - side, PAWN));
        let mut mobility = 0;
        for from in squares(own[KNIGHT]) {
            mobility += (knight_from(from) & area).count_ones();
        }

        let ranks: u64 = if side == 0 { 0x0000_ffff_ff00_0000 } else { 0x0000_00ff_ffff_0000 };
        let attackable = fill_ahead(map(1 - side, PAWN), 1 - side);
        let outposts = (own[KNIGHT] & map(side, PAWN) & ranks & !attackable).count_ones();

        let mut forks = 0;
        let moves = map(side, KNIGHT) & area & !map(1 - side, KNIGHT);
        if moves != 0 {
            let undefended = self.sides[1 - side] & !maps[1 - side].all.bits();
            let (mut one, mut two) = (0, 0);
            for target in squares(undefended | theirs[KING] | theirs[QUEEN] | theirs[ROOK]) {
                let from = knight_from(target);
                two |= one & from;
                one |= from;
            }
            forks = (two & moves).count_ones();
        }

        let mut runners = 0;
        if theirs[KNIGHT] | theirs[BISHOP] | theirs[ROOK] | theirs[QUEEN] == 0 && own[PAWN] != 0 {
            runners = self.runners(maps, side, turn);
        }

        let king = self.king(side);
        let attacked = (ZONES[side][king] & maps[1 - side].all.bits()).count_ones();
        let file = king % 8;
        let pawns = own[PAWN] | theirs[PAWN];
        let mut open_files = 0;
        for file in file.saturating_sub(1)..=(file + 1).min(7) {
            open_files += i32::from(pawns & FILE_A << file == 0);
        }
        let ahead = if side == 0 { !0xff << (king & 56) } else { !(!0 << (king & 56)) };
        let storming = theirs[PAWN] & ahead & 0x0707_0707_0707_0707 << file.saturating_sub(1).min(5);
        let storm = (storming & !front_span(storming, side)).count_ones();

        let bonus = 4 * mobility + 25 * outposts + 30 * forks + 200 * runners;
        let danger = 6 * attacked as i32 + 15 * open_files + 5 * storm as i32;
        bonus as i32 - danger
    }

    fn runners(&self, maps: &[Maps; 2], side: usize, turn: usize) -> u32 {
        let (own, theirs) = (&self.pieces[side], &self.pieces[1 - side]);
        let is_check = maps[1 - side].by_piece[PAWN].bits() & own[KING] != 0;
        let king_moves = turn != side || is_check;
        let king = self.king(1 - side);
        let mut runners = 0;
        for pawn in squares(own[PAWN]) {
            let way = front_span(1 << pawn, side);
            let beside = (way & !(FILE_A << 7)) << 1 | (way & !FILE_A) >> 1;
            let rank = if side == 0 { pawn / 8 } else { 7 - pawn / 8 };
            if (way | beside) & theirs[PAWN] != 0 || way & self.occupied != 0 || rank == 0 || rank == 7 {
                continue;
            }
            let promotion = if side == 0 { 56 + pawn % 8 } else { pawn % 8 };
            let pushes = (7 - rank).min(5) + usize::from(king_moves);
            let captured = king_moves && DISTANCES[king][pawn] == 1;
            if usize::from(DISTANCES[king][promotion]) > pushes && !captured {
                runners += 1;
            }
        }
        runners
    }
}

/// The evaluation term on the first page.
pub(crate) fn evaluate(pieces: [[u64; 6]; 2], turn: Color) -> i32 {
    let engine = Engine::new(pieces);
    let maps = engine.maps();
    let turn = usize::from(turn.index());
    let score = engine.term(&maps, 0, turn) - engine.term(&maps, 1, turn);
    if turn == 0 { score } else { -score }
}

pub(crate) fn rook(square: destrier::Square, occupied: Bitboard) -> Bitboard {
    Bitboard::from_bits(rook_from(square.into(), occupied.bits()))
}

pub(crate) fn bishop(square: destrier::Square, occupied: Bitboard) -> Bitboard {
    Bitboard::from_bits(bishop_from(square.into(), occupied.bits()))
}

pub(crate) fn between([a, b]: [destrier::Square; 2]) -> Bitboard {
    Bitboard::from_bits(get_between_rays(Square::index(a.into()), Square::index(b.into())).0)
}

pub(crate) fn king_distance([a, b]: [destrier::Square; 2]) -> u64 {
    DISTANCES[usize::from(a)][usize::from(b)].into()
}

pub(crate) fn king_zone(side: usize, square: destrier::Square) -> Bitboard {
    Bitboard::from_bits(ZONES[side][usize::from(square)])
}
