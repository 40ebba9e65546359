/** The first visit: each entry shows an example at once, or says what is missing. */

import assert from "node:assert/strict";
import { by, choose, PHONE, soon, visit } from "./support/explorer.mjs";
import { drag, drawnPieces, hasFen, paste, readBoard, readPanel } from "./support/board.mjs";

/** Returns the entries of a menu group, in order. */
function entries(page, group) {
  return page
    .locator(`[data-test^="entry-${group}/"]`)
    .evaluateAll((all) => all.map(({ dataset }) => dataset.test.replace("entry-", "")));
}

visit("every pattern shows an example at once", {}, async (page) => {
  const patterns = await entries(page, "pattern");
  // The first one comes last, because the page starts with it.
  for (const entry of [...patterns.slice(1), patterns[0]]) {
    await choose(page, entry);
    await soon(page, async () => assert.notEqual((await readPanel(page)).findings.length, 0, entry));
    // A pattern of the whole position has no square to draw.
    if ((await readPanel(page)).findings.every(({ where }) => where === "")) continue;
    const { marks, arrows } = await readBoard(page);
    assert.notEqual(Object.values(marks).flat().length + arrows.length, 0, entry);
  }
});

visit("every value shows an example at once, for both sides", {}, async (page) => {
  for (const entry of await entries(page, "value")) {
    await choose(page, entry);
    for (const side of ["white", "black"]) {
      await page.locator(`label:has([data-test="side-${side}"])`).click();
      await soon(page, async () => {
        const { marks } = await readBoard(page);
        assert.notEqual(Object.values(marks).flat().length, 0, `${entry} of ${side}`);
      });
    }
  }
});

visit("keeps an edited position, and a button shows an example", {}, async (page) => {
  await drag(page, "d5", "b5");
  const mine = "r1b1kb1r/ppp2ppp/2npqn2/1N6/4P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1";
  await hasFen(page, mine);
  for (const entry of [...(await entries(page, "pattern")), ...(await entries(page, "value")), "moving/open-lines"]) {
    await choose(page, entry);
    await hasFen(page, mine);
    await by(page, "example").click();
    await soon(page, async () => assert.notEqual(await by(page, "fen").inputValue(), mine, entry));
    await by(page, "undo").click();
    await hasFen(page, mine);
  }
});

visit("draws the squares in front of castled kings, with the value of each", {}, async (page) => {
  await choose(page, "value/shield_index");
  await soon(page, async () => {
    const { marks, numbers } = await readBoard(page);
    assert.deepEqual(marks.reason, ["f2", "g2", "h2", "f3", "g3", "h3", "a6", "b6", "c6", "a7", "b7", "c7"]);
    const { white, black } = await readPanel(page);
    const sum = (rank) => marks.place.filter((square) => rank.test(square)).reduce((all, square) => all + numbers[square], 0);
    assert.equal(sum(/[23]/), Number(white));
    assert.equal(sum(/[67]/), Number(black));
  });
});

visit("a value that needs a king says which one is missing", {}, async (page) => {
  await paste(page, "8/8/8/3k4/8/8/5PPP/8 w - - 0 1");
  for (const value of ["king_escapes", "king_lines", "shield_wing", "shield_index", "king_reach"]) {
    await choose(page, `value/${value}`);
    await soon(page, async () => assert.match((await readPanel(page)).white, /no White king/, value));
    assert.doesNotMatch((await readPanel(page)).black ?? "", /king, and/, value);
  }
  await choose(page, "moving/open-lines");
  await page.locator('label:has([data-test="side-white"])').click();
  await soon(page, async () => assert.match((await readPanel(page)).white, /no White king/));
  assert.match(await by(page, "unplayable").textContent(), /no king/);
});

visit("the error in a FEN is visible, and the page recognizes a game", {}, async (page) => {
  await paste(page, "8/8/x");
  const { y, height } = await by(page, "fen-problem").boundingBox();
  assert.ok(y + height <= page.viewportSize().height, `it ends at ${y + height}`);
  assert.doesNotMatch(await by(page, "fen-problem").textContent(), /byte/);
  await paste(page, "");
  await soon(page, async () => assert.match(await by(page, "fen-problem").textContent(), /Paste a FEN here/));
  await by(page, "fen-reset").click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "fen");
  await paste(page, "1. e4 e5 2. Nf3 Nc6 1-0");
  await by(page, "fen-is-game").click();
  await page.waitForSelector('[data-test="file-status"][data-done="yes"][data-games="1"]');
});

visit("opens a pasted game with its line breaks, unless the field has changed since", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  // Without the line break, the comment would not end.
  const pgn = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 ; the best\ne5 2. Nf3 *\n';
  const pasteByKey = async () => {
    await page.evaluate((pgn) => navigator.clipboard.writeText(pgn), pgn);
    await by(page, "fen").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+v");
    await soon(page, async () => assert.match(await by(page, "fen").inputValue(), /Ann.*Nf3/));
  };
  const opens = async (...moves) => {
    await by(page, "fen-is-game").click();
    await page.waitForSelector('[data-test="file-status"][data-done="yes"][data-games="1"]');
    await soon(page, async () => assert.deepEqual(await by(page, "move").allTextContents(), moves));
  };
  await pasteByKey();
  await opens("1. e4", "e5", "2. Nf3");
  await choose(page, "pattern/knight-fork");
  await pasteByKey();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1. d4 d5 *");
  await opens("1. d4", "d5");
});

visit("pieces of a function's arguments have the colors of its arguments", {}, async (page) => {
  for (const [entry, field, pieces] of [
    ["caught-area", "king-color", { white: "wk", black: "bk" }],
    ["pawn-shield", "color", { white: "wp", black: "bp" }],
  ]) {
    await choose(page, `function/${entry}`);
    for (const [color, piece] of Object.entries(pieces)) {
      await page.locator(`label:has([data-test="arg-${field}-${color}"])`).click();
      await soon(page, async () => assert.deepEqual(new Set(Object.values(await drawnPieces(page))), new Set([piece])));
    }
  }
});

visit("definitions name the sides and keep the registry's text", {}, async (page) => {
  const said = () => by(page, "definition").textContent();
  await choose(page, "value/passers");
  assert.match(await said(), /^One side's pawns with no pawn of the other/);
  assert.match(await by(page, "definition").getAttribute("data-definition"), /^S's pawns with no pawn of O/);
  await page.locator('label:has([data-test="side-black"])').click();
  await soon(page, async () => assert.match(await said(), /^Black's pawns with no pawn of White/));
});

visit("a pattern has a description for players and a collapsed exact definition", {}, async (page) => {
  await choose(page, "pattern/knight-fork");
  assert.match(await by(page, "in-short").textContent(), /^A knight jumps to a square from which it attacks/);
  assert.equal(await by(page, "definition").isVisible(), false);
  await page.locator(".heading summary").click();
  assert.equal(await by(page, "definition").isVisible(), true);
});

visit("on a phone, a menu entry moves the focus to its title", { viewport: PHONE, hasTouch: true }, async (page) => {
  const focused = () => page.evaluate(() => document.activeElement.dataset.test);
  await choose(page, "value/passers");
  await soon(page, async () => assert.equal(await focused(), "title"));
  await by(page, "menu-button").click();
  await by(page, "entry-value/passers").focus();
  await page.keyboard.press("Escape");
  assert.equal(await focused(), "menu-button");
  assert.equal(await by(page, "menu").isVisible(), false);
});

visit("the page fits on a narrow phone", { viewport: { width: 360, height: 740 } }, async (page) => {
  for (const group of ["pattern", "moving", "value", "function"]) {
    for (const entry of await entries(page, group)) {
      await choose(page, entry);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.equal(wider, 0, entry);
    }
  }
});
