//! Functions of texts: the rules of chess for a FEN and a move, and sets of squares by rank, file and rectangle.

use super::arguments::{is_string_or_null, texts};
use super::call::Call;
use super::udf::{Body, SECTION, udf};
use datafusion::arrow::array::{ArrayRef, Int64Array, ListBuilder, StringArray, StringBuilder, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field};
use datafusion::common::{Result, exec_datafusion_err, plan_err};
use datafusion::logical_expr::{ColumnarValue, Documentation, ScalarUDF};
use destrier::{Bitboard, Color, File, Piece, Rank, Square};
use destrier_games::{Continuation, Position, San, Uci};
use std::result::Result as StdResult;
use std::sync::Arc;

pub(super) fn all() -> impl Iterator<Item = ScalarUDF> {
    FUNCTIONS.iter().map(|function| {
        let names: Vec<&str> = function.arguments.iter().map(|kind| kind.name()).collect();
        let syntax = format!("{}({})", function.name, names.join(", "));
        let mut documentation = Documentation::builder(SECTION, function.definition, syntax);
        for kind in function.arguments {
            documentation = documentation.with_argument(kind.name(), kind.definition());
        }
        let parameters = names.into_iter().map(str::to_owned).collect();
        udf(function.name.to_owned(), Some(parameters), documentation.build(), function)
    })
}

/// A function whose arguments are texts.
struct TextFunction {
    name: &'static str,
    definition: &'static str,
    arguments: &'static [TextKind],
    data_type: fn() -> DataType,
    /// Computes the answer of a row, or says why an argument is invalid.
    answer: fn(&[&str]) -> StdResult<Answer, String>,
}

/// The meaning of a text.
#[derive(Clone, Copy)]
enum TextKind {
    Fen,
    /// A move in a known position, in UCI notation or SAN.
    Move,
    /// A move whose squares are named.
    Uci,
    Side,
    Rank,
    File,
    Corners,
}

enum Answer {
    Null,
    Set(Bitboard),
    Number(i64),
    Text(String),
    Texts(Vec<String>),
}

static FUNCTIONS: &[TextFunction] = &[
    TextFunction {
        name: "rank_set",
        definition: "the squares of a rank",
        arguments: &[TextKind::Rank],
        data_type: || DataType::UInt64,
        answer: |texts| Ok(Answer::Set(rank(texts[0])?.bitboard())),
    },
    TextFunction {
        name: "file_set",
        definition: "the squares of a file",
        arguments: &[TextKind::File],
        data_type: || DataType::UInt64,
        answer: |texts| Ok(Answer::Set(file(texts[0])?.bitboard())),
    },
    TextFunction {
        name: "square_set",
        definition: "the squares of a rectangle, from one corner to the opposite one",
        arguments: &[TextKind::Corners],
        data_type: || DataType::UInt64,
        answer: |texts| {
            let [one, other] = corners(texts[0])?;
            let files = one.file().min(other.file())..=one.file().max(other.file());
            let ranks = one.rank().min(other.rank())..=one.rank().max(other.rank());
            let squares = Square::ALL.into_iter();
            let inside =
                squares.filter(|square| files.contains(&square.file()) && ranks.contains(&square.rank()));
            Ok(Answer::Set(inside.collect()))
        },
    },
    TextFunction {
        name: "from_square",
        definition: "the square that a move leaves; null for a null move",
        arguments: &[TextKind::Uci],
        data_type: || DataType::Utf8,
        answer: |texts| square_of_move(texts[0], |from, _| from),
    },
    TextFunction {
        name: "to_square",
        definition: "the square that a move goes to; null for a null move",
        arguments: &[TextKind::Uci],
        data_type: || DataType::Utf8,
        answer: |texts| square_of_move(texts[0], |_, to| to),
    },
    TextFunction {
        name: "legal_moves",
        definition: "the legal moves in a position, as a list in UCI notation",
        arguments: &[TextKind::Fen],
        data_type: || DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true))),
        answer: |texts| {
            let moves = position(texts[0])?.legal_moves();
            Ok(Answer::Texts(moves.into_iter().map(|legal| legal.uci().to_string()).collect()))
        },
    },
    TextFunction {
        name: "play",
        definition: "the position after a legal move, as FEN",
        arguments: &[TextKind::Fen, TextKind::Move],
        data_type: || DataType::Utf8,
        answer: |texts| {
            let mut position = position(texts[0])?;
            let next = legal(&position, texts[1])?;
            position.play(next).map_err(|error| error.to_string())?;
            Ok(Answer::Text(position.fen()))
        },
    },
    TextFunction {
        name: "san",
        definition: "a legal move in standard algebraic notation",
        arguments: &[TextKind::Fen, TextKind::Move],
        data_type: || DataType::Utf8,
        answer: |texts| {
            let position = position(texts[0])?;
            Ok(Answer::Text(legal(&position, texts[1])?.san(&position).to_string()))
        },
    },
    TextFunction {
        name: "material",
        definition: "the material of a side in pawns: knights and bishops count 3, rooks 5, queens 9",
        arguments: &[TextKind::Fen, TextKind::Side],
        data_type: || DataType::Int64,
        answer: |texts| {
            let board = Position::board_of_fen(texts[0].as_bytes()).map_err(|why| why.to_string())?;
            let side = side(texts[1])?;
            let values = [
                (Piece::Pawn, 1),
                (Piece::Knight, 3),
                (Piece::Bishop, 3),
                (Piece::Rook, 5),
                (Piece::Queen, 9),
            ];
            let pawns = values.map(|(piece, value)| value * i64::from(board.of(side, piece).len()));
            Ok(Answer::Number(pawns.iter().sum()))
        },
    },
];

impl TextKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Fen => "fen",
            Self::Move | Self::Uci => "move",
            Self::Side => "side",
            Self::Rank => "rank",
            Self::File => "file",
            Self::Corners => "corners",
        }
    }

    const fn definition(self) -> &'static str {
        match self {
            Self::Fen => "a position in Forsyth-Edwards Notation",
            Self::Move => "a move in UCI notation or SAN, like 'e2e4' or 'Nf3'",
            Self::Uci => "a move in UCI notation, like 'e2e4' or 'e7e8q'",
            Self::Side => "a side, 'white' or 'black'",
            Self::Rank => "a rank, from '1' to '8'",
            Self::File => "a file, from 'a' to 'h'",
            Self::Corners => "two squares, like 'a1-h4'",
        }
    }

    /// Checks a constant. It is an error of the query if it is invalid.
    fn check(self, text: &str) -> StdResult<(), String> {
        match self {
            Self::Fen => Position::board_of_fen(text.as_bytes()).map(drop).map_err(|why| why.to_string()),
            Self::Move => check_move(text),
            Self::Uci => uci(text).map(drop),
            Self::Side => side(text).map(drop),
            Self::Rank => rank(text).map(drop),
            Self::File => file(text).map(drop),
            Self::Corners => corners(text).map(drop),
        }
    }
}

fn position(fen: &str) -> StdResult<Position, String> {
    Position::from_fen(fen.as_bytes()).map_err(|why| why.to_string())
}

/// Returns the continuation that a text stands for, in UCI notation or SAN, if it is legal.
pub(super) fn legal(position: &Position, text: &str) -> StdResult<Continuation, String> {
    let next = match uci(text) {
        Ok(uci) => position.resolve_uci(uci),
        Err(_) => position.resolve(san(text)?).ok(),
    };
    next.ok_or_else(|| format!("move: {text:?}: not a legal move in this position"))
}

/// Returns an error if a text is a move neither in UCI notation nor in SAN.
pub(super) fn check_move(text: &str) -> StdResult<(), String> {
    uci(text).map(drop).or_else(|_| san(text).map(drop))
}

fn san(text: &str) -> StdResult<San, String> {
    San::from_ascii(text.as_bytes())
        .map_err(|_| format!("move: {text:?}: expected a move in UCI notation or SAN, like 'e2e4' or 'Nf3'"))
}

fn uci(text: &str) -> StdResult<Uci, String> {
    Uci::from_ascii(text.as_bytes()).map_err(|why| format!("move: {text:?}: {why}"))
}

fn square_of_move(text: &str, choose: fn(Square, Square) -> Square) -> StdResult<Answer, String> {
    Ok(match uci(text)? {
        Uci::Normal { from, to, .. } => Answer::Text(choose(from, to).name().to_owned()),
        Uci::Null => Answer::Null,
    })
}

fn side(text: &str) -> StdResult<Color, String> {
    text.parse().map_err(|why| format!("side: {text:?}: {why}"))
}

fn rank(text: &str) -> StdResult<Rank, String> {
    let rank = Rank::ALL.into_iter().find(|rank| rank.to_string() == text);
    rank.ok_or_else(|| format!("rank: {text:?}: expected '1' to '8'"))
}

fn file(text: &str) -> StdResult<File, String> {
    let file = File::ALL.into_iter().find(|file| file.to_string() == text);
    file.ok_or_else(|| format!("file: {text:?}: expected 'a' to 'h'"))
}

fn corners(text: &str) -> StdResult<[Square; 2], String> {
    let corners =
        text.split_once('-').and_then(|(one, other)| Some([one.parse().ok()?, other.parse().ok()?]));
    corners.ok_or_else(|| format!("corners: {text:?}: expected two squares like 'a1-h4'"))
}

impl Body for &'static TextFunction {
    fn examples(&self) -> Vec<Vec<DataType>> {
        vec![vec![DataType::Utf8; self.arguments.len()]]
    }

    fn return_type(&self, name: &str, given: &[DataType]) -> Result<DataType> {
        // A rank may be a number.
        let fits = |(kind, given): (&TextKind, &DataType)| {
            is_string_or_null(given) || (matches!(kind, TextKind::Rank) && *given == DataType::Int64)
        };
        if given.len() == self.arguments.len() && self.arguments.iter().zip(given).all(fits) {
            return Ok((self.data_type)());
        }
        let kinds: Vec<&str> = self.arguments.iter().map(|kind| kind.definition()).collect();
        let given = given.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        plan_err!("{name} takes {}, as text; given: {given}", kinds.join(", and "))
    }

    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef> {
        let mut columns = Vec::with_capacity(self.arguments.len());
        for (kind, given) in self.arguments.iter().zip(call.arguments) {
            let given = given.cast_to(&DataType::Utf8View, None)?;
            if let ColumnarValue::Scalar(scalar) = &given
                && let Some(text) = texts(&*scalar.to_array()?)?.next().flatten()
                && let Err(why) = kind.check(text)
            {
                return Err(exec_datafusion_err!("{}: {why}", call.name));
            }
            columns.push(given.to_array(call.rows)?);
        }
        let is_constant = call.arguments.iter().all(|given| matches!(given, ColumnarValue::Scalar(_)));
        let mut rows = columns.iter().map(|column| texts(column)).collect::<Result<Vec<_>>>()?;
        let mut answers = Vec::with_capacity(call.rows);
        for row in 0..call.rows {
            let given: Vec<Option<&str>> = rows.iter_mut().map(|texts| texts.next().flatten()).collect();
            let given: Option<Vec<&str>> = given.into_iter().collect();
            answers.push(match given.map(|given| (self.answer)(&given)) {
                None => Answer::Null,
                Some(Ok(answer)) => answer,
                Some(Err(why)) => {
                    call.unreadable((!is_constant).then_some(row), why)?;
                    Answer::Null
                }
            });
        }
        Ok(column(answers, &(self.data_type)()))
    }
}

/// Returns answers as a column.
fn column(answers: Vec<Answer>, data_type: &DataType) -> ArrayRef {
    match data_type {
        DataType::UInt64 => {
            let sets = answers.into_iter().map(|answer| match answer {
                Answer::Set(set) => Some(set.bits()),
                _ => None,
            });
            Arc::new(sets.collect::<UInt64Array>())
        }
        DataType::Int64 => {
            let numbers = answers.into_iter().map(|answer| match answer {
                Answer::Number(number) => Some(number),
                _ => None,
            });
            Arc::new(numbers.collect::<Int64Array>())
        }
        DataType::List(_) => {
            let mut lists = ListBuilder::new(StringBuilder::new());
            for answer in answers {
                match answer {
                    Answer::Texts(texts) => lists.append_value(texts.into_iter().map(Some)),
                    _ => lists.append_null(),
                }
            }
            Arc::new(lists.finish())
        }
        _ => {
            let texts = answers.into_iter().map(|answer| match answer {
                Answer::Text(text) => Some(text),
                _ => None,
            });
            Arc::new(texts.collect::<StringArray>())
        }
    }
}
