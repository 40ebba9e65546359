//! Prints the public items of a library, a line each, from what rustdoc tells of it in JSON.

use public_api::Builder;
use std::{env, error::Error};

fn main() -> Result<(), Box<dyn Error>> {
    let json = env::args_os().nth(1).ok_or("usage: destrier-public-api RUSTDOC.json")?;
    // Those that every type has by the standard library say nothing of ours.
    let library =
        Builder::from_rustdoc_json(json).omit_blanket_impls(true).omit_auto_trait_impls(true).build()?;
    for item in library.items() {
        println!("{item}");
    }
    Ok(())
}
