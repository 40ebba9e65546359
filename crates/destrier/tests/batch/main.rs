//! With optimizations, the batch kernels vectorize and return the right answers, and wrong calls get errors that say
//! what to do.
//!
//! The tests compile the library, `program.rs` and the examples in the documentation with the compiler that compiled
//! the tests, as `cargo build --release` does without settings. They run the programs and inspect their assembly.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The functions of the program that process columns. The numbers are the minimum numbers of vector shifts in their
/// loops with any kernel. A single output has three loops: for blocks, for blocks of large columns, and for parts of
/// blocks. Fewer shifts mean that a loop is not vectorized.
const FUNCTIONS: &[(&str, usize)] = &[
    // The compiler turns one of the eight shifts in the source into an addition.
    ("column_knight_attacks", 3 * 7),
    ("column_fork_squares", 3 * 11),
    ("column_queen_attacks", 130),
    ("column_queen_attacks_by_name", 130),
    ("column_knight_distance", 3 * 35),
    ("column_ordinary_function", 3 * 35),
    ("column_ordinary_function_in_a_closure", 3 * 35),
    ("column_ordinary_function_of_a_module", 3 * 35),
    ("column_king_region", 3),
    ("column_king_region_by_name", 3),
    ("boards_fork_squares", 3 * 70),
    ("boards_forking_knights_by_name", 3 * 11),
    ("boards_filter", 3 * 220),
    ("boards_values", 250),
];

/// The kernels, by the names of the functions that run them, and the vectors that they use.
const KERNELS: [(&str, &str); 3] = [("run_portable", "xmm"), ("run_avx2", "ymm"), ("run_avx512", "zmm")];

#[test]
fn kernels_are_vectors_and_right_with_optimization() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/batch/program.rs");
    let assembly = compile_and_run("program", &source);
    if cfg!(target_arch = "x86_64") {
        for &(name, shifts) in FUNCTIONS {
            for (kernel, register) in KERNELS {
                let reached = assembly.reached(name);
                let lines = reached.iter().filter(|symbol| symbol.contains(kernel));
                let found: usize = lines.map(|symbol| assembly.shifts(symbol, register)).sum();
                println!("{name} with {kernel} shifts {found} {register}");
                assert!(
                    found >= shifts,
                    "{name} with {kernel}: {found} {register} shifts, expected at least {shifts}"
                );
            }
        }
        assembly.assert_all_kernels_are_vectors();
    }
}

/// The documentation, and the number of its examples that call kernels.
const DOCUMENTS: &[(&str, usize)] = &[
    ("README.md", 1),
    ("src/batch/mod.rs", 3),
    ("src/batch/boards.rs", 2),
    ("src/batch/columns.rs", 1),
    ("src/batch/kernel.rs", 2),
];

#[test]
fn examples_in_the_documentation_are_vectors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The optimizer must not know the columns of the examples; they are so short that it would compute the results.
    let mut program = String::from(
        "#![allow(unused)]\n\
         macro_rules! map { ($input:expr, $output:expr, $($function:tt)+) => {\n\
             destrier::batch::map!(std::hint::black_box($input), std::hint::black_box($output), $($function)+)\n\
         } }\n\
         macro_rules! iterate { ($input:expr, $output:expr, $($functions:tt)+) => {\n\
             destrier::batch::iterate!(std::hint::black_box($input), std::hint::black_box($output), $($functions)+)\n\
         } }\n",
    );
    let opaque = |code: &str| code.replace("batch::map!", "map!").replace("batch::iterate!", "iterate!");
    let mut names = Vec::new();
    for (document, number) in DOCUMENTS {
        let examples = examples(&std::fs::read_to_string(folder.join(document)).unwrap());
        assert_eq!(examples.len(), *number, "the examples of {document} that call kernels");
        for code in examples {
            let name = format!("example_{}", names.len());
            let (code, result) = match code.rsplit_once("Ok::<") {
                Some((_, end)) => {
                    (code.as_str(), format!("Result<{}", end.trim_end().trim_end_matches("(())")))
                }
                None => (code.as_str(), "()".to_owned()),
            };
            writeln!(
                program,
                "#[unsafe(no_mangle)] #[inline(never)] fn {name}() -> {}\n{{\n{}}}",
                result.replace("batch::", "destrier::batch::").replace("destrier::destrier::", "destrier::"),
                opaque(&code)
            )
            .unwrap();
            names.push((name, *document));
        }
    }
    for entry in std::fs::read_dir(folder.join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let code = std::fs::read_to_string(&path).unwrap();
        if code.contains("batch::map!") || code.contains("batch::iterate!") {
            let module = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let code = code.lines().filter(|line| !line.starts_with("//!")).collect::<Vec<_>>().join("\n");
            let name = format!("example_{module}");
            writeln!(program, "mod {module} {{ {}\n }}", opaque(&code)).unwrap();
            writeln!(program, "#[unsafe(no_mangle)] #[inline(never)] fn {name}() {{ {module}::run(); }}")
                .unwrap();
            names.push((name, "examples"));
        }
    }
    assert!(names.last().unwrap().0 == "example_training_data");
    program.push_str("fn main() {\n");
    for (name, _) in &names {
        writeln!(program, "let _ = {name}();").unwrap();
    }
    program.push_str("}\n");

    let source = scratch().join("examples.rs");
    std::fs::write(&source, program).unwrap();
    let assembly = compile_and_run("examples", &source);
    if cfg!(target_arch = "x86_64") {
        for (name, document) in names {
            let reached = assembly.reached(&name);
            for (kernel, _) in KERNELS {
                assert!(
                    reached.iter().any(|symbol| symbol.contains(kernel)),
                    "{name} of {document}: no {kernel}"
                );
            }
        }
        assembly.assert_all_kernels_are_vectors();
    }
}

/// Returns the examples of a document that call kernels.
fn examples(document: &str) -> Vec<String> {
    let mut examples = Vec::new();
    let mut code: Option<String> = None;
    for line in document.lines() {
        let line = line.trim_start();
        let line = line.strip_prefix("//!").or_else(|| line.strip_prefix("///")).unwrap_or(line);
        let line = line.strip_prefix(' ').unwrap_or(line);
        match (&mut code, line.strip_prefix("```")) {
            (None, Some(language)) => {
                // Other blocks are read, too, so that their ends are not mistaken for starts.
                let is_example = matches!(language, "" | "rust");
                code = Some(if is_example { String::new() } else { "// not an example\n".to_owned() });
            }
            (Some(_), Some(_)) => examples.extend(code.take()),
            (Some(code), None) => {
                code.push_str(line.strip_prefix("# ").unwrap_or(line));
                code.push('\n');
            }
            (None, None) => {}
        }
    }
    examples.retain(|code| {
        !code.starts_with("// not") && (code.contains("batch::map!") || code.contains("batch::iterate!"))
    });
    examples
}

/// Wrong calls, with a part of the error that the compiler prints for each.
const WRONG: &[(&str, &str)] = &[
    (
        "batch::map!(&sets, &mut out[..], knight::attacks)",
        "pass a slice of `u64`, `Bitboard`, `u8` or `Color`",
    ),
    ("batch::map!((&sets[..], &sets), &mut out[..], |(a, b)| a | b)", "pass a slice of `u64`"),
    ("batch::map!(&[1_i32][..], &mut out[..], |set| set)", "pass a slice of `u64`"),
    (
        "batch::map!(&sets[..], &mut out, knight::attacks)",
        "pass a mutable slice of `u64`, `Bitboard`, `u8` or `bool`",
    ),
    ("batch::map!(&sets[..], &out[..], knight::attacks)", "pass a mutable slice of `u64`"),
    (
        "batch::map!(&sets[..], &mut [1_i64][..], |set| set)",
        "the elements of output columns are `u64`, `Bitboard`",
    ),
    ("batch::map!(&sets[..], &mut out[..], |set| set.bits())", "expected `Bitboard`, found `u64`"),
    ("batch::iterate!(&sets, &mut out[..], 3, |set| set, |set, _| set)", "pass a slice of `u64`"),
    ("Boards::with_turn(of_sets(&[1_i32]), Color::White)", "pass slices of `u64` or `Bitboard`"),
];

#[test]
fn wrong_calls_get_errors_that_say_what_to_do() {
    for (call, message) in WRONG {
        let source = scratch().join("wrong.rs");
        let program = format!(
            "use destrier::batch::{{self, Boards}}; use destrier::{{Color, Sets, knight}};
             fn of_sets<T>(sets: &[T]) -> Sets<&[T]> {{ todo!() }}
             fn main() {{ let sets = vec![1_u64]; let mut out = vec![0_u64]; let _ = {call}; }}"
        );
        std::fs::write(&source, program).unwrap();
        let extern_library = format!("--extern=destrier={}", library().rlib.display());
        let output = format!("--emit=metadata={}", scratch().join("wrong.rmeta").display());
        let errors = rustc(&source, &["--crate-name=wrong", &extern_library, &output]);
        let errors = String::from_utf8(errors.stderr).unwrap();
        assert!(errors.contains(message), "`{call}` prints:\n{errors}");
        assert!(!errors.to_lowercase().contains("sealed"), "`{call}` names a private trait:\n{errors}");
    }
}

/// The compiled library.
struct Library {
    rlib: PathBuf,
    assembly: Assembly,
}

/// Returns the library, compiled once for all tests.
fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
        let folder = empty_folder("library");
        let rlib = folder.join("libdestrier.rlib");
        let flags = ["--crate-name=destrier", "--crate-type=rlib", "--cfg=feature=\"std\""];
        compile(&source, &folder, &flags);
        Library { rlib, assembly: Assembly::read(&folder) }
    })
}

#[test]
fn kernels_of_the_library_are_vectors() {
    if cfg!(target_arch = "x86_64") {
        library().assembly.assert_all_kernels_are_vectors();
    }
}

/// Returns a folder for the files of the tests.
fn scratch() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns an empty folder for the files of one program.
fn empty_folder(name: &str) -> PathBuf {
    let folder = scratch().join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    folder
}

/// Compiles a program and runs it.
fn compile_and_run(name: &str, source: &Path) -> Assembly {
    let folder = empty_folder(name);
    let crate_name = format!("--crate-name={name}");
    let extern_library = format!("--extern=destrier={}", library().rlib.display());
    compile(source, &folder, &[&crate_name, "--crate-type=bin", &extern_library]);
    let run = Command::new(folder.join(name)).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Assembly::read(&folder)
}

/// Compiles a crate and writes its assembly, with a file for each unit of the crate.
fn compile(source: &Path, folder: &Path, flags: &[&str]) {
    let folder = format!("--out-dir={}", folder.display());
    let run = rustc(source, &[&["--emit=link,asm", &folder], flags].concat());
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

fn rustc(source: &Path, flags: &[&str]) -> Output {
    let rustc: PathBuf = Path::new(env!("CARGO")).with_file_name("rustc");
    Command::new(rustc)
        .args(["--edition=2024", "-Copt-level=3", "--cap-lints=allow"])
        .args(flags)
        .arg(source)
        .output()
        .unwrap()
}

/// The functions of a crate's assembly, by symbol.
struct Assembly(HashMap<String, Vec<String>>);

impl Assembly {
    fn read(folder: &Path) -> Self {
        let mut functions = HashMap::<String, Vec<String>>::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "s") {
                continue;
            }
            let mut current = String::new();
            for line in std::fs::read_to_string(path).unwrap().lines() {
                match line.strip_suffix(':') {
                    Some(label) if !label.starts_with(['.', ' ', '\t']) => label.clone_into(&mut current),
                    _ => functions.entry(current.clone()).or_default().push(line.trim().to_owned()),
                }
            }
        }
        Self(functions)
    }

    /// Returns a function and all functions that it can reach.
    fn reached<'a>(&'a self, function: &str) -> BTreeSet<&'a str> {
        let mut reached = BTreeSet::new();
        let mut waiting = vec![self.0.get_key_value(function).expect("a function of the program").0.as_str()];
        while let Some(symbol) = waiting.pop() {
            if reached.insert(symbol) {
                let code = self.0[symbol].iter().filter(|line| !line.starts_with('.'));
                let words = code
                    .flat_map(|line| line.split(|c: char| !(c.is_ascii_alphanumeric() || "_.$".contains(c))));
                waiting.extend(
                    words.filter_map(|word| self.0.get_key_value(word)).map(|(symbol, _)| symbol.as_str()),
                );
            }
        }
        reached
    }

    /// Counts the shifts of a register type in a function.
    fn shifts(&self, function: &str, register: &str) -> usize {
        let is_shift = |line: &&String| {
            ["psrlq", "psllq", "vpsrlq", "vpsllq"].iter().any(|shift| line.starts_with(shift))
                && line.contains(register)
        };
        self.0[function].iter().filter(is_shift).count()
    }

    /// Tests that every loop that was compiled for a kernel uses its vectors and calls no function. A function
    /// that is called takes one position at a time.
    fn assert_all_kernels_are_vectors(&self) {
        let mut found = 0;
        for (symbol, lines) in &self.0 {
            for (kernel, register) in KERNELS {
                if symbol.contains(kernel) {
                    found += 1;
                    let operations = ["pand", "por", "pxor", "ptern", "psrl", "psll", "and", "or", "pshuf"];
                    let is_operation = |line: &&String| {
                        operations.iter().any(|operation| line.trim_start_matches('v').starts_with(operation))
                            && line.contains(register)
                    };
                    let number = lines.iter().filter(is_operation).count();
                    assert!(number > 0, "{symbol} does not use {register}");
                    for call in lines.iter().filter(|line| line.starts_with("call")) {
                        // A register holds the address of `memcpy`.
                        let allowed = ["memcpy", "memset", "memmove", "panic", "fail", "*%"];
                        assert!(
                            allowed.iter().any(|name| call.contains(name)),
                            "{symbol} calls a function: {call}"
                        );
                    }
                }
            }
        }
        assert!(found > 0, "no kernels");
    }
}
