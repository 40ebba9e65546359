//! With optimizations, the batch kernels vectorize and return the right answers.
//!
//! The test compiles `program.rs` with the compiler that compiled the test, runs it, and inspects its assembly.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The functions of the program that process columns. The numbers are the minimum numbers of vector shifts in their
/// loops with the portable kernel, AVX2 and AVX-512. Fewer shifts mean that the loop is not vectorized.
const FUNCTIONS: &[(&str, [usize; 3])] = &[
    // The compiler turns one of the eight shifts in the source into an addition. It may duplicate others.
    ("column_knight_attacks", [7, 7, 7]),
    ("column_fork_squares", [11, 11, 11]),
    ("column_queen_attacks", [100, 100, 100]),
    ("column_king_region", [3, 3, 3]),
    ("boards_fork_squares", [150, 150, 150]),
    ("boards_filter", [500, 500, 500]),
    ("boards_values", [250, 250, 250]),
];

#[test]
fn kernels_are_vectors_and_right_with_optimization() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch");
    std::fs::create_dir_all(&folder).unwrap();
    let library = folder.join("libdestrier.rlib");
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    rustc(
        &crate_folder.join("src/lib.rs"),
        &["--crate-name=destrier", "--crate-type=rlib", "--cfg=feature=\"std\""],
        &[format!("--emit=link={}", library.display())],
    );
    let program = folder.join("program");
    let assembly = folder.join("program.s");
    rustc(
        &crate_folder.join("tests/batch/program.rs"),
        &["--crate-name=program", "--crate-type=bin", "-Ccodegen-units=1"],
        &[
            format!("--extern=destrier={}", library.display()),
            format!("--emit=link={},asm={}", program.display(), assembly.display()),
        ],
    );
    let run = Command::new(&program).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    if cfg!(target_arch = "x86_64") {
        let assembly = Assembly::read(&assembly);
        let kernels = [("run_portable", "xmm"), ("run_avx2", "ymm"), ("run_avx512", "zmm")];
        for &(name, shifts) in FUNCTIONS {
            for ((kernel, register), shifts) in kernels.into_iter().zip(shifts) {
                let found = assembly.shifts(name, kernel, register);
                println!("{name} with {kernel} shifts {found} {register}");
                assert!(
                    found >= shifts,
                    "{name} with {kernel}: {found} {register} shifts, expected at least {shifts}"
                );
            }
        }
    }
}

fn rustc(source: &Path, flags: &[&str], more: &[String]) {
    let rustc: PathBuf = Path::new(env!("CARGO")).with_file_name("rustc");
    let run = Command::new(rustc)
        .args(["--edition=2024", "-Copt-level=3", "--cap-lints=allow"])
        .args(flags)
        .args(more)
        .arg(source)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// The functions of an assembly file, by symbol.
struct Assembly(HashMap<String, Vec<String>>);

impl Assembly {
    fn read(path: &Path) -> Self {
        let mut functions = HashMap::<String, Vec<String>>::new();
        let mut current = String::new();
        for line in std::fs::read_to_string(path).unwrap().lines() {
            match line.strip_suffix(':') {
                Some(label) if !label.starts_with(['.', ' ', '\t']) => label.clone_into(&mut current),
                _ => functions.entry(current.clone()).or_default().push(line.trim().to_owned()),
            }
        }
        Self(functions)
    }

    /// Counts the shifts of a register type in a function and in the kernel functions that it calls.
    fn shifts(&self, function: &str, kernel: &str, register: &str) -> usize {
        let lines = &self.0[function];
        let called: Vec<&str> = lines
            .iter()
            .filter(|line| line.starts_with("call") || line.starts_with("jmp"))
            .filter_map(|line| line.split_whitespace().last())
            .map(|target| target.trim_start_matches('*').split('@').next().unwrap_or_default())
            .filter(|target| target.contains(kernel))
            .collect();
        let count = |lines: &[String]| {
            let is_shift = |line: &&String| {
                ["psrlq", "psllq", "vpsrlq", "vpsllq"].iter().any(|shift| line.starts_with(shift))
                    && line.contains(register)
            };
            lines.iter().filter(is_shift).count()
        };
        // The portable kernel may be inlined into the function.
        let inlined = if kernel == "run_portable" { count(lines) } else { 0 };
        inlined
            + called.iter().filter_map(|symbol| self.0.get(*symbol)).map(|lines| count(lines)).sum::<usize>()
    }
}
