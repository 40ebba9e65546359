//! Files import each other in no circle, and each folder of this crate imports only from lower ones.

#![cfg(test)]

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The folders of this crate from bottom to top, as in ARCHITECTURE.md.
const ORDER: [&str; 14] = [
    "names",
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

/// The types of the library that know each other.
const VALUE_TYPES: [&str; 5] = ["bitboard", "direction", "file", "rank", "square"];

/// The names in a path: `crate::chess::Game` has three.
type Names = Vec<String>;

/// What a file mentions, without its tests.
#[derive(Default)]
struct File {
    /// All paths of two names or more, and those of `use` declarations, without re-exports.
    paths: BTreeSet<Names>,
    /// The paths of all `use` declarations, by the name that they declare.
    names: BTreeMap<String, Names>,
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Code,
    Import,
    Export,
}

impl File {
    /// Adds the paths in a sequence of tokens. In the braces of a `use` declaration, they continue `prefix`.
    fn read(&mut self, tokens: TokenStream, prefix: &[String], mut place: Place) {
        let mut tokens = tokens.into_iter().peekable();
        let mut is_public = false;
        while let Some(token) = tokens.next() {
            match token {
                token if is(&token, '#') && tokens.peek().is_some_and(is_for_tests) => {
                    tokens.find(|token| is(token, ';') || is_braced(token));
                }
                token if is(&token, '#') => {}
                token if is(&token, ';') => place = Place::Code,
                TokenTree::Group(group) => self.read(group.stream(), &[], place),
                TokenTree::Ident(name) if name == "pub" => {
                    is_public = true;
                    tokens.next_if(|next| matches!(next, TokenTree::Group(_)));
                    continue;
                }
                TokenTree::Ident(name) if name == "use" => {
                    place = if is_public { Place::Export } else { Place::Import };
                }
                TokenTree::Ident(name) => {
                    let mut path = [prefix, &[name.to_string()]].concat();
                    let mut is_whole = true;
                    while tokens.next_if(|next| is(next, ':')).is_some() {
                        if tokens.next_if(|next| is(next, ':')).is_none() {
                            break;
                        }
                        match tokens.peek() {
                            Some(TokenTree::Ident(name)) => path.push(name.to_string()),
                            Some(TokenTree::Group(group)) => {
                                self.read(group.stream(), &path, place);
                                is_whole = false;
                            }
                            Some(next) if is(next, '*') => path.push("*".to_owned()),
                            _ => break,
                        }
                        tokens.next();
                    }
                    if is_whole {
                        self.add(path, place, || {
                            tokens.next_if(|next| matches!(next, TokenTree::Ident(name) if name == "as"))?;
                            tokens.next().map(|alias| alias.to_string())
                        });
                    }
                }
                _ => {}
            }
            is_public = false;
        }
    }

    fn add(&mut self, mut path: Names, place: Place, alias: impl FnOnce() -> Option<String>) {
        if place == Place::Code {
            if path.len() > 1 {
                self.paths.insert(path);
            }
            return;
        }
        path.pop_if(|last| last == "self");
        let Some(last) = path.last().cloned() else { return };
        self.names.insert(alias().unwrap_or(last), path.clone());
        if place == Place::Import {
            self.paths.insert(path);
        }
    }
}

/// Returns whether an attribute leaves the next item out of a build without tests.
fn is_for_tests(attribute: &TokenTree) -> bool {
    let text = attribute.to_string().replace(' ', "");
    text.starts_with("[cfg(test") || text.starts_with("[cfg(all(test")
}

fn is(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

fn is_braced(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// The files of a crate by the path of their module, which is empty for the root.
struct Crate(BTreeMap<Names, File>);

impl Crate {
    fn read(src: &Path) -> Self {
        let (mut files, mut folders) = (BTreeMap::new(), vec![(src.to_owned(), Names::new())]);
        while let Some((folder, module)) = folders.pop() {
            for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
                let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
                let inner = [&*module, std::slice::from_ref(&name)].concat();
                if name == "tests" {
                    continue;
                } else if path.is_dir() {
                    folders.push((path, inner));
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    // Nothing imports from a program beside a library.
                    if name == "main" && folder.join("lib.rs").exists() {
                        continue;
                    }
                    let is_owner = ["lib", "main", "mod"].contains(&&*name);
                    let mut file = File::default();
                    file.read(fs::read_to_string(&path).unwrap().parse().unwrap(), &[], Place::Code);
                    files.insert(if is_owner { module.clone() } else { inner }, file);
                }
            }
        }
        Self(files)
    }

    /// Returns the module of the file that defines what a path in a file names, if it is in this crate. Follows at most
    /// `hops` declarations.
    fn owner(&self, module: &[String], path: &[String], hops: usize) -> Option<Names> {
        let hops = hops.checked_sub(1)?;
        let file = self.0.get(module)?;
        let (first, rest) = path.split_first()?;
        let full = match &**first {
            "crate" => rest.to_vec(),
            "self" => [module, rest].concat(),
            "super" => {
                let up = rest.iter().take_while(|name| *name == "super").count();
                [&module[..module.len().checked_sub(1 + up)?], &rest[up..]].concat()
            }
            name if file.names.get(name).is_some_and(|declared| declared[..] != path[..]) => {
                return self.owner(module, &[&file.names[name], rest].concat(), hops);
            }
            _ if self.0.contains_key(&[module, &path[..1]].concat()) => [module, path].concat(),
            _ => return None,
        };
        let mut length = (0..=full.len()).rev().find(|length| self.0.contains_key(&full[..*length]))?;
        if length == full.len() {
            // A module, or a function of the same name that its parent exports.
            length = length.checked_sub(1)?;
            self.0[&full[..length]].names.get(&full[length])?;
        }
        let (owner, rest) = full.split_at(length);
        match self.0[owner].names.get(rest.first()?) {
            Some(declared) => self.owner(owner, &[declared, &rest[1..]].concat(), hops),
            None => Some(owner.to_vec()),
        }
    }

    /// Returns the files that each file imports from.
    fn imports(&self) -> BTreeMap<Names, BTreeSet<Names>> {
        let of = |(module, file): (&Names, &File)| {
            let owners = file.paths.iter().filter_map(|path| self.owner(module, path, 9));
            (module.clone(), owners.filter(|owner| owner != module).collect())
        };
        self.0.iter().map(of).collect()
    }
}

#[test]
fn folders_import_only_from_those_below() {
    let place = |folder: &String| ORDER.iter().position(|name| name == folder);
    let files = Crate::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/destrier-games/src"));
    let mut count = 0;
    for (module, file) in files.0.iter().filter(|(module, _)| !module.is_empty()) {
        let own = place(&module[0]).unwrap_or_else(|| panic!("{} is not in the order", module[0]));
        for path in file.paths.iter().filter(|path| path[0] == "crate") {
            let other =
                place(&path[1]).unwrap_or_else(|| panic!("{module:?}: {path:?} is in the crate root"));
            assert!(other <= own, "{module:?} imports {path:?}, which is above it");
            count += 1;
        }
    }
    assert!(count > 500, "{count} imports");
}

#[test]
fn files_import_in_no_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut counts = Vec::new();
    for name in [
        "benchmarks",
        "crates/destrier",
        "crates/destrier-cli",
        "crates/destrier-explorer/bindgen",
        "crates/destrier-explorer/wasm",
        "crates/destrier-games",
        "crates/destrier-python",
        "crates/destrier-sql",
        "proofs",
        "proofs/shipped",
    ] {
        let mut imports = Crate::read(&root.join(name).join("src")).imports();
        counts.push((name, imports.values().map(BTreeSet::len).sum::<usize>()));
        if name == "crates/destrier" {
            let is_value_type = |module: &Names| module.len() == 1 && VALUE_TYPES.contains(&&*module[0]);
            for (_, of) in imports.iter_mut().filter(|(module, _)| is_value_type(module)) {
                of.retain(|module| !is_value_type(module));
            }
        }
        // Files that import only removed ones are in no circle.
        while let Some(module) =
            imports.iter().find(|(_, of)| of.is_empty()).map(|(module, _)| module.clone())
        {
            imports.remove(&module);
            imports.values_mut().for_each(|of| _ = of.remove(&module));
        }
        assert!(imports.is_empty(), "a circle in {name}: {imports:#?}");
    }
    assert!(counts.iter().map(|(_, count)| count).sum::<usize>() > 1_500, "{counts:?}");
}
