/**
 * No task of the page takes more than 100 milliseconds, so that it reacts while it loads ten thousand games, searches
 * them for missed moves, and filters and saves them. With `DESTRIER_DATA`, also while it loads a book of 145,000 games.
 */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { taskTimes } from "../support/busy.mjs";
import { by, soon, visit } from "../support/explorer.mjs";
import { onePerChance, openGame, sample, sampleFindings, show } from "../support/games.mjs";

/** Milliseconds that a user does not notice. */
const MAX = 100;

const chances = onePerChance(sampleFindings());
const status = (page) => by(page, "file-status").evaluate(({ dataset: { games, judged } }) => ({ games: Number(games), judged: Number(judged) }));

async function isQuick(page, t, name, use) {
  const times = await taskTimes(page, use);
  assert.ok(times.length > 10, `${times.length} tasks`);
  t.diagnostic(`${name}: ${times.length} tasks, the longest ${times.slice(0, 5).map((time) => time.toFixed(0)).join(", ")} ms`);
  assert.ok(times[0] < MAX, `${name}: a task took ${times[0]} ms`);
}

/** Uses all filters, the keys and the list, with many games. */
async function useAll(page, player) {
  for (const what of ["unplayed", "all", "missed"]) await show(page, what);
  await by(page, "filter-pattern").selectOption("0");
  await by(page, "filter-pattern").selectOption("");
  await by(page, "filter-player").fill(player);
  await by(page, "filter-player").blur();
  await soon(page, async () => assert.ok(Number(await by(page, "listed").getAttribute("data-games")) > 0));
  await by(page, "filter-player").fill("");
  await by(page, "filter-player").blur();
  await show(page, "all");
  for (const key of ["n", "n", "p", "ArrowDown", "ArrowRight", "f"]) await page.keyboard.press(key);
  await by(page, "games").evaluate((box) => (box.scrollTop = box.scrollHeight / 2));
  await page.waitForTimeout(500);
}

visit("the page reacts while ten thousand games load", { hash: "", timeout: 240_000 }, async (page, t) => {
  const times = Math.ceil(10_000 / 60);
  await isQuick(page, t, "loading", async () => {
    await page.evaluate(
      ([text, times]) => {
        const data = new DataTransfer();
        data.items.add(new File(Array(times).fill(text), "many.pgn"));
        document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
      },
      [`${sample()}\n`, times],
    );
    // During loading, the user can open games and step through them.
    await page.waitForFunction(() => Number(document.querySelector('[data-test="file-status"]')?.dataset.games) >= 200);
    await show(page, "all");
    await openGame(page, 7);
    await page.keyboard.press("n");
    await page.waitForSelector('[data-test="file-status"][data-done="yes"]', { timeout: 90_000 });
  });
  assert.equal((await status(page)).games, 60 * times);
  const count = (times * chances.length).toLocaleString("en");
  assert.ok((await by(page, "file-status").textContent()).includes(`${count} chances`));
  const before = (await status(page)).judged;
  await isQuick(page, t, "searching", () => page.waitForTimeout(5000));
  const judged = (await status(page)).judged - before;
  t.diagnostic(`${judged} games searched for missed moves in 5 s`);
  assert.ok(judged > 50, `${judged} games in 5 s`);
  const { white } = await by(page, "game").first().evaluate((row) => ({ white: row.querySelector(".players").textContent.split(" – ")[0] }));
  await isQuick(page, t, "filters and keys", () => useAll(page, white));
  // The worker then writes for a minute.
  await isQuick(page, t, "saving", async () => {
    await by(page, "save").locator("summary").click();
    await by(page, "save-epd").click();
    await page.waitForTimeout(2000);
  });
  // The last game is loaded. Its chances are those of the sample's last game.
  await openGame(page, 60 * times - 1);
  const expected = chances.filter(({ game }) => game === 60).map(({ ply, pattern }) => `${ply} ${pattern}`);
  await soon(page, async () => {
    const marks = await by(page, "mark").evaluateAll((all) => all.map(({ dataset: { ply, pattern } }) => `${ply} ${pattern}`));
    assert.deepEqual(marks.sort(), expected.sort());
  });
});

const BOOK = join(process.env.DESTRIER_DATA ?? "", "gnuchess-book.pgn.zst");

if (existsSync(BOOK)) {
  visit("the page reacts while a book of 145,000 games loads", { hash: "", timeout: 240_000 }, async (page, t) => {
    const start = Date.now();
    await isQuick(page, t, "loading", async () => {
      await by(page, "file").setInputFiles(BOOK);
      await page.waitForSelector('[data-test="file-status"][data-done="yes"]', { timeout: 100_000 });
    });
    t.diagnostic(`${(await status(page)).games} games in ${((Date.now() - start) / 1000).toFixed(1)} s`);
    assert.ok((await status(page)).games > 100_000);
    await isQuick(page, t, "searching", () => page.waitForTimeout(5000));
    await isQuick(page, t, "filters and keys", () => useAll(page, "Adams, Michael"));
  });
}
