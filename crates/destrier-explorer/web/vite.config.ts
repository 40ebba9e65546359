import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { notices } from "./notices.ts";
import { singleFile } from "./single.ts";
import { defineConfig, type Plugin } from "vite";

/** Writes the service worker last, when the list of built files is complete. */
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

/** The number of sample games in the page. All of them would make it a tenth larger. */
const SAMPLE_GAMES = 24;

/** Shortens the sample games. */
function shortSample(): Plugin {
  return {
    name: "short-sample",
    apply: "build",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".pgn")) continue;
        const games = Buffer.from(file.source).toString().split(/(?=^\[Event )/m);
        // Half of the games at each end of the file are old, and half are recent.
        file.source = [...games.slice(0, SAMPLE_GAMES / 2), ...games.slice(-SAMPLE_GAMES / 2)].join("");
      }
    },
  };
}

/** Removes the policy during development, because it forbids the way Vite injects styles. */
function withoutPolicy(): Plugin {
  return {
    name: "without-policy",
    apply: "serve",
    transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ""),
  };
}

export default defineConfig({
  base: "./",
  plugins: [notices(), shortSample(), offline(), singleFile(), withoutPolicy()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: {
    target: ["chrome123", "firefox128", "safari17.5"],
    // `data:` URLs would need a weaker policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { fs: { allow: ["../../.."] } },
});
