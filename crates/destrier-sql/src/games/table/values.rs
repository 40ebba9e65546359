//! The values of columns of names, as metadata of a table's schema.

use datafusion::arrow::datatypes::{Field, FieldRef, Schema, SchemaRef};
use destrier_games::{Pattern, Table};
use std::sync::Arc;

/// The metadata key of a column's values.
pub(crate) const VALUES: &str = "values";

/// Returns the schema of a table. Columns of names have their values as metadata.
pub(crate) fn schema(rows: Table, patterns: &[&'static Pattern]) -> SchemaRef {
    let schema = rows.schema();
    let fields = rows.columns().iter().zip(schema.fields()).map(|(column, field)| {
        let values = match &*column.name {
            "pattern" => Some(patterns.iter().map(|pattern| pattern.name).collect()),
            _ => column.values(),
        };
        values.map_or_else(|| Arc::clone(field), |values| with_values(field, &values))
    });
    Arc::new(Schema::new(fields.collect::<Vec<FieldRef>>()))
}

fn with_values(field: &Field, values: &[&str]) -> FieldRef {
    let mut metadata = field.metadata().clone();
    metadata.insert(VALUES.to_owned(), values.join(","));
    Arc::new(field.clone().with_metadata(metadata))
}
