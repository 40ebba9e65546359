/** Starts the server and the browser. */

import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

const BROWSER = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Serves the files of a folder, below a path. Returns the address, and a function that stops the server. */
export async function startServer(folder = DIST, { port = 0, path = "/" } = {}) {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, "http://x");
    const file = join(folder, pathname.slice(path.length) || "index.html");
    if (!pathname.startsWith(path) || !existsSync(file)) return response.writeHead(404).end();
    const headers = { "content-type": TYPES[extname(file)] ?? "text/plain", "cache-control": "no-cache" };
    response.writeHead(200, headers).end(readFileSync(file));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { address: `http://127.0.0.1:${server.address().port}${path}`, stop };
}

/** Starts the browser, with more arguments. */
export function startBrowser(...args) {
  return chromium.launch({ ...BROWSER, args: [...BROWSER.args, ...args] });
}
