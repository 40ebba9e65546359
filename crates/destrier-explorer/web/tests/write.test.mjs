/** Write a pattern: complete, mend, find, count, train and share it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { destrier, rows, SAMPLE } from "./support/command.mjs";
import { by, choose, newVisitor, open, soon, visit } from "./support/explorer.mjs";
import { dropFile, isJudged, sample } from "./support/games.mjs";

const TEXT = 'pattern knight-check "A knight gives check."\nmove knight\nwhere after(check)\n';
const KNIGHT = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1";

const field = (page) => by(page, "pattern-text");
const problem = (page, text) => soon(page, async () => assert.match(await by(page, "pattern-problem").textContent(), text));

visit("words are completed, and the wrong one is underlined", { hash: "#v1/entry=write&fen=4r3/1q2P2k/p1p1pB1p/1p5B/4PP2/1P6/P4P1P/3r2RK_w_-_-_5_37" }, async (page) => {
  await soon(page, async () => assert.equal(await by(page, "finding-count").textContent(), "3"));
  await field(page).fill("move knight\nwhere after(che");
  await page.keyboard.press("End");
  await field(page).pressSequentially("c");
  const offered = by(page, "pattern-words").locator("code");
  await soon(page, async () => assert.deepEqual(await offered.allTextContents(), ["check", "checkers"]));
  await page.keyboard.press("Tab");
  await soon(page, async () => assert.equal(await field(page).inputValue(), "move knight\nwhere after(check"));
  await field(page).fill("move knight\nwhere us & quens");
  await problem(page, /^Line 2: Unknown name “quens”; did you mean “queens”\?/);
  assert.equal(await by(page, "wrong-word").textContent(), "quens");
  // The help explains every word.
  const words = (await by(page, "language").locator("code").allTextContents()).join(" ");
  const all = readFileSync(new URL("../../../destrier-games/src/search/language/words.rs", import.meta.url), "utf8");
  for (const [, word] of all.matchAll(/^ {4}\("([a-z_]+)", /gm)) assert.match(words, new RegExp(`\\b${word}\\b`));
});

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

visit("a pattern is written, found, counted, trained on and shared", { hash: "", ...clipboard }, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  await choose(page, "write");
  await by(page, "fen").fill(KNIGHT);
  await field(page).fill(TEXT);
  await soon(page, async () => assert.equal(await by(page, "finding-count").textContent(), "2"));
  const found = rows("scan", "-e", TEXT.slice(TEXT.indexOf("move")), "-f", "jsonl", SAMPLE);
  const chances = new Set(found.map(({ game, chance }) => `${game} ${chance}`)).size;
  await soon(page, async () => {
    const { dataset } = await by(page, "pattern-count").evaluate(({ dataset }) => ({ dataset: { ...dataset } }));
    assert.deepEqual([Number(dataset.chances), Number(dataset.games)], [chances, 60]);
  });
  await by(page, "keep-pattern").click();
  const [file] = await Promise.all([page.waitForEvent("download"), by(page, "export-pattern").click()]);
  assert.equal(file.suggestedFilename(), "knight-check.pattern");
  assert.match(destrier("list", await file.path()), /knight-check/);
  await by(page, "find-pattern").click();
  await isJudged(page, 60);
  await page.locator('label:has([data-test="show-all"])').click();
  await soon(page, async () => assert.equal(await by(page, "listed").getAttribute("data-chances"), String(chances)));
  assert.equal(await by(page, "filter-pattern").locator("option:checked").textContent(), "Knight check");
  await by(page, "share-link").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await by(page, "train").click();
  await page.waitForSelector('[data-test="question"]');
  await by(page, "hint").click();
  assert.match(await by(page, "hint-pattern").textContent(), /A knight gives check/);
  // The card and its link hold the text, so they know the pattern in another session.
  await by(page, "solution").click();
  await by(page, "why").waitFor();
  await by(page, "share-link").click();
  const position = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(position, /finding=knight-check\.[a-h][1-8][a-h][1-8]&/);
  assert.match(position, /&white=[^&,]+$/);
  assert.match(position, /&black=[^&,]+&/);
  // A friend sees the same game and finding, and the pattern.
  const complaints = [];
  const friend = await newVisitor(complaints);
  const other = await open(friend, link.slice(link.indexOf("#")));
  await soon(other, async () => assert.match(await by(other, "words").first().textContent(), /A knight gives check/));
  await by(other, "edit-position").click();
  await soon(other, async () => assert.equal(await field(other).inputValue(), TEXT));
  await other.goto(position);
  await soon(other, async () => assert.match(await by(other, "words").first().textContent(), /A knight gives check/));
  await by(other, "winning-line").waitFor();
  await friend.close();
  assert.deepEqual(complaints, []);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await by(page, "train-due").click();
  await page.waitForSelector('[data-test="question"]');
  await by(page, "hint").click();
  assert.match(await by(page, "hint-pattern").textContent(), /A knight gives check/);
});

visit("kept patterns without a name are told apart by their words", { hash: "#v1/entry=write" }, async (page) => {
  const texts = ["move knight\nwhere after(check)\n", "# mine\nmove king where captured", "move   knight where after(check) # 2"];
  for (const text of texts) {
    await field(page).fill(text);
    await by(page, "keep-pattern").click();
  }
  await by(page, "keep-pattern").getByText("Forget").waitFor();
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  const titles = ["move knight where after(check)", "move king where captured", "move knight where after(check) (2)"];
  assert.deepEqual(await by(page, "pattern-start").locator('optgroup[label="Yours"] option').allTextContents(), titles);
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  const yours = by(page, "filter-pattern").locator('optgroup[label="Yours"] option');
  assert.deepEqual(await yours.allTextContents(), [...titles, "Write a pattern…"]);
});

visit("the pattern book is found in games, with the misses of each pattern", { hash: "" }, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  const choice = by(page, "filter-pattern");
  await soon(page, async () => assert.equal(await choice.getAttribute("data-booked"), "60"));
  const fork = choice.locator('option[value="fork"]');
  const missed = Number(/\((\d+)\)/.exec(await fork.textContent())[1]);
  assert.ok(missed > 0);
  await choice.selectOption("fork");
  await isJudged(page, 60);
  await soon(page, async () => assert.ok(Number(await by(page, "listed").getAttribute("data-chances")) > 0));
  assert.match(await by(page, "words").first().textContent(), /: A move attacks two or more pieces/);
  await choice.selectOption("0");
  await isJudged(page, 60);
  await soon(page, async () => assert.match(await by(page, "words").first().textContent(), /forks/));
});
