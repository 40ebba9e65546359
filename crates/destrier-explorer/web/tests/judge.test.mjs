/** The judge beside the game: the line of a miss, what a tried move is worth, and the bar of winning chances. */

import assert from "node:assert/strict";
import { drag, hasPieces } from "./support/board.mjs";
import { by, PHONE, soon, visit } from "./support/explorer.mjs";
import { dropFile, isJudged } from "./support/games.mjs";

/** White can fork with Nc7+, and plays something else. The file evaluates the last position. */
const FORK = '[White "Ann"]\n[Black "Bob"]\n[FEN "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 Kd8 { [%eval -6.0] } *\n';

const has = (page, name, text) => soon(page, async () => assert.match(await by(page, name).textContent(), text));

async function openFork(page) {
  await dropFile(page, "fork.pgn", FORK);
  await isJudged(page, 1);
}

visit("a miss shows the line that wins, and the arrow keys play it", { hash: "" }, async (page) => {
  await openFork(page);
  await has(page, "winning-line", /^1\. Nc7\+ Kd7 2\. Nxa8$/);
  await page.keyboard.press("l");
  await hasPieces(page, "q3k3/2N5/8/8/8/8/8/4K3");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await hasPieces(page, "N7/3k4/8/8/8/8/8/4K3");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  assert.equal(await by(page, "tried").count(), 0);
  await by(page, "winning-line").locator("button").nth(2).click();
  await hasPieces(page, "N7/3k4/8/8/8/8/8/4K3");
  await by(page, "leave-line").click();
  await hasPieces(page, "q3k3/8/8/1N6/8/8/8/4K3");
  // Figurines are kept.
  await by(page, "display").locator("summary").click();
  await by(page, "figurines").check();
  await has(page, "winning-line", /^1\. ♘c7\+ ♔d7 2\. ♘xa8$/);
  await page.reload();
  await has(page, "winning-line", /^1\. ♘c7\+/);
});

visit("a tried move is judged against the best one, with its answer", { hash: "" }, async (page) => {
  await openFork(page);
  await drag(page, "b5", "a3");
  await has(page, "verdict", /^Na3 loses a piece\. Winning chances \d+%; the best move has \d+%\.$/);
  await has(page, "answer-line", /^1… Qxa3$/);
  await has(page, "best-line", /^1\. Nc7\+ Kd7 2\. Nxa8$/);
  await by(page, "answer-line").locator("button").click();
  await has(page, "verdict", /^Qxa3 wins a piece\. .*: the best move\.$/);
  assert.equal(await by(page, "tried-moves").textContent(), "1. Na3 Qxa3");
  await by(page, "leave-line").click();
  await drag(page, "b5", "c7");
  await has(page, "verdict", /^Nc7\+ wins a queen\. .*: the best move\.$/);
});

visit("the bar says whose evaluation it shows", { hash: "" }, async (page) => {
  await openFork(page);
  const bar = (source, white) =>
    soon(page, async () => {
      const { dataset } = await by(page, "bar").evaluate(({ dataset }) => ({ dataset: { ...dataset } }));
      assert.equal(dataset.source, source);
      assert.ok(white(parseInt(dataset.white)), dataset.white);
    });
  await bar("judge", (white) => white > 40);
  await page.keyboard.press("End");
  await bar("file", (white) => white === 10);
  assert.match(await by(page, "bar").textContent(), /White's chances 10%, by the file/);
  await by(page, "display").locator("summary").click();
  await by(page, "show-bar").uncheck();
  assert.equal(await by(page, "bar").count(), 0);
});

visit("on a phone there is no bar at first", { hash: "", viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
  await openFork(page);
  await has(page, "winning-line", /Nc7/);
  assert.equal(await by(page, "bar").count(), 0);
});
