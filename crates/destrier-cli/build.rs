//! Makes the explorer's page part of the command, if it was built before.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_page)");
    let folder = Path::new("../destrier-explorer/web");
    let page = folder.join("dist/explorer.html");
    // A package from the registry has no such folder. Cargo would rebuild the command every time if the watched file
    // were missing, so this watches the folder, which changes when the page appears.
    let watched = if page.exists() { &page } else { folder };
    println!(
        "cargo::rerun-if-changed={}",
        if watched.exists() { watched } else { Path::new("build.rs") }.display()
    );
    if let Ok(page) = page.canonicalize() {
        println!("cargo::rustc-cfg=has_page");
        println!("cargo::rustc-env=EXPLORER_PAGE={}", page.display());
    }
}
