//! Why a query found no games.

use super::condition_text;
use super::source::GamesSource;
use datafusion::datasource::physical_plan::FileScanConfig;
use datafusion::datasource::source::DataSourceExec;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::coop::CooperativeExec;
use datafusion::physical_plan::filter::FilterExec;
use datafusion::physical_plan::projection::ProjectionExec;
use datafusion::physical_plan::repartition::RepartitionExec;

/// Explains, after a plan has run, why a table of games in it is empty: no game met the conditions on games, the files have
/// no games, or no row met a condition. Also says how many games are damaged. On a cluster, nothing is known.
#[must_use]
pub fn explain_unmatched(plan: &dyn ExecutionPlan) -> Vec<String> {
    [damage(plan), reasons(plan)].concat()
}

fn reasons(plan: &dyn ExecutionPlan) -> Vec<String> {
    match source(plan) {
        Some(source) => source.explain_unmatched().into_iter().collect(),
        None => {
            let reasons = of_children(plan, reasons);
            if reasons.is_empty() { unmet(plan).into_iter().collect() } else { reasons }
        }
    }
}

fn damage(plan: &dyn ExecutionPlan) -> Vec<String> {
    source(plan).map_or_else(|| of_children(plan, damage), |source| source.damage().into_iter().collect())
}

/// Returns what a function says of the inputs of a plan, each text once.
fn of_children(plan: &dyn ExecutionPlan, say: fn(&dyn ExecutionPlan) -> Vec<String>) -> Vec<String> {
    let mut said = Vec::new();
    for text in plan.children().into_iter().flat_map(|child| say(child.as_ref())) {
        if !said.contains(&text) {
            said.push(text);
        }
    }
    said
}

/// Returns the reader of games, if this is one.
fn source(plan: &dyn ExecutionPlan) -> Option<&GamesSource> {
    let config = plan.downcast_ref::<DataSourceExec>()?.data_source().downcast_ref::<FileScanConfig>()?;
    config.file_source().downcast_ref::<GamesSource>()
}

/// Names the condition of a filter that no row of a table of games met.
fn unmet(plan: &dyn ExecutionPlan) -> Option<String> {
    let filter = plan.downcast_ref::<FilterExec>()?;
    let mut below = filter.input();
    while below.is::<RepartitionExec>() || below.is::<ProjectionExec>() || below.is::<CooperativeExec>() {
        below = below.children().first().copied()?;
    }
    let is_unmet = source(below.as_ref())?.is_ended() && filter.metrics()?.output_rows() == Some(0);
    is_unmet.then(|| format!("no row meets {}", condition_text::shown(filter.predicate())))
}
