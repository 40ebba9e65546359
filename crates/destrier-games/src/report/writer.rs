//! Writes a report at the end of a scan.

use super::collector::ReportCollector;
use super::page::{MAX_MISSES, Page, max_kept};
use super::request::ReportRequest;
use super::sections::Section;
use super::tally::{Group, ReportTally};
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
    let collector = ReportCollector::new(&request, &sections, max);
    Box::new(ReportWriter { tally: collector.none(), collector: Arc::new(collector), request, sections, max })
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

    fn append(&mut self, tally: Collected, _: &mut dyn Write) -> io::Result<()> {
        self.tally.merge(tally.get()?, self.max, Group::max(&self.request.comparison));
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
            Some(max) => write_template(&Worksheet::new(request, tally, max), out),
            None => write_template(&Page::new(request, sections, tally, totals), out),
        }
    }
}
