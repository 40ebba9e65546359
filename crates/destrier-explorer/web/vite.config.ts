import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** Writes the service worker: the list of files that it keeps is known only when all are made. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const kept = readdirSync("public").map((name) => [name, readFileSync(`public/${name}`)] as const);
      const made = Object.values(bundle).map(
        (file) => [file.fileName, file.type === "chunk" ? file.code : file.source] as const,
      );
      const files = [...kept, ...made].sort(([a], [b]) => (a < b ? -1 : 1));
      const hash = createHash("sha256");
      for (const [name, content] of files) hash.update(name).update(content);
      const names = files.map(([name]) => (name === "index.html" ? "./" : `./${name}`));
      const source = readFileSync("offline/sw.js", "utf8")
        .replace("VERSION", hash.digest("hex").slice(0, 16))
        .replace('["FILES"]', JSON.stringify(names));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

/** Writes the notices that licenses ask to go with what is made of their packages. */
function notices(): Plugin {
  const read = (path: string) => readFileSync(path, "utf8").trim();
  return {
    name: "notices",
    apply: "build",
    generateBundle() {
      const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };
      const packages = Object.keys(dependencies).map((name) => `${name}\n\n${read(`node_modules/${name}/LICENSE`)}`);
      const crates = `The library, as WebAssembly, is made of these crates and Rust's standard library:\n\n${read("src/wasm/crates.txt")}`;
      const ours = ["MIT", "APACHE"].map((license) => read(`../../../LICENSE-${license}`));
      const rule = `\n\n${"-".repeat(80)}\n\n`;
      const source = ["Destrier's explorer, and what it is made of", ...packages, crates, ...ours].join(rule);
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: `${source}\n` });
    },
  };
}

/** While it is written the page gets its styles from Vite, in a way that its policy does not allow. */
function withoutPolicy(): Plugin {
  return {
    name: "without-policy",
    apply: "serve",
    transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ""),
  };
}

export default defineConfig({
  base: "./",
  plugins: [notices(), offline(), withoutPolicy()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: {
    target: ["chrome123", "firefox128", "safari17.5"],
    // Data in addresses would need a weaker policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { fs: { allow: ["../../.."] } },
});
