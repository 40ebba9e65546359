//! Writes rates at the end of a scan.

use super::collector::{Group, RateCollector, RateTally};
use super::counts::RateCounts;
use super::formats::RateFormat;
use super::request::RateRequest;
use super::rows::Rates;
use crate::output::OutputWriter;
use crate::scan::{Collected, Scan, Steps, Totals};
use serde::Deserialize;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

pub(super) fn open(request: RateRequest, format: &'static RateFormat) -> Box<dyn OutputWriter> {
    Box::new(RateWriter::new(request, format))
}

struct RateWriter {
    collector: Arc<RateCollector>,
    tally: RateTally,
    format: &'static RateFormat,
}

impl RateWriter {
    /// The maximum number of groups in a journal, which is written several times a second.
    const MAX_NOTED: usize = 1_000;

    fn new(request: RateRequest, format: &'static RateFormat) -> Self {
        Self { collector: Arc::new(RateCollector::new(request)), tally: RateTally::default(), format }
    }
}

impl OutputWriter for RateWriter {
    fn steps(&self, scan: &Scan) -> Steps {
        scan.steps(&self.collector)
    }

    fn append(&mut self, tally: Collected, _: &mut dyn Write) -> io::Result<()> {
        self.tally.merge(tally.get()?);
        Ok(())
    }

    fn state(&self) -> Option<serde_json::Value> {
        let RateTally { groups, names } = &self.tally;
        if groups.len().max(names.len()) > Self::MAX_NOTED {
            return None;
        }
        // JSON has no objects with groups as keys.
        serde_json::to_value((groups.iter().collect::<Vec<_>>(), names)).ok()
    }

    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()> {
        let (groups, names) = <(Vec<(Group, RateCounts)>, HashMap<_, _>)>::deserialize(state)?;
        if groups.iter().any(|(group, _)| group.values.len() != self.collector.request.keys.len()) {
            return Err(io::Error::other("its counts are for other keys"));
        }
        self.tally = RateTally { groups: groups.into_iter().collect(), names };
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.tally.groups.is_empty()
    }

    fn finish(&mut self, _: &Totals, _: Duration, out: &mut dyn Write) -> io::Result<()> {
        let rates = Rates::new(&self.collector.request, std::mem::take(&mut self.tally));
        (self.format.write)(&rates, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Source;
    use crate::rates::{RATE_FORMATS, RateKey};
    use crate::scan::Scan;
    use crate::search::FindingFilter;

    #[test]
    fn rates_resume_from_a_saved_state() {
        let keys = ["player", "pattern"].map(|name| RateKey::by_name(name).unwrap());
        let request = RateRequest::new(keys.to_vec(), FindingFilter::default());
        let scan = Scan::new([Source::new("../../samples/lichess.pgn")]);
        let format = RATE_FORMATS[1];
        let [mut whole, mut resumed] = [(); 2].map(|()| RateWriter::new(request.clone(), format));
        let mut state = None;
        for step in whole.steps(&scan) {
            whole.append(step.unwrap().output.unwrap(), &mut Vec::new()).unwrap();
            state = whole.state();
        }
        resumed.restore(&state.unwrap()).unwrap();
        assert!(whole.tally.groups.len() > 100 && whole.tally.names.len() > 100);
        assert_eq!(resumed.tally, whole.tally);
        let mut texts = [whole, resumed].map(|mut writer| {
            let mut text = Vec::new();
            writer.finish(&Totals::default(), Duration::ZERO, &mut text).unwrap();
            String::from_utf8(text).unwrap()
        });
        assert!(texts[0].lines().count() > 100);
        assert_eq!(std::mem::take(&mut texts[0]), texts[1]);
        let mut other = RateWriter::new(RateRequest::new(vec![keys[0]], FindingFilter::default()), format);
        let of_others = serde_json::json!([[[{ "who": null, "values": [] }, RateCounts::default()]], {}]);
        for state in [serde_json::json!("nothing"), of_others] {
            assert!(other.restore(&state).is_err() && other.tally.groups.is_empty());
        }
    }
}
