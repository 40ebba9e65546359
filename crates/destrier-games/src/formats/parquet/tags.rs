//! The tags of rows.

use super::texts::{Texts, text_at};
use crate::formats::pgn::{Tag, TagColumns, kept};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray};
use std::borrow::Cow;

/// The tags of rows.
#[derive(Debug, Default)]
pub(super) struct RowTags {
    /// The columns that are tags, in order.
    pub(super) columns: Vec<TagColumn>,
    /// Tags whose text cannot be derived from their column; an empty text if there is no such tag.
    pub(super) exact: Option<TextMap>,
    /// Tags without a column.
    pub(super) others: Option<TextMap>,
}

/// A tag of many rows.
#[derive(Debug)]
pub(super) struct TagColumn {
    pub(super) name: Cow<'static, str>,
    pub(super) texts: TagTexts,
}

/// The texts of a tag.
#[derive(Debug)]
pub(super) enum TagTexts {
    /// A column.
    Of(Texts),
    /// The first of two columns, or the second where it is absent.
    FirstOf(Texts, Texts),
    /// The first of two columns where the second is present.
    OnlyWith(Texts, Texts),
}

impl TagTexts {
    fn at(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Of(texts) => text_at(texts, row),
            Self::FirstOf(texts, others) => text_at(texts, row).or_else(|| text_at(others, row)),
            Self::OnlyWith(texts, condition) => text_at(texts, row).filter(|_| condition.is_valid(row)),
        }
    }
}

/// Maps from text to text.
#[derive(Debug)]
pub(super) struct TextMap {
    /// The entries, as structs of name and value.
    lists: ListArray,
    names: Texts,
    values: Texts,
}

impl TextMap {
    pub(super) fn new(column: &ArrayRef) -> Option<Self> {
        // Polars has no maps, and reads them as lists.
        let lists: ListArray = match column.as_map_opt() {
            Some(map) => map.clone().into(),
            None => column.as_list_opt()?.clone(),
        };
        let [names, values] = lists.values().as_struct_opt()?.columns() else { return None };
        let texts = |column: &ArrayRef| Some(column.as_string_view_opt()?.clone().to_binary_view());
        Some(Self { names: texts(names)?, values: texts(values)?, lists })
    }

    /// Returns the entries of a row.
    fn entries(&self, row: usize) -> impl Iterator<Item = (&[u8], &[u8])> {
        let offsets = self.lists.value_offsets();
        let (start, end) = (offsets[row] as usize, offsets[row + 1] as usize);
        let end = if self.lists.is_null(row) { start } else { end };
        (start..end).filter_map(|entry| Some((text_at(&self.names, entry)?, text_at(&self.values, entry)?)))
    }

    fn get(&self, row: usize, name: &[u8]) -> Option<&[u8]> {
        self.entries(row).find(|(other, _)| *other == name).map(|(_, value)| value)
    }
}

impl RowTags {
    /// Returns the text of a column's tag.
    fn of_column<'a>(&'a self, row: usize, column: &'a TagColumn) -> Option<&'a [u8]> {
        match self.exact.as_ref().and_then(|exact| exact.get(row, column.name.as_bytes())) {
            Some(exact) => Some(exact),
            None => column.texts.at(row),
        }
        .filter(|text| !text.is_empty())
    }
}

fn tag<'a>(name: &'a [u8], value: &'a [u8]) -> Tag<'a> {
    Tag { name, raw_value: kept(value), value_offset: 0, is_plain: true }
}

impl TagColumns for RowTags {
    fn get(&self, row: usize, name: &str) -> Option<Tag<'_>> {
        if let Some(column) = self.columns.iter().find(|column| column.name == name) {
            return self.of_column(row, column).map(|value| tag(column.name.as_bytes(), value));
        }
        let mut others = [&self.exact, &self.others].into_iter().filter_map(|map| map.as_ref());
        others.find_map(|map| {
            let (name, value) = map.entries(row).find(|(other, _)| *other == name.as_bytes())?;
            Some(tag(name, value)).filter(|tag| !tag.raw_value.is_empty())
        })
    }

    fn all(&self, row: usize) -> Vec<Tag<'_>> {
        let of_columns = self.columns.iter().filter_map(|column| {
            let value = self.of_column(row, column)?;
            Some((column.name.as_bytes(), value))
        });
        let exact = self.exact.iter().flat_map(|exact| exact.entries(row)).filter(|(name, value)| {
            !value.is_empty() && self.columns.iter().all(|column| column.name.as_bytes() != *name)
        });
        let others = self.others.iter().flat_map(|others| others.entries(row));
        of_columns.chain(exact).chain(others).map(|(name, value)| tag(name, value)).collect()
    }
}
