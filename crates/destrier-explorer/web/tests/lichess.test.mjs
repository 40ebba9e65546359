/** Games from Lichess, by a stand-in for its server. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, newVisitor, open, soon } from "./support/explorer.mjs";
import { isJudged } from "./support/games.mjs";

const FORK = '[White "Ann"]\n[Black "Bob"]\n[FEN "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 Kd8 *\n';

test("a name loads games from Lichess, and nothing else is sent", { timeout: 60_000 }, async () => {
  const complaints = [];
  const context = await newVisitor(complaints);
  const asked = [];
  await context.route("https://lichess.org/**", (route) => {
    const request = route.request();
    asked.push([request.method(), request.url(), request.headers().referer, request.postData()]);
    const headers = { "access-control-allow-origin": "*" };
    if (request.url().includes("/nobody?")) return route.fulfill({ status: 404, headers });
    if (request.url().includes("/offline?")) return route.abort();
    return route.fulfill({ headers, contentType: "application/x-chess-pgn", body: FORK });
  });
  try {
    const page = await open(context, "");
    const load = async (name) => {
      await by(page, "lichess-name").fill(name);
      await page.keyboard.press("Enter");
    };
    const says = (words) => soon(page, async () => assert.match(await by(page, "message").textContent(), words));
    await load("nobody");
    await says(/Lichess has no player nobody\./);
    await load("offline");
    await says(/Lichess cannot be reached\. Check your connection/);
    await load("Ann");
    await isJudged(page, 1);
    assert.match(await by(page, "file-status").textContent(), /Ann on Lichess/);
    const url = (name) => `https://lichess.org/api/games/user/${name}?max=300&clocks=true&evals=true&opening=true`;
    assert.deepEqual(asked, ["nobody", "offline", "Ann"].map((name) => ["GET", url(name), undefined, null]));
    const others = complaints.filter((one) => !/^request to https:\/\/lichess\.org\/api|^console: Failed to load resource/.test(one));
    assert.deepEqual(others, []);
  } finally {
    await context.close();
  }
});
