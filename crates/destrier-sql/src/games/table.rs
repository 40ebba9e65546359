//! Tables of files.

use super::format::{GamesFormat, StoredAs};
use super::names::Names;
use super::partitions::Partitions;
use super::place::Place;
use super::schema::columns;
use super::source::GamesSource;
use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProviderFactory};
use datafusion::common::{plan_err, project_schema};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{FileGroup, FileScanConfigBuilder};
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::datasource::{TableProvider, TableType};
use datafusion::error::Result;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::logical_expr::{CreateExternalTable, Expr, TableProviderFilterPushDown};
use datafusion::object_store::ObjectMeta;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::empty::EmptyExec;
use std::collections::HashSet;
use std::sync::Arc;

/// A table of files; one that is not there is an error.
#[derive(Debug)]
pub(super) struct GamesTable {
    places: Vec<Place>,
    store: ObjectStoreUrl,
    format: GamesFormat,
    partitions: Partitions,
    schema: TableSchema,
    definition: Option<String>,
}

impl GamesTable {
    /// A table of what is at some places.
    ///
    /// # Errors
    ///
    /// When there is none, they are not all in one store, or a column of partitions has a name that is taken.
    pub(super) fn new(places: Vec<Place>, format: GamesFormat, partition_columns: &[String]) -> Result<Self> {
        let Some((first, others)) = places.split_first() else { return plan_err!("no file is given") };
        let store = first.store()?;
        for other in others {
            if other.store()? != store {
                return plan_err!("{} is in another store than {}", other.given(), first.given());
            }
        }
        let file_schema = Arc::clone(&columns(format.rows).schema);
        let partitions = Partitions::new(partition_columns, &file_schema)?;
        let names = Names::new(places.iter().flat_map(Place::names));
        let format = GamesFormat { names: Arc::new(names), ..format };
        let schema = TableSchema::builder(file_schema).with_table_partition_cols(partitions.fields()).build();
        Ok(Self { places, store, format, partitions, schema, definition: None })
    }

    /// What its files hold, and what its rows are.
    pub(super) const fn format(&self) -> &GamesFormat {
        &self.format
    }

    /// Where its files are.
    pub(super) fn places(&self) -> &[Place] {
        &self.places
    }

    /// The names of the columns that folders' names hold.
    pub(super) fn partition_columns(&self) -> &[String] {
        self.partitions.names()
    }

    /// Its files, in the order of the places.
    async fn files(&self, session: &dyn Session) -> Result<Vec<ObjectMeta>> {
        let mut seen = HashSet::new();
        let mut files = Vec::new();
        for place in &self.places {
            let found = place.files(session.runtime_env(), self.format.stored_as).await?;
            files.extend(found.into_iter().filter(|file| seen.insert(file.location.clone())));
        }
        Ok(files)
    }
}

#[async_trait]
impl TableProvider for GamesTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(self.schema.table_schema())
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn get_table_definition(&self) -> Option<&str> {
        self.definition.as_deref()
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let files = self.files(state).await?.into_iter().filter(|file| file.size > 0);
        let files = files.map(|file| self.partitions.file(file)).collect();
        let files = self.partitions.filter(files, filters, state)?;
        if files.is_empty() {
            return Ok(Arc::new(EmptyExec::new(project_schema(self.schema.table_schema(), projection)?)));
        }
        let source = GamesSource::new(self.format.clone(), self.schema.clone());
        let config = FileScanConfigBuilder::new(self.store.clone(), Arc::new(source))
            .with_file_groups(groups(&files, state.config().target_partitions()))
            .with_projection_indices(projection.cloned())?
            .with_limit(limit)
            .build();
        Ok(DataSourceExec::from_data_source(config))
    }

    /// Conditions on the columns of partitions leave out files. Those that the reader takes it is told of later, by the
    /// plan.
    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        let answer = |filter: &&Expr| match self.partitions.decide(filter) {
            true => TableProviderFilterPushDown::Exact,
            false => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(answer).collect())
    }
}

/// At most so many groups, with the files in their order.
fn groups(files: &[PartitionedFile], most: usize) -> Vec<FileGroup> {
    let length = files.len().div_ceil(most.max(1)).max(1);
    files.chunks(length).map(|files| FileGroup::new(files.to_vec())).collect()
}

/// The name of a column, which may stand in quotes.
fn unquoted(name: &str) -> String {
    let between = |quote: &str| {
        let inner = name.strip_prefix(quote)?.strip_suffix(quote)?;
        Some(inner.replace(&quote.repeat(2), quote))
    };
    between("\"").or_else(|| between("`")).unwrap_or_else(|| name.to_owned())
}

/// Makes tables for `CREATE EXTERNAL TABLE`.
#[derive(Debug)]
pub(super) struct Factory {
    stored_as: StoredAs,
}

impl Factory {
    pub(super) const fn new(stored_as: StoredAs) -> Self {
        Self { stored_as }
    }
}

#[async_trait]
impl TableProviderFactory for Factory {
    async fn create(&self, state: &dyn Session, cmd: &CreateExternalTable) -> Result<Arc<dyn TableProvider>> {
        if !cmd.schema.fields().is_empty() {
            return plan_err!("the columns of {} are given; leave them out", self.stored_as.name());
        }
        if !cmd.order_exprs.is_empty() || cmd.unbounded {
            return plan_err!("a table of {} has no order, and an end", self.stored_as.name());
        }
        let format = GamesFormat::with_options(self.stored_as, &cmd.options)?;
        let places = cmd.locations.iter().map(|given| Place::new(given)).collect::<Result<_>>()?;
        let columns: Vec<String> = cmd.table_partition_cols.iter().map(|name| unquoted(name)).collect();
        let table = GamesTable::new(places, format, &columns)?;
        // Whatever is missing is better said now.
        table.files(state).await?;
        Ok(Arc::new(GamesTable { definition: cmd.definition.clone(), ..table }))
    }
}
