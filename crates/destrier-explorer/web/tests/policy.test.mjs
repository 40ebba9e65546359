/** The content security policy, offline use, and the size of the page. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { hasFen } from "./support/board.mjs";
import { dropFile, isRead, sample } from "./support/games.mjs";
import { address, by, choose, DIST, newVisitor, open, ready, soon } from "./support/explorer.mjs";

test("the policies allow only what the page brings along, and games from Lichess", () => {
  for (const [name, own] of [["index.html", /^('self'|'none'|'wasm-unsafe-eval'|blob:)$/], ["explorer.html", /^('sha256-.*'|'none'|'wasm-unsafe-eval'|blob:|data:)$/]]) {
    const [, policy] = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(readFileSync(join(DIST, name), "utf8"));
    assert.match(policy, /^default-src 'none'; /, name);
    for (const directive of policy.split("; ")) {
      const [kind, ...sources] = directive.split(" ");
      // Games of a player, if the reader asks for them.
      const brought = sources.filter((source) => kind !== "connect-src" || source !== "https://lichess.org");
      for (const source of brought) assert.match(source, own, name);
    }
  }
});

test("the tests notice policy violations, errors and requests to other hosts", { timeout: 60_000 }, async () => {
  // All other tests rely on these checks.
  const complaints = [];
  const context = await newVisitor(complaints);
  try {
    const page = await open(context);
    await page.evaluate(() => {
      new Image().src = "http://127.0.0.1:9/picture.png";
      setTimeout(() => {
        throw new Error("on purpose");
      });
    });
    for (const what of ["policy: img-src http://127.0.0.1:9", "request to http://127.0.0.1:9", "error: Error: on purpose"]) {
      await soon(page, () => assert.ok(complaints.some((one) => one.includes(what)), what));
    }
  } finally {
    await context.close();
  }
});

test("the page works offline after the first visit", { timeout: 60_000 }, async () => {
  const complaints = [];
  const context = await newVisitor(complaints);
  try {
    const page = await open(context);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    // A failed request for an uncached file proves that there is no network.
    assert.equal(await page.evaluate(() => fetch("./none").then(() => "there", () => "gone")), "gone");
    complaints.length = 0;
    await page.goto(address() + "#v1/entry=moving/caught-area&king=c3");
    await page.reload();
    await ready(page);
    await page.waitForSelector('[data-view="moving/caught-area"]');
    assert.ok((await page.locator(".mark[data-role=place]").count()) > 4);
    assert.equal((await page.locator("h1").textContent()).trim(), "Destrier");
    await choose(page, "pattern/knight-fork");
    await by(page, "fen").fill("r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1");
    await hasFen(page, "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1");
    await soon(page, async () => assert.deepEqual(await by(page, "finding").locator("b").allTextContents(), ["Nc7+"]));
    // The games worker and the images work too.
    await dropFile(page, "lichess.pgn", sample());
    await isRead(page, 60);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
});

test("the page with its samples is under 500 kB compressed", (t) => {
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((file) => file.isFile() && file.name !== "explorer.html");
  const sizes = files.map((file) => [file.name, gzipSync(readFileSync(join(file.parentPath, file.name)), { level: 9 }).length]);
  const sum = sizes.reduce((sum, [, size]) => sum + size, 0);
  for (const [name, size] of sizes.sort(([, a], [, b]) => b - a)) t.diagnostic(`${name}: ${size} bytes`);
  t.diagnostic(`all: ${sum} bytes`);
  assert.ok(sum > 50_000 && sum < 500_000, `${sum} bytes`);
});
