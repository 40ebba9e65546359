/** Accessibility: axe finds no serious problem in any view, and everything works with the keyboard alone. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { sample, dropFile, isJudged, isRead } from "./support/games.mjs";
import { by, choose, DESKTOP, PHONE, soon, visit } from "./support/explorer.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical problems that axe finds, one line each. */
async function findings(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, impact, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${impact} ${id}: ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`),
      );
  });
}

/** All menu entries. */
function entries(page) {
  return page
    .locator('[data-test^="entry-"]')
    .evaluateAll((all) => all.map(({ dataset }) => dataset.test.replace("entry-", "")));
}

for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  for (const colorScheme of ["light", "dark"]) {
    visit(`axe finds nothing serious on a ${device}, ${colorScheme}`, { viewport, colorScheme, hasTouch: device === "phone", timeout: 300_000 }, async (page, t) => {
      const all = await entries(page);
      assert.ok(all.length > 80);
      for (const entry of all) {
        await page.evaluate((entry) => (location.hash = `#v1/entry=${entry}`), entry);
        await page.waitForSelector(`[data-view="${entry}"]`);
        assert.deepEqual(await findings(page), [], entry);
      }
      // A page with games and a message, then one with an invalid FEN.
      await dropFile(page, "lichess.pgn", sample());
      await isRead(page, 60);
      await page.waitForSelector('[data-test="mark"]');
      await dropFile(page, "games.bz2", "");
      await page.waitForSelector('[data-test="message"]');
      assert.deepEqual(await findings(page), [], "games");
      await choose(page, "pattern/knight-fork");
      await by(page, "fen").fill("8/8/x");
      await page.waitForSelector('[data-test="fen-problem"]');
      if (device === "phone") await by(page, "menu-button").click();
      assert.deepEqual(await findings(page), [], "an invalid FEN");
      t.diagnostic(`${all.length + 2} pages`);
    });
  }
}

/** The focused element: its `data-test`, and whether its focus is visible. */
function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    // In a choice, the label next to the hidden button shows the focus. On the board, the cell does.
    const shown = [element, element.nextElementSibling, element.parentElement, ...element.querySelectorAll(".cursor")];
    return {
      test: element.dataset.test ?? element.textContent.trim().slice(0, 30),
      tag: element.tagName,
      visible: shown.some((one) => {
        if (!one) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow.includes("inset");
      }),
      inSight: (() => {
        const { width, height, top, bottom } = element.getBoundingClientRect();
        return width > 0 && height > 0 && bottom > 0 && top < innerHeight;
      })(),
    };
  });
}

visit("Tab reaches all controls, and they show the focus", {}, async (page) => {
  await by(page, "menu-button").click();
  // The groups for programmers are closed at first.
  const closed = page.locator("#menu details:not([open]) summary");
  while ((await closed.count()) > 0) await closed.first().click();
  await page.evaluate(() => document.querySelector(".skip").focus());
  const reached = new Map();
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press("Tab");
    const { test, tag, visible, inSight } = await focused(page);
    if (tag === "BODY") break;
    if (reached.has(test) && test === [...reached.keys()][0]) break;
    reached.set(test, { visible, inSight });
  }
  const controls = ["copy-link", "keys", "place-games", "place-train", "theme", "entry-pattern/knight-fork", "entry-games", "entry-function/lines", "board"];
  const others = ["mode-edit", "copy-image", "lichess", "spare-wn", "spare-bk", "eraser", "flip", "start", "clear", "turn", "fen", "copy-fen", "finding", "side-both"];
  for (const control of [...controls, ...others]) assert.ok(reached.has(control), `${control} is not reached`);
  const hidden = [...reached].filter(([, { visible }]) => !visible).map(([test]) => test);
  assert.deepEqual(hidden, [], "these do not show the focus");
  const away = [...reached].filter(([, { inSight }]) => !inSight).map(([test]) => test);
  assert.deepEqual(away, [], "these have the focus off screen");
});

/** Presses Tab until an element has the focus. */
async function tabTo(page, test) {
  for (let i = 0; i < 200; i++) {
    if ((await focused(page)).test === test) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${test} is not reached`);
}

visit("the keyboard alone can choose a pattern, a side and a finding", {}, async (page) => {
  const go = (test) => tabTo(page, test);
  await go("menu-button");
  await page.keyboard.press("Enter");
  await go("entry-pattern/forking-knight");
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-view="pattern/forking-knight"]');
  await by(page, "fen").fill("r3k2r/2N5/8/8/8/8/8/4K3 b kq - 0 1");
  await go("side-both");
  await page.keyboard.press("ArrowRight");
  await soon(page, async () => assert.equal(await by(page, "side-white").isChecked(), true));
  await go("finding");
  await page.keyboard.press("Enter");
  await soon(page, async () => assert.equal(await by(page, "finding").getAttribute("aria-pressed"), "true"));
});

visit("the keyboard alone leads from a file to a finished training session", { hash: "" }, async (page) => {
  await tabTo(page, "choose-file");
  const chosen = page.waitForEvent("filechooser");
  // The browser must know that the test waits.
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  const chooser = await chosen;
  const games = '[White "Ann"]\n[Black "Bob"]\n[FEN "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 Kd8 *\n';
  await chooser.setFiles({ name: "fork.pgn", mimeType: "application/x-chess-pgn", buffer: Buffer.from(games) });
  await isJudged(page, 1);
  // The button has disappeared. The focus goes on at the games, not at the top of the page.
  await soon(page, async () => assert.equal((await focused(page)).test, "title"));
  await tabTo(page, "train");
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-test="question"][data-state="waiting"]');
  // The board has the focus. The cursor starts at a1: up to b5, pick up the knight, and put it down on a3.
  assert.equal((await focused(page)).test, "board");
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("ArrowRight", ...Array(4).fill("ArrowUp"), "Enter", "ArrowLeft", "ArrowDown", "ArrowDown", "Enter");
  await soon(page, async () => assert.match(await by(page, "said").textContent(), /Na3 loses a piece/));
  // Another way: type the move.
  await tabTo(page, "typed-move");
  await page.keyboard.type("Nc7");
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-test="question"][data-state="done"]');
  assert.equal((await focused(page)).test, "next-puzzle");
  await page.keyboard.press("Enter");
  await by(page, "result").waitFor();
  assert.equal((await focused(page)).test, "repeat");
});

visit("every control has a name, and the page fits on a phone", { viewport: { width: 320, height: 640 }, isMobile: true }, async (page) => {
  for (const entry of await entries(page)) {
    await choose(page, entry);
    const { wide, nameless } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - innerWidth,
      nameless: [...document.querySelectorAll("button, input, select, textarea, a")]
        .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.[0]?.textContent.trim()))
        .map(({ outerHTML }) => outerHTML.slice(0, 100)),
    }));
    assert.ok(wide <= 0, `${entry} is ${wide} pixels too wide`);
    assert.deepEqual(nameless, [], entry);
  }
});

visit("nothing moves with reduced motion", { reducedMotion: "reduce" }, async (page) => {
  await choose(page, "moving/knight-fill");
  await by(page, "theme").click();
  await choose(page, "pattern/knight-fork");
  await by(page, "start").click();
  const running = await page.evaluate(() => document.getAnimations().length);
  assert.equal(running, 0);
});
