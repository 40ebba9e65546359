//! With optimizations, the batch kernels vectorize, and wrong calls get errors that say what to do.
//!
//! The tests call the compiler that compiled them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Returns a folder for the files of the test. Other tests may run at the same time in other processes.
fn scratch() -> PathBuf {
    let test = std::thread::current().name().unwrap_or("main").to_owned();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiler").join(test);
    std::fs::create_dir_all(&folder).unwrap();
    folder
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

/// Compiles a program that uses the library, to the given kind of output.
fn compile(program: &str, emit: &str) -> Output {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| {
        let rlib = scratch().join("libdestrier.rlib");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
        let output = format!("-o{}", rlib.display());
        let run =
            rustc(&source, &["--crate-name=destrier", "--crate-type=rlib", "--cfg=feature=\"std\"", &output]);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        rlib
    });
    let source = scratch().join("program.rs");
    std::fs::write(&source, program).unwrap();
    let library = format!("--extern=destrier={}", library.display());
    rustc(
        &source,
        &["--crate-type=lib", &library, &format!("--emit={emit}={}", scratch().join(emit).display())],
    )
}

/// Each loop shifts whole vectors: at least as often as the function shifts a set.
#[cfg(target_arch = "x86_64")]
#[test]
fn kernels_are_vectors() {
    for (columns, function, min_shifts) in [
        ("input: &[u64]", "knight::attacks", 7),
        ("input: Boards<'_>", "|board| board.fork_squares(board.turn())", 70),
    ] {
        let program = format!(
            "use destrier::{{batch::{{self, Boards}}, knight}};
             pub fn run({columns}, output: &mut [u64]) {{ batch::map!(input, output, {function}).unwrap(); }}"
        );
        let run = compile(&program, "asm");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let assembly = std::fs::read_to_string(scratch().join("asm")).unwrap();
        for register in ["xmm", "ymm", "zmm"] {
            let is_shift = |line: &&str| {
                let line = line.trim_start().trim_start_matches('v');
                (line.starts_with("psrlq") || line.starts_with("psllq")) && line.contains(register)
            };
            let shifts = assembly.lines().filter(is_shift).count();
            assert!(shifts >= min_shifts, "{function} has {shifts} shifts of {register}");
        }
    }
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
        let program = format!(
            "use destrier::batch::{{self, Boards}}; use destrier::{{Color, Sets, knight}};
             fn of_sets<T>(sets: &[T]) -> Sets<&[T]> {{ todo!() }}
             pub fn run() {{ let sets = vec![1_u64]; let mut out = vec![0_u64]; let _ = {call}; }}"
        );
        let errors = String::from_utf8(compile(&program, "metadata").stderr).unwrap();
        assert!(errors.contains(message), "`{call}` prints:\n{errors}");
        assert!(!errors.to_lowercase().contains("sealed"), "`{call}` names a private trait:\n{errors}");
    }
}
