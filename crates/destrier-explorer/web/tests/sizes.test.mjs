/** Phones, tablets and large screens: nothing is cut off or covered, and there is room to read. */

import assert from "node:assert/strict";
import { by, frame, soon, visit } from "./support/explorer.mjs";
import { dropFile, isJudged, sample } from "./support/games.mjs";

const SIZES = [[390, 844], [844, 390], [667, 375], [820, 1180], [1024, 768], [1280, 590], [1280, 800], [1920, 1080]];
/** Pixels beside or below the board. */
const ROOM = 300;

/** Returns what is not in the window or not on top, of the elements with texts or controls. */
function hidden(page, selector) {
  return page.locator(selector).evaluateAll((all) =>
    all.flatMap((element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      // The rest is folded or further down.
      if (!element.checkVisibility() || width <= 1 || height === 0 || (top + bottom) / 2 >= innerHeight) return [];
      const isHit = (x, y) => {
        const hit = document.elementFromPoint(x, y);
        return element.contains(hit) || hit?.contains(element);
      };
      const y = (top + bottom) / 2;
      const isInSight = left >= 0 && right <= innerWidth && [left + 4, (left + right) / 2, right - 4].every((x) => isHit(x, y));
      return isInSight ? [] : [`${element.textContent.trim().slice(0, 40)} at ${Math.round(left)}, ${Math.round(top)}`];
    }),
  );
}

/** Asserts that the texts and controls are in sight at each size, and that the board leaves room to read. */
async function isReadable(page, view, leastRoom = ROOM) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo(0, 0));
    await frame(page);
    const name = `${view} at ${width} x ${height}`;
    const shown = ".bar button, .transport > *, .player > *, .toolbar button, .fen input, .panel :is(h2, h3, p, summary), .panel button:not(.rows *, .moves *)";
    assert.deepEqual(await hidden(page, shown), [], name);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} scrolls sideways`);
    const board = await by(page, "board").boundingBox();
    const room = Math.max(width - board.x - board.width, height - board.y - board.height);
    assert.ok(room >= leastRoom, `${name}: the board leaves ${room} pixels`);
  }
}

visit("games and the menu to save them are readable at every size", { hash: "" }, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  await isReadable(page, "games");
  await by(page, "save").locator("summary").click();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await by(page, "save-epd").scrollIntoViewIfNeeded();
    assert.deepEqual(await hidden(page, ".choices button"), [], `at ${width} x ${height}`);
  }
  // Escape and a click elsewhere close the menu.
  await page.keyboard.press("Escape");
  assert.equal(await by(page, "save-epd").isVisible(), false);
  await by(page, "save").locator("summary").click();
  await by(page, "listed").click();
  assert.equal(await by(page, "save-epd").isVisible(), false);
  // A message is in sight, wherever the reader is.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => window.scrollTo(0, 10_000));
  await dropFile(page, "games.rar", "");
  await soon(page, async () => assert.ok((await by(page, "message").boundingBox()).y >= 0));
  await by(page, "close-message").click();
  await by(page, "train").click();
  await page.waitForSelector('[data-test="question"][data-state="waiting"]');
  await isReadable(page, "training");
  // The solution, with its bar of chances, does not move the board.
  const { width } = await by(page, "board").boundingBox();
  await by(page, "solution").click();
  await by(page, "solution-line").waitFor();
  assert.equal((await by(page, "board").boundingBox()).width, width);
});

visit("positions are readable at every size", {}, (page) => isReadable(page, "a pattern"));

visit("the field for a pattern is readable at every size", { hash: "#v1/entry=write" }, async (page) => {
  await by(page, "pattern-text").fill('pattern a-b "A text." move knight where after(chekc)');
  // On a phone, the text is above the board.
  await isReadable(page, "a pattern of one's own", 0);
});

visit("the first click after a file was chosen with the keyboard arrives", { hash: "" }, async (page) => {
  await by(page, "choose-file").focus();
  const chosen = page.waitForEvent("filechooser");
  // The browser must know that the test waits.
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await (await chosen).setFiles({ name: "lichess.pgn", mimeType: "application/x-chess-pgn", buffer: sample() });
  await isJudged(page, 60);
  await soon(page, async () => assert.equal(await page.evaluate(() => document.activeElement.dataset.test), "title"));
  const { x, y, width, height } = await by(page, "train").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await frame(page);
  await frame(page);
  await page.mouse.up();
  await by(page, "question").waitFor({ timeout: 5000 });
});

/** Returns the controls that are lower than a finger needs. Marks on the timeline are close to each other, and links stand in texts. */
function low(page) {
  return page.locator("button:not(.lanes *), .button, summary, select, input[type=text], .choice label, .menu a:not(.made-of *), .pattern-list a, .display label").evaluateAll((all) =>
    all.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      if (!element.checkVisibility() || width <= 1 || height >= 40) return [];
      return [`${element.textContent.trim().slice(0, 40)} ${Math.round(height)}`];
    }),
  );
}

visit("controls have room for fingers on a phone", { hash: "", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
  assert.deepEqual(await low(page), [], "at first");
  // The Tab key goes down the screen, from the first button below the bar.
  await by(page, "choose-file").focus();
  const tops = [];
  for (let i = 0; i < 10; i++) {
    tops.push(await page.evaluate(() => document.activeElement.getBoundingClientRect().top + scrollY));
    await page.keyboard.press("Tab");
  }
  assert.deepEqual(tops, [...tops].sort((a, b) => a - b));
  await by(page, "menu-button").tap();
  assert.deepEqual(await low(page), [], "the menu");
  await by(page, "menu-button").tap();
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  // The finding is in sight at once, with its first words.
  const { y } = await by(page, "words").first().boundingBox();
  assert.ok(y < 800, `the words are at ${y}`);
  await page.locator(".display summary").tap();
  assert.deepEqual(await low(page), [], "games");
  await by(page, "train").tap();
  await page.waitForSelector('[data-test="question"][data-state="waiting"]');
  await by(page, "solution").tap();
  await by(page, "solution-line").waitFor();
  assert.deepEqual(await low(page), [], "training");
});
