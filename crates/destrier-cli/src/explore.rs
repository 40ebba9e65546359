//! `destrier explore`: writes the explorer's page and opens it in a browser.

use crate::failure::{Failure, SUCCESS};
use crate::run::document_output::DocumentOutput;
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The page as one file.
#[cfg(has_page)]
const PAGE: Option<&[u8]> = Some(include_bytes!(env!("EXPLORER_PAGE")));
#[cfg(not(has_page))]
const PAGE: Option<&[u8]> = None;

/// Explore patterns on a board in your browser
///
/// Writes a page and opens it. The page finds what you missed in your games, and trains you. It is one file that works
/// without a server or a network, and it sends nothing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  destrier explore                       # write the page and open it
  destrier explore -o - > explorer.html  # only write it")]
pub(crate) struct ExploreArgs {
    /// Write the page to FILE, `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "explorer.html")]
    output: PathBuf,

    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

impl ExploreArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let page = page()?;
        let output = DocumentOutput::of(&self.output);
        // A page that is already there is opened again.
        if is_written(&self.output, page) {
            return open(&self.output);
        }
        output.check(self.force)?;
        output.write(page, self.force)?;
        if output == DocumentOutput::Stdout { Ok(SUCCESS) } else { open(&self.output) }
    }
}

/// Returns whether a file is the page. The length is compared first, because a pipe or a device may have no end.
fn is_written(path: &Path, page: &[u8]) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == page.len() as u64)
        && fs::read(path).is_ok_and(|written| written == page)
}

/// Opens the page, and says where it is: no browser may start, for example on another machine.
fn open(page: &Path) -> Result<u8, Failure> {
    let page = page.canonicalize().unwrap_or_else(|_| page.to_owned());
    let mut out = io::stdout().lock();
    match open::that_detached(&page) {
        Ok(()) => writeln!(out, "Opened {} in your browser.", page.display())?,
        Err(_) => writeln!(out, "Open {} in a browser.", page.display())?,
    }
    out.flush()?;
    Ok(SUCCESS)
}

/// Returns the page.
pub(crate) fn page() -> Result<&'static [u8], Failure> {
    PAGE.ok_or_else(|| {
        Failure::refused(
            "this command was built without the explorer's page; to add it, install Node.js and run in a clone of \
             Destrier: crates/destrier-explorer/build --install",
        )
    })
}
