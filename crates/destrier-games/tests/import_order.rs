//! Each folder of the crate imports only from lower ones, and files of a folder do not import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

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
        if src.join(name).is_dir() {
            sources(&src.join(name), &mut texts);
        } else {
            texts.push(fs::read_to_string(src.join(name).with_extension("rs")).unwrap());
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

/// Returns the first names of the paths that begin with `super::`, also in braces.
fn of_parent(text: &str) -> Vec<&str> {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let mut names = Vec::new();
    for path in text.lines().filter(is_code).flat_map(|line| line.split("super::").skip(1)) {
        let path = path.strip_prefix('{').unwrap_or(path);
        names.extend(path.split(|c: char| !c.is_alphanumeric() && c != '_').next());
    }
    names
}

/// Returns the imports among the files of a folder and the file of the folder itself, whose name is empty.
fn imports_within(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let (mut texts, mut owner) = (BTreeMap::new(), String::new());
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut found = Vec::new();
        match path.extension() {
            Some(ending) if ending == "rs" && name != "tests" => {
                let text = fs::read_to_string(&path).unwrap();
                let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
                found.push(text[..end].to_owned());
            }
            None if path.is_dir() => sources(&path, &mut found),
            _ => continue,
        }
        match &*name {
            "mod" | "lib" | "main" => owner = found.concat(),
            _ => *texts.entry(name).or_insert_with(String::new) += &found.concat(),
        }
    }
    if let Ok(text) = fs::read_to_string(folder.with_extension("rs")) {
        owner = text;
    }
    let mut imports = BTreeMap::new();
    for (name, text) in &texts {
        let of = of_parent(text).into_iter().filter(|of| !["super", "", "*"].contains(of));
        let sibling = |of: &str| if texts.contains_key(of) { of.to_owned() } else { String::new() };
        // Files in a folder of this name import from it, too.
        let is_nested = folder.join(name).is_dir();
        let of: BTreeSet<_> =
            of.map(sibling).filter(|of| of != name && !(is_nested && of.is_empty())).collect();
        imports.insert(name.clone(), of);
    }
    // Re-exports are not imports.
    let is_import =
        |line: &&str| !["pub ", "//", "mod "].iter().any(|start| line.trim_start().starts_with(start));
    let owner: String = owner.lines().filter(is_import).collect();
    let children = texts.keys().filter(|name| owner.contains(&format!("{name}::"))).cloned();
    imports.insert(String::new(), children.collect());
    imports
}

#[test]
fn files_import_in_no_circle() {
    let mut folders: Vec<PathBuf> = ["destrier-games", "destrier-cli", "destrier-sql"]
        .map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name(name).join("src"))
        .into();
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        let inner = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        folders.extend(inner.filter(|path| path.is_dir()));
        let mut imports = imports_within(&folder);
        count += imports.values().map(BTreeSet::len).sum::<usize>();
        // Files that import only removed ones are in no circle.
        while let Some(name) = imports.iter().find(|(_, of)| of.is_empty()).map(|(name, _)| name.clone()) {
            imports.remove(&name);
            imports.values_mut().for_each(|of| _ = of.remove(&name));
        }
        assert!(imports.is_empty(), "a circle in {}: {imports:?}", folder.display());
    }
    assert!(count > 300, "{count} imports");
}
