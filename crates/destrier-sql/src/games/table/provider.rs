//! Tables of files.

use super::order::{InOrder, groups, in_order};
use super::values;
use crate::games::listing::location::FileLocation;
use crate::games::listing::source_names::SourceNames;
use crate::games::listing::stored_as::StoredAs;
use crate::games::scan::format::GamesFormat;
use crate::games::scan::source::GamesSource;
use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::Session;
use datafusion::common::{plan_err, project_schema};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{FileGroup, FileScanConfigBuilder};
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::datasource::{TableProvider, TableType};
use datafusion::error::Result;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::logical_expr::Expr;
use datafusion::object_store::ObjectMeta;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::empty::EmptyExec;
use destrier_games::{PATTERNS, Pattern, Table};
use std::collections::HashSet;
use std::sync::Arc;

/// A table of files. A missing file is an error.
#[derive(Debug)]
pub(crate) struct GamesTable {
    locations: Vec<FileLocation>,
    store: ObjectStoreUrl,
    format: GamesFormat,
    definition: Option<String>,
}

impl GamesTable {
    /// Creates a table of the files at some locations. Without `stored_as`, the name or else the beginning of each file
    /// determines its format.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no location, or they are not all in one store.
    pub(crate) fn new(
        locations: Vec<FileLocation>,
        rows: Table,
        stored_as: Option<StoredAs>,
    ) -> Result<Self> {
        let Some((first, others)) = locations.split_first() else { return plan_err!("no files given") };
        let store = first.store()?;
        for other in others {
            if other.store()? != store {
                return plan_err!(
                    "{} and {} are in different stores; use one table per store",
                    other.given(),
                    first.given()
                );
            }
        }
        let names = SourceNames::new(locations.iter().flat_map(FileLocation::source_names));
        let format = GamesFormat {
            rows,
            stored_as,
            patterns: Arc::new(PATTERNS),
            is_quick: false,
            names: Arc::new(names),
        };
        Ok(Self { locations, store, format, definition: None })
    }

    /// Replaces the patterns of findings. Otherwise, they are the built-in ones.
    pub(crate) fn with_patterns(mut self, patterns: Vec<&'static Pattern>) -> Self {
        self.format.patterns = patterns.into();
        self
    }

    /// Says whether material alone decides what was missed, without the judge.
    pub(crate) const fn with_quick(mut self, is_quick: bool) -> Self {
        self.format.is_quick = is_quick;
        self
    }

    /// Adds the statement that defines the table.
    pub(super) fn with_definition(self, definition: Option<String>) -> Self {
        Self { definition, ..self }
    }

    pub(crate) const fn format(&self) -> &GamesFormat {
        &self.format
    }

    pub(crate) fn locations(&self) -> &[FileLocation] {
        &self.locations
    }

    /// Lists the files, each once, in the order of the locations.
    ///
    /// # Errors
    ///
    /// Returns an error if a location has no files, or cannot be listed.
    pub(super) async fn files(&self, session: &dyn Session) -> Result<Vec<ObjectMeta>> {
        let mut seen = HashSet::new();
        let mut files = Vec::new();
        for location in &self.locations {
            let found = location.files(session.runtime_env(), self.format.stored_as).await?;
            files.extend(found.into_iter().filter(|file| seen.insert(file.location.clone())));
        }
        Ok(files)
    }
}

#[async_trait]
impl TableProvider for GamesTable {
    fn schema(&self) -> SchemaRef {
        values::schema(self.format.rows, &self.format.patterns)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn get_table_definition(&self) -> Option<&str> {
        self.definition.as_deref()
    }

    /// Plans a scan. The optimizer adds conditions later.
    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let mut files = self.files(state).await?;
        // Empty files are read if there are no others, to say so.
        if files.iter().any(|file| file.size > 0) {
            files.retain(|file| file.size > 0);
        }
        let files: Vec<_> = files.into_iter().map(PartitionedFile::new_from_meta).collect();
        if files.is_empty() {
            return Ok(Arc::new(EmptyExec::new(project_schema(&self.schema(), projection)?)));
        }
        let source = GamesSource::new(self.format.clone(), TableSchema::from(self.schema()));
        let scan = FileScanConfigBuilder::new(self.store.clone(), Arc::new(source));
        let scan = match in_order(&files, &self.format, projection, state) {
            Some(InOrder { groups, ordering, partitioning }) => scan
                .with_file_groups(groups)
                .with_output_ordering(vec![ordering])
                .with_output_partitioning(partitioning),
            None => {
                let groups = groups(&files, state.config().target_partitions());
                scan.with_file_groups(groups.into_iter().map(FileGroup::new).collect())
            }
        };
        let scan = scan.with_projection_indices(projection.cloned())?.with_limit(limit);
        Ok(DataSourceExec::from_data_source(scan.build()))
    }
}
