//! The order of a table's rows: by file, game and ply. DataFusion then needs no sort for windows over games, and no
//! exchange of rows between partitions to group them by game.

use crate::games::listing::stored_as;
use crate::games::scan::format::GamesFormat;
use crate::games::scan::source::{NUMBERED_RANGES, pieces};
#[cfg(feature = "cluster")]
use ballista_core::config::BallistaConfig;
use datafusion::arrow::compute::SortOptions;
use datafusion::catalog::Session;
use datafusion::common::stats::Precision;
use datafusion::common::{ColumnStatistics, SplitPoint, Statistics};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::FileGroup;
use datafusion::physical_expr::expressions::Column;
use datafusion::physical_expr::{LexOrdering, Partitioning, PhysicalSortExpr, RangePartitioning};
use datafusion::scalar::ScalarValue;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Files in their partitions, with the order of their rows.
pub(super) struct InOrder {
    pub(super) groups: Vec<FileGroup>,
    pub(super) ordering: LexOrdering,
    /// The games of each partition, if there are several.
    pub(super) partitioning: Option<Partitioning>,
}

/// Divides files into partitions, if the query uses `source` and `game` and the order of rows is known.
///
/// It is known for PGN. Tables name the sources of their rows themselves, and positions in files have no number of a game.
pub(super) fn in_order(
    files: &[PartitionedFile],
    format: &GamesFormat,
    projection: Option<&Vec<usize>>,
    session: &dyn Session,
) -> Option<InOrder> {
    let (source, game) = (format.rows.column("source")?, format.rows.column("game")?);
    let is_used = |index| projection.is_none_or(|projection| projection.contains(index));
    let is_pgn = |file: &PartitionedFile| {
        let stored_as = format.stored_as.or_else(|| stored_as::of_name(file.object_meta.location.as_ref()));
        stored_as.is_some_and(|stored_as| stored_as.name == "pgn")
    };
    let name = |file: &PartitionedFile| format.names.name(&file.object_meta.location);
    // The exchange of rows on a cluster loses their order.
    #[cfg(feature = "cluster")]
    if session.config().options().extensions.get::<BallistaConfig>().is_some() {
        return None;
    }
    if !is_used(&source) || !is_used(&game) || !files.iter().all(is_pgn) || !files.is_sorted_by_key(name) {
        return None;
    }
    let mut columns = vec![("source", source), ("game", game)];
    columns.extend(format.rows.column("ply").map(|ply| ("ply", ply)));
    let groups = divided(files, session);
    let partitioning = if groups.len() > 1 {
        let split_points = groups[1..].iter().filter_map(|group| Some(split_point(group.first()?, name)));
        let games = RangePartitioning::new(ordering(&columns[..2])?, split_points.collect());
        Some(Partitioning::Range(games))
    } else {
        None
    };
    let with_bounds = |group: Vec<PartitionedFile>| match &group[..] {
        // DataFusion trusts in the order of one file, and compares the bounds of several.
        [_] => FileGroup::new(group),
        _ => group
            .into_iter()
            .map(|file| {
                let bounds = bounds(&name(&file), &columns);
                file.with_statistics(Arc::new(bounds))
            })
            .collect(),
    };
    let groups = groups.into_iter().map(with_bounds).collect();
    Some(InOrder { groups, ordering: ordering(&columns)?, partitioning })
}

fn ordering(columns: &[(&str, usize)]) -> Option<LexOrdering> {
    let columns = columns.iter().map(|&(name, index)| {
        let options = SortOptions { descending: false, nulls_first: false };
        PhysicalSortExpr::new(Arc::new(Column::new(name, index)), options)
    });
    LexOrdering::new(columns)
}

/// Divides files into groups of about the same size, which continue each other. Large plain files are cut.
fn divided(files: &[PartitionedFile], session: &dyn Session) -> Vec<Vec<PartitionedFile>> {
    let (config, partitions) = (session.config().options(), session.config().target_partitions().max(1));
    let total: u64 = files.iter().map(|file| file.object_meta.size).sum();
    let optimizer = &config.optimizer;
    if partitions < 2
        || !optimizer.repartition_file_scans
        || total < optimizer.repartition_file_min_size as u64
    {
        return groups(files, partitions);
    }
    let partitions = partitions as u64;
    let most = total.div_ceil(partitions);
    let mut groups = vec![Vec::<PartitionedFile>::new(); partitions as usize];
    let mut before = 0;
    for (size, piece) in files.iter().flat_map(|file| pieces(file, most, NUMBERED_RANGES)) {
        // By the middle of the piece.
        let group = u128::from(before + size / 2) * u128::from(partitions) / u128::from(total.max(1));
        let group = &mut groups[group as usize];
        before += size;
        match (group.last_mut(), &piece.range) {
            (Some(last), Some(range)) if last.object_meta.location == piece.object_meta.location => {
                if let Some(last) = &mut last.range {
                    last.end = range.end;
                }
            }
            _ => group.push(piece),
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// Divides files into at most `most` groups, in their order.
pub(super) fn groups(files: &[PartitionedFile], most: usize) -> Vec<Vec<PartitionedFile>> {
    let length = files.len().div_ceil(most.max(1)).max(1);
    files.chunks(length).map(<[_]>::to_vec).collect()
}

/// Returns the beginning of a group of files.
///
/// If a file is cut, the number of the first game after the cut is not known, and a number that no other scan has stands for
/// it. So DataFusion never takes the partitions of two scans for the same, and uses the number for nothing else.
fn split_point(first: &PartitionedFile, name: impl Fn(&PartitionedFile) -> String) -> SplitPoint {
    static CUTS: AtomicI64 = AtomicI64::new(1);
    let is_cut = first.range.as_ref().is_some_and(|range| range.start > 0);
    let game = if is_cut { CUTS.fetch_add(1, Ordering::Relaxed) } else { 0 };
    SplitPoint::new(vec![ScalarValue::Utf8View(Some(name(first))), ScalarValue::Int64(Some(game))])
}

/// Returns the bounds of the columns by which rows are ordered, in a file.
fn bounds(name: &str, columns: &[(&str, usize)]) -> Statistics {
    let length = columns.iter().map(|(_, index)| index + 1).max().unwrap_or(0);
    let mut statistics = Statistics {
        column_statistics: vec![ColumnStatistics::new_unknown(); length],
        ..Statistics::default()
    };
    for &(column, index) in columns {
        let [least, greatest] = match column {
            "source" => [(); 2].map(|()| ScalarValue::Utf8View(Some(name.to_owned()))),
            _ => [0, i64::MAX].map(|number| ScalarValue::Int64(Some(number))),
        };
        let of_column = &mut statistics.column_statistics[index];
        (of_column.min_value, of_column.max_value) =
            (Precision::Inexact(least), Precision::Inexact(greatest));
    }
    statistics
}
