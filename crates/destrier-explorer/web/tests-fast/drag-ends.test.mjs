/** Events during a drag change nothing except the dragged piece. */

import assert from "node:assert/strict";
import { grab, hasFen, hasPieces, middle, moveTo, drag, paste } from "./support/board.mjs";
import { by, choose, PHONE, soon, visit } from "./support/explorer.mjs";

const FEN = "4k3/5p2/8/3N4/8/8/8/4K3 w - - 0 1";

visit("undo during a drag ends the drag and has no other effect", {}, async (page) => {
  await paste(page, FEN);
  await hasFen(page, FEN);
  await drag(page, "d5", "d4");
  await hasFen(page, FEN.replace("3N4/8", "8/3N4"));
  await grab(page, "d4");
  await moveTo(page, "f7");
  await page.keyboard.press("Control+z");
  await page.mouse.up();
  await hasFen(page, FEN);
  assert.equal(await page.locator(".ghost").count(), 0);
});

visit("a new address during a drag ends the drag", {}, async (page) => {
  await paste(page, FEN);
  await hasFen(page, FEN);
  await grab(page, "d5");
  await moveTo(page, "f7");
  const other = FEN.replace("3N4/8", "8/3N4");
  await page.evaluate((fen) => (location.hash = `#v1/entry=pattern/knight-fork&fen=${fen.replaceAll(" ", "_")}`), other);
  await hasPieces(page, other);
  await page.mouse.up();
  await hasFen(page, other);
});

visit("Escape ends a drag from the tray", {}, async (page) => {
  await paste(page, FEN);
  await hasFen(page, FEN);
  const { x, y } = await by(page, "spare-wq").boundingBox();
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await moveTo(page, "a5");
  assert.equal(await page.locator(".ghost").count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".ghost").count(), 0);
  await page.mouse.up();
  await hasFen(page, FEN);
});

visit("a second finger does not end the drag of the first", { hasTouch: true, isMobile: true, viewport: PHONE }, async (page) => {
  await paste(page, FEN);
  await hasFen(page, FEN);
  await page.locator("#cell-d5").scrollIntoViewIfNeeded();
  const touch = await page.context().newCDPSession(page);
  const at = async (type, ...squares) => {
    const touchPoints = [];
    for (const [id, square] of squares.entries()) touchPoints.push({ ...(await middle(page, square)), id });
    await touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await at("touchStart", "d5");
  await at("touchMove", "d4");
  await at("touchMove", "c4");
  await at("touchStart", "c4", "h2");
  // Lift the second finger, which the protocol cannot do separately.
  await by(page, "board").evaluate((board) => {
    board.dispatchEvent(new PointerEvent("pointerup", { bubbles: true, pointerId: 99 }));
  });
  assert.equal(await page.locator(".ghost").count(), 1);
  await at("touchMove", "b3");
  await at("touchEnd");
  await hasFen(page, "4k3/5p2/8/8/8/1N6/8/4K3 w - - 0 1");
});

visit("the distance map follows the pointer at once, and the panel when the pointer rests", {}, async (page) => {
  await choose(page, "moving/distance-map");
  const points = [];
  for (const square of ["b2", "c3", "f7", "g6", "h1"]) points.push(await middle(page, square));
  const seen = await page.evaluate(async (points) => {
    const board = document.querySelector('[data-test="board"]');
    const at = document.querySelector('[data-test="at"]');
    const panel = new Set([at.textContent]);
    const drawn = [];
    const observer = new MutationObserver(() => panel.add(at.textContent));
    observer.observe(at, { characterData: true, childList: true, subtree: true });
    for (const { x, y } of points) {
      board.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, clientX: x, clientY: y, pointerId: 1 }));
      drawn.push(document.querySelector('.number[data-number="0"]').dataset.square);
      await Promise.resolve();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { drawn, panel: [...panel] };
  }, points);
  assert.deepEqual(seen.drawn, ["b2", "c3", "f7", "g6", "h1"]);
  assert.deepEqual(seen.panel, ["e4", "h1"]);
  await soon(page, async () => assert.match(page.url(), /at=h1/));
});

visit("draws the piece placement with any separator between FEN fields", {}, async (page) => {
  for (const fen of ["8/8/8/3N4/8/8/8/8_w_KQ_-_0_1", "8/8/8/3N4/8/8/8/7K\tw\t-\t-\t0\t1"]) {
    await paste(page, fen);
    await hasPieces(page, fen.replaceAll(/[\t_]/g, " "));
  }
});
