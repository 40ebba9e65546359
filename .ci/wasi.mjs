// Runs a WebAssembly program, as the runner of `cargo test --target wasm32-wasip1`.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: process.argv.slice(2) });
const program = new WebAssembly.Module(readFileSync(process.argv[2]));
process.exit(wasi.start(new WebAssembly.Instance(program, wasi.getImportObject())));
