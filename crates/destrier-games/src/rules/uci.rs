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
impl std::fmt::Display for Uci {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Normal { from, to, promotion } => {
                write!(f, "{from}{to}")?;
                promotion.map_or(Ok(()), |p| write!(f, "{}", p.letter().to_ascii_lowercase()))
            }
            Self::Null => f.write_str("0000"),
        }
    }
}
impl Uci {
    /// x
    pub fn from_ascii(t: &[u8]) -> Result<Self, ()> {
        use shakmaty::uci::UciMove as U;
        match U::from_ascii(t) {
            Ok(U::Normal { from, to, promotion }) => Ok(Self::Normal {
                from: Square::ALL[usize::from(from)],
                to: Square::ALL[usize::from(to)],
                promotion: promotion.map(|p| Piece::ALL[usize::from(p) - 1]),
            }),
            Ok(U::Null) => Ok(Self::Null),
            _ => Err(()),
        }
    }
}
