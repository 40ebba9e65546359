//! Cells on their way into Arrow's columns.

use crate::formats::pgn::Tags;
use crate::schema::Kind;
use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Date32Builder, Int64Builder, ListBuilder, MapBuilder, StringBuilder,
    StringViewBuilder, UInt64Builder,
};
use arrow_schema::{DataType, Field, Fields};
use std::fmt::{Display, Write};
use std::sync::Arc;

/// The cells of a column.
pub(super) enum Builder {
    Text(StringBuilder),
    SharedText(StringViewBuilder),
    Truth(BooleanBuilder),
    Number(Int64Builder),
    Date(Date32Builder),
    Set(UInt64Builder),
    List(ListBuilder<StringBuilder>),
    Map(Box<MapBuilder<StringBuilder, StringViewBuilder>>),
}

impl Builder {
    pub(super) fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(StringBuilder::new()),
            Kind::SharedText => Self::SharedText(StringViewBuilder::new()),
            Kind::Truth => Self::Truth(BooleanBuilder::new()),
            Kind::Number => Self::Number(Int64Builder::new()),
            Kind::Date => Self::Date(Date32Builder::new()),
            Kind::Set => Self::Set(UInt64Builder::new()),
            Kind::List => Self::List(ListBuilder::new(StringBuilder::new()).with_field(Self::item())),
            Kind::Map => {
                Self::Map(Box::new(MapBuilder::new(None, StringBuilder::new(), StringViewBuilder::new())))
            }
        }
    }

    /// What a list holds: texts, never null.
    pub(super) fn item() -> Field {
        Field::new_list_field(DataType::Utf8, false)
    }

    /// What a map holds.
    pub(super) fn entries() -> Field {
        let entry = Fields::from(vec![
            // Names are short, and `tags['…']` compares them with a plain text.
            Field::new("keys", DataType::Utf8, false),
            Field::new("values", DataType::Utf8View, true),
        ]);
        Field::new("entries", DataType::Struct(entry), false)
    }

    /// How many bytes the cells take, about.
    pub(super) fn size(&self) -> usize {
        let of_texts = |texts: &StringBuilder| texts.values_slice().len() + 4 * texts.len();
        match self {
            Self::Text(column) => of_texts(column),
            Self::SharedText(column) => 16 * column.len(),
            Self::Truth(column) => column.len() / 8,
            Self::Number(column) => 8 * column.len(),
            Self::Date(column) => 4 * column.len(),
            Self::Set(column) => 8 * column.len(),
            Self::List(column) => of_texts(column.values_ref()) + 4 * column.len(),
            // What is in a map counts where it is repeated, row by row.
            Self::Map(column) => 4 * column.len(),
        }
    }

    /// How many bytes the last cell takes in each row that shares it, where rows are written as text.
    pub(super) fn last_shared_text(&self) -> usize {
        match self {
            Self::SharedText(column) if !column.is_empty() => column.get_value(column.len() - 1).len(),
            _ => 0,
        }
    }

    /// Appends what is written, as text.
    pub(super) fn text(&mut self, text: impl Display) {
        match self {
            Self::Text(column) => {
                // What is written is a value once one is appended, and memory does not fail to be written.
                let _ = write!(column, "{text}");
                column.append_value("");
            }
            other => other.mismatch(),
        }
    }

    /// Appends a text that many rows share.
    pub(super) fn shared_text(&mut self, text: Option<&str>) {
        match self {
            Self::SharedText(column) => column.append_option(text),
            other => other.mismatch(),
        }
    }

    pub(super) fn truth(&mut self, truth: bool) {
        match self {
            Self::Truth(column) => column.append_value(truth),
            other => other.mismatch(),
        }
    }

    pub(super) fn number(&mut self, number: Option<u64>) {
        match self {
            Self::Number(column) => column.append_option(number.map(u64::cast_signed)),
            other => other.mismatch(),
        }
    }

    /// Appends a day, as its number from 1970-01-01 on.
    pub(super) fn date(&mut self, days: Option<i32>) {
        match self {
            Self::Date(column) => column.append_option(days),
            other => other.mismatch(),
        }
    }

    pub(super) fn sets(&mut self, sets: &[u64]) {
        match self {
            Self::Set(column) => column.append_slice(sets),
            other => other.mismatch(),
        }
    }

    pub(super) fn list(&mut self, names: impl Iterator<Item = &'static str>) {
        match self {
            Self::List(column) => column.append_value(names.map(Some)),
            other => other.mismatch(),
        }
    }

    /// Appends the tags of a game, each name once.
    pub(super) fn tags(&mut self, tags: Option<&Tags<'_>>) {
        let Self::Map(column) = self else { return self.mismatch() };
        let mut names: Vec<&[u8]> = Vec::new();
        for tag in tags.iter().flat_map(|tags| tags.iter()) {
            if !names.contains(&tag.name) {
                names.push(tag.name);
                column.keys().append_value(String::from_utf8_lossy(tag.name));
                column.values().append_value(tag.value());
            }
        }
        column.append(tags.is_some()).expect("as many names as values");
    }

    pub(super) fn null(&mut self) {
        match self {
            Self::Text(column) => column.append_null(),
            Self::SharedText(column) => column.append_null(),
            Self::Truth(column) => column.append_null(),
            Self::Number(column) => column.append_null(),
            Self::Date(column) => column.append_null(),
            Self::Set(column) => column.append_null(),
            Self::List(column) => column.append_null(),
            Self::Map(column) => column.append(false).expect("as many names as values"),
        }
    }

    /// A cell that is not of its column's type is a mistake of ours, and null where nobody notices.
    #[cold]
    fn mismatch(&mut self) {
        debug_assert!(false, "a cell is not of its column's type");
        self.null();
    }

    pub(super) fn finish(mut self) -> ArrayRef {
        match &mut self {
            Self::Text(column) => Arc::new(column.finish()),
            Self::SharedText(column) => Arc::new(column.finish()),
            Self::Truth(column) => Arc::new(column.finish()),
            Self::Number(column) => Arc::new(column.finish()),
            Self::Date(column) => Arc::new(column.finish()),
            Self::Set(column) => Arc::new(column.finish()),
            Self::List(column) => Arc::new(column.finish()),
            Self::Map(column) => Arc::new(column.finish()),
        }
    }
}
