//! The environment of a result: processor, compiler, versions and flags.

use std::fs;
use std::process::Command;

/// Returns the output of a program without the trailing line break, or `None` if the program cannot run.
fn printed(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).env("LC_ALL", "C").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim_end().to_owned()).filter(|_| output.status.success())
}

/// Returns the version of a package in a `Cargo.lock`.
fn locked<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let (_, rest) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    rest.split('"').next()
}

/// Describes the environment as a Markdown list.
pub fn description(python: Option<&str>) -> String {
    let unknown = || "unknown".to_owned();
    let lscpu = printed("lscpu", &[]).unwrap_or_default();
    let cpu = |name: &str| {
        let value = lscpu.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        value.map_or_else(unknown, |value| value.trim().to_owned())
    };
    let lock = include_str!("../Cargo.lock");
    let crates = ["pgn-reader", "shakmaty", "cozy-chess", "memchr"]
        .map(|package| format!("{package} {}", locked(lock, package).unwrap_or("unknown")))
        .join(", ");
    let python = python.and_then(|python| {
        let program = "import chess, platform\n\
                       print('python-chess', chess.__version__ + ', Python', platform.python_version())";
        printed(python, &["-c", program])
    });
    let flags = std::env::var("RUSTFLAGS").ok().filter(|flags| !flags.is_empty());
    let commit = printed("git", &["describe", "--always", "--dirty"]).unwrap_or_else(unknown);
    // A high load means that other programs ran, so the times are unreliable.
    let load = fs::read_to_string("/proc/loadavg").ok();
    let load = load.and_then(|text| Some(text.split(' ').next()?.to_owned())).unwrap_or_else(unknown);
    let date = printed("date", &["-u", "+%Y-%m-%d"]).unwrap_or_else(unknown);
    format!(
        "- {date}, Destrier {} at {commit}\n\
         - CPU: {}, {} cores; caches: L1d {}, L2 {}, L3 {}; load average before: {load}\n\
         - {}; release, fat LTO, one codegen unit, RUSTFLAGS {}\n\
         - {crates}{}\n",
        locked(lock, "destrier").unwrap_or("unknown"),
        cpu("Model name"),
        cpu("CPU(s)"),
        cpu("L1d cache"),
        cpu("L2 cache"),
        cpu("L3 cache"),
        printed("rustc", &["--version"]).unwrap_or_else(unknown),
        flags.as_deref().unwrap_or("empty"),
        python.map_or_else(|| "; no python-chess".to_owned(), |python| format!(", {python}")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_the_lock() {
        let lock = "[[package]]\nname = \"ab\"\nversion = \"1.2.3\"\nsource = \"x\"\n";
        assert_eq!(locked(lock, "ab"), Some("1.2.3"));
        assert_eq!(locked(lock, "b"), None);
        assert!(locked(include_str!("../Cargo.lock"), "shakmaty").is_some());
    }
}
