/** Placing, moving and removing pieces with mouse, touch and keyboard, and undoing it. */

import assert from "node:assert/strict";
import { board, squares } from "./support/command.mjs";
import {
  click,
  drag,
  drawnPieces,
  grab,
  hasFen,
  hasPieces,
  marked,
  middle,
  moveTo,
  paste,
  readBoard,
  tap,
} from "./support/board.mjs";
import { by, choose, DESKTOP, PHONE, soon, visit } from "./support/explorer.mjs";

const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Drags a spare piece to a square. */
async function place(page, piece, square) {
  await by(page, `spare-${piece}`).scrollIntoViewIfNeeded();
  const { x, y, width, height } = await by(page, `spare-${piece}`).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await moveTo(page, square);
  await page.mouse.up();
}

visit("sets up a position with the mouse", {}, async (page) => {
  await by(page, "clear").click();
  await hasFen(page, EMPTY);
  await place(page, "wk", "e1");
  await place(page, "bk", "e8");
  await place(page, "wn", "d5");
  await place(page, "br", "h8");
  await hasFen(page, "4k2r/8/8/3N4/8/8/8/4K3 w - - 0 1");
  await drag(page, "h8", "a8");
  await hasFen(page, "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1");
  // The page finds and draws the new fork.
  await soon(page, async () => {
    assert.deepEqual(await by(page, "finding").locator("b").allTextContents(), ["Nc7+"]);
    const { marks, arrows } = await readBoard(page);
    assert.ok(marks.move.includes("c7"));
    assert.deepEqual(marks.target, ["a8", "e8"]);
    assert.ok(arrows.includes("d5-c7 move"));
  });
  // A piece captures the piece it is dropped on. A drag off the board removes a piece.
  await drag(page, "d5", "a8");
  await hasFen(page, "N3k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await grab(page, "a8");
  const { x, y } = await page.locator('[data-test="board-area"]').boundingBox();
  await page.mouse.move(x - 60, y + 100, { steps: 5 });
  await page.mouse.up();
  await hasFen(page, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  // A drag back to its start and a drag canceled with Escape change nothing.
  await grab(page, "e1");
  await moveTo(page, "e4");
  await moveTo(page, "e1");
  await page.mouse.up();
  await grab(page, "e1");
  await moveTo(page, "e4");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await hasFen(page, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
});

visit("undoes and redoes edits", {}, async (page) => {
  const first = await by(page, "fen").inputValue();
  assert.equal(await by(page, "undo").isDisabled(), true);
  await by(page, "start").click();
  await drag(page, "e2", "e4");
  await drag(page, "g8", "f6");
  const [afterOne, afterTwo] = [
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
  ];
  await hasFen(page, afterTwo);
  await by(page, "undo").click();
  await hasFen(page, afterOne);
  await page.keyboard.press("Control+z");
  await hasFen(page, START);
  await page.keyboard.press("Control+Shift+z");
  await hasFen(page, afterOne);
  await by(page, "redo").click();
  await hasFen(page, afterTwo);
  assert.equal(await by(page, "redo").isDisabled(), true);
  // A new step clears the redo history.
  await by(page, "undo").click();
  await by(page, "clear").click();
  assert.equal(await by(page, "redo").isDisabled(), true);
  for (let i = 0; i < 3; i++) await by(page, "undo").click();
  await hasFen(page, first);
});

visit("changes the side to move, and drops castling rights that are no longer valid", {}, async (page) => {
  await by(page, "start").click();
  await by(page, "turn").click();
  await hasFen(page, START.replace(" w ", " b "));
  assert.equal((await by(page, "turn").textContent()).trim(), "Black to move");
  await by(page, "turn").click();
  await hasFen(page, START);
  await drag(page, "h1", "h4");
  await hasFen(page, "rnbqkbnr/pppppppp/8/8/7R/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
  await drag(page, "e8", "e6");
  await hasFen(page, "rnbq1bnr/pppppppp/4k3/8/7R/8/PPPPPPPP/RNBQKBN1 w Q - 0 1");
});

visit("drags work on a flipped board", {}, async (page) => {
  await by(page, "start").click();
  await by(page, "flip").click();
  const [a1, a8] = [await middle(page, "a1"), await middle(page, "a8")];
  assert.ok(a1.y < a8.y && a1.x > (await middle(page, "h1")).x);
  await drag(page, "e2", "e4");
  await hasFen(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
  // Undo does not affect the orientation.
  await by(page, "undo").click();
  assert.equal(await by(page, "flip").getAttribute("aria-pressed"), "true");
});

for (const [name, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  visit(`sets up a position by touch on a ${name}`, { hasTouch: true, isMobile: name === "phone", viewport }, async (page) => {
    await by(page, "clear").tap();
    for (const [piece, square] of [
      ["wk", "c1"],
      ["bk", "g8"],
      ["wn", "f7"],
    ]) {
      await by(page, `spare-${piece}`).tap();
      assert.equal(await by(page, `spare-${piece}`).getAttribute("aria-pressed"), "true");
      await page.locator(`#cell-${square}`).scrollIntoViewIfNeeded();
      await tap(page, square);
      // A second tap deselects it.
      await by(page, `spare-${piece}`).tap();
      assert.equal(await by(page, `spare-${piece}`).getAttribute("aria-pressed"), "false");
    }
    await hasFen(page, "6k1/5N2/8/8/8/8/8/2K5 w - - 0 1");
    // Two taps move a piece.
    await page.locator("#cell-f7").scrollIntoViewIfNeeded();
    await tap(page, "f7");
    await tap(page, "h6");
    await hasFen(page, "6k1/8/7N/8/8/8/8/2K5 w - - 0 1");
    await by(page, "eraser").tap();
    await page.locator("#cell-h6").scrollIntoViewIfNeeded();
    await tap(page, "h6");
    await hasFen(page, "6k1/8/8/8/8/8/8/2K5 w - - 0 1");
  });
}

visit("drags a piece by touch", { hasTouch: true, isMobile: true, viewport: PHONE }, async (page) => {
  await by(page, "start").tap();
  await page.locator("#cell-e4").scrollIntoViewIfNeeded();
  const touch = await page.context().newCDPSession(page);
  const at = async (type, square) => {
    const touchPoints = square === null ? [] : [await middle(page, square)];
    await touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  const scrolled = await page.evaluate(() => scrollY);
  await at("touchStart", "e2");
  for (const square of ["e3", "e4", "e5", "e4"]) await at("touchMove", square);
  await at("touchEnd", null);
  await hasFen(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
  assert.equal(await page.evaluate(() => scrollY), scrolled);
  // The same with a spare piece.
  const { x, y, width, height } = await by(page, "spare-wn").boundingBox();
  const spare = { x: x + width / 2, y: y + height / 2 };
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [spare] });
  for (const square of ["d3", "d5"]) await at("touchMove", square);
  await at("touchEnd", null);
  await hasFen(page, "rnbqkbnr/pppppppp/8/3N4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
});

visit("sets up a position with the keyboard alone", {}, async (page) => {
  await by(page, "clear").focus();
  await page.keyboard.press("Enter");
  await by(page, "board").focus();
  const cursor = () => by(page, "board").getAttribute("aria-activedescendant");
  const walk = async (keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await walk(Array(7).fill("ArrowLeft"));
  await walk(Array(7).fill("ArrowDown"));
  assert.equal(await cursor(), "cell-a1");
  await walk(["ArrowRight", "ArrowRight", "K"]);
  await walk(["ArrowUp", "ArrowUp", "ArrowUp", "n"]);
  assert.equal(await cursor(), "cell-c4");
  await hasFen(page, "8/8/8/8/2n5/8/8/2K5 w - - 0 1");
  assert.equal(await page.locator("#spoken").textContent(), "black knight on c4");
  // Enter picks up a piece and puts it down.
  await walk(["Enter", "ArrowRight", "ArrowUp", "ArrowUp", "Enter"]);
  await hasFen(page, "8/8/3n4/8/8/8/8/2K5 w - - 0 1");
  await walk(["Delete"]);
  await hasFen(page, "8/8/8/8/8/8/8/2K5 w - - 0 1");
  await walk(["Control+z"]);
  await hasFen(page, "8/8/3n4/8/8/8/8/2K5 w - - 0 1");
  // Place a piece from the tray. Escape deselects it.
  await by(page, "spare-bk").focus();
  await walk(["Enter"]);
  await by(page, "board").focus();
  await walk(["ArrowRight", "Enter", "Escape"]);
  await hasFen(page, "8/8/3nk3/8/8/8/8/2K5 w - - 0 1");
  assert.equal(await by(page, "spare-bk").getAttribute("aria-pressed"), "false");
  // On a flipped board, the arrow keys still move in their direction on screen.
  await by(page, "flip").focus();
  await walk(["Enter"]);
  await by(page, "board").focus();
  await walk(["ArrowRight"]);
  assert.equal(await cursor(), "cell-d6");
});

visit("the caught area follows the king during a drag", {}, async (page) => {
  await choose(page, "moving/caught-area");
  const caught = (king, turn) => board("caught-area", king, "--king-color", "black", "--turn", turn)[0];
  const isShown = (king) =>
    soon(page, async () => {
      const { marks } = await readBoard(page);
      const [without, withMove] = [squares(caught(king, "white")), squares(caught(king, "black"))];
      assert.deepEqual(marks.place, without, king);
      assert.deepEqual(marks.move, withMove.filter((square) => !without.includes(square)), king);
    });
  await isShown("g5");
  await grab(page, "g5");
  for (const king of ["f5", "e4", "a1", "h8", "c6"]) {
    await moveTo(page, king);
    await isShown(king);
  }
  // The state changes only at the drop.
  assert.deepEqual(await drawnPieces(page), { g5: "bk" });
  await page.mouse.up();
  await isShown("c6");
  await soon(page, async () => assert.deepEqual(await drawnPieces(page), { c6: "bk" }));
  // The same with one side to move, and with the other king.
  for (const [color, turn] of [["black", "white"], ["white", "black"], ["white", "white"]]) {
    await page.locator(`label:has([data-test="color-${color}"])`).click();
    await page.locator(`label:has([data-test="turn-${turn}"])`).click();
    const [expected] = board("caught-area", "c6", "--king-color", color, "--turn", turn);
    await soon(page, async () => assert.deepEqual(await marked(page, "place"), squares(expected)));
  }
  // A king dragged off the board returns.
  await grab(page, "c6");
  await page.mouse.move(5, 400, { steps: 4 });
  await page.mouse.up();
  await soon(page, async () => assert.deepEqual(await drawnPieces(page), { c6: "wk" }));
});

visit("the overlay of a pattern follows a drag", {}, async (page) => {
  await paste(page, "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1");
  await hasPieces(page, "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1");
  await grab(page, "b5");
  await moveTo(page, "d5");
  await soon(page, async () => assert.deepEqual((await readBoard(page)).arrows, ["c7-a8 target", "c7-e8 target", "d5-c7 move"]));
  await moveTo(page, "h4");
  await soon(page, async () => assert.deepEqual((await readBoard(page)).marks.move, []));
  await moveTo(page, "e5");
  await soon(page, async () => assert.deepEqual((await readBoard(page)).marks.move, []));
  await page.mouse.up();
  await hasFen(page, "r3k2r/8/8/4N3/8/8/8/4K3 w kq - 0 1");
});

visit("clicks on a piece and a square move the piece", {}, async (page) => {
  await by(page, "start").click();
  await click(page, "g1");
  await click(page, "f3");
  await hasFen(page, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1");
});
