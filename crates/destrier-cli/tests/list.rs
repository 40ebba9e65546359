//! `destrier list`: every name with its definition.

mod common;

use common::{assert_golden, printed};
use destrier_games::functions::FUNCTIONS;

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
fn the_json_listing_matches_the_golden_file() {
    assert_golden("list.json", &printed(["list", "--json"]));
}

#[test]
fn examples_in_the_help_of_functions_print_something() {
    for function in FUNCTIONS {
        let help = printed(["board", function.name, "--help"]);
        let example = help.lines().find_map(|line| line.strip_prefix("Example: ")).expect(function.name);
        assert!(!printed(example.split(' ').skip(1)).is_empty(), "{example}");
    }
}
