//! The library states the operations that its functions take. These tests count them.
//!
//! Each formulation in a `FORMULATIONS` list states its cost. So does a line `Cost:` in the documentation of a function.
//! Every number there is checked, or the test fails. `proofs::cost` says what is counted.

mod common;

use common::{arguments, bytes};
use proofs::cost::Cost;
use proofs::module::Module;
use shipped::Argument;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

const SAMPLES: usize = 60;

type Range = RangeInclusive<u64>;

/// What a text states: numbers for each call and for each iteration of a loop.
#[derive(Clone, Debug, PartialEq)]
struct Stated {
    call: [Range; 3],
    iteration: Option<[Range; 3]>,
    swap: Option<Swap>,
}

/// WebAssembly has no byte swap, so it takes many operations. Costs state it apart.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Swap {
    Always,
    ForBlack,
}

const NOUNS: [&str; 3] = ["operation", "load", "branch"];

/// Reads the numbers of a text: `at most 64 operations`, `6 to 9 operations and 1 load`, `3 operations, plus 1 load and 4
/// operations per knight`. Returns `None` if it has other numbers.
fn parse(text: &str) -> Option<Stated> {
    let mut stated = Stated { call: [const { 0..=0 }; 3], iteration: None, swap: None };
    if text.contains("a byte swap") {
        let is_for_black = text.contains("a byte swap for Black");
        stated.swap = Some(if is_for_black { Swap::ForBlack } else { Swap::Always });
    }
    for clause in text.split("plus ") {
        let (mut counts, mut numbers) = ([const { 0..=0 }; 3], Vec::new());
        for word in clause.split_whitespace() {
            let word = word.trim_matches([',', ';', '.', ':']);
            let noun = NOUNS.iter().position(|noun| word.starts_with(noun));
            if let Ok(number) = word.parse::<u64>() {
                numbers.push(number);
            } else if let (Some(noun), Some(&last)) = (noun, numbers.last()) {
                let first = if clause.starts_with("at most") { 0 } else { numbers[0] };
                counts[noun] = first..=last;
                numbers.clear();
            } else if word == "bytes" {
                numbers.clear();
            } else if word.contains(|c: char| c.is_ascii_digit()) {
                return None;
            }
        }
        if !numbers.is_empty() {
            return None;
        } else if clause.contains(" per ") {
            stated.iteration = Some(counts);
        } else if counts != [const { 0..=0 }; 3] {
            stated.call = counts;
        }
    }
    Some(stated)
}

/// Returns whether a text states a number. A text that does not says what the cost depends on.
fn has_number(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// What was counted. The order of the numbers is that of `NOUNS`.
struct Counted {
    samples: Vec<Cost>,
}

fn numbers(cost: &Cost) -> [u64; 3] {
    [cost.operations, cost.loads, cost.branches]
}

impl Counted {
    fn range(&self, noun: usize) -> Range {
        let counts = || self.samples.iter().map(|cost| numbers(cost)[noun]);
        counts().min().unwrap_or(0)..=counts().max().unwrap_or(0)
    }

    /// Fits a line: the count of a call without iterations, the count of an iteration, and the largest difference.
    fn line(&self, noun: usize) -> (f64, f64, f64) {
        let points = || self.samples.iter().map(|cost| (cost.iterations as f64, numbers(cost)[noun] as f64));
        let n = self.samples.len() as f64;
        let (x, y) = points().fold((0.0, 0.0), |sum, point| (sum.0 + point.0 / n, sum.1 + point.1 / n));
        let (mut of_both, mut of_x) = (0.0, 0.0);
        for (a, b) in points() {
            of_both += (a - x) * (b - y);
            of_x += (a - x) * (a - x);
        }
        let slope = if of_x == 0.0 { 0.0 } else { of_both / of_x };
        let base = y - slope * x;
        let off = points().map(|(a, b)| (base + slope * a - b).abs()).fold(0.0, f64::max);
        (base, slope, off)
    }

    fn has_loop(&self) -> bool {
        let first = self.samples[0].iterations;
        self.samples.iter().any(|cost| cost.iterations != first)
    }

    /// Returns whether the counts are those stated. Compilers differ, so a number of operations may differ by 2 or a
    /// tenth.
    fn is(&self, stated: &Stated, byte_swap: u64) -> bool {
        let close = |stated: u64, counted: f64, noun: usize| {
            let apart = (stated as f64 - counted).abs();
            match noun {
                0 => apart <= f64::max(2.0, stated as f64 / 10.0),
                _ if stated == 0 => apart < 0.5,
                _ => apart <= f64::max(1.0, stated as f64 / 10.0),
            }
        };
        (0..3).all(|noun| {
            let (mut first, mut last) = stated.call[noun].clone().into_inner();
            if noun == 0
                && let Some(swap) = stated.swap
            {
                first += if swap == Swap::Always { byte_swap } else { 0 };
                last += byte_swap;
            }
            let counted = self.range(noun);
            match &stated.iteration {
                None => {
                    (first == 0 && last > 0 || close(first, *counted.start() as f64, noun))
                        && close(last, *counted.end() as f64, noun)
                }
                Some(iteration) if !self.has_loop() => {
                    let total = first + iteration[noun].start() * self.samples[0].iterations;
                    close(total, *counted.start() as f64, noun) && close(total, *counted.end() as f64, noun)
                }
                Some(iteration) => {
                    let (base, slope, off) = self.line(noun);
                    // Branches and loads before and after the loop need not be stated.
                    // The last iteration may be left early, so the base may be negative.
                    let is_base = close(first, base, noun)
                        || first == 0 && (-slope..0.0).contains(&base)
                        || noun > 0 && base.abs() < 3.0;
                    // A call may skip what is before the loop, or leave an iteration early.
                    let is_off = off <= f64::max(4.0, 1.25 * slope + base.max(0.0));
                    is_base && close(*iteration[noun].start(), slope, noun) && is_off
                }
            }
        })
    }

    /// Returns the cost as a text that states it.
    fn text(&self) -> String {
        let counts = |ranges: [Range; 3], of_iteration: bool| {
            let mut parts = Vec::new();
            let is_most = 2 * ranges[0].start() < *ranges[0].end();
            for (range, noun) in ranges.into_iter().zip(["operations", "loads", "branches"]) {
                let (first, last) = range.into_inner();
                let one = if noun == "branches" { "branch" } else { &noun[..noun.len() - 1] };
                let noun = if last == 1 { one } else { noun };
                if last > 0 && (is_most || first == last) {
                    parts.push(format!("{last} {noun}"));
                } else if last > 0 {
                    let to = if last == first + 1 { "or" } else { "to" };
                    parts.push(format!("{first} {to} {last} {noun}"));
                }
            }
            let tail = if of_iteration { " per ITERATION" } else { "" };
            let most = if is_most { "at most " } else { "" };
            match parts.split_last() {
                Some((last, [])) => format!("{most}{last}{tail}"),
                Some((last, parts)) => format!("{most}{} and {last}{tail}", parts.join(", ")),
                None => String::from("no operation"),
            }
        };
        if !self.has_loop() {
            return counts([0, 1, 2].map(|noun| self.range(noun)), false);
        }
        let lines = [0, 1, 2].map(|noun| self.line(noun));
        let rounded = |number: f64| number.round().max(0.0) as u64;
        let base = rounded(lines[0].0);
        let of_iteration = counts(lines.map(|line| rounded(line.1)..=rounded(line.1)), true);
        let off = lines[0].2;
        let all = counts([0, 1, 2].map(|noun| self.range(noun)), false);
        format!("{base} operations, plus {of_iteration} (off by {off:.0}; {all})")
    }
}

/// Counts calls with random arguments.
fn count(
    module: &Module<'_>,
    export: &str,
    first: u64,
    kinds: &[Argument],
    random: &mut fastrand::Rng,
) -> Vec<Cost> {
    let numbers = |random: &mut _| [&[first], &arguments(kinds, random)[..]].concat();
    (0..SAMPLES).map(|_| module.cost(export, &numbers(random)).unwrap()).collect()
}

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/destrier/src")
}

/// Returns the files of a folder with their paths in it.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut folders = vec![folder.to_path_buf()];
    let mut files = Vec::new();
    while let Some(path) = folders.pop() {
        for entry in std::fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
                files.push((name, std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// Returns the name at the start of a text.
fn name(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")
}

/// Returns the text of each `Cost:` line, with the file and the name of the function that follows.
fn documented() -> Vec<(String, String, String)> {
    let mut costs = Vec::new();
    for (file, text) in sources(&library()) {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (i, line) in lines.iter().enumerate() {
            let Some(first) = line.strip_prefix("/// Cost: ") else { continue };
            let more = lines[i + 1..].iter().map_while(|line| line.strip_prefix("/// "));
            let cost = [first].into_iter().chain(more).collect::<Vec<_>>().join(" ");
            let function =
                lines[i..].iter().find_map(|line| line.split_once("fn ")).map_or("", |(_, rest)| name(rest));
            costs.push((file.clone(), function.to_owned(), cost));
        }
    }
    costs
}

/// Returns the file and name of each list of formulations, with the functions in it.
fn lists() -> BTreeMap<(String, String), Vec<String>> {
    let mut lists = BTreeMap::new();
    for (file, text) in sources(&library()) {
        for (_, rest) in text.match_indices("pub const ").map(|(at, word)| text.split_at(at + word.len())) {
            let Some((declaration, rest)) = rest.split_once("] = &[") else { continue };
            if !name(rest).is_empty()
                || !declaration.contains(": &[Formulation<")
                || declaration.contains(';')
            {
                continue;
            }
            let (list, _) = rest.split_once("\n];").unwrap();
            let function = |entry: &str| {
                let (entry, _) = entry.rsplit_once(')')?;
                let last = entry.trim().trim_end_matches(',').rsplit([' ', '\n', ':']).next()?;
                Some(last.to_owned())
            };
            let functions = list.split("Formulation::new(").skip(1).filter_map(function).collect();
            lists.insert((file.clone(), name(declaration).to_owned()), functions);
        }
    }
    lists
}

/// Returns the file and name of a list from its path in `formulations`.
fn place(path: &str) -> (String, String) {
    let path: String = path.chars().filter(|c| !c.is_whitespace()).collect();
    let parts: Vec<&str> = path.split("::").skip(1).collect();
    match parts[..] {
        [file, list] => (format!("formulations/{file}.rs"), list.to_owned()),
        [folder, file, list] => (format!("{folder}/{file}.rs"), list.to_owned()),
        _ => panic!("{path}"),
    }
}

#[test]
fn every_list_of_formulations_is_exported() {
    let exported: BTreeSet<_> = shipped::exports().filter_map(|export| export.list).map(place).collect();
    let lists: BTreeSet<_> = lists().into_keys().collect();
    assert!(lists.len() > 30);
    assert_eq!(exported, lists);
}

#[test]
fn stated_costs_are_counted() {
    let module = Module::parse(bytes()).unwrap();
    let mut random = fastrand::Rng::with_seed(11);
    let lists = lists();
    let mut wrong = Vec::new();
    // The samples of each function, by its file and name.
    let mut functions: HashMap<(String, String), Counted> = HashMap::new();
    let mut of_formulations = HashMap::new();
    let flip = shipped::counted().into_iter().find(|of| of.name == "flip_vertical").unwrap();
    let byte_swap = module.cost(flip.export, &[flip.index, 1]).unwrap().operations;
    for export in shipped::exports() {
        let Some(list) = export.list.map(place) else { continue };
        for (i, cost) in (export.costs)().into_iter().enumerate() {
            let samples = count(&module, export.name, i as u64, export.arguments, &mut random);
            let function = (list.0.clone(), lists[&list][i].clone());
            let counted = Counted { samples };
            if has_number(cost) && !parse(cost).is_some_and(|stated| counted.is(&stated, byte_swap)) {
                wrong.push(format!(
                    "{} {} in {}: {cost:?}, counted {:?}",
                    list.0,
                    function.1,
                    list.1,
                    counted.text()
                ));
            }
            of_formulations.insert(function.clone(), cost);
            functions.insert(function, counted);
        }
    }
    for of in shipped::counted() {
        let samples = count(&module, of.export, of.index, of.arguments, &mut random);
        let function = (of.file.to_owned(), of.name.to_owned());
        if !of_formulations.contains_key(&function) {
            functions.entry(function).or_insert(Counted { samples: Vec::new() }).samples.extend(samples);
        }
    }
    let mut checked = 0;
    for (file, function, cost) in documented() {
        let text = cost.trim_end_matches('.');
        if !has_number(text) {
            continue;
        }
        checked += 1;
        let key = (file.clone(), function.clone());
        let stated = parse(text);
        let problem = match (functions.get(&key), of_formulations.get(&key)) {
            (None, _) => Some(String::from("nothing counts it")),
            (Some(_), Some(listed)) => (stated != parse(listed)).then(|| format!("the list says {listed:?}")),
            (Some(counted), None) => (!stated.is_some_and(|stated| counted.is(&stated, byte_swap)))
                .then(|| format!("counted {:?}", counted.text())),
        };
        wrong.extend(problem.map(|problem| format!("{file} {function}: {cost:?}, {problem}")));
    }
    assert!(checked > 100);
    assert!(wrong.is_empty(), "{} costs are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The list of values and the registry of functions repeat costs of the library.
#[test]
fn repeated_costs_are_those_of_the_library() {
    let documented: BTreeSet<_> =
        documented().into_iter().map(|(_, _, cost)| cost.trim_end_matches('.').to_owned()).collect();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/destrier-games/src/functions");
    let values = std::fs::read_to_string(library().join("value_list.rs")).unwrap();
    let costs = values.split("cost: \"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned);
    let mut costs: Vec<String> = costs.collect();
    for (_, text) in sources(&games) {
        for call in text.split("Formulation::only(").skip(1) {
            costs.extend(call.split('"').nth(3).map(str::to_owned));
        }
        // The entries of tables end with the cost: `"King Pattern", "5 operations";`.
        let entries = text.lines().filter_map(|line| line.strip_suffix("\";"));
        costs.extend(entries.filter_map(|entry| entry.rsplit('"').next()).map(str::to_owned));
    }
    assert!(costs.len() > 20);
    let wrong: Vec<_> =
        costs.iter().filter(|cost| has_number(cost)).filter(|cost| !documented.contains(*cost)).collect();
    assert!(wrong.is_empty(), "no function in the library documents these costs: {wrong:#?}");
}

#[test]
fn wrong_costs_are_rejected() {
    let costs = [0, 3, 5].map(|knights| Cost {
        operations: 2 + 5 * knights,
        loads: knights,
        branches: knights + 1,
        iterations: knights,
    });
    let with_loop = Counted { samples: costs.to_vec() };
    let without = Counted { samples: vec![Cost { operations: 30, loads: 2, branches: 0, iterations: 0 }] };
    let branchy = Counted {
        samples: [3, 40].map(|operations| Cost { operations, branches: 1, ..Cost::default() }).to_vec(),
    };
    for (counted, text, is_right) in [
        (&with_loop, "2 operations, plus 5 operations, 1 load and 1 branch per knight", true),
        (&with_loop, "2 operations, plus 9 operations, 1 load and 1 branch per knight", false),
        (&with_loop, "9 operations, plus 5 operations, 1 load and 1 branch per knight", false),
        (&with_loop, "2 operations, plus 5 operations and 3 loads per knight", false),
        (&with_loop, "12 operations and 4 branches", false),
        (&without, "30 operations and 2 loads", true),
        (&without, "33 operations and 2 loads from 64 bytes", true),
        (&without, "9 operations, 2 loads and a byte swap", true),
        (&without, "34 operations and 2 loads", false),
        (&without, "26 operations and 2 loads", false),
        (&without, "30 operations", false),
        (&without, "30 operations, 2 loads and 3 branches", false),
        (&branchy, "3 to 40 operations and 1 branch", true),
        (&branchy, "at most 41 operations and 1 branch", true),
        (&branchy, "at most 60 operations and 1 branch", false),
        (&branchy, "40 operations and 1 branch", false),
        (&branchy, "3 to 40 operations", false),
    ] {
        assert_eq!(counted.is(&parse(text).unwrap(), 21), is_right, "{text}");
    }
    for unclear in [
        "3(n-1)-2 operations",
        "30 operations and 2 loads, then 12",
        "30 operations and 2 loads, 2 for Black",
    ] {
        assert_eq!(parse(unclear), None, "{unclear}");
    }
}
