//! Writes a report at the end of a scan.

use super::collector::{ReportCollector, Tallies};
use super::page::{MAX_MISSES, Page, max_kept};
use super::request::ReportRequest;
use super::sections::Section;
use super::tally::{Group, ReportTally};
use super::top::Top;
use super::worksheet::Worksheet;
use crate::output::OutputWriter;
use crate::output::html::write_template;
use crate::scan::{Collected, Scan, Steps, Totals};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

pub(super) fn open(request: ReportRequest) -> Box<dyn OutputWriter> {
    let sections = Section::of(&request.comparison);
    let max = max_kept(request.worksheet.unwrap_or(MAX_MISSES));
    let collector = ReportCollector::new(&request, vec![request.comparison.clone()], &sections, max);
    let tally = ReportTally::new(sections.len(), request.comparison.columns().len());
    Box::new(ReportWriter { tally, collector: Arc::new(collector), request, sections, max })
}

struct ReportWriter {
    collector: Arc<ReportCollector>,
    request: ReportRequest,
    sections: Vec<Section>,
    tally: ReportTally,
    /// The number of important findings to keep.
    max: usize,
}

/// A report that was interrupted starts over, because its boards are not in the journal.
impl OutputWriter for ReportWriter {
    fn steps(&self, scan: &Scan) -> Steps {
        scan.steps(&self.collector)
    }

    fn append(&mut self, tallies: Collected, _: &mut dyn Write) -> io::Result<()> {
        let tallies: Tallies = tallies.get()?;
        let max_listed = Group::max(&self.request.comparison);
        tallies.into_values().for_each(|tally| self.tally.merge(tally, self.max, max_listed));
        Ok(())
    }

    fn state(&self) -> Option<serde_json::Value> {
        None
    }

    fn restore(&mut self, _: &serde_json::Value) -> io::Result<()> {
        Err(io::Error::other("a report cannot be continued"))
    }

    fn finish(&mut self, totals: &Totals, _: Duration, out: &mut dyn Write) -> io::Result<()> {
        let Self { request, sections, tally, .. } = self;
        request.comparison.spell(&tally.names);
        match request.worksheet {
            Some(max) => {
                let title = request.comparison.title();
                let columns = tally.tops.iter().enumerate();
                let subjects = columns.filter(|(column, _)| !request.comparison.is_of_opponents(*column));
                let misses: Vec<&Top> = subjects.map(|(_, tops)| &tops.missed).collect();
                write_template(&Worksheet::new(&title, &misses, max), out)
            }
            None => write_template(&Page::new(request, sections, tally, totals), out),
        }
    }
}
