/** The server and the browser, and pages in which nothing may go wrong unnoticed. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
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

/** Starts the server; its address, and how to end it. */
export async function startServer() {
  const server = spawn(join(PROGRAMS, "destrier-explorer"), ["--port", "0", "--page", DIST], {
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
    server.on("exit", (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
  });
  return { address, stop: () => server.kill() };
}

export function startBrowser() {
  return chromium.launch(BROWSER);
}

let server;
let browser;

before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

after(async () => {
  await browser?.close();
  server?.stop();
});

/** Where the page is served. */
export function address() {
  return server.address;
}

/** What must not happen in any page: errors, breaches of the policy, requests to other hosts. */
async function watch(context, complaints) {
  const own = new URL(server.address).host;
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (/^https?:|^wss?:/.test(url.protocol) && url.host !== own) complaints.push(`request to ${url}`);
  });
  context.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => complaints.push(`error: ${error.error().stack ?? error.error()}`));
  await context.addInitScript({ path: fileURLToPath(new URL("reading.js", import.meta.url)) });
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
}

/** A browser of somebody who was never here: no service worker, nothing chosen. */
export async function newVisitor(complaints, options = {}) {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(15_000);
  await watch(context, complaints);
  return context;
}

/** Opens the page, ready to be used. `hash` is what stands behind the address. */
export async function open(context, hash = "") {
  const page = await context.newPage();
  await page.goto(address() + hash);
  await ready(page);
  return page;
}

export async function ready(page) {
  await page.waitForSelector("html[data-ready]");
}

/** A test with a page of its own, in which nothing goes wrong. Options are a browser context's, and `hash`. */
export function visit(name, { hash, ...options }, use) {
  test(name, { timeout: 120_000 }, async (t) => {
    const complaints = [];
    const context = await newVisitor(complaints, options);
    try {
      await use(await open(context, hash), t);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  });
}

/** Waits for the page to draw. */
export function frame(page) {
  return page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}

/** Checks again with each frame until the check holds, or says in the end why it does not. */
export async function soon(page, check, milliseconds = 5000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || Date.now() > end) throw error;
    }
    await frame(page);
  }
}

/** What has a mark for tests. */
export function by(page, name) {
  return page.locator(`[data-test="${name}"]`);
}

/** Goes to an entry by the menu. */
export async function choose(page, entry) {
  const button = by(page, "menu-button");
  if (await button.isVisible()) await button.click();
  await by(page, `entry-${entry}`).click();
  await page.waitForSelector(`[data-view="${entry}"]`);
}
