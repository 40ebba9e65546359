//! SAN in four bytes, to count and compare moves before they are written.

use super::moves::CastlingSide;
use super::notation::SanWithSign;
use super::san::San;
use destrier::{File, Piece, Rank, Square};

/// A move in SAN with its check sign.
///
/// Bits 0 to 5 are the square that the piece moves to, bits 6 to 8 the piece, bit 9 a capture, bits 10 to 13 the file
/// it comes from plus 1, bits 14 to 17 the rank plus 1, bits 18 to 20 the promotion plus 1, each 0 if not written. Bits
/// 21 and 22 are the sign: 1 check, 2 mate. The pieces 6 and 7 stand for castling, with the square 0 for the king side
/// and 1 for the queen side, and for the null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SanCode(pub(crate) u32);

const CASTLING: u32 = 6 << 6;
const NULL: u32 = 7 << 6;
const SIGNS: [&str; 4] = ["", "+", "#", ""];

impl From<SanWithSign> for SanCode {
    #[inline]
    fn from(SanWithSign { san, sign }: SanWithSign) -> Self {
        let bare = match san {
            San::Normal { piece, file, rank, capture, to, promotion } => {
                u32::from(to.index())
                    | u32::from(piece.index()) << 6
                    | u32::from(capture) << 9
                    | file.map_or(0, |file| u32::from(file.index()) + 1) << 10
                    | rank.map_or(0, |rank| u32::from(rank.index()) + 1) << 14
                    | promotion.map_or(0, |piece| u32::from(piece.index()) + 1) << 18
            }
            San::Castling(side) => CASTLING | u32::from(side == CastlingSide::Queen),
            San::Null => NULL,
        };
        Self(bare | u32::from(sign == "+") << 21 | u32::from(sign == "#") << 22)
    }
}

impl From<SanCode> for SanWithSign {
    fn from(SanCode(code): SanCode) -> Self {
        let bits = |start: u32, number: u32| (code >> start & ((1 << number) - 1)) as u8;
        let san = match Piece::from_index(bits(6, 3)) {
            Some(piece) => San::Normal {
                piece,
                file: File::from_index(bits(10, 4).wrapping_sub(1)),
                rank: Rank::from_index(bits(14, 4).wrapping_sub(1)),
                capture: bits(9, 1) == 1,
                to: Square::ALL[usize::from(bits(0, 6))],
                promotion: Piece::from_index(bits(18, 3).wrapping_sub(1)),
            },
            None if bits(6, 3) == 7 => San::Null,
            None => San::Castling(CastlingSide::ALL[usize::from(bits(0, 1))]),
        };
        Self { san, sign: SIGNS[usize::from(bits(21, 2))] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form of SAN survives the code, and different SAN has different codes.
    #[test]
    fn san_survives_the_code() {
        let some = |all: &[u8]| -> Vec<Option<u8>> {
            std::iter::once(None).chain(all.iter().copied().map(Some)).collect()
        };
        let mut all = vec![San::Null, San::Castling(CastlingSide::King), San::Castling(CastlingSide::Queen)];
        for piece in Piece::ALL {
            for file in some(&[0, 7]) {
                for rank in some(&[0, 7]) {
                    for promotion in some(&[0, 1, 4, 5]) {
                        for (capture, to) in [(false, Square::A1), (true, Square::H8), (false, Square::H8)] {
                            all.push(San::Normal {
                                piece,
                                file: file.and_then(File::from_index),
                                rank: rank.and_then(Rank::from_index),
                                capture,
                                to,
                                promotion: promotion.and_then(Piece::from_index),
                            });
                        }
                    }
                }
            }
        }
        let mut codes = std::collections::HashSet::new();
        for san in all {
            for sign in ["", "+", "#"] {
                let written = SanWithSign { san, sign };
                let code = SanCode::from(written);
                assert_eq!(SanWithSign::from(code), written);
                assert!(codes.insert(code.0), "{written}");
                assert_ne!(code.0, u32::MAX);
            }
        }
    }
}
