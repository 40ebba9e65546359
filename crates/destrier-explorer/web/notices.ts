import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** The folder of the workspace, with its licenses. */
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

/** Returns the external crates in the WebAssembly. */
function crates(): Crate[] {
  const only = ["-p", "destrier-wasm", "--target", "wasm32-unknown-unknown", "--edges", "normal,no-proc-macro"];
  const lines = cargo("tree", ...only, "--prefix", "none", "--format", "{p}").split("\n");
  const linked = new Set(lines.map((line) => line.split(" ").slice(0, 2).join(" ")));
  const { packages } = JSON.parse(cargo("metadata", "--format-version", "1")) as { packages: (Crate & { source: string | null })[] };
  return packages
    .filter(({ name, version, source }) => source !== null && linked.has(`${name} v${version}`))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns a crate's line, and the text of its license unless the Apache license or the Unlicense applies. */
function notice({ name, version, license, manifest_path }: Crate): { line: string; text: string | null } {
  const line = `${name} ${version}: ${license}`;
  if (/\b(Apache-2\.0|Unlicense)\b/.test(license ?? "") && !/\bAND\b/.test(license ?? "")) return { line, text: null };
  const files = ["LICENSE", "LICENSE-MIT", "LICENSE.md", "LICENSE-UNICODE"];
  const texts = files.map((file) => join(dirname(manifest_path), file)).filter(existsSync);
  if (texts.length === 0) throw new Error(`${line}: no license text next to ${manifest_path}`);
  return { line, text: [`${name} ${version}`, ...texts.map((path) => readFileSync(path, "utf8").trim())].join("\n\n") };
}

/** Writes the license notices of all packages in the build. */
export function notices(): Plugin {
  const read = (path: string) => readFileSync(path, "utf8").trim();
  return {
    name: "notices",
    apply: "build",
    generateBundle() {
      const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };
      const packages = Object.keys(dependencies).map((name) => `${name}\n\n${read(`node_modules/${name}/LICENSE`)}`);
      const all = crates().map(notice);
      const list = `The WebAssembly file contains Rust's standard library and these crates. Where a crate offers a choice of licenses,\nthe Apache License, Version 2.0 applies:\n\n${all.map(({ line }) => line).join("\n")}`;
      const texts = all.flatMap(({ text }) => text ?? []);
      const ours = ["MIT", "APACHE"].map((license) => read(`${ROOT}/LICENSE-${license}`));
      const rule = `\n\n${"-".repeat(80)}\n\n`;
      const source = ["Licenses of Destrier's explorer and its dependencies", ...packages, list, ...texts, ...ours].join(rule);
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: `${source}\n` });
    },
  };
}
