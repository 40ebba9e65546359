//! Prints the public items of a library, one per line, from rustdoc's JSON.

use public_api::Builder;
use std::{env, error::Error};

fn main() -> Result<(), Box<dyn Error>> {
    let json = env::args_os().nth(1).ok_or("usage: destrier-public-api RUSTDOC.json")?;
    // Omit the implementations that the standard library gives every type.
    let library =
        Builder::from_rustdoc_json(json).omit_blanket_impls(true).omit_auto_trait_impls(true).build()?;
    for item in library.items() {
        println!("{item}");
    }
    Ok(())
}
