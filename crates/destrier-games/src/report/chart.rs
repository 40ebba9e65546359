//! Charts of found rates with their intervals.

use crate::names::shortened;
use crate::rates::RateCounts;
use askama::Template;

/// A chart of found rates: a row for each group, with a mark for each column. Shape and color tell the columns apart.
#[derive(Template)]
#[template(path = "report/chart.svg")]
pub(super) struct Chart {
    id: String,
    title: String,
    description: String,
    height: u32,
    top: u32,
    bottom: u32,
    ticks: [Tick; 3],
    legend: Vec<Entry>,
    rows: Vec<Row>,
}

/// A line of the scale.
struct Tick {
    x: u32,
    name: &'static str,
}

/// A column in the legend.
struct Entry {
    column: usize,
    x: u32,
    name: String,
}

struct Row {
    y: u32,
    name: String,
    marks: Vec<Mark>,
}

/// A rate with its interval.
struct Mark {
    column: usize,
    y: u32,
    x: u32,
    low: u32,
    high: u32,
    is_few: bool,
}

/// The scale.
const LEFT: f64 = 124.0;
const WIDTH: f64 = 220.0;
const ROW: u32 = 26;
const TOP: u32 = 22;

/// The longest name beside the chart. Tables have the whole names.
const MAX_LENGTH: usize = 16;

fn x(rate: f64) -> u32 {
    (LEFT + WIDTH * rate).round() as u32
}

impl Chart {
    /// Creates a chart of groups with their counts in each column. `None` if there are fewer than two rates.
    pub(super) fn new(
        id: String,
        title: String,
        columns: &[String],
        groups: &[(String, Vec<RateCounts>)],
    ) -> Option<Self> {
        let mut rows = Vec::new();
        let mut descriptions = Vec::new();
        for (name, counts) in groups {
            let y = TOP + ROW * rows.len() as u32 + ROW / 2;
            let marks = counts.iter().enumerate().filter_map(|(column, counts)| {
                let (rate, (low, high)) = (counts.found_rate()?, counts.found_rate_interval()?);
                let (x, low, high) = (x(rate), x(low), x(high));
                let y = if columns.len() > 1 { y + 12 * column as u32 - 6 } else { y };
                Some(Mark { column, y, x, low, high, is_few: counts.is_few() })
            });
            let marks: Vec<Mark> = marks.collect();
            if marks.is_empty() {
                continue;
            }
            let rates = columns.iter().zip(counts).filter_map(|(column, counts)| {
                Some(format!("{column} {:.0}%", 100.0 * counts.found_rate()?))
            });
            descriptions.push(format!("{name}: {}", rates.collect::<Vec<_>>().join(", ")));
            rows.push(Row { y: y + 4, name: shortened(name, MAX_LENGTH), marks });
        }
        if rows.len() < 2 {
            return None;
        }
        let bottom = TOP + ROW * rows.len() as u32;
        let mut end = 8;
        let legend = columns.iter().enumerate().map(|(column, name)| {
            let (x, name) = (end, shortened(name, MAX_LENGTH));
            end += 28 + 7 * name.chars().count() as u32;
            Entry { column, x, name }
        });
        Some(Self {
            id,
            title,
            description: format!("{}.", descriptions.join("; ")),
            height: bottom + 18,
            top: TOP,
            bottom,
            ticks: [(0.0, "0%"), (0.5, "50%"), (1.0, "100%")].map(|(rate, name)| Tick { x: x(rate), name }),
            legend: legend.collect(),
            rows,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_says_what_it_shows() {
        let counts = |found, missed| RateCounts { found, missed, ..RateCounts::default() };
        let columns = ["<Eve>".to_owned(), "opponents".to_owned()];
        let groups = [
            ("blitz".to_owned(), vec![counts(3, 1), counts(50, 50)]),
            ("rapid".to_owned(), vec![counts(0, 0), counts(0, 20)]),
            ("none".to_owned(), vec![counts(0, 0), counts(0, 0)]),
        ];
        let chart = Chart::new("speed".to_owned(), "By speed".to_owned(), &columns, &groups).unwrap();
        assert_eq!(chart.description, "blitz: <Eve> 75%, opponents 50%; rapid: opponents 0%.");
        assert_eq!((chart.rows.len(), chart.rows[0].marks.len(), chart.rows[1].marks.len()), (2, 2, 1));
        assert!(chart.rows[0].marks[0].is_few && !chart.rows[0].marks[1].is_few);
        let svg = chart.render().unwrap();
        assert!(svg.contains("&#60;Eve&#62; 75%") && !svg.contains("<Eve>"), "{svg}");
        assert!(Chart::new(String::new(), String::new(), &columns, &groups[..1]).is_none());
    }
}
