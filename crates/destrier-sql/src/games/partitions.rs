//! Columns from the names of folders: `month=2020-01` is one called month.

use datafusion::arrow::array::{ArrayRef, AsArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema};
use datafusion::catalog::Session;
use datafusion::common::tree_node::TreeNode;
use datafusion::common::{DFSchema, plan_err};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::error::Result;
use datafusion::logical_expr::Expr;
use datafusion::logical_expr::utils::conjunction;
use datafusion::object_store::ObjectMeta;
use datafusion::object_store::path::Path;
use datafusion::scalar::ScalarValue;
use std::sync::Arc;

/// How many files are decided upon at once. A column of them has keys of 16 bits.
const AT_ONCE: usize = 1 << 12;

/// Columns whose values are in the names of folders; null for a file in none that tells.
#[derive(Clone, Debug, Default)]
pub(super) struct Partitions {
    names: Vec<String>,
}

impl Partitions {
    /// Columns of these names, in a table that has others.
    ///
    /// # Errors
    ///
    /// When a name is taken.
    pub(super) fn new(names: &[String], others: &Schema) -> Result<Self> {
        for (i, name) in names.iter().enumerate() {
            if others.column_with_name(name).is_some() || names[..i].contains(name) {
                return plan_err!("there is a column {name} already; PARTITIONED BY needs another name");
            }
        }
        Ok(Self { names: names.to_vec() })
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn fields(&self) -> Vec<FieldRef> {
        self.names.iter().map(|name| Arc::new(Field::new(name, data_type(), true))).collect()
    }

    /// A file, with what the names of its folders say.
    pub(super) fn file(&self, object: ObjectMeta) -> PartitionedFile {
        let value = |name: &String| {
            let text = value(&object.location, name);
            ScalarValue::Dictionary(Box::new(DataType::UInt16), Box::new(ScalarValue::Utf8(text)))
        };
        let values = self.names.iter().map(value).collect();
        PartitionedFile::new_from_meta(object).with_partition_values(values)
    }

    /// Whether these columns alone decide a condition, and always in the same way.
    pub(super) fn decide(&self, condition: &Expr) -> bool {
        let columns = condition.column_refs();
        let is_asked_for = |expr: &Expr| {
            matches!(
                expr,
                Expr::ScalarSubquery(_)
                    | Expr::InSubquery(_)
                    | Expr::Exists(_)
                    | Expr::SetComparison(_)
                    | Expr::OuterReferenceColumn(..)
                    | Expr::Placeholder(_)
            )
        };
        !columns.is_empty()
            && columns.iter().all(|column| self.names.contains(&column.name))
            && !condition.is_volatile()
            && !condition.exists(|expr| Ok(is_asked_for(expr))).unwrap_or(true)
    }

    /// The files that meet all conditions, which these columns decide.
    ///
    /// # Errors
    ///
    /// When a condition cannot be decided.
    pub(super) fn filter(
        &self,
        files: Vec<PartitionedFile>,
        conditions: &[Expr],
        session: &dyn Session,
    ) -> Result<Vec<PartitionedFile>> {
        let Some(condition) = conjunction(conditions.iter().cloned()) else { return Ok(files) };
        let schema = Arc::new(Schema::new(self.fields()));
        let condition = session.create_physical_expr(condition, &DFSchema::try_from(Arc::clone(&schema))?)?;
        let mut kept = Vec::with_capacity(files.len());
        for files in files.chunks(AT_ONCE) {
            let column = |place: usize| -> Result<ArrayRef> {
                ScalarValue::iter_to_array(files.iter().map(|file| file.partition_values[place].clone()))
            };
            let columns = (0..self.names.len()).map(column).collect::<Result<_>>()?;
            let batch = RecordBatch::try_new(Arc::clone(&schema), columns)?;
            let met = condition.evaluate(&batch)?.into_array(files.len())?;
            let met = met.as_boolean().iter().map(|met| met == Some(true));
            kept.extend(files.iter().zip(met).filter(|(_, met)| *met).map(|(file, _)| file.clone()));
        }
        Ok(kept)
    }
}

fn data_type() -> DataType {
    DataType::Dictionary(Box::new(DataType::UInt16), Box::new(DataType::Utf8))
}

/// What the innermost folder says that has the name of the column.
fn value(location: &Path, column: &str) -> Option<String> {
    let folders = location.as_ref().rsplit('/').skip(1);
    let mut values = folders.filter_map(|folder| folder.strip_prefix(column)?.strip_prefix('='));
    // What cannot stand in a name is written as in an address.
    values.next().map(|text| Path::from_url_path(text).map_or_else(|_| text.to_owned(), Into::into))
}
