//! What is wrong with a game, and where.

use std::borrow::Cow;

/// Why a game could be read only in part: the token that could not be, its place and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {token:?}: {reason}")]
pub struct Damage {
    /// Offset of the token in its source, after decompression.
    pub offset: u64,
    /// The token as written, shortened where it is very long.
    pub token: String,
    /// What is wrong with it.
    pub reason: Cow<'static, str>,
}

impl Damage {
    /// The most characters of a token that are shown.
    const LONGEST_TOKEN: usize = 100;

    pub(crate) fn new(offset: u64, token: &[u8], reason: impl Into<Cow<'static, str>>) -> Box<Self> {
        let text = String::from_utf8_lossy(&token[..token.len().min(4 * Self::LONGEST_TOKEN)]);
        let mut shown: String = text.chars().take(Self::LONGEST_TOKEN).collect();
        if shown.len() < token.len() && text.chars().count() > Self::LONGEST_TOKEN {
            shown.push('…');
        }
        // In a box, since every move passes by where there could be damage.
        Box::new(Self { offset, token: shown, reason: reason.into() })
    }
}
