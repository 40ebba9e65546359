//! Writes a page for each student of a class, and one about all of them.

use super::blind_spots::blind_spots;
use super::chart::Chart;
use super::collector::{ReportCollector, Tallies};
use super::comparison::Comparison;
use super::page::{MAX_MISSES, Page, max_kept, notes};
use super::request::ReportRequest;
use super::sections::{Section, SectionKind};
use super::table::{FoundRate, percent};
use super::tally::{Group, ReportTally};
use super::top::Top;
use super::worksheet::Worksheet;
use crate::games::{Player, without_case};
use crate::output::html::write_template;
use crate::output::{OpenFile, OutputWriter, grouped};
use crate::rates::RateCounts;
use crate::scan::{Collected, Scan, Steps, Totals};
use askama::Template;
use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;

pub(super) fn open(request: ReportRequest, students: Vec<Vec<Player>>) -> Box<dyn OutputWriter> {
    let comparisons: Vec<Comparison> = students.into_iter().map(Comparison::Player).collect();
    let sections = Section::of(&Comparison::Player(Vec::new()));
    let max = max_kept(request.worksheet.unwrap_or_default().max(MAX_MISSES));
    let request = ReportRequest { comparison: Comparison::Player(Vec::new()), ..request };
    let students = comparisons.iter().map(|comparison| Student {
        request: ReportRequest { comparison: comparison.clone(), ..request.clone() },
        tally: ReportTally::new(sections.len(), comparison.columns().len()),
    });
    let students = students.collect();
    let collector = Arc::new(ReportCollector::new(&request, comparisons, &sections, max));
    let worksheet = request.worksheet;
    Box::new(ClassWriter { collector, students, sections, worksheet, max, totals: Totals::default() })
}

struct ClassWriter {
    collector: Arc<ReportCollector>,
    students: Vec<Student>,
    sections: Vec<Section>,
    /// The number of boards of the worksheet, if there is one.
    worksheet: Option<usize>,
    /// The number of important findings of each student to keep.
    max: usize,
    /// The counts at the end.
    totals: Totals,
}

struct Student {
    request: ReportRequest,
    tally: ReportTally,
}

impl Student {
    fn name(&self) -> String {
        self.request.comparison.title()
    }

    fn counts(&self) -> RateCounts {
        let groups = self.tally.sections.first();
        groups
            .and_then(|groups| groups.get(&(0, Vec::new())))
            .map_or_else(RateCounts::default, |group| group.counts)
    }
}

/// Like a [report](super::writer), an interrupted run starts over.
impl OutputWriter for ClassWriter {
    fn steps(&self, scan: &Scan) -> Steps {
        scan.steps(&self.collector)
    }

    fn append(&mut self, tallies: Collected, _: &mut dyn Write) -> io::Result<()> {
        let tallies: Tallies = tallies.get()?;
        for (index, tally) in tallies {
            let Student { request, tally: sum } = &mut self.students[index];
            sum.merge(tally, self.max, Group::max(&request.comparison));
        }
        Ok(())
    }

    fn state(&self) -> Option<serde_json::Value> {
        None
    }

    fn restore(&mut self, _: &serde_json::Value) -> io::Result<()> {
        Err(io::Error::other("a report cannot be continued"))
    }

    fn finish(&mut self, totals: &Totals, _: Duration, _: &mut dyn Write) -> io::Result<()> {
        self.totals = *totals;
        for Student { request, tally } in &mut self.students {
            request.comparison.spell(&tally.names);
        }
        Ok(())
    }

    fn assemble_files(&self, _: &mut dyn Read, open: &mut OpenFile<'_>) -> io::Result<()> {
        let names: Vec<String> = self.students.iter().map(Student::name).collect();
        let files = file_names(&names);
        let index = ClassPage::new(self, &names, &files);
        write_file(&index, "index.html", open)?;
        for (student, file) in self.students.iter().zip(&files) {
            let Student { request, tally } = student;
            // What was damaged or filtered out is said about the class.
            let games = student.counts().games + tally.against_computers + tally.left_out;
            let totals = Totals { games, ..Totals::default() };
            let mut page = Page::new(request, &self.sections, tally, &totals);
            page.is_of_class = true;
            write_file(&page, file, open)?;
        }
        if let Some(max) = self.worksheet {
            let misses: Vec<&Top> = self
                .students
                .iter()
                .filter_map(|student| Some(&student.tally.tops.first()?.missed))
                .collect();
            write_file(&Worksheet::new("Class", &misses, max), WORKSHEET, open)?;
        }
        Ok(())
    }
}

fn write_file(template: &impl Template, name: &str, open: &mut OpenFile<'_>) -> io::Result<()> {
    let mut file = open(name)?;
    write_template(template, &mut file)?;
    file.flush()
}

/// The name of the file with boards from everybody's misses.
const WORKSHEET: &str = "worksheet.html";

/// Returns a file name for each name: letters and digits stay, and names that are the same without case get a number.
fn file_names(names: &[String]) -> Vec<String> {
    let mut taken: HashSet<String> = // Windows reserves the others.
        ["index", "worksheet", "aux", "con", "nul", "prn"].map(str::to_owned).into();
    let mut file_name = |name: &String| {
        let words = name.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        let plain: String = words.collect::<Vec<_>>().join("-").chars().take(60).collect();
        let plain = if plain.is_empty() { "player" } else { &plain };
        let mut numbers = 2..;
        let mut unique = plain.to_owned();
        while !taken.insert(without_case(&unique)) {
            unique = format!("{plain}-{}", numbers.next().unwrap_or_default());
        }
        format!("{unique}.html")
    };
    names.iter().map(&mut file_name).collect()
}

/// The page about the class.
#[derive(Template)]
#[template(path = "report/class.html")]
struct ClassPage {
    title: &'static str,
    summary: String,
    notes: Vec<String>,
    chart: Option<Chart>,
    rows: Vec<Row>,
    worksheet: Option<&'static str>,
    has_norms: bool,
    /// Whether there is a rate in several months.
    has_trend: bool,
}

/// The row of a student, or of all students together.
struct Row {
    name: String,
    /// The student's page.
    file: Option<String>,
    games: String,
    opportunities: String,
    found: String,
    missed: String,
    rate: FoundRate,
    /// The costliest blind spot, and what it is compared with.
    weakest: Option<[String; 2]>,
    trend: Option<Trend>,
}

/// The found rate by month.
struct Trend {
    /// The rates in words.
    description: String,
    /// The coordinates of a line from month to month. Months without a rate leave their width.
    points: Vec<(u32, u32)>,
}

impl ClassPage {
    fn new(class: &ClassWriter, names: &[String], files: &[String]) -> Self {
        let rows = class.students.iter().zip(names).zip(files).map(|((student, name), file)| {
            let spots = blind_spots(
                &student.request.comparison,
                student.request.norms.as_ref(),
                &class.sections,
                &student.tally,
                0,
            );
            let weakest = spots.first().map(|spot| {
                let phrase = class.sections[spot.section].phrase(Some(&spot.value));
                let rate = FoundRate::of(&spot.counts).text;
                [phrase, format!("found {rate}, others {}", percent(spot.reference))]
            });
            let file = Some(file.clone());
            Row {
                file,
                weakest,
                trend: Trend::new(class, &student.tally),
                ..Row::new(name, &student.counts())
            }
        });
        let mut rows: Vec<Row> = rows.collect();
        let groups: Vec<(String, Vec<RateCounts>)> =
            class.students.iter().zip(names).map(|(one, name)| (name.clone(), vec![one.counts()])).collect();
        let against_computers = class.students.iter().map(|student| student.tally.against_computers).sum();
        let mut sum = RateCounts::default();
        groups.iter().for_each(|(_, counts)| sum += counts[0]);
        let games = class.totals.games;
        // A game between two of them counts once here.
        rows.push(Row { games: grouped(games), ..Row::new("Together", &sum) });
        let plural = |number: u64| if number == 1 { "" } else { "s" };
        let players = names.len() as u64;
        Self {
            title: "Class",
            summary: format!(
                "{players} player{}, {} game{}.",
                plural(players),
                grouped(games),
                plural(games)
            ),
            notes: notes(&class.totals, &ReportTally { against_computers, ..ReportTally::default() }),
            has_norms: class.students.iter().any(|student| student.request.norms.is_some()),
            chart: Chart::new(
                "class".to_owned(),
                "Found rates".to_owned(),
                &["found rate".to_owned()],
                &groups,
            ),
            worksheet: class.worksheet.map(|_| WORKSHEET),
            has_trend: rows.iter().any(|row| row.trend.is_some()),
            rows,
        }
    }
}

impl Row {
    fn new(name: &str, counts: &RateCounts) -> Self {
        Self {
            name: name.to_owned(),
            file: None,
            games: grouped(counts.games),
            opportunities: grouped(counts.opportunities),
            found: grouped(counts.found),
            missed: grouped(counts.missed),
            rate: FoundRate::of(counts),
            weakest: None,
            trend: None,
        }
    }
}

impl Trend {
    /// The size of the picture.
    const WIDTH: u32 = 96;
    const HEIGHT: u32 = 24;

    /// Returns the found rates of the last 24 months that have one, or `None` if there are not two months with a rate.
    fn new(class: &ClassWriter, tally: &ReportTally) -> Option<Self> {
        let index = class.sections.iter().position(|section| section.kind == SectionKind::Month)?;
        let groups = tally.sections[index].iter().filter(|((column, _), _)| *column == 0);
        let rates = groups.filter_map(|((_, values), group)| {
            let month = values.first()?.as_str();
            Some((months_of(month)?, month.to_owned(), group.counts.found_rate()?))
        });
        Self::of_rates(rates.collect())
    }

    /// Returns the trend of found rates, each with its month as a number and as a text.
    fn of_rates(mut rates: Vec<(u32, String, f64)>) -> Option<Self> {
        rates.sort_by_key(|(month, ..)| *month);
        let rates = &rates[rates.len().saturating_sub(24)..];
        let [(first, ..), .., (last, ..)] = rates else { return None };
        let texts: Vec<String> =
            rates.iter().map(|(_, month, rate)| format!("{month} {}", percent(*rate))).collect();
        let points = rates.iter().map(|(month, _, rate)| {
            let x = 2 + (Self::WIDTH - 4) * (month - first) / (last - first);
            let y = 2 + ((1.0 - rate) * f64::from(Self::HEIGHT - 4)).round() as u32;
            (x, y)
        });
        Some(Self { description: texts.join(", "), points: points.collect() })
    }
}

/// Returns the number of a month, given as `2020-05`, counted from the year 0.
fn months_of(month: &str) -> Option<u32> {
    let (year, month) = month.split_once('-')?;
    Some(12 * year.parse::<u32>().ok()? + month.parse::<u32>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_have_their_places() {
        let rates = [("2020-02", 1.0), ("2019-12", 0.0), ("2021-12", 0.5)];
        let rates = rates.map(|(month, rate)| (months_of(month).unwrap(), month.to_owned(), rate));
        let trend = Trend::of_rates(rates.to_vec()).unwrap();
        // Two of 24 months.
        assert_eq!(trend.points, [(2, 22), (2 + 92 * 2 / 24, 2), (94, 12)]);
        assert_eq!(trend.description, "2019-12 0%, 2020-02 100%, 2021-12 50%");
        assert!(Trend::of_rates(rates[..1].to_vec()).is_none());
        assert_eq!(["unknown", "earlier", "2020"].map(months_of), [None; 3]);
    }

    #[test]
    fn every_player_has_a_file() {
        let names =
            ["Carlsen, Magnus", "so_sad", "SO_SAD", "index", "../..", "a/b", "Éva 1"].map(str::to_owned);
        let expected = ["Carlsen-Magnus", "so_sad", "SO_SAD-2", "index-2", "player", "a-b", "Éva-1"];
        assert_eq!(file_names(&names), expected.map(|name| format!("{name}.html")));
    }
}
