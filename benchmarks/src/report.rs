//! Results as a table and as a chart.

use crate::measure::{Job, Row, Run, Runs, median};
use std::fmt::Write;

/// The numbers of a row.
pub struct Line<'a> {
    pub work: &'a str,
    pub label: &'a str,
    pub is_ours: bool,
    pub median: f64,
    pub min: f64,
    pub max: f64,
    /// The time per unit, or for bytes the rate per second.
    pub each: String,
    /// The speedup over the first contender of the group, for the same amount of work.
    pub ratio: f64,
    pub peak_bytes: Option<u64>,
}

/// Returns the numbers of all rows, in order.
pub fn lines<'a>(rows: &'a [Row], runs: &Runs) -> Vec<Line<'a>> {
    let seconds = |job: &Job| job.runs(runs).iter().map(|run: &Run| run.seconds).collect::<Vec<_>>();
    let of_one = |job: &Job| median(seconds(job)) / job.amount as f64;
    rows.iter()
        .flat_map(|row| row.jobs.iter().map(move |job| (row, job)))
        .map(|(row, job)| {
            let one = of_one(job);
            let peak = job.runs(runs).iter().map(|run| run.peak_bytes).max();
            Line {
                work: row.title,
                label: &job.label,
                is_ours: job.is_ours,
                median: median(seconds(job)),
                min: seconds(job).into_iter().fold(f64::INFINITY, f64::min),
                max: seconds(job).into_iter().fold(0.0, f64::max),
                each: match row.unit {
                    "bytes" => format!("{:.2} GB/s", 1e-9 / one),
                    unit => format!("{:.0} ns per {}", one * 1e9, unit.strip_suffix('s').unwrap_or(unit)),
                },
                ratio: of_one(&row.jobs[0]) / one,
                peak_bytes: peak.filter(|_| job.is_whole_process()),
            }
        })
        .collect()
}

/// Formats a number with three significant digits, or more if its integer part is longer.
pub fn three_digits(number: f64) -> String {
    let first = if number > 0.0 { number.log10().floor() } else { 0.0 };
    format!("{number:.*}", (2.0 - first).clamp(0.0, 9.0) as usize)
}

/// Formats a Markdown table.
pub fn table(lines: &[Line<'_>]) -> String {
    let mut table = String::from(
        "| task | contender | seconds | min to max | cost or rate | speedup | peak memory |\n\
         |---|---|--:|--:|--:|--:|--:|\n",
    );
    let mut last = "";
    for line in lines {
        let work = if line.work == last { "" } else { line.work };
        last = line.work;
        let memory = line.peak_bytes.map_or(String::new(), |bytes| format!("{} MiB", bytes >> 20));
        let [median, min, max, ratio] = [line.median, line.min, line.max, line.ratio].map(three_digits);
        let (label, each) = (line.label, &line.each);
        let _ =
            writeln!(table, "| {work} | {label} | {median} | {min} to {max} | {each} | {ratio} | {memory} |");
    }
    table
}

/// Replaces the text between two markers in a document.
pub fn replaced(document: &str, begin: &str, end: &str, text: &str) -> Option<String> {
    let (before, rest) = document.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n{text}{end}{after}"))
}

const WIDTH: f64 = 900.0;
/// The left and right end of the plot area.
const PLOT: (f64, f64) = (330.0, 840.0);
const BAR: f64 = 20.0;
const TITLE: f64 = 30.0;
const TOP: f64 = 64.0;

/// Colors also differ in lightness, and only Destrier's bars are filled, so the chart does not rely on hue. Text has an
/// outline that separates it from grid lines.
const STYLE: &str = "\
text{font:13px sans-serif;fill:#1b1b1b;stroke:#fff;stroke-width:3px;paint-order:stroke}\
.title{font-weight:bold}.small{font-size:11px}\
.ground{fill:#fff}.ours{fill:#14508c;stroke:#14508c}.rival{fill:#fff;stroke:#555}\
.grid{stroke:#ccc}.one{stroke:#1b1b1b;stroke-width:1.5}\
@media(prefers-color-scheme:dark){text{fill:#eee;stroke:#16191d}.ground{fill:#16191d}\
.ours{fill:#8ec5ff;stroke:#8ec5ff}.rival{fill:#16191d;stroke:#aaa}.grid{stroke:#444}.one{stroke:#eee}}";

/// Draws a bar for each line, as long as its ratio.
pub fn chart(lines: &[Line<'_>]) -> String {
    let max = lines.iter().map(|line| line.ratio).fold(1.0, f64::max).ceil();
    let x = |ratio: f64| PLOT.0 + ratio / max * (PLOT.1 - PLOT.0);

    let mut bars = String::new();
    let mut y = TOP;
    let mut last = "";
    for line in lines {
        if line.work != last {
            last = line.work;
            y += TITLE;
            let (title, base) = (escaped(line.work), y - 9.0);
            let _ = writeln!(bars, "<text class=\"title\" x=\"12\" y=\"{base}\">{title}</text>");
        }
        let class = if line.is_ours { "ours" } else { "rival" };
        let (label, ratio) = (escaped(line.label), three_digits(line.ratio));
        let (from, width, after) = (PLOT.0, x(line.ratio) - PLOT.0, x(line.ratio) + 6.0);
        let (top, base, height) = (y + 3.0, y + 14.0, BAR - 6.0);
        let _ = writeln!(
            bars,
            "<text x=\"24\" y=\"{base}\">{label}</text>\
             <rect class=\"{class}\" x=\"{from}\" y=\"{top}\" width=\"{width:.1}\" height=\"{height}\"/>\
             <text x=\"{after:.1}\" y=\"{base}\">{ratio}</text>"
        );
        y += BAR;
    }

    let bottom = y + 4.0;
    let mut grid = String::new();
    // At most about ten grid lines.
    for ratio in (0..=max as u32).step_by((max / 10.0).ceil() as usize) {
        let (at, class) = (x(ratio.into()), if ratio == 1 { "one" } else { "grid" });
        let _ = writeln!(
            grid,
            "<line class=\"{class}\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>\
             <text class=\"small\" text-anchor=\"middle\" x=\"{at:.1}\" y=\"{}\">{ratio}</text>",
            bottom + 16.0
        );
    }
    let height = bottom + 28.0;
    let title = "Speedup over the first contender of each group";
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-labelledby=\"title\">\n<title id=\"title\">{title}</title>\n\
         <style>{STYLE}</style>\n<rect class=\"ground\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"12\" y=\"24\">{title}</text>\n\
         <rect class=\"ours\" x=\"13\" y=\"36\" width=\"14\" height=\"12\"/><text x=\"34\" y=\"47\">Destrier</text>\n\
         <rect class=\"rival\" x=\"113\" y=\"36\" width=\"14\" height=\"12\"/><text x=\"134\" y=\"47\">others</text>\n\
         {grid}{bars}</svg>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(label: &'static str, is_ours: bool, ratio: f64) -> Line<'static> {
        let each = "90 ns per move".to_owned();
        Line {
            work: "A & <b>",
            label,
            is_ours,
            median: 1.5,
            min: 1.0,
            max: 2.0,
            each,
            ratio,
            peak_bytes: None,
        }
    }

    fn some_lines() -> Vec<Line<'static>> {
        vec![line("one", false, 1.0), line("two", true, 2.5), line("three", false, 0.004)]
    }

    #[test]
    fn keeps_three_significant_digits() {
        let written = [0.00412, 0.042, 0.5, 1.0, 2.346, 23.46, 234.6, 2345.0].map(three_digits);
        assert_eq!(written, ["0.00412", "0.0420", "0.500", "1.00", "2.35", "23.5", "235", "2345"]);
    }

    #[test]
    fn table_names_task_once() {
        let table = table(&some_lines());
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(rows[0], "| A & <b> | one | 1.50 | 1.00 to 2.00 | 90 ns per move | 1.00 |  |");
        assert!(rows[1].starts_with("|  | two | "));
    }

    #[test]
    fn replaces_text_between_markers() {
        let document = "a\n<!-- begin -->\nold\n<!-- end -->\nb\n";
        let new = replaced(document, "<!-- begin -->", "<!-- end -->", "new\n");
        assert_eq!(new.unwrap(), "a\n<!-- begin -->\nnew\n<!-- end -->\nb\n");
        assert_eq!(replaced("a", "<!-- begin -->", "<!-- end -->", "new"), None);
    }

    #[test]
    fn chart_is_well_formed() {
        let chart = chart(&some_lines());
        let mut open = Vec::new();
        for tag in chart.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').expect("a tag is closed");
            assert!(!text.contains('>') && tag.matches('"').count().is_multiple_of(2), "{tag}");
            let name = tag.split_whitespace().next().unwrap();
            if let Some(name) = name.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name));
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        assert!(open.is_empty(), "{open:?}");
        assert!(chart.contains("A &amp; &lt;b&gt;"));
    }

    #[test]
    fn bar_lengths_match_ratios() {
        let chart = chart(&some_lines());
        let widths: Vec<f64> = chart
            .lines()
            .filter(|line| line.contains("<text x=\"24\""))
            .map(|line| line.split_once("width=\"").unwrap().1.split('"').next().unwrap().parse().unwrap())
            .collect();
        let [one, faster, slower] = widths[..] else { panic!("{widths:?}") };
        assert!((faster / one - 2.5).abs() < 0.01, "{widths:?}");
        assert!((slower / one - 0.004).abs() < 0.001, "{widths:?}");
    }
}
