/** What a file shows first: its worst miss as soon as it is known, or the solution of a puzzle. */

import assert from "node:assert/strict";
import { by, soon, visit } from "./support/explorer.mjs";
import { dropFile, isJudged, isRead } from "./support/games.mjs";

const fork = (victim) => `[FEN "${victim}3k3/8/8/1N6/8/8/PPP5/4K3 w - - 0 1"]\n\n1. Kd2 Kd8 *\n\n`;
/** The second game misses a rook, the third a queen. */
const GAMES = `1. e4 e5 *\n\n${fork("r")}${fork("q")}1. d4 d5 *\n`;

const opens = (page, game) => page.waitForSelector(`[data-test="open-game"][data-game="${game}"]`);

/** Opens the games, and holds back their misses until `letGo` is called with the index of a game. */
async function openSlowly(page) {
  await page.evaluate(() => {
    const held = new Map();
    Object.defineProperty(Worker.prototype, "onmessage", {
      set(take) {
        this.addEventListener("message", ({ data }) => {
          if (data.kind !== "misses") take.call(this, { data });
          else for (const one of data.games) held.set(one[0], () => take.call(this, { data: { ...data, games: [one] } }));
        });
      },
    });
    globalThis.held = held;
  });
  await dropFile(page, "games.pgn", GAMES);
  await isRead(page, 4);
  await opens(page, 0);
}

async function letGo(page, game) {
  await page.waitForFunction((game) => held.has(game), game);
  // The list is sorted once a second.
  await page.waitForTimeout(1100);
  await page.evaluate((game) => held.get(game)(), game);
}

visit("the first miss is shown at once, and a worse one in its place", { hash: "" }, async (page) => {
  await openSlowly(page);
  await letGo(page, 1);
  await opens(page, 1);
  await soon(page, async () => assert.match(await by(page, "words").textContent(), /It wins a rook/));
  await letGo(page, 2);
  await opens(page, 2);
  for (const game of [0, 3]) await letGo(page, game);
  await isJudged(page, 4);
  await opens(page, 2);
});

for (const [does, look] of [
  ["stepped", (page) => page.keyboard.press("ArrowRight")],
  ["clicked", (page) => page.mouse.click(5, 400)],
  ["filtered", (page) => by(page, "filter-pattern").selectOption("0")],
]) {
  visit(`the board stays once the reader has ${does}`, { hash: "" }, async (page) => {
    await openSlowly(page);
    await letGo(page, 1);
    await opens(page, 1);
    await look(page);
    for (const game of [2, 0, 3]) await letGo(page, game);
    await isJudged(page, 4);
    await soon(page, async () => assert.equal(await by(page, "listed").getAttribute("data-games"), "2"));
    await opens(page, 1);
  });
}

visit("a puzzle opens at its solution, for the solver, without the moves that lose", { hash: "" }, async (page) => {
  // White's solution is Qxc8+. Rf8+ is a check, too, and loses a rook.
  const puzzle = "01gBD,2r4k/pb4pp/1p6/3pP3/3Pn3/2PBq1NQ/PP5P/5R1K b - - 4 23,e3d3 h3c8 b7c8 f1f8,backRankMate,https://lichess.org/Oojuy157/black#46";
  await dropFile(page, "puzzles.csv", `PuzzleId,FEN,Moves,Themes,GameUrl\n${puzzle}\n`);
  await isJudged(page, 1);
  const cards = page.locator('.findings > li > [data-test="finding"]:visible b');
  await soon(page, async () => assert.deepEqual(await cards.allTextContents(), ["Qxc8+"]));
  assert.equal(await by(page, "ply").getAttribute("data-ply"), "1");
  assert.equal(await page.locator(".board-and-trays").getAttribute("data-flip"), "no");
  assert.equal(await by(page, "losing").locator("summary").textContent(), "One more move loses material");
  await by(page, "losing").locator("summary").click();
  await soon(page, async () => assert.deepEqual(await cards.allTextContents(), ["Qxc8+", "Rf8+"]));
  // Without a finding in the solution, the position to solve is on the board. Black solves it.
  await dropFile(page, "other.csv", "PuzzleId,FEN,Moves\nJydUg,8/4k2p/4P2p/8/1b4P1/1Bp4P/p2p2K1/3R4 w - - 0 46,b3a2 c3c2 a2b3 c2c1q\n");
  await isJudged(page, 1);
  await soon(page, async () => assert.equal(await by(page, "ply").getAttribute("data-ply"), "1"));
  assert.equal(await page.locator(".board-and-trays").getAttribute("data-flip"), "yes");
});
