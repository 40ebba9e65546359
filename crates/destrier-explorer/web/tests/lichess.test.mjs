/** Games from Lichess, by a stand-in for its server on this machine. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { by, newVisitor, open, soon, startBrowser } from "./support/explorer.mjs";
import { isJudged } from "./support/games.mjs";

const FORK = '[Event "Rated blitz game"]\n[White "Ann"]\n[Black "Bob"]\n[FEN "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 Kd8 *\n\n\n';

/** Returns a key and a certificate that no authority has signed. */
function certificate() {
  const folder = mkdtempSync(join(tmpdir(), "destrier-"));
  const [key, cert] = ["key", "cert"].map((name) => join(folder, name));
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=lichess.org"];
  execFileSync("openssl", ["req", ...kind, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const files = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return files;
}

/** The answers, by name of the player. Lichess streams games. */
const ANSWERS = {
  async Ann(response) {
    response.writeHead(200, { "content-type": "application/x-chess-pgn" });
    for (const game of [FORK.slice(0, 50), FORK.slice(50), FORK, FORK]) {
      response.write(game);
      await wait(100);
    }
    response.end();
  },
  nobody: (response) => response.writeHead(404, { "content-type": "application/json" }).end('{"error":"Not found"}'),
  busy: (response) => response.writeHead(429, { "content-type": "application/json" }).end('{"error":"Too many requests"}'),
  broken: (response) => response.writeHead(502, { "content-type": "text/html" }).end("<html>"),
  newcomer: (response) => response.writeHead(200, { "content-type": "application/x-chess-pgn" }).end(),
  async Cut(response) {
    response.writeHead(200, { "content-type": "application/x-chess-pgn" });
    response.write(FORK + FORK + FORK.slice(0, 60));
    await wait(200);
    response.destroy();
  },
  async early(response) {
    response.writeHead(200, { "content-type": "application/x-chess-pgn" }).flushHeaders();
    await wait(200);
    response.destroy();
  },
  offline: (response) => response.destroy(),
};

/** Starts the server. It records what it was asked. */
async function startLichess() {
  const asked = [];
  const server = createServer(certificate(), (request, response) => {
    const url = new URL(request.url, "https://lichess.org");
    const { host, referer, cookie, accept, origin } = request.headers;
    asked.push({ method: request.method, url: `https://${host}${request.url}`, referer, cookie, accept });
    response.setHeader("access-control-allow-origin", origin ? "*" : "");
    const [, name] = /^\/api\/games\/user\/([^/]+)$/.exec(url.pathname) ?? [];
    (ANSWERS[decodeURIComponent(name)] ?? ANSWERS.nobody)(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, asked };
}

test("a name loads games from Lichess, and nothing else is sent", { timeout: 90_000 }, async () => {
  const { server, asked } = await startLichess();
  const browser = await startBrowser(`--host-resolver-rules=MAP lichess.org:443 127.0.0.1:${server.address().port}`);
  const complaints = [];
  try {
    const context = await newVisitor(complaints, { ignoreHTTPSErrors: true }, browser);
    const page = await open(context, "");
    const load = async (name) => {
      await soon(page, async () => assert.equal(await by(page, "lichess-load").textContent(), "Load games"));
      await by(page, "lichess-name").fill(name);
      await page.keyboard.press("Enter");
    };
    const says = (words) => soon(page, async () => assert.match(await by(page, "message").textContent(), words));
    const refused = {
      nobody: /^Lichess has no player nobody\./,
      busy: /^Lichess asks you to wait a minute\. Then try again\./,
      broken: /^Lichess answered 502\./,
      newcomer: /^newcomer has no games on Lichess\./,
      offline: /^Lichess cannot be reached\. Check your connection/,
      early: /^The connection to Lichess was cut\. Try again\./,
    };
    for (const [name, words] of Object.entries(refused)) {
      await load(name);
      await says(words);
    }
    // The games that arrived before the cut are kept.
    await load("Cut");
    await says(/^The connection to Lichess was cut\. These are the games that arrived before\./);
    await soon(page, async () => assert.match(await by(page, "file-status").textContent(), /Cut on Lichess/));
    await soon(page, async () => assert.equal(await by(page, "file-status").getAttribute("data-games"), "2"));
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await page.goto(page.url().replace(/#.*/, ""));
    await by(page, "lichess-name").fill("Ann");
    await page.keyboard.press("Enter");
    await soon(page, async () => assert.match(await by(page, "lichess-load").textContent(), /^Loading \d…$/));
    await isJudged(page, 3);
    assert.match(await by(page, "file-status").textContent(), /Ann on Lichess/);
    const url = (name) => `https://lichess.org/api/games/user/${name}?max=300&clocks=true&evals=true&opening=true`;
    const plain = { method: "GET", referer: undefined, cookie: undefined, accept: "application/x-chess-pgn" };
    // The browser tries again if the connection ends without an answer.
    const once = asked.filter((one, i) => one.url !== asked[i - 1]?.url);
    assert.deepEqual(once, [...Object.keys(refused), "Cut", "Ann"].map((name) => ({ ...plain, url: url(name) })));
    const others = complaints.filter((one) => !/^request to https:\/\/lichess\.org\/api|^console: Failed to load resource/.test(one));
    assert.deepEqual(others, []);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
});
