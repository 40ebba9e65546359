/** Runs tests with a page. Starts one server and one browser for each test file, and fails on any error in a page. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ready } from "./page.mjs";
import { DESKTOP, startBrowser, startServer } from "./start.mjs";

export * from "./page.mjs";
export * from "./start.mjs";

let server;
let browser;

before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

after(async () => {
  await browser?.close();
  server?.stop();
});

/** Returns the address of the page. */
export function address() {
  return server.address;
}

/** Collects errors, policy violations and requests to other hosts. */
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

/** Opens a new browser context, without a service worker and stored choices. */
export async function newVisitor(complaints, options = {}, from = browser) {
  const context = await from.newContext({ viewport: DESKTOP, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(30_000);
  await watch(context, complaints);
  return context;
}

/** The link that most tests open: a pattern in a middlegame with forks. */
export const FIRST = "#v1/entry=pattern/knight-fork";

/** Opens the page and waits until it is ready. `hash` is the link. */
export async function open(context, hash = FIRST) {
  const page = await context.newPage();
  await page.goto(address() + hash);
  await ready(page);
  return page;
}

/** Defines a test with its own page. Fails on any error in the page. Options: a browser context's, `hash`, and
 * `timeout` in milliseconds. */
export function visit(name, { hash, timeout = 120_000, ...options }, use) {
  test(name, { timeout }, async (t) => {
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
