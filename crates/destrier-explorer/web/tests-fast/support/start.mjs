/** Starts the server and the browser. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { PROGRAMS } from "./command.mjs";

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

/** Starts the server. Returns its address, a function that stops it, and a promise of its exit. */
export async function startServer(page = DIST, port = "0") {
  const server = spawn(join(PROGRAMS, "destrier-explorer"), ["--port", port, "--page", page], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise((found, failed) => {
    let said = "";
    server.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      const match = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
      if (match) found(match[0]);
    });
    server.on("error", failed);
    server.on("exit", (code) => failed(new Error(`the server exited with ${code}: ${said}`)));
  });
  const ended = new Promise((done) => server.on("exit", done));
  return { address, stop: () => server.kill(), ended };
}

export function startBrowser() {
  return chromium.launch(BROWSER);
}
