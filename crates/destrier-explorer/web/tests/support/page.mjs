/** Helpers for any page. */

import assert from "node:assert/strict";

/** Waits until the page is ready. */
export async function ready(page) {
  await page.waitForSelector("html[data-ready]");
}

/** Waits for the page to draw. */
export function frame(page) {
  return page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}

/** Repeats an assertion every frame until it holds. Throws its last error after a timeout. */
export async function soon(page, check, milliseconds = 30_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || Date.now() > end) throw error;
    }
    await frame(page);
  }
}

/** Locates elements by `data-test`. */
export function by(page, name) {
  return page.locator(`[data-test="${name}"]`);
}

/** Goes to an entry with the menu. */
export async function choose(page, entry) {
  const button = by(page, "menu-button");
  if (await button.isVisible()) await button.click();
  const link = by(page, `entry-${entry}`);
  // The groups for programmers are closed at first.
  const group = page.locator("#menu details:not([open])").filter({ has: link });
  if ((await group.count()) > 0) await group.locator("summary").click();
  await link.click();
  await page.waitForSelector(`[data-view="${entry}"]`);
}
