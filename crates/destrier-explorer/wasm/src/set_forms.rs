//! Formats a set in every notation.

use crate::problem::Problem;
use crate::view::parse_hex;
use destrier::SquareMapping;
use serde::Serialize;

/// A set in every notation.
#[derive(Debug, Serialize)]
pub(crate) struct SetForms {
    count: u32,
    squares: String,
    board: String,
    mappings: Vec<Mapping>,
    literals: Vec<Literal>,
}

#[derive(Debug, Serialize)]
struct Mapping {
    name: &'static str,
    hex: String,
}

#[derive(Debug, Serialize)]
struct Literal {
    language: &'static str,
    text: String,
}

impl SetForms {
    pub(crate) fn of(text: &str) -> Result<Self, Problem> {
        let set =
            parse_hex(text).ok_or_else(|| Problem::of_all(text, "not a set of 16 hexadecimal digits"))?;
        let mappings = SquareMapping::ALL.map(|mapping| {
            let name = match mapping {
                SquareMapping::A1 => "a1 = 0, h8 = 63",
                SquareMapping::A8 => "a8 = 0, h1 = 63",
                SquareMapping::H1 => "h1 = 0, a8 = 63",
                SquareMapping::H8 => "h8 = 0, a1 = 63",
            };
            Mapping { name, hex: format!("{:016x}", mapping.bits(set)) }
        });
        let bits = set.bits();
        let groups: Vec<String> =
            (0..4).rev().map(|i| format!("{:04x}", bits >> (16 * i) & 0xffff)).collect();
        let literals = [
            ("Rust", format!("0x{}_u64", groups.join("_"))),
            ("C", format!("UINT64_C(0x{bits:016x})")),
            ("Python", format!("0x{bits:016x}")),
        ];
        Ok(Self {
            count: set.len(),
            squares: set.names().to_string(),
            board: set.to_string(),
            mappings: mappings.into(),
            literals: literals.map(|(language, text)| Literal { language, text }).into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_a_set_in_every_notation() {
        let forms = SetForms::of("1004000000000000").unwrap();
        assert_eq!((forms.count, forms.squares.as_str()), (2, "c7,e8"));
        let hex: Vec<_> = forms.mappings.iter().map(|mapping| mapping.hex.as_str()).collect();
        assert_eq!(hex, ["1004000000000000", "0000000000000410", "0820000000000000", "0000000000002008"]);
        let literals: Vec<_> = forms.literals.iter().map(|literal| literal.text.as_str()).collect();
        let expected = ["0x1004_0000_0000_0000_u64", "UINT64_C(0x1004000000000000)", "0x1004000000000000"];
        assert_eq!(literals, expected);
        assert!(forms.board.starts_with(". . . . X . . .\n. . X"));
        assert_eq!(SetForms::of("0000000000000000").unwrap().squares, "empty");
        assert_eq!(SetForms::of("c9").unwrap_err().to, 2);
        assert!(SetForms::of("+004000000000000").is_err());
    }
}
