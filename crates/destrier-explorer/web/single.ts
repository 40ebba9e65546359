import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

type Bundle = Parameters<Extract<Plugin["generateBundle"], (...args: never) => unknown>>[1];

/**
 * Writes explorer.html: the whole page in one file, which browsers open without a server.
 *
 * Browsers do not load scripts, workers or WebAssembly from other files beside a local page. So this file holds them
 * as text, and makes addresses from them when it opens. A worker cannot ask the page, so it begins with a table of its own.
 */
export function singleFile(): Plugin {
  return {
    name: "single-file",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      this.emitFile({ type: "asset", fileName: "explorer.html", source: pageOf(bundle) });
    },
  };
}

/** The types of the files that need one. */
const TYPES: Record<string, string> = { wasm: "application/wasm", js: "text/javascript", svg: "image/svg+xml", txt: "text/plain" };

/**
 * Makes the table `assets`, from the names of files to their addresses. In Chromium, workers of a local page cannot read
 * the page's blobs, so they get data addresses.
 */
function makeAddresses(files: [name: string, type: string, base64: string][], workers: [name: string, base64: string][]): void {
  const assets: Record<string, string> = {};
  const dataAddresses: Record<string, string> = {};
  const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  for (const [name, type, base64] of files) {
    assets[name] = URL.createObjectURL(new Blob([bytes(base64)], { type }));
    if (name.endsWith(".wasm")) dataAddresses[name] = `data:${type};base64,${base64}`;
  }
  for (const [name, base64] of workers) {
    const table = `globalThis.assets=${JSON.stringify(dataAddresses)};`;
    assets[name] = URL.createObjectURL(new Blob([table, bytes(base64)], { type: "text/javascript" }));
  }
  (globalThis as { assets?: Record<string, string> }).assets = assets;
}

function pageOf(bundle: Bundle): string {
  const contents = Object.values(bundle).map((file): [string, string | Uint8Array] => [
    file.fileName,
    file.type === "chunk" ? file.code : file.source,
  ]);
  const html = String(bundle["index.html"]!.type === "asset" && bundle["index.html"]!.source);
  const main = /<script type="module"[^>]* src="\.\/(assets\/[^"]+)"><\/script>/.exec(html)!;
  const style = /<link rel="stylesheet"[^>]* href="\.\/(assets\/[^"]+)">/.exec(html)!;
  const base64 = (content: string | Uint8Array) => Buffer.from(content).toString("base64");
  const rest = contents.filter(([name]) => ![main[1], style[1], "index.html", "sw.js"].includes(name));
  const isWorker = (name: string) => name.endsWith(".js");
  const baseName = (name: string) => name.replace("assets/", "");
  const files = rest
    .filter(([name]) => !isWorker(name))
    .map(([name, content]) => [baseName(name), TYPES[name.replace(/.*\./, "")] ?? "", base64(content)]);
  const workers = rest.filter(([name]) => isWorker(name)).map(([name, code]) => [baseName(name), base64(withAddresses(code))]);
  const text = (name: string) => String(contents.find(([other]) => other === name)![1]);
  const scripts = [
    readFileSync("public/theme.js", "utf8"),
    `(${makeAddresses.toString()})(${JSON.stringify(files)},${JSON.stringify(workers)})`,
    withAddresses(text(main[1]!)),
  ].map((script) => script.replaceAll("</script", "<\\/script"));
  const css = text(style[1]!);
  const hash = (source: string) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
  const policy =
    `default-src 'none'; script-src ${scripts.map(hash).join(" ")} 'wasm-unsafe-eval'; style-src ${hash(css)}; ` +
    "img-src data: blob:; connect-src blob: data: https://lichess.org; worker-src blob:; base-uri 'none'; form-action 'none'";
  const icon = `data:image/svg+xml;base64,${base64(readFileSync("public/icon.svg"))}`;
  // Functions as replacements, because `$` has a meaning in text.
  return html
    .replace(/(http-equiv="Content-Security-Policy"\s+content=)"[^"]*"/, (_, start: string) => `${start}"${policy}"`)
    .replace(/\n *<link rel="manifest"[^>]*>/, "")
    .replace(/\n *<script src="\.\/theme\.js"><\/script>/, "")
    .replace(/href="\.\/icon\.svg"/, () => `href="${icon}"`)
    .replace(style[0], () => `<style>${css}</style>`)
    .replace(main[0], () => `<script>${scripts[0]}</script>\n    <script>${scripts[1]}</script>\n    <script type="module">${scripts[2]}</script>`);
}

/** Returns code that finds the other files in the table of addresses. */
function withAddresses(code: string | Uint8Array): string {
  return String(code)
    .replace(/new URL\(`([^`]+)`,import\.meta\.url\)/g, (_, name: string) => `new URL(globalThis.assets[${JSON.stringify(name)}])`)
    .replaceAll("{type:`module`}", "{}")
    .replace(/`licenses\.txt`/g, () => `globalThis.assets["licenses.txt"]`);
}
