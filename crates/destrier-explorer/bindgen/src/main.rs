//! Generates the JavaScript and TypeScript bindings of the explorer's WebAssembly.
//!
//! The `wasm-bindgen` command does the same. As a member of the workspace, this program always has the `wasm-bindgen`
//! version that compiled the library.

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [wasm, folder] = &arguments[..] else { anyhow::bail!("usage: destrier-bindgen WASM FOLDER") };
    Bindgen::new()
        .input_path(wasm)
        .web(true)?
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .typescript(true)
        .out_name("destrier")
        .generate(folder)
        .with_context(|| format!("cannot write the bindings of {} to {}", wasm.display(), folder.display()))
}
