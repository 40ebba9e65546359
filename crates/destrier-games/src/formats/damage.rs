//! Errors in games.

use std::borrow::Cow;

/// The error for a game that can be read only in part: the bad token, its offset and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {token:?}: {reason}")]
pub struct Damage {
    /// The offset of the token in its source, after decompression.
    pub offset: u64,
    /// The token as written, shortened if it is very long.
    pub token: String,
    /// The reason.
    pub reason: Cow<'static, str>,
}

impl Damage {
    /// The maximum number of characters shown of a token.
    const MAX_TOKEN_LENGTH: usize = 100;

    pub(crate) fn new(offset: u64, token: &[u8], reason: impl Into<Cow<'static, str>>) -> Box<Self> {
        let text = String::from_utf8_lossy(&token[..token.len().min(4 * Self::MAX_TOKEN_LENGTH)]);
        let mut shown: String = text.chars().take(Self::MAX_TOKEN_LENGTH).collect();
        if shown.len() < token.len() && text.chars().count() > Self::MAX_TOKEN_LENGTH {
            shown.push('…');
        }
        // Boxed to keep the results of the move loop small.
        Box::new(Self { offset, token: shown, reason: reason.into() })
    }
}
