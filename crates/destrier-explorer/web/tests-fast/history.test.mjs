/** Undo and redo. */

import assert from "node:assert/strict";
import { drag, hasFen, paste, readBoard } from "./support/board.mjs";
import { by, choose, soon, visit } from "./support/explorer.mjs";
import { dropFile, isReadWhole, sample } from "./support/games.mjs";

const FEN = "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1";

visit("undo stays in the entry and reverts only edits", {}, async (page) => {
  await paste(page, FEN);
  await drag(page, "d5", "d4");
  const moved = FEN.replace("3N4/8", "8/3N4");
  await hasFen(page, moved);
  await choose(page, "moving/flood-fill");
  await page.keyboard.press("Control+z");
  await page.waitForSelector('[data-view="moving/flood-fill"]');
  await choose(page, "pattern/knight-fork");
  await page.locator('label:has([data-test="side-black"])').click();
  await page.keyboard.press("Control+z");
  await hasFen(page, FEN);
  assert.equal(await by(page, "side-black").isChecked(), true);
});

visit("an entry keeps its state, also with the browser's Back button", {}, async (page) => {
  await choose(page, "moving/shortest-paths");
  const first = await by(page, "piece-king").isChecked();
  assert.equal(first, false);
  await page.locator('label:has([data-test="piece-king"])').click();
  await soon(page, async () => assert.equal(await by(page, "piece-king").isChecked(), true));
  await page.goBack();
  await page.waitForSelector('[data-view="pattern/knight-fork"]');
  await choose(page, "moving/shortest-paths");
  assert.equal(await by(page, "piece-king").isChecked(), true);
});

visit("a chosen finding belongs to its position", {}, async (page) => {
  const forks = "r3k2r/8/8/1N1N4/8/8/8/4K3 w kq - 0 1";
  const others = "q3k2r/8/8/1N1N4/8/8/8/R3K3 w k - 0 1";
  const isChosen = (...expected) =>
    soon(page, async () => {
      const pressed = await by(page, "finding").evaluateAll((all) => all.map((card) => card.ariaPressed === "true"));
      assert.deepEqual(pressed, expected);
    });
  await paste(page, forks);
  await isChosen(false, false);
  await by(page, "finding").nth(1).click();
  await isChosen(false, true);
  // It is still chosen after a visit to another entry, unless the position has changed.
  await choose(page, "value/passers");
  await choose(page, "pattern/knight-fork");
  await isChosen(false, true);
  await choose(page, "value/passers");
  await paste(page, others);
  await choose(page, "pattern/knight-fork");
  await isChosen(false, false);
  assert.equal((await readBoard(page)).arrows.filter((arrow) => arrow.endsWith(" move")).length, 2);
  // Undoing an earlier step does not choose it again.
  await paste(page, forks);
  await isChosen(false, false);
  await by(page, "finding").nth(1).click();
  await isChosen(false, true);
  await by(page, "undo").click();
  await hasFen(page, others);
  await isChosen(false, false);
});

visit("undo does not leave Games", {}, async (page) => {
  await by(page, "clear").click();
  await dropFile(page, "lichess.pgn", sample());
  await isReadWhole(page, 60);
  await by(page, "mark").first().waitFor();
  const ply = await by(page, "ply").getAttribute("data-ply");
  await page.keyboard.press("Control+z");
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  assert.equal(await page.getAttribute(".page", "data-view"), "games");
  assert.equal(await by(page, "ply").getAttribute("data-ply"), ply);
});

visit("text typed in a field is one step", {}, async (page) => {
  await choose(page, "function/knight-fill");
  const field = by(page, "arg-set");
  const before = await field.inputValue();
  await field.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("c3,d4");
  await by(page, "flip").focus();
  await soon(page, async () => assert.equal(await by(page, "undo").isDisabled(), false));
  await by(page, "undo").click();
  await soon(page, async () => assert.equal(await field.inputValue(), before));
  await by(page, "redo").click();
  await soon(page, async () => assert.equal(await field.inputValue(), "c3,d4"));
});

visit("castling rights and clocks survive switching the side to move", {}, async (page) => {
  // Black is in check. With White to move the position is not reachable, so the rights cannot be checked.
  const check = "r3k2r/8/8/8/8/8/8/4R1K1 b kq - 3 20";
  await paste(page, check);
  await hasFen(page, check);
  await by(page, "turn").click();
  await soon(page, async () => assert.equal(await by(page, "turn").getAttribute("data-turn"), "white"));
  await by(page, "turn").click();
  await hasFen(page, check);
  const quiet = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 34";
  await paste(page, quiet);
  await by(page, "turn").click();
  await hasFen(page, quiet.replace(" w ", " b "));
});
