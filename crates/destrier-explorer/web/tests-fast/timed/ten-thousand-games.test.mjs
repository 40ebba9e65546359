/** The page stays responsive while it loads ten thousand games and searches them for missed moves. */

import assert from "node:assert/strict";
import { by, choose, soon, visit } from "../support/explorer.mjs";
import { onePerChance, openGame, sample, sampleFindings, show } from "../support/games.mjs";

const chances = onePerChance(sampleFindings());

visit("the page stays responsive while ten thousand games load", {}, async (page, t) => {
  const once = sample().toString();
  const times = Math.ceil(10_000 / 60);
  await choose(page, "games");
  // Measures in the page: the longest gap between frames, and the longest task.
  await page.evaluate(() => {
    globalThis.awake = { gap: 0, tasks: [], frames: 0, on: true };
    let last = performance.now();
    const tick = (now) => {
      awake.gap = Math.max(awake.gap, now - last);
      awake.frames++;
      last = now;
      if (awake.on) requestAnimationFrame(tick);
    };
    awake.watch = () => {
      Object.assign(awake, { gap: 0, tasks: [], frames: 0, on: true });
      last = performance.now();
      requestAnimationFrame(tick);
    };
    awake.watch();
    new PerformanceObserver((list) => awake.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
  });
  await page.evaluate(
    ([text, times]) => {
      const data = new DataTransfer();
      data.items.add(new File(Array(times).fill(text), "many.pgn"));
      awake.start = performance.now();
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
    },
    [once + "\n", times],
  );
  // During loading, the user can open games and step through them.
  await page.waitForFunction(() => Number(document.querySelector('[data-test="file-status"]')?.dataset.games) >= 200);
  await show(page, "all");
  await openGame(page, 7);
  await page.keyboard.press("n");
  await page.waitForSelector(`[data-test="file-status"][data-done="yes"]`, { timeout: 90_000 });
  const { gap, tasks, frames, time } = await page.evaluate(() => {
    awake.on = false;
    return { ...awake, time: performance.now() - awake.start };
  });
  assert.equal(await by(page, "file-status").getAttribute("data-games"), String(60 * times));
  const count = (times * chances.length).toLocaleString("en");
  assert.ok((await by(page, "file-status").textContent()).includes(`${count} chances`));
  t.diagnostic(
    `${60 * times} games in ${(time / 1000).toFixed(1)} s: ${frames} frames, the longest gap between two ${gap.toFixed(0)} ms, ` +
      `${tasks.length} tasks over 50 ms, the longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
  );
  assert.ok(gap < 1000, `no frame for ${gap} ms`);
  assert.ok(frames > 10);
  // The search for missed moves comes next. The page stays just as responsive.
  const judging = await page.evaluate(async () => {
    const judged = () => Number(document.querySelector('[data-test="file-status"]').dataset.judged);
    awake.watch();
    const start = judged();
    await new Promise((go) => setTimeout(go, 5000));
    awake.on = false;
    return { ...awake, games: judged() - start };
  });
  t.diagnostic(`then ${judging.games} games searched for missed moves in 5 s, the longest gap ${judging.gap.toFixed(0)} ms`);
  assert.ok(judging.games > 50, `${judging.games} games in 5 s`);
  assert.ok(judging.gap < 1000, `no frame for ${judging.gap} ms`);
  // The last game is loaded. Its chances are those of the sample's last game.
  await openGame(page, 60 * times - 1);
  const expected = chances.filter(({ game }) => game === 60).map(({ ply, pattern }) => `${ply} ${pattern}`);
  await soon(page, async () => {
    const marks = await by(page, "mark").evaluateAll((all) => all.map(({ dataset: { ply, pattern } }) => `${ply} ${pattern}`));
    assert.deepEqual(marks.sort(), expected.sort());
  });
});
