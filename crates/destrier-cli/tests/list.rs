//! `destrier list`: every name with its definition.

mod common;

use common::{assert_golden, printed};
use destrier::registry::VALUES;
use destrier_games::functions::FUNCTIONS;
use destrier_games::{PATTERNS, Table};
use serde_json::{Value, json};

/// The patterns and their fields, in the order of the keys in a JSON line.
const PATTERNS_AND_FIELDS: [(&str, &[&str]); 5] = [
    ("knight-fork", &["move", "san", "square", "targets", "classes", "safe", "played"]),
    ("forking-knight", &["square", "targets", "classes"]),
    ("smothered-mate", &["move", "san", "square", "played"]),
    ("distant-check", &["move", "san", "square", "line", "mate", "played"]),
    ("uncatchable-passer", &["square"]),
];

const VALUE_NAMES: [&str; 20] = [
    "knight_attacks",
    "fork_squares",
    "forking_knights",
    "king_escapes",
    "king_lines",
    "shield_wing",
    "shield_index",
    "passers",
    "uncatchable",
    "king_reach",
    "knight_mobility",
    "trapped_knights",
    "knight_outposts",
    "safe_knight_checks",
    "safe_checks",
    "attacked_king_zone",
    "king_open_files",
    "king_half_open_files",
    "storm_pawns",
    "virtual_queen_attacks",
];

const FUNCTION_NAMES: [&str; 54] = [
    "bishop-attacks",
    "black-front-span",
    "black-passer-span",
    "black-pawn-attacks",
    "black-pawn-forks",
    "black-pawn-pushes",
    "caught-area",
    "connected",
    "file-fill",
    "flip-diagonal",
    "flip-vertical",
    "forks",
    "half-open-files",
    "key-squares",
    "king-attacks",
    "king-distance",
    "king-fill",
    "king-lines",
    "king-path",
    "king-region",
    "king-shield",
    "king-zone",
    "knight-attacks",
    "knight-checks",
    "knight-distance",
    "knight-fill",
    "knight-fork-moves",
    "knight-mobility",
    "knight-moves",
    "knight-path",
    "knight-reach",
    "knight-region",
    "knight-stops",
    "knights-in-reach",
    "lines",
    "majority",
    "mirror-horizontal",
    "north-fill",
    "open-files",
    "opposition-squares",
    "outposts",
    "pawn-shield",
    "queen-attacks",
    "reachable-outposts",
    "rook-attacks",
    "south-fill",
    "storm-pawns",
    "trapped-knights",
    "virtual-queen-attacks",
    "white-front-span",
    "white-passer-span",
    "white-pawn-attacks",
    "white-pawn-forks",
    "white-pawn-pushes",
];

const HEADINGS: [&str; 4] = [
    "Patterns in games (S: the side with the pattern, O: its opponent)",
    "Worth of a move, with --worth or --engine",
    "Values of a position, for each side",
    "Functions of destrier board",
];

/// A name and its definition.
type Entry = (String, String);

/// Returns the entries of the listing in four parts: patterns with their indented fields, worth, values and functions.
fn listed() -> [Vec<Entry>; 4] {
    let listing = printed(["list"]);
    let mut parts: Vec<Vec<Entry>> = Vec::new();
    for line in listing.lines() {
        let (name, definition) = line.split_at_checked(26).unwrap_or((line, ""));
        if HEADINGS.contains(&line) {
            parts.push(Vec::new());
        } else if name.trim().is_empty() && !definition.is_empty() {
            let (_, text) = parts.last_mut().unwrap().last_mut().unwrap();
            text.push(' ');
            text.push_str(definition);
        } else if !line.is_empty() {
            parts.last_mut().unwrap().push((name.trim_end().to_owned(), definition.to_owned()));
        }
    }
    parts.try_into().unwrap()
}

fn entry(indent: &str, name: &str, definition: &str) -> Entry {
    (format!("{indent}{name}"), definition.to_owned())
}

#[test]
fn the_listing_matches_the_golden_file() {
    assert_golden("list.txt", &printed(["list"]));
}

#[test]
fn the_listing_fits_80_columns() {
    let listing = printed(["list"]);
    let columns = |line: &str| line.chars().count();
    assert!(listing.lines().all(|line| columns(line) <= 80 && !line.ends_with(' ')), "{listing}");
    // The first word of a continuation line would not fit on the line before.
    let lines: Vec<&str> = listing.lines().collect();
    for pair in lines.windows(2) {
        if let Some(next) = pair[1].strip_prefix(&" ".repeat(26)) {
            let word = next.split(' ').next().unwrap();
            assert!(columns(pair[0]) + 1 + columns(word) > 80, "{pair:#?}");
        }
    }
}

#[test]
fn every_name_is_listed_with_its_definition() {
    let [patterns, worth, values, functions] = listed();

    let mut expected = Vec::new();
    for (pattern, (name, fields)) in PATTERNS.iter().zip(PATTERNS_AND_FIELDS) {
        expected.push(entry("", name, pattern.in_short));
        expected.push(entry("  ", "when", pattern.definition));
        for (field, name) in pattern.fields().zip(fields) {
            expected.push(entry("  ", name, field.definition));
        }
        let (name, definition) = format!("    for example {}", pattern.example)
            .split_at_checked(26)
            .map(|(name, definition)| (name.to_owned(), definition.to_owned()))
            .unwrap();
        expected.push((name, definition));
        expected.push(entry("    ", "source", pattern.source));
        expected.push(entry("    ", "cost", pattern.cost));
    }
    assert_eq!(patterns, expected);
    let fields = |pattern: usize| PATTERNS[pattern].fields().map(|field| field.name);
    assert!((0..5).all(|i| fields(i).eq(PATTERNS_AND_FIELDS[i].1.iter().copied())));

    let names = ["wins", "missed_by", "missed", "eval", "eval_best", "eval_game"];
    let columns = names.map(|name| &Table::Findings.columns()[Table::Findings.column(name).unwrap()]);
    assert_eq!(worth, columns.map(|column| entry("", &column.name, &column.definition)));

    let mut expected = Vec::new();
    for (value, name) in VALUES.iter().zip(VALUE_NAMES) {
        expected.push(entry("", name, value.definition));
        expected.push(entry("    ", "source", value.source));
        expected.push(entry("    ", "cost", value.cost));
    }
    assert_eq!(values, expected);

    let expected: Vec<_> = FUNCTIONS.iter().map(|f| entry("", f.name, f.definition)).collect();
    assert_eq!(functions, expected);
    let mut names: Vec<_> = functions.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, FUNCTION_NAMES);
    for (name, definition) in [patterns, worth, values, functions].iter().flatten() {
        assert!(definition.len() >= 10 && definition.contains(' '), "{name}: {definition:?}");
    }
}

#[test]
fn the_json_listing_matches_the_golden_file() {
    assert_golden("list.json", &printed(["list", "--json"]));
}

#[test]
fn the_json_listing_holds_the_registries() {
    let listing: Value = serde_json::from_str(&printed(["list", "--json"])).unwrap();
    let patterns = PATTERNS.map(|pattern| {
        let fields = pattern
            .fields()
            .map(|f| json!({"name": f.name, "definition": f.definition, "kind": f.kind.name()}));
        json!({
            "name": pattern.name,
            "in_short": pattern.in_short,
            "definition": pattern.definition,
            "source": pattern.source,
            "cost": pattern.cost,
            "example": pattern.example,
            "fields": fields.collect::<Vec<_>>(),
        })
    });
    let worth = Table::Findings.columns().iter().filter(|column| column.is_of_worth()).map(
        |column| json!({"name": column.name, "definition": column.definition, "kind": column.kind.name()}),
    );
    let columns = Table::Features.columns();
    let values = VALUES.iter().map(|value| {
        let names = ["white", "black"].map(|side| format!("{side}_{}", value.name));
        let column = columns.iter().find(|column| column.name == names[0]).unwrap();
        assert!(columns.iter().any(|column| column.name == names[1]));
        json!({
            "name": value.name,
            "definition": value.definition,
            "source": value.source,
            "cost": value.cost,
            "kind": column.kind.name(),
            "columns": names,
        })
    });
    let functions = FUNCTIONS.iter().map(|function| {
        let arguments = function.arguments.iter().map(|argument| {
            let mut json = json!({
                "name": argument.name,
                "required": argument.required,
                "definition": argument.to_string(),
            });
            if let Some(flag) = argument.flag {
                json["flag"] = flag.into();
            }
            json
        });
        json!({
            "name": function.name,
            "definition": function.definition,
            "source": function.source,
            "example": example(function.name),
            "arguments": arguments.collect::<Vec<_>>(),
        })
    });
    let expected = json!({
        "patterns": patterns,
        "worth": worth.collect::<Vec<_>>(),
        "values": values.collect::<Vec<_>>(),
        "functions": functions.collect::<Vec<_>>(),
    });
    assert_eq!(listing, expected);
}

/// Returns the example in the help of a function of `destrier board`.
fn example(function: &str) -> String {
    let help = printed(["board", function, "--help"]);
    let example = help.lines().find_map(|line| line.strip_prefix("Example: ")).expect(function);
    assert!(!printed(example.split(' ').skip(1)).is_empty(), "{example}");
    example.to_owned()
}
