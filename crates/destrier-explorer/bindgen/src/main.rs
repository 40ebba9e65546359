//! Writes the JavaScript, and its types, by which the explorer's page calls its WebAssembly. `wasm-bindgen` as a command
//! does the same; as a member of the workspace it always has the version that the library was compiled with.

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
        .with_context(|| format!("from {} to {}", wasm.display(), folder.display()))
}
