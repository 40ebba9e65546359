import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** Where the workspace's own licenses stand. */
const ROOT = "../../..";

interface Crate {
  name: string;
  version: string;
  license: string | null;
  manifest_path: string;
}

function cargo(...args: string[]): string {
  const manifest = ["--locked", "--manifest-path", `${ROOT}/Cargo.toml`];
  return execFileSync("cargo", [...args, ...manifest], { maxBuffer: 1 << 28, encoding: "utf8" });
}

/** The crates that the library as WebAssembly is made of, but for our own. */
function crates(): Crate[] {
  const only = ["-p", "destrier-wasm", "--target", "wasm32-unknown-unknown", "--edges", "normal,no-proc-macro"];
  const lines = cargo("tree", ...only, "--prefix", "none", "--format", "{p}").split("\n");
  const linked = new Set(lines.map((line) => line.split(" ").slice(0, 2).join(" ")));
  const { packages } = JSON.parse(cargo("metadata", "--format-version", "1")) as { packages: (Crate & { source: string | null })[] };
  return packages
    .filter(({ name, version, source }) => source !== null && linked.has(`${name} v${version}`))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A crate's line, and the text of its license where we may not take it under one that is there for all. */
function notice({ name, version, license, manifest_path }: Crate): { line: string; text: string | null } {
  const line = `${name} ${version}: ${license}`;
  if (/\b(Apache-2\.0|Unlicense)\b/.test(license ?? "") && !/\bAND\b/.test(license ?? "")) return { line, text: null };
  const files = ["LICENSE", "LICENSE-MIT", "LICENSE.md", "LICENSE-UNICODE"];
  const texts = files.map((file) => join(dirname(manifest_path), file)).filter(existsSync);
  if (texts.length === 0) throw new Error(`${line}: no text of its license beside ${manifest_path}`);
  return { line, text: [`${name} ${version}`, ...texts.map((path) => readFileSync(path, "utf8").trim())].join("\n\n") };
}

/** Writes the notices that licenses ask to go with what is made of their packages. */
export function notices(): Plugin {
  const read = (path: string) => readFileSync(path, "utf8").trim();
  return {
    name: "notices",
    apply: "build",
    generateBundle() {
      const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };
      const packages = Object.keys(dependencies).map((name) => `${name}\n\n${read(`node_modules/${name}/LICENSE`)}`);
      const all = crates().map(notice);
      const list = `The library, as WebAssembly, is made of Rust's standard library and these crates, under the\nApache license, version 2.0, where they leave the choice:\n\n${all.map(({ line }) => line).join("\n")}`;
      const texts = all.flatMap(({ text }) => text ?? []);
      const ours = ["MIT", "APACHE"].map((license) => read(`${ROOT}/LICENSE-${license}`));
      const rule = `\n\n${"-".repeat(80)}\n\n`;
      const source = ["Destrier's explorer, and what it is made of", ...packages, list, ...texts, ...ours].join(rule);
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: `${source}\n` });
    },
  };
}
