//! Rebuilds the server when the page changes.

use std::path::Path;

fn main() {
    // Cargo rebuilds every time if the watched folder is missing. Watch its parent, which changes when it appears.
    let page = if Path::new("../web/dist").exists() { "../web/dist" } else { "../web" };
    println!("cargo::rerun-if-changed={page}");
}
