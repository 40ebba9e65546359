/** Reads the board from the document, and operates it like a user. */

import assert from "node:assert/strict";
import { piecesOf } from "./command.mjs";
import { by, soon } from "./page.mjs";

/** Returns everything drawn: pieces by name, squares by role, numbers, arrows. */
export function readBoard(page) {
  return page.evaluate(() => reading.board());
}

/** Returns the contents of a pattern's or a value's panel. */
export function readPanel(page) {
  return page.evaluate(() => reading.panel());
}

/** Returns the squares with a mark of a role. */
export async function marked(page, role) {
  return (await readBoard(page)).marks[role];
}

/** Returns the drawn pieces by square, as `wk`. Does not use the labels for screen readers. */
export function drawnPieces(page) {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll(".pieces-board [data-piece][data-square]")].map(({ dataset }) => [
        dataset.square,
        dataset.piece,
      ]),
    ),
  );
}

/** Asserts that the board has exactly these pieces, drawn and in the labels. */
export async function hasPieces(page, fen) {
  const expected = piecesOf(fen);
  const letters = { knight: "n" };
  const drawn = Object.entries(expected).map(([square, name]) => {
    const [color, kind] = name.split(" ");
    return [square, color[0] + (letters[kind] ?? kind[0])];
  });
  await soon(page, async () => {
    assert.deepEqual((await readBoard(page)).pieces, expected);
    assert.deepEqual(sorted(await drawnPieces(page)), sorted(Object.fromEntries(drawn)));
  });
}

function sorted(object) {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Asserts that the FEN field and the board show this position. */
export async function hasFen(page, fen) {
  await soon(page, async () => assert.equal(await by(page, "fen").inputValue(), fen));
  await hasPieces(page, fen);
}

/** Pastes a FEN into the FEN field. */
export function paste(page, fen) {
  return by(page, "fen").fill(fen);
}

/** Returns the center of a square on the screen. */
export async function middle(page, square) {
  const { x, y, width, height } = await page.locator(`#cell-${square}`).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Presses the mouse button over a square. */
export async function grab(page, square) {
  const { x, y } = await middle(page, square);
  await page.mouse.move(x, y);
  await page.mouse.down();
}

/** Moves the mouse to a square in several steps. */
export async function moveTo(page, square, steps = 4) {
  const { x, y } = await middle(page, square);
  await page.mouse.move(x, y, { steps });
}

export async function drag(page, from, to) {
  await grab(page, from);
  await moveTo(page, to);
  await page.mouse.up();
}

/** Clicks or taps a square. */
export async function click(page, square) {
  const { x, y } = await middle(page, square);
  await page.mouse.click(x, y);
}

export async function tap(page, square) {
  const { x, y } = await middle(page, square);
  await page.touchscreen.tap(x, y);
}
