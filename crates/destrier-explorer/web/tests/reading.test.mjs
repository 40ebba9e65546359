/** Reading files of games: the page stays consistent and does not get stuck. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { hasFen, hasPieces } from "./support/board.mjs";
import { by, choose, newVisitor, open, soon, visit } from "./support/explorer.mjs";
import { dropFile, isRead, isReadWhole, onePerChance, openGame, show, sample, sampleFindings } from "./support/games.mjs";

const chances = onePerChance(sampleFindings());
const GAME = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 *\n';
const wait = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));

visit("the board keeps up with fast key presses", { reducedMotion: "no-preference" }, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isReadWhole(page, 60);
  const game = chances.find(({ game }) => new Set(chances.filter((row) => row.game === game).map(({ ply }) => ply)).size > 6).game;
  await openGame(page, game - 1);
  await by(page, "time-line").waitFor();
  const plies = chances.filter((row) => row.game === game);
  await soon(page, async () => assert.equal(await by(page, "ply").getAttribute("data-ply"), String(plies[0].ply)));
  await wait(400);
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press("n");
    await wait(80);
  }
  // At most one move can be animating.
  const { ply, drawn } = await page.evaluate(async () => {
    await new Promise((go) => setTimeout(go, 220));
    const drawn = [...document.querySelectorAll(".pieces-board [data-piece][data-square]")];
    return {
      ply: document.querySelector('[data-test="ply"]').dataset.ply,
      drawn: Object.fromEntries(drawn.map(({ dataset }) => [dataset.square, dataset.piece])),
    };
  });
  assert.equal(Number(ply), plies[5].ply);
  await hasPieces(page, plies[5].fen);
  const settled = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll(".pieces-board [data-piece][data-square]")].map(({ dataset }) => [dataset.square, dataset.piece]),
    ),
  );
  assert.deepEqual(drawn, settled);
});

visit("a click on the open game goes to its first chance before the next key press", {}, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isReadWhole(page, 60);
  const games = [...Array(60).keys()].map((game) => chances.filter((row) => row.game === game + 1).map(({ ply }) => ply));
  const game = games.findIndex(([first, second, third]) => first < second && second < third);
  const isAtSecond = () =>
    soon(page, async () => assert.equal(await by(page, "ply").getAttribute("data-ply"), String(games[game][1])));
  await openGame(page, game);
  await page.keyboard.press("n");
  await isAtSecond();
  await by(page, "games").locator(`[data-game="${game}"]`).evaluate((row) => {
    row.click();
    row.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
  });
  await isAtSecond();
});

visit("Games keeps its state after edits in other entries", {}, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isReadWhole(page, 60);
  await openGame(page, 0);
  const { fen } = chances[0];
  await hasPieces(page, fen);
  await choose(page, "pattern/knight-fork");
  await by(page, "clear").click();
  await hasFen(page, "8/8/8/8/8/8/8/8 w - - 0 1");
  await choose(page, "games");
  await hasPieces(page, fen);
  await by(page, "edit-position").click();
  await hasFen(page, fen);
});

visit("reads the file chosen last", {}, async (page) => {
  await dropFile(page, "slow.pgn.gz", gzipSync(Buffer.alloc(60 * 1024 * 1024, "\n")));
  await dropFile(page, "quick.pgn", GAME);
  await isRead(page, 1);
  await wait(1500);
  assert.match(await by(page, "file-status").textContent(), /quick\.pgn.*1 game,/);
});

visit("decompresses gzip with any file name", {}, async (page) => {
  await dropFile(page, "packed.pgn", gzipSync(GAME));
  await isRead(page, 1);
});

test("the next file replaces a failed worker", { timeout: 60_000 }, async () => {
  const context = await newVisitor([], { serviceWorkers: "block" });
  try {
    await context.route("**/worker-*.js", (route) => route.abort(), { times: 1 });
    const page = await open(context);
    await dropFile(page, "first.pgn", GAME);
    await soon(page, async () => assert.match(await by(page, "message").textContent(), /cannot be read/));
    await soon(page, async () => assert.equal(await by(page, "file-status").getAttribute("data-done"), "yes"));
    await dropFile(page, "second.pgn", GAME);
    await isRead(page, 1);
    assert.equal(await by(page, "message").count(), 0);
  } finally {
    await context.close();
  }
});

/** Drops files or text on an element. Returns whether the page prevented the browser's default action. */
function drop(page, on, { text, files = [] }) {
  return page.evaluate(
    ([on, text, files]) => {
      const data = new DataTransfer();
      if (text) data.setData("text/plain", text);
      for (const name of files) data.items.add(new File(["1. e4 *"], name));
      const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data });
      document.querySelector(on).dispatchEvent(event);
      return event.defaultPrevented;
    },
    [on, text, files],
  );
}

visit("handles dropped files, games and FENs", {}, async (page) => {
  const fen = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1";
  // A text field handles text itself.
  assert.equal(await drop(page, "#fen", { text: fen }), false);
  assert.equal(await page.getAttribute(".page", "data-view"), "pattern/knight-fork");
  assert.equal(await drop(page, "main", { text: fen }), true);
  await hasFen(page, fen);
  assert.equal(await page.getAttribute(".page", "data-view"), "pattern/knight-fork");
  await drop(page, "main", { files: ["large.bz2"] });
  await by(page, "message").waitFor();
  assert.equal(await page.getAttribute(".page", "data-view"), "pattern/knight-fork");
  await drop(page, "main", { files: ["a.pgn", "b.pgn"] });
  await isRead(page, 1);
  assert.match(await by(page, "message").textContent(), /one file.*a\.pgn/);
  await drop(page, "main", { text: GAME });
  await page.waitForSelector('[data-test="games"]');
  await soon(page, async () => assert.match(await by(page, "games").textContent(), /Ann – Bob/));
});

visit("next skips games that the filter hides", {}, async (page) => {
  const [whole] = sample().toString().split(/\n(?=\[Event )/);
  const broken = whole.trimEnd().replace(/(1-0|0-1|1\/2-1\/2)$/, "Ke9 $1");
  assert.notEqual(broken, whole.trimEnd());
  await dropFile(page, "three.pgn", [broken, whole.trimEnd(), broken, ""].join("\n\n"));
  await isRead(page, 3);
  assert.equal(await by(page, "file-status").getAttribute("data-damaged"), "2");
  await show(page, "all");
  await page.locator('[data-test="more-filters"] > summary').click();
  await by(page, "filter-damaged").check();
  await openGame(page, 0);
  const count = chances.filter(({ game }) => game === 1).length;
  for (let i = 0; i < count; i++) await page.keyboard.press("n");
  await page.waitForSelector('[data-test="open-game"][data-game="2"]');
  for (const key of ["p", "p"]) await page.keyboard.press(key);
  await page.waitForSelector('[data-test="open-game"][data-game="0"]');
});
