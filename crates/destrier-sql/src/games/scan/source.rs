//! The source of a plan's scan: which rows, columns and games to read.

use super::condition_text;
use super::conditions::{Conditions, Taken};
use super::format::GamesFormat;
use super::opener::{GamesOpener, ScanMetrics};
use crate::games::listing::stored_as::is_table_name;
use datafusion::common::config::ConfigOptions;
use datafusion::common::exec_datafusion_err;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{FileGroup, FileOpener, FileScanConfig, FileSource};
use datafusion::datasource::projection::{ProjectionOpener, SplitProjection};
use datafusion::datasource::table_schema::TableSchema;
use datafusion::error::Result;
use datafusion::object_store::ObjectStore;
use datafusion::physical_expr::projection::ProjectionExprs;
use datafusion::physical_expr::{LexOrdering, PhysicalExpr};
use datafusion::physical_plan::filter_pushdown::{FilterPushdownPropagation, PushedDown};
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use datafusion::physical_plan::{DisplayFormatType, apply_expression_roots};
use destrier_games::output::none_of;
use destrier_games::{JudgedBy, Selection, TableRows, WorthFilter, is_compressed_name, listed};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The source of a scan: the kind of rows, the selected columns, and the conditions on games.
#[derive(Clone, Debug)]
pub(crate) struct GamesSource {
    format: GamesFormat,
    table_schema: TableSchema,
    projection: SplitProjection,
    conditions: Conditions,
    batch_size: Option<usize>,
    metrics: ExecutionPlanMetricsSet,
    /// Whether a file was read to its end.
    is_ended: Arc<AtomicBool>,
}

impl GamesSource {
    pub(crate) fn new(format: GamesFormat, table_schema: TableSchema) -> Self {
        Self {
            conditions: Conditions::of(&format.patterns),
            format,
            projection: SplitProjection::unprojected(&table_schema),
            table_schema,
            batch_size: None,
            metrics: ExecutionPlanMetricsSet::new(),
            is_ended: Arc::default(),
        }
    }

    /// Replaces the conditions.
    pub(crate) fn with_conditions(self, conditions: Conditions) -> Self {
        Self { conditions, ..self }
    }

    pub(crate) const fn format(&self) -> &GamesFormat {
        &self.format
    }

    pub(crate) const fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Returns the rows, with the selected columns.
    fn rows(&self) -> TableRows {
        TableRows::new(self.format.rows, &self.projection.file_indices, &self.selection())
    }

    /// Returns the findings to search for. The worth of moves needs a search of its own, so it is computed only if a column
    /// needs it.
    fn selection(&self) -> Selection {
        let columns = self.format.rows.columns();
        let mut projected = self.projection.file_indices.iter().filter_map(|&index| columns.get(index));
        let mut selection = self.conditions.selection(projected.any(|column| column.needs().worth));
        if let Some(judging) = &mut selection.judging
            && self.format.is_quick
        {
            judging.by = JudgedBy::Material;
        }
        selection
    }

    /// Returns whether a file was read to its end.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::Relaxed)
    }

    /// Says, after the scan, how many games are damaged.
    pub(super) fn damage(&self) -> Option<String> {
        let [games, damaged] = ["games", "damaged"].map(|name| self.count(name));
        let number = match damaged {
            0 => return None,
            _ if damaged == games => "all games are".to_owned(),
            1 => format!("1 of {games} games is"),
            _ => format!("{damaged} of {games} games are"),
        };
        Some(format!("{number} damaged; the column damage of games('…') says where"))
    }

    fn count(&self, name: &str) -> u64 {
        self.metrics.clone_inner().sum_by_name(name).map_or(0, |count| count.as_usize() as u64)
    }

    /// Explains, after the scan, why there were no games. `None` if the scan was not run to the
    /// end of a file.
    pub(super) fn explain_unmatched(&self) -> Option<String> {
        if !self.is_ended() {
            return None;
        }
        match (self.count("games"), self.count("filtered")) {
            (games @ 1.., _) => (games == self.count("skipped"))
                .then(|| format!("all games are of unsupported variants: {games}")),
            (0, 0) => {
                let names = self.format.names.iter().map(|(_, given)| given.to_owned());
                Some(format!("no games in {}", listed(names, "or")))
            }
            (0, games) => {
                let (conditions, is_joined) = self.conditions.given_of_games()?;
                let join = is_joined.then(|| "those of a join".to_owned());
                let all = if conditions.len() > 1 || is_joined { "all conditions: " } else { "" };
                let conditions = listed(conditions.iter().map(condition_text::shown).chain(join), "and");
                Some(format!("{} meets {all}{conditions}", none_of(games)))
            }
        }
    }

    /// Returns whether the query needs the numbers of games.
    fn asks_for_numbers(&self) -> bool {
        self.rows().needs().number || self.conditions.ask_for_number(self.format.rows)
    }
}

impl FileSource for GamesSource {
    fn create_file_opener(
        &self,
        store: Arc<dyn ObjectStore>,
        config: &FileScanConfig,
        partition: usize,
    ) -> Result<Arc<dyn FileOpener>> {
        let batch_size = self.batch_size.ok_or_else(|| exec_datafusion_err!("no batch size is set"))?;
        let file_schema = self.table_schema.file_schema();
        let opener = GamesOpener {
            format: self.format.clone(),
            rows: self.rows(),
            condition: self.conditions.of_games(self.format.rows)?.map(Arc::new),
            is_numbered: self.asks_for_numbers(),
            store,
            batch_size,
            limit: config.limit,
            metrics: ScanMetrics::new(&self.metrics, partition),
            is_ended: Arc::clone(&self.is_ended),
        };
        ProjectionOpener::try_new(self.projection.clone(), Arc::new(opener), file_schema)
    }

    fn table_schema(&self) -> &TableSchema {
        &self.table_schema
    }

    fn with_batch_size(&self, batch_size: usize) -> Arc<dyn FileSource> {
        Arc::new(Self { batch_size: Some(batch_size), ..self.clone() })
    }

    fn filter(&self) -> Option<Arc<dyn PhysicalExpr>> {
        self.conditions.all()
    }

    fn projection(&self) -> Option<&ProjectionExprs> {
        Some(&self.projection.source)
    }

    fn metrics(&self) -> &ExecutionPlanMetricsSet {
        &self.metrics
    }

    fn file_type(&self) -> &str {
        self.format.file_type()
    }

    fn fmt_extra(&self, form: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows();
        let needs = rows.needs();
        let moves = if needs.moves { "read" } else { "not read" };
        let values = match needs.values.map(|needed| needed != 0) {
            [true, true] => ", values=[white, black]",
            [true, false] => ", values=[white]",
            [false, true] => ", values=[black]",
            [false, false] => "",
        };
        match form {
            DisplayFormatType::TreeRender => {
                writeln!(f, "rows={}", self.format.rows)?;
                writeln!(f, "moves={moves}")?;
                match self.conditions.all() {
                    Some(condition) => writeln!(f, "conditions={condition}"),
                    None => Ok(()),
                }
            }
            _ => {
                let chances = if needs.chances { ", chances=true" } else { "" };
                write!(f, ", rows={}, moves={moves}{values}{chances}", self.format.rows)?;
                if let Some(judging) = self.selection().judging {
                    let quick = if self.format.is_quick { ", quick=true" } else { "" };
                    write!(f, ", worth={}{quick}", shown(judging.filter))?;
                }
                write!(f, "{}", self.conditions)
            }
        }
    }

    /// Divides the files into groups of about the same size. Plain files and tables are split into ranges; compressed files
    /// are not. If the query needs the numbers of games, a plain file has at most [`NUMBERED_RANGES`] ranges.
    fn repartitioned(
        &self,
        target_partitions: usize,
        least_size: usize,
        output_ordering: Option<LexOrdering>,
        config: &FileScanConfig,
    ) -> Result<Option<FileScanConfig>> {
        let files: Vec<_> = config.file_groups.iter().flat_map(FileGroup::iter).collect();
        let total: u64 = files.iter().map(|file| file.object_meta.size).sum();
        let is_cut = files.iter().any(|file| file.range.is_some());
        if output_ordering.is_some() || is_cut || target_partitions < 2 || total < (least_size as u64).max(1)
        {
            return Ok(None);
        }
        let most = total.div_ceil(target_partitions as u64);
        let ranges = if self.asks_for_numbers() { NUMBERED_RANGES } else { u64::MAX };
        let pieces = files.into_iter().flat_map(|file| pieces(file, most, ranges));
        let mut pieces: Vec<_> = pieces.enumerate().collect();
        // Assign the largest first, each to the smallest group.
        pieces.sort_by_key(|(_, (size, _))| std::cmp::Reverse(*size));
        let mut groups = vec![(0, Vec::new()); target_partitions.min(pieces.len())];
        for (index, (size, piece)) in pieces {
            if let Some((sum, group)) = groups.iter_mut().min_by_key(|(sum, _)| *sum) {
                *sum += size;
                group.push((index, piece));
            }
        }
        // Restore the order of the files.
        let mut groups: Vec<Vec<_>> = groups.into_iter().map(|(_, group)| group).collect();
        groups.iter_mut().for_each(|group| group.sort_by_key(|(index, _)| *index));
        groups.sort_by_key(|group| group.first().map(|(index, _)| *index));
        let groups = groups.into_iter().map(|group| group.into_iter().map(|(_, piece)| piece).collect());
        let mut config = config.clone();
        config.file_groups = groups.map(FileGroup::new).collect();
        Ok(Some(config))
    }

    fn try_pushdown_filters(
        &self,
        filters: Vec<Arc<dyn PhysicalExpr>>,
        _: &ConfigOptions,
    ) -> Result<FilterPushdownPropagation<Arc<dyn FileSource>>> {
        let mut source = self.clone();
        let mut answers = Vec::with_capacity(filters.len());
        for filter in &filters {
            let taken = source.conditions.take(self.format.rows, filter)?;
            answers.push(if taken == Taken::Decides { PushedDown::Yes } else { PushedDown::No });
        }
        let answer = FilterPushdownPropagation::with_parent_pushdown_result(answers);
        Ok(answer.with_updated_node(Arc::new(source)))
    }

    fn try_pushdown_projection(&self, projection: &ProjectionExprs) -> Result<Option<Arc<dyn FileSource>>> {
        let merged = self.projection.source.try_merge(projection)?;
        let projection = SplitProjection::new(self.table_schema.file_schema(), &merged);
        Ok(Some(Arc::new(Self { projection, ..self.clone() })))
    }

    fn apply_expressions(
        &self,
        f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        match apply_expression_roots(self.conditions.iter(), f)? {
            TreeNodeRecursion::Stop => Ok(TreeNodeRecursion::Stop),
            _ => apply_expression_roots(self.projection.source.iter(), f),
        }
    }
}

/// Formats the computed worth as plans show it: `true`, or the conditions at which the search stops early.
fn shown(worth: WorthFilter) -> String {
    let wins = worth.wins.map(|wins| format!("wins >= {wins}"));
    let missed = worth.missed.map(|grade| format!("missed >= {grade}"));
    let conditions: Vec<_> = wins.into_iter().chain(missed).collect();
    if conditions.is_empty() { "true".to_owned() } else { format!("[{}]", conditions.join(", ")) }
}

/// The maximum number of ranges of a plain file with numbered games. Tables store the numbers. Each range counts all games before it, so n ranges read
/// (n + 1) / 2 times as much as one: 4.5 times with 8, but 32.5 times with 64.
pub(in crate::games) const NUMBERED_RANGES: u64 = 8;

/// Splits a file into pieces of at most `most` bytes, and returns each with its size. A plain file has at most `most_pieces`.
/// A file with the name of a compressed one stays whole.
pub(in crate::games) fn pieces(
    file: &PartitionedFile,
    most: u64,
    most_pieces: u64,
) -> Vec<(u64, PartitionedFile)> {
    let size = file.object_meta.size;
    let name = file.object_meta.location.as_ref();
    if is_compressed_name(name.as_ref()) {
        return vec![(size, file.clone())];
    }
    let most_pieces = if is_table_name(name) { u64::MAX } else { most_pieces };
    let count = size.div_ceil(most).clamp(1, most_pieces);
    let length = size.div_ceil(count).max(1);
    (0..count)
        .map(|piece| (piece * length, ((piece + 1) * length).min(size)))
        .filter(|(start, end)| start < end)
        .map(|(start, end)| (end - start, file.clone().with_range(start as i64, end as i64)))
        .collect()
}
