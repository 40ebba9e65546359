/** Tests with a page: server and browser run as long as the tests of a file, and nothing goes wrong unnoticed. */

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
  context.setDefaultTimeout(30_000);
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
