//! Each folder of the crate imports only from lower ones.

use std::fs;
use std::path::Path;

/// The folders from bottom to top, as in ARCHITECTURE.md.
const ORDER: [&str; 13] = [
    "schema",
    "functions",
    "chess",
    "formats",
    "games",
    "input",
    "search",
    "picture",
    "scan",
    "tables",
    "output",
    "rates",
    "report",
];

/// Collects the Rust files of a folder and its subfolders, without tests.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(path).unwrap();
            let tests = text.find("#[cfg(test)]\nmod ").or_else(|| text.find("#[cfg(all(test, "));
            found.push(text[..tests.unwrap_or(text.len())].to_owned());
        }
    }
}

/// Returns the first name of each crate path in a text.
fn imported(text: &str) -> Vec<&str> {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let paths = text.lines().filter(is_code).flat_map(|line| line.split("crate::").skip(1));
    paths.map(|path| path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap()).collect()
}

#[test]
fn folders_import_only_from_those_below() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut count = 0;
    for (index, name) in ORDER.into_iter().enumerate() {
        let mut texts = Vec::new();
        match src.join(name).is_dir() {
            true => sources(&src.join(name), &mut texts),
            false => texts.push(fs::read_to_string(src.join(name).with_extension("rs")).unwrap()),
        }
        for text in &texts {
            for import in imported(text) {
                let of = ORDER.iter().position(|folder| *folder == import);
                let of = of.unwrap_or_else(|| panic!("{name} imports {import} through the crate root"));
                assert!(of <= index, "{name} imports from {import}, which is above it");
                count += 1;
            }
        }
    }
    assert!(count > 50, "{count} imports");
    let other = fs::read_dir(&src).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let other = other.filter(|name| !ORDER.contains(&name.trim_end_matches(".rs")));
    assert_eq!(other.collect::<Vec<_>>(), ["lib.rs"]);
}
