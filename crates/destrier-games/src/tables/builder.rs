//! Builders of Arrow columns.

use super::cells::{Cells, first_of_each_name};
use crate::chess::SanWithSign;
use crate::formats::pgn::Tags;
use crate::games::Date;
use crate::schema::ColumnKind;
use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Date32Builder, Float64Builder, Int64Builder, ListBuilder, MapBuilder,
    StringBuilder, StringViewBuilder, UInt64Builder,
};
use arrow_schema::{DataType, Field, Fields};
use std::fmt::{Display, Write};
use std::sync::Arc;

/// The builder of a column.
pub(crate) enum Builder {
    Text(StringBuilder),
    SharedText(StringViewBuilder),
    Truth(BooleanBuilder),
    Number(Int64Builder),
    Real(Float64Builder),
    Date(Date32Builder),
    Set(UInt64Builder),
    List(ListBuilder<StringBuilder>),
    Map(Box<MapBuilder<StringBuilder, StringViewBuilder>>),
}

impl Builder {
    pub(crate) fn new(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Text => Self::Text(StringBuilder::new()),
            ColumnKind::SharedText => Self::SharedText(StringViewBuilder::new()),
            ColumnKind::Truth => Self::Truth(BooleanBuilder::new()),
            ColumnKind::Number => Self::Number(Int64Builder::new()),
            ColumnKind::Real => Self::Real(Float64Builder::new()),
            ColumnKind::Date => Self::Date(Date32Builder::new()),
            ColumnKind::Set => Self::Set(UInt64Builder::new()),
            ColumnKind::List => Self::List(ListBuilder::new(StringBuilder::new()).with_field(Self::item())),
            ColumnKind::Map => {
                Self::Map(Box::new(MapBuilder::new(None, StringBuilder::new(), StringViewBuilder::new())))
            }
        }
    }

    /// Returns a builder for texts that many rows share. It stores each text once.
    pub(super) fn of_repeated_texts() -> Self {
        Self::SharedText(StringViewBuilder::new().with_deduplicate_strings())
    }

    /// Returns the field of list items: texts, never null.
    pub(super) fn item() -> Field {
        Field::new_list_field(DataType::Utf8, false)
    }

    /// Returns the field of map entries.
    pub(super) fn entries() -> Field {
        let entry = Fields::from(vec![
            // Not a view: names are short, and `tags['…']` compares them with plain text.
            Field::new("keys", DataType::Utf8, false),
            Field::new("values", DataType::Utf8View, true),
        ]);
        Field::new("entries", DataType::Struct(entry), false)
    }

    /// Returns the approximate size of the cells in bytes.
    pub(crate) fn size(&self) -> usize {
        let of_texts = |texts: &StringBuilder| texts.values_slice().len() + 4 * texts.len();
        match self {
            Self::Text(column) => of_texts(column),
            Self::SharedText(column) => 16 * column.len(),
            Self::Truth(column) => column.len() / 8,
            Self::Number(column) => 8 * column.len(),
            Self::Real(column) => 8 * column.len(),
            Self::Date(column) => 4 * column.len(),
            Self::Set(column) => 8 * column.len(),
            Self::List(column) => of_texts(column.values_ref()) + 4 * column.len(),
            // The rows repeat the contents of a map, so their size is counted there.
            Self::Map(column) => 4 * column.len(),
        }
    }

    /// Handles a cell of the wrong type. This is a bug; release builds write null.
    #[cold]
    fn mismatch(&mut self) {
        debug_assert!(false, "the cell does not have the type of its column");
        self.null();
    }

    pub(crate) fn finish(mut self) -> ArrayRef {
        match &mut self {
            Self::Text(column) => Arc::new(column.finish()),
            Self::SharedText(column) => Arc::new(column.finish()),
            Self::Truth(column) => Arc::new(column.finish()),
            Self::Number(column) => Arc::new(column.finish()),
            Self::Real(column) => Arc::new(column.finish()),
            Self::Date(column) => Arc::new(column.finish()),
            Self::Set(column) => Arc::new(column.finish()),
            Self::List(column) => Arc::new(column.finish()),
            Self::Map(column) => Arc::new(column.finish()),
        }
    }
}

impl Cells for Builder {
    fn null(&mut self) {
        match self {
            Self::Text(column) => column.append_null(),
            Self::SharedText(column) => column.append_null(),
            Self::Truth(column) => column.append_null(),
            Self::Number(column) => column.append_null(),
            Self::Real(column) => column.append_null(),
            Self::Date(column) => column.append_null(),
            Self::Set(column) => column.append_null(),
            Self::List(column) => column.append_null(),
            Self::Map(column) => column.append(false).expect("there are as many keys as values"),
        }
    }

    fn text(&mut self, text: &str) {
        match self {
            Self::Text(column) => column.append_value(text),
            Self::SharedText(column) => column.append_value(text),
            other => other.mismatch(),
        }
    }

    fn written(&mut self, text: &dyn Display) {
        match self {
            Self::Text(column) => {
                // Writing to a string cannot fail; the value is complete once it is appended.
                let _ = write!(column, "{text}");
                column.append_value("");
            }
            other => other.mismatch(),
        }
    }

    fn plain(&mut self, _: &dyn Display) {
        self.mismatch();
    }

    fn truth(&mut self, truth: bool) {
        match self {
            Self::Truth(column) => column.append_value(truth),
            other => other.mismatch(),
        }
    }

    fn number(&mut self, number: Option<i64>) {
        match self {
            Self::Number(column) => column.append_option(number),
            other => other.mismatch(),
        }
    }

    fn real(&mut self, real: Option<f64>) {
        match self {
            Self::Real(column) => column.append_option(real),
            other => other.mismatch(),
        }
    }

    fn date(&mut self, date: Option<Date>) {
        match self {
            Self::Date(column) => column.append_option(date.and_then(Date::days_since_1970)),
            other => other.mismatch(),
        }
    }

    fn sets(&mut self, sets: &[u64]) {
        match self {
            Self::Set(column) => column.append_slice(sets),
            other => other.mismatch(),
        }
    }

    fn list(&mut self, names: &mut dyn Iterator<Item = &'static str>) {
        match self {
            Self::List(column) => column.append_value(names.map(Some)),
            other => other.mismatch(),
        }
    }

    fn sans(&mut self, sans: &[SanWithSign]) {
        let Self::List(column) = self else { return self.mismatch() };
        for san in sans {
            // Writing to a string cannot fail; the value is complete once it is appended.
            let _ = write!(column.values(), "{san}");
            column.values().append_value("");
        }
        column.append(true);
    }

    fn tags(&mut self, tags: &Tags<'_>) {
        let Self::Map(column) = self else { return self.mismatch() };
        for tag in first_of_each_name(tags) {
            column.keys().append_value(String::from_utf8_lossy(tag.name));
            column.values().append_value(tag.value());
        }
        column.append(true).expect("there are as many keys as values");
    }
}
