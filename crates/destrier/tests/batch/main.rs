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

/// The functions of the program that process columns, with the minimum number of vector shifts in each loop. Fewer
/// shifts mean that a loop is not vectorized.
const FUNCTIONS: &[(&str, usize)] = &[
    // The compiler turns one of the eight shifts in the source into an addition.
    ("column_knight_attacks", 7),
    ("column_fork_squares", 11),
    ("column_queen_attacks", 44),
    ("column_queen_attacks_by_name", 44),
    ("column_knight_distance", 35),
    ("column_ordinary_function", 35),
    ("column_ordinary_function_in_a_closure", 35),
    ("column_ordinary_function_of_a_module", 35),
    ("column_king_region", 1),
    ("column_king_region_by_name", 1),
    ("boards_fork_moves", 70),
    ("boards_forking_knights_by_name", 11),
    ("boards_filter", 220),
    ("boards_values", 80),
];

/// A kernel, and how to recognize its vectors in assembly.
struct Kernel {
    /// A part of the names of the functions that run it.
    runs: &'static str,
    /// The number of its loops: for blocks, for parts of blocks and, on x86-64, for blocks that are streamed.
    loops: usize,
    /// Returns `true` if the line shifts a whole vector of sets.
    shifts: fn(&str) -> bool,
    /// Returns `true` if the line computes with whole vectors.
    computes: fn(&str) -> bool,
}

/// A target to compile for.
struct Target {
    name: &'static str,
    flags: &'static [&'static str],
    kernels: &'static [Kernel],
    /// The command that runs a program, with its first arguments. It is empty for this machine.
    runner: &'static [&'static str],
}

fn starts(line: &str, names: &[&str]) -> bool {
    names.iter().any(|name| line.starts_with(name))
}

fn x86_64_shifts(line: &str, register: &str) -> bool {
    starts(line.trim_start_matches('v'), &["psrlq", "psllq"]) && line.contains(register)
}

fn x86_64_computes(line: &str, register: &str) -> bool {
    let names = ["pand", "por", "pxor", "ptern", "psrl", "psll", "and", "or", "pshuf"];
    starts(line.trim_start_matches('v'), &names) && line.contains(register)
}

const X86_64: &[Kernel] = &[
    Kernel {
        runs: "run_portable",
        loops: 3,
        shifts: |line| x86_64_shifts(line, "xmm"),
        computes: |line| x86_64_computes(line, "xmm"),
    },
    Kernel {
        runs: "run_avx2",
        loops: 3,
        shifts: |line| x86_64_shifts(line, "ymm"),
        computes: |line| x86_64_computes(line, "ymm"),
    },
    Kernel {
        runs: "run_avx512",
        loops: 3,
        shifts: |line| x86_64_shifts(line, "zmm"),
        computes: |line| x86_64_computes(line, "zmm"),
    },
];

/// NEON, with two sets in a vector.
const AARCH64: &[Kernel] = &[Kernel {
    runs: "run_portable",
    loops: 2,
    shifts: |line| starts(line, &["shl", "ushr", "usra", "sli", "sri"]) && line.contains(".2d"),
    computes: |line| line.contains(".2d") || line.contains(".16b"),
}];

/// WebAssembly's vectors, with two sets in a vector.
const WASM32: &[Kernel] = &[Kernel {
    runs: "run_portable",
    loops: 2,
    shifts: |line| starts(line, &["i64x2.shl", "i64x2.shr_u"]),
    computes: |line| starts(line, &["v128.and", "v128.or", "v128.xor", "i64x2.sh", "i8x16.shuffle"]),
}];

const NATIVE: Target = Target {
    name: "native",
    flags: &[],
    kernels: if cfg!(target_arch = "x86_64") {
        X86_64
    } else if cfg!(target_arch = "aarch64") {
        AARCH64
    } else {
        &[]
    },
    runner: &[],
};

const OTHERS: [Target; 2] = [
    Target {
        name: "aarch64-unknown-linux-gnu",
        flags: &[
            "--target=aarch64-unknown-linux-gnu",
            "-Clinker=aarch64-linux-gnu-gcc",
            "-Ctarget-feature=+crt-static",
        ],
        kernels: AARCH64,
        runner: &["qemu-aarch64"],
    },
    Target {
        name: "wasm32-unknown-unknown",
        flags: &["--target=wasm32-unknown-unknown", "-Ctarget-feature=+simd128"],
        kernels: WASM32,
        runner: &[
            "node",
            "--eval",
            "const program = new WebAssembly.Module(require('fs').readFileSync(process.argv[1]));
             new WebAssembly.Instance(program).exports.main(0, 0);",
        ],
    },
];

#[test]
fn kernels_are_vectors_and_right_with_optimization() {
    program_is_vectors(&NATIVE, library());
}

#[test]
#[ignore = "needs emulators; run by .ci/other-targets"]
fn kernels_of_other_targets_are_vectors_and_right() {
    for target in &OTHERS {
        let linker = target.flags.iter().find_map(|flag| flag.strip_prefix("-Clinker="));
        let mut commands = linker.into_iter().chain([target.runner[0]]);
        let missing = commands.find(|command| Command::new(command).arg("--version").output().is_err());
        let libraries = rustc(Path::new("-"), &[target.flags, &["--print=target-libdir"]].concat()).stdout;
        if let Some(missing) = missing {
            println!("skipped: {} needs {missing}, which is not installed", target.name);
        } else if !Path::new(String::from_utf8(libraries).unwrap().trim()).is_dir() {
            println!("skipped: the target {} is not installed", target.name);
        } else {
            program_is_vectors(target, &Library::new(target));
            println!("{}: two positions at a time", target.name);
        }
    }
}

/// Compiles and runs `program.rs`, and counts the vector shifts of its functions.
fn program_is_vectors(target: &Target, library: &Library) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/batch/program.rs");
    let assembly = compile_and_run("program", &source, target, library);
    for kernel in target.kernels {
        for &(function, least) in FUNCTIONS {
            let reached = assembly.reached(function);
            let runs = reached.into_iter().filter(|symbol| symbol.contains(kernel.runs));
            let found: usize = runs.map(|symbol| assembly.count(symbol, kernel.shifts)).sum();
            let text = format!("{}, {}: {function} has {found} vector shifts", target.name, kernel.runs);
            println!("{text}");
            let least = least * kernel.loops;
            assert!(found >= least, "{text}, expected at least {least}");
        }
    }
    assembly.assert_all_kernels_are_vectors(target);
    library.assembly.assert_all_kernels_are_vectors(target);
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
            let result = match code.rsplit_once("Ok::<") {
                Some((_, end)) => format!("Result<{}", end.trim_end().trim_end_matches("(())")),
                None => "()".to_owned(),
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
    let assembly = compile_and_run("examples", &source, &NATIVE, library());
    for (name, document) in names {
        let reached = assembly.reached(&name);
        for kernel in NATIVE.kernels {
            let runs = kernel.runs;
            assert!(reached.iter().any(|symbol| symbol.contains(runs)), "{name} of {document}: no {runs}");
        }
    }
    assembly.assert_all_kernels_are_vectors(&NATIVE);
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

impl Library {
    fn new(target: &Target) -> Self {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
        let folder = empty_folder(&format!("library-{}", target.name));
        let flags = [
            "--crate-name=destrier",
            "--crate-type=rlib",
            "--cfg=feature=\"std\"",
            "--cfg=feature=\"registry\"",
        ];
        compile(&source, &folder, target, &flags);
        Self { rlib: folder.join("libdestrier.rlib"), assembly: Assembly::read(&folder) }
    }
}

/// Returns the library for this machine, compiled once for all tests.
fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::new(&NATIVE))
}

/// Returns a folder for the files of the test. Other tests may run at the same time in other processes.
fn scratch() -> PathBuf {
    let test = std::thread::current().name().unwrap_or("main").to_owned();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch").join(test);
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
fn compile_and_run(name: &str, source: &Path, target: &Target, library: &Library) -> Assembly {
    let folder = empty_folder(&format!("{name}-{}", target.name));
    let crate_name = format!("--crate-name={name}");
    let extern_library = format!("--extern=destrier={}", library.rlib.display());
    compile(source, &folder, target, &[&crate_name, "--crate-type=bin", &extern_library]);
    let is_wasm = target.name.starts_with("wasm");
    let program = folder.join(if is_wasm { format!("{name}.wasm") } else { name.to_owned() });
    let mut command = match target.runner {
        [] => Command::new(program),
        [runner, arguments @ ..] => {
            let mut command = Command::new(runner);
            command.args(arguments).arg(program);
            command
        }
    };
    let run = command.output().unwrap();
    assert!(run.status.success(), "{}: {}", target.name, String::from_utf8_lossy(&run.stderr));
    Assembly::read(&folder)
}

/// Compiles a crate and writes its assembly, with a file for each unit of the crate.
fn compile(source: &Path, folder: &Path, target: &Target, flags: &[&str]) {
    let folder = format!("--out-dir={}", folder.display());
    let run = rustc(source, &[&["--emit=link,asm", &folder], target.flags, flags].concat());
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

fn rustc(source: &Path, flags: &[&str]) -> Output {
    let rustc: PathBuf = Path::new(env!("CARGO")).with_file_name("rustc");
    Command::new(rustc)
        // With assembly, the number of units is 1 by default.
        .args(["--edition=2024", "-Copt-level=3", "-Ccodegen-units=16", "--cap-lints=allow"])
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

    /// Counts lines of a function.
    fn count(&self, function: &str, is_counted: fn(&str) -> bool) -> usize {
        self.0[function].iter().filter(|line| is_counted(line)).count()
    }

    /// Tests that every loop of a kernel computes with whole vectors and calls no function. A function that is called
    /// takes one position at a time.
    fn assert_all_kernels_are_vectors(&self, target: &Target) {
        for kernel in target.kernels {
            let mut found = 0;
            for (symbol, lines) in self.0.iter().filter(|(symbol, _)| symbol.contains(kernel.runs)) {
                found += 1;
                assert!(self.count(symbol, kernel.computes) > 0, "{symbol} does not use vectors");
                // Calls of the target; a register holds the address of `memcpy`.
                let allowed = ["memcpy", "memset", "memmove", "panic", "fail", "*%"];
                for call in lines.iter().filter(|line| starts(line, &["call", "bl\t"])) {
                    assert!(
                        allowed.iter().any(|name| call.contains(name)),
                        "{symbol} calls a function: {call}"
                    );
                }
            }
            assert!(found > 0, "nothing runs {}", kernel.runs);
        }
    }
}
