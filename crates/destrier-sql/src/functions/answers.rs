//! Columns of the library's answers.

use datafusion::arrow::array::{
    ArrayBuilder, ArrayRef, BooleanBuilder, Int64Builder, ListBuilder, StringBuilder, StructBuilder,
    UInt64Builder,
};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::{Result, internal_datafusion_err, internal_err};
use destrier_games::functions::Answer;
use std::sync::Arc;

/// A builder of a column.
pub(super) enum Answers {
    Sets(UInt64Builder),
    Numbers(Int64Builder),
    Truths(BooleanBuilder),
    /// Layers of paths: lists of sets.
    Layers(ListBuilder<UInt64Builder>),
    /// Moves: lists of direction, from and to.
    Moves(ListBuilder<StructBuilder>),
    /// The lines of a square, one field each.
    Lines(StructBuilder),
}

const MOVE: [&str; 3] = ["direction", "from", "to"];

fn move_fields() -> Fields {
    MOVE.iter().map(|name| Field::new(*name, DataType::Utf8, true)).collect()
}

fn line_fields() -> Fields {
    let lines = destrier::Line::ALL.map(|line| line.name().replace('-', "_"));
    lines.into_iter().map(|name| Field::new(name, DataType::UInt64, true)).collect()
}

fn list(items: DataType) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(items, true)))
}

impl Answers {
    /// Returns the type of a column of such answers.
    pub(super) fn data_type(kind: &Answer) -> DataType {
        match kind {
            Answer::Set(_) => DataType::UInt64,
            Answer::Number(_) => DataType::Int64,
            Answer::Truth(_) => DataType::Boolean,
            Answer::Layers(_) => list(DataType::UInt64),
            Answer::Moves(_) => list(DataType::Struct(move_fields())),
            Answer::Lines(_) => DataType::Struct(line_fields()),
        }
    }

    /// Creates a builder for such answers.
    pub(super) fn new(kind: &Answer, rows: usize) -> Self {
        match kind {
            Answer::Set(_) => Self::Sets(UInt64Builder::with_capacity(rows)),
            Answer::Number(_) => Self::Numbers(Int64Builder::with_capacity(rows)),
            Answer::Truth(_) => Self::Truths(BooleanBuilder::with_capacity(rows)),
            Answer::Layers(_) => Self::Layers(ListBuilder::new(UInt64Builder::new())),
            Answer::Moves(_) => Self::Moves(ListBuilder::new(StructBuilder::from_fields(move_fields(), 0))),
            Answer::Lines(_) => Self::Lines(StructBuilder::from_fields(line_fields(), rows)),
        }
    }

    /// Adds an answer, or null.
    pub(super) fn push(&mut self, answer: Option<Answer>) -> Result<()> {
        match (self, answer) {
            (Self::Sets(column), None) => column.append_null(),
            (Self::Sets(column), Some(Answer::Set(set))) => column.append_value(set.bits()),
            (Self::Numbers(column), None) => column.append_null(),
            (Self::Numbers(column), Some(Answer::Number(number))) => {
                column.append_option(number.map(i64::from));
            }
            (Self::Truths(column), None) => column.append_null(),
            (Self::Truths(column), Some(Answer::Truth(truth))) => column.append_value(truth),
            (Self::Layers(column), None | Some(Answer::Layers(None))) => column.append_null(),
            (Self::Layers(column), Some(Answer::Layers(Some(layers)))) => {
                column.values().append_slice(&layers.iter().map(|set| set.bits()).collect::<Vec<_>>());
                column.append(true);
            }
            (Self::Moves(column), None) => column.append_null(),
            (Self::Moves(column), Some(Answer::Moves(moves))) => {
                for r#move in moves {
                    let texts = [r#move.direction.name(), r#move.from.name(), r#move.to.name()];
                    for (i, text) in texts.into_iter().enumerate() {
                        field::<StringBuilder>(column.values(), i)?.append_value(text);
                    }
                    column.values().append(true);
                }
                column.append(true);
            }
            (Self::Lines(column), None) => {
                for i in 0..column.num_fields() {
                    field::<UInt64Builder>(column, i)?.append_null();
                }
                column.append(false);
            }
            (Self::Lines(column), Some(Answer::Lines(lines))) => {
                for (i, (_, set)) in lines.into_iter().enumerate() {
                    field::<UInt64Builder>(column, i)?.append_value(set.bits());
                }
                column.append(true);
            }
            (_, Some(answer)) => return internal_err!("an answer of another kind: {answer:?}"),
        }
        Ok(())
    }

    pub(super) fn finish(self) -> ArrayRef {
        match self {
            Self::Sets(mut column) => Arc::new(column.finish()),
            Self::Numbers(mut column) => Arc::new(column.finish()),
            Self::Truths(mut column) => Arc::new(column.finish()),
            Self::Layers(mut column) => Arc::new(column.finish()),
            Self::Moves(mut column) => Arc::new(column.finish()),
            Self::Lines(mut column) => Arc::new(column.finish()),
        }
    }
}

fn field<B: ArrayBuilder>(column: &mut StructBuilder, i: usize) -> Result<&mut B> {
    column.field_builder(i).ok_or_else(|| internal_datafusion_err!("no field {i} of this type"))
}
