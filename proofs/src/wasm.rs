//! Builds the library as WebAssembly.

use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// Builds `shipped` and returns the WebAssembly.
///
/// # Errors
///
/// If it does not compile. The most likely cause is a missing target.
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
        // The host's flags do not apply to WebAssembly.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()
        .context("cannot start cargo")?;
    ensure!(
        status.success(),
        "cannot build the library as WebAssembly; 'rustup target add wasm32-unknown-unknown' installs the target"
    );
    let file = target.join("wasm32-unknown-unknown/release/shipped.wasm");
    std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
}
