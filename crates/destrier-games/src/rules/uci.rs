//! stub
use destrier::{Piece, Square};
/// A UCI move
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uci {
    /// x
    Normal {
        /// x
        from: Square,
        /// x
        to: Square,
        /// x
        promotion: Option<Piece>,
    },
    /// x
    Null,
}
impl std::fmt::Display for Uci { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { match self { Self::Normal{from,to,promotion} => { write!(f, "{from}{to}")?; promotion.map_or(Ok(()), |p| write!(f,"{}", p.letter().to_ascii_lowercase())) }, Self::Null => f.write_str("0000") } } }
