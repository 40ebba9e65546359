/** The page as one file, as the command writes it, opened from a disk: in Chromium, and in Firefox if it is installed. */

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { destrier } from "./support/command.mjs";
import { inFirefox } from "./support/firefox.mjs";
import { startBrowser } from "./support/start.mjs";

const folder = mkdtempSync(join(tmpdir(), "destrier-"));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, "explorer.html");
writeFileSync(file, destrier("explore", "-o", "-"));
const address = pathToFileURL(file).href;

/** Loads the sample games, which workers read, and opens the licenses. Runs in the page. */
async function use() {
  const until = async (what, limit = 60_000) => {
    for (const start = Date.now(); !what(); await new Promise((next) => setTimeout(next, 50))) {
      if (Date.now() - start > limit) throw new Error(`not after ${limit} ms: ${what}; ${document.body.innerText}`);
    }
    return what();
  };
  const complaints = [];
  addEventListener("error", ({ message }) => complaints.push(message));
  addEventListener("securitypolicyviolation", ({ blockedURI }) => complaints.push(blockedURI));
  await until(() => document.documentElement.dataset.ready === "");
  const by = (name) => document.querySelector(`[data-test="${name}"]`);
  (await until(() => by("sample"))).click();
  const status = await until(() => document.querySelector(`[data-test="file-status"][data-judged="24"]`));
  const licenses = await (await fetch(globalThis.assets["licenses.txt"])).text();
  const pieces = document.querySelectorAll(".pieces-board use, .pieces-board .piece").length;
  return JSON.stringify({ missed: Number(status.dataset.missed), licenses: licenses.length, pieces, complaints });
}

function check(result) {
  const { missed, licenses, pieces, complaints } = JSON.parse(result);
  assert.deepEqual(complaints, []);
  assert.ok(missed > 2 && licenses > 10_000 && pieces >= 4, result);
}

test("Chromium opens the page from a disk", { timeout: 90_000 }, async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    const requests = [];
    page.on("request", (request) => /^(https?|wss?):/.test(request.url()) && requests.push(request.url()));
    await page.goto(address);
    check(await page.evaluate(use));
    assert.deepEqual(requests, []);
  } finally {
    await browser.close();
  }
});

test("Firefox opens the page from a disk", { timeout: 90_000 }, async (t) => {
  const folders = process.env.PATH.split(delimiter);
  const firefox = ["firefox-esr", "firefox"].flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  if (firefox === undefined || !("WebSocket" in globalThis)) return t.skip("needs Firefox and Node.js 22");
  check(await inFirefox(firefox, address, `(${use})()`));
});
