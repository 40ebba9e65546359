//! Formulations for a single position with x86-64 vectors: several directions or lines of one board side by side.
//!
//! They correspond to [`four_lane`](crate::formulations::knight::attacks::four_lane) and
//! [`two_lane`](crate::formulations::king::lines::two_lane). Use them if your board is already in a vector.
//! Otherwise, moving a set into a vector and back takes longer than it saves, as `cargo bench -p destrier --bench
//! batch` shows. For columns, use [`map!`](super::map).

use super::kernel::Kernel;
use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::king::LineSet;
use crate::king::lines;
use crate::square::Square;
use core::arch::x86_64::{
    __m128i, __m256i, _mm_and_si128, _mm_cmpeq_epi64, _mm_cvtsi128_si32, _mm_cvtsi128_si64, _mm_load_si128,
    _mm_or_si128, _mm_set_epi64x, _mm_set1_epi64x, _mm_unpackhi_epi64, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_sllv_epi64, _mm256_srlv_epi64,
};

/// Knight attacks computed in four lanes, each with its own shift.
///
/// Source: the wiki's *AVX2* (Knight Attacks).
#[derive(Clone, Copy, Debug)]
pub struct KnightAttacks(());

impl KnightAttacks {
    /// Returns `None` if the processor lacks what the AVX2 kernel requires.
    #[inline]
    #[must_use]
    #[allow(
        clippy::missing_const_for_fn,
        reason = "with the standard library, the processor is queried at run time"
    )]
    pub fn new() -> Option<Self> {
        Kernel::avx2().map(|_| Self(()))
    }

    /// Returns the squares that any of the knights attacks.
    #[inline]
    #[must_use]
    pub fn of(self, knights: Bitboard) -> Bitboard {
        // SAFETY: the value proves that the processor has AVX2.
        unsafe { knight_attacks(knights) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn knight_attacks(knights: Bitboard) -> Bitboard {
    let shifts = _mm256_set_epi64x(6, 15, 17, 10);
    let left = masks([Direction::NoEaEa, Direction::NoNoEa, Direction::NoNoWe, Direction::NoWeWe]);
    let right = masks([Direction::SoWeWe, Direction::SoSoWe, Direction::SoSoEa, Direction::SoEaEa]);
    let lanes = _mm256_set1_epi64x(knights.0.cast_signed());
    let left = _mm256_and_si256(_mm256_sllv_epi64(lanes, shifts), left);
    let right = _mm256_and_si256(_mm256_srlv_epi64(lanes, shifts), right);
    let both = _mm256_or_si256(left, right);
    let two = _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
    let one = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));
    Bitboard(_mm_cvtsi128_si64(one).cast_unsigned())
}

/// The post masks of four directions, the first in the lowest lane.
#[inline]
#[target_feature(enable = "avx2")]
fn masks([a, b, c, d]: [Direction; 4]) -> __m256i {
    let mask = |direction: Direction| direction.post_mask().0.cast_signed();
    _mm256_set_epi64x(mask(d), mask(c), mask(b), mask(a))
}

/// The lines through a king that contain all its escapes, compared two at a time.
///
/// Source: the wiki's *King Pattern* (Vulnerable on distant Checks).
#[derive(Clone, Copy, Debug)]
pub struct OpenLines(());

impl OpenLines {
    /// Returns `None` if the processor lacks SSE4.1.
    #[inline]
    #[must_use]
    #[allow(
        clippy::missing_const_for_fn,
        reason = "with the standard library, the processor is queried at run time"
    )]
    pub fn new() -> Option<Self> {
        #[cfg(feature = "std")]
        let has = std::is_x86_feature_detected!("sse4.1");
        #[cfg(not(feature = "std"))]
        let has = cfg!(target_feature = "sse4.1");
        has.then_some(Self(()))
    }

    /// Returns the lines that contain all escapes of the king. If the king's own square is among the escapes, it is
    /// ignored.
    #[inline]
    #[must_use]
    pub fn of(self, king: Square, escapes: Bitboard) -> LineSet {
        // SAFETY: the value proves that the processor has SSE4.1.
        unsafe { open_lines(king, escapes) }
    }
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn open_lines(king: Square, escapes: Bitboard) -> LineSet {
    let record: *const __m128i = lines::record(king).as_ptr().cast();
    // SAFETY: a record is four sets (32 bytes), aligned to 32 bytes.
    let [straight, slanted] = unsafe { [_mm_load_si128(record), _mm_load_si128(record.add(1))] };
    let pattern = _mm_set1_epi64x(escapes.with(king).0.cast_signed());
    let straight = _mm_cmpeq_epi64(_mm_and_si128(straight, pattern), pattern);
    let slanted = _mm_cmpeq_epi64(_mm_and_si128(slanted, pattern), pattern);
    let both = _mm_or_si128(
        _mm_and_si128(straight, _mm_set_epi64x(2, 1)),
        _mm_and_si128(slanted, _mm_set_epi64x(8, 4)),
    );
    let one = _mm_or_si128(both, _mm_unpackhi_epi64(both, both));
    LineSet::from_low_bits(_mm_cvtsi128_si32(one) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{king_attacks_from, sets};
    use crate::{king, knight};

    #[test]
    fn knight_attacks_match_the_portable_formulations() {
        let Some(attacks) = KnightAttacks::new() else { return };
        for square in Square::ALL {
            assert_eq!(attacks.of(square.bitboard()), knight::attacks_from(square));
        }
        for [knights] in sets() {
            assert_eq!(attacks.of(knights), knight::attacks(knights));
        }
    }

    #[test]
    fn open_lines_match_the_portable_formulations() {
        let Some(lines) = OpenLines::new() else { return };
        let mut cases = 0;
        for king in Square::ALL {
            for escapes in king_attacks_from(king).subsets() {
                assert_eq!(lines.of(king, escapes), king::open_lines(king, escapes));
                assert_eq!(lines.of(king, escapes.with(king)), king::open_lines(king, escapes));
                cases += 1;
            }
        }
        assert_eq!(cases, 10_016);
        for (i, [set]) in sets().enumerate() {
            let king = Square::ALL[i % 64];
            assert_eq!(lines.of(king, set), king::open_lines(king, set));
        }
    }
}
