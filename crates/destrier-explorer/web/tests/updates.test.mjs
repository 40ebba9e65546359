/** The offline copy gives way to what the server sends now. */

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { newVisitor } from "./support/explorer.mjs";
import { ready } from "./support/page.mjs";
import { DIST, startServer } from "./support/start.mjs";

/** Copies the build to a folder, with a different page and service worker. */
function build(folder, name) {
  cpSync(DIST, join(folder, name), { recursive: true });
  for (const [file, from, to] of [
    ["index.html", /<html lang="en"/, `<html lang="en" data-build="${name}"`],
    ["sw.js", /^/, `// ${name}\n`],
  ]) {
    const path = join(folder, name, file);
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
  }
  return join(folder, name);
}

test("the next visit shows a new build, or another program on the port", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "destrier-"));
  const context = await newVisitor([]);
  let server;
  try {
    server = await startServer(build(folder, "old"));
    const { address } = server;
    const { port } = new URL(address);
    const page = await context.newPage();
    const shown = () => page.evaluate(() => document.documentElement.dataset.build);
    const serve = async (directory) => {
      await server.stop();
      server = await startServer(directory, { port });
    };
    await page.goto(address);
    await ready(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    assert.equal(await shown(), "old");
    await serve(build(folder, "new"));
    await page.reload();
    await ready(page);
    assert.equal(await shown(), "new");
    // Offline, the page and the license texts still load.
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await page.goto(address + "licenses.txt");
    assert.match(await page.locator("body").innerText(), /MIT/);
    await context.setOffline(false);
    const other = build(folder, "other");
    writeFileSync(join(other, "index.html"), "<!doctype html><html data-build=other><p>Another program");
    await serve(other);
    await page.goto(address);
    assert.equal(await shown(), "other");
  } finally {
    await context.close();
    await server?.stop();
    rmSync(folder, { recursive: true });
  }
});
