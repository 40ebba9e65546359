//! Has the server built anew when the page was.

use std::path::Path;

fn main() {
    // Cargo would build anew every time for a folder that is missing. Where it is, its parent changes when it comes.
    let page = if Path::new("../web/dist").exists() { "../web/dist" } else { "../web" };
    println!("cargo::rerun-if-changed={page}");
}
