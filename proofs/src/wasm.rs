//! The library as WebAssembly, built from the sources beside this crate.

use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// Builds `shipped` and reads what became of it.
///
/// # Errors
///
/// If it does not compile: most likely the target is missing.
pub fn build() -> Result<Vec<u8>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| here.join("../target/proofs"), Into::into);
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--locked", "--release", "--package", "shipped"])
        .args(["--target", "wasm32-unknown-unknown", "--manifest-path"])
        .arg(here.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        // What the host's programs are built with is not for WebAssembly.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()
        .context("cargo cannot be started")?;
    ensure!(
        status.success(),
        "the library cannot be built as WebAssembly; 'rustup target add wasm32-unknown-unknown' installs what it takes"
    );
    let file = target.join("wasm32-unknown-unknown/release/shipped.wasm");
    std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))
}
