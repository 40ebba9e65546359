/** What is done with any page: waiting, finding, choosing. */

import assert from "node:assert/strict";

/** Waits until the page is ready to be used. */
export async function ready(page) {
  await page.waitForSelector("html[data-ready]");
}

/** Waits for the page to draw. */
export function frame(page) {
  return page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}

/** Checks again with each frame until the check holds, or says in the end why it does not. */
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

/** What has a mark for tests. */
export function by(page, name) {
  return page.locator(`[data-test="${name}"]`);
}

/** Goes to an entry by the menu. */
export async function choose(page, entry) {
  const button = by(page, "menu-button");
  if (await button.isVisible()) await button.click();
  await by(page, `entry-${entry}`).click();
  await page.waitForSelector(`[data-view="${entry}"]`);
}
