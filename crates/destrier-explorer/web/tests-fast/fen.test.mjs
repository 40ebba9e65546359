/** The FEN field explains and marks errors, and an invalid FEN does not change the board. */

import assert from "node:assert/strict";
import { piecesOf, rowsOfPositions, squares } from "./support/command.mjs";
import { hasFen, hasPieces, marked, paste, readBoard } from "./support/board.mjs";
import { by, choose, soon, visit } from "./support/explorer.mjs";

const GOOD = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

/** Invalid FENs, the start of the marked part, and the message. */
const WRONG = [
  ["8/8/8/8/8/8/8/9 w - - 0 1", "9", /ranks of 8 squares/],
  ["8/8/8/8/8/8/8 w - - 0 1", " ", /ranks of 8 squares/],
  ["rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "p", /ranks of 8 squares/],
  ["rnbqxbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "x", /ranks of 8 squares/],
  ["6k1/5ppp/8/8/8/8/5PPP/R5K1 x - - 0 1", "x", /to move/],
  ["6k1/5ppp/8/8/8/8/5PPP/R5K1 w Kx - 0 1", "x", /castling/],
  ["6k1/5ppp/8/8/8/8/5PPP/R5K1 w - e9 0 1", "e9", /en passant/],
  ["♞", "♞", /ranks of 8 squares/],
];

visit("an invalid FEN keeps the board and shows the error", {}, async (page) => {
  await paste(page, GOOD);
  await hasFen(page, GOOD);
  const { marks, arrows } = await readBoard(page);
  for (const [text, wrong, words] of WRONG) {
    await paste(page, text);
    await soon(page, async () => assert.equal(await by(page, "fen").getAttribute("aria-invalid"), "true", text));
    const problem = by(page, "fen-problem");
    const [from, to] = await Promise.all(["data-from", "data-to"].map((name) => problem.getAttribute(name)));
    assert.ok(Number(from) <= Number(to) && Number(to) <= text.length, `${text}: ${from} to ${to}`);
    const marked = await by(page, "fen-wrong").textContent();
    assert.equal(marked, text.slice(Number(from), Number(to)) || "▁", text);
    assert.ok(marked.startsWith(wrong), `${text}: ${marked}`);
    assert.match(await problem.locator("p").first().textContent(), words, text);
    // The marked text is the whole FEN.
    assert.equal((await problem.locator("code").textContent()).replace("▁", ""), text);
    await hasPieces(page, GOOD);
    assert.deepEqual(await readBoard(page), { ...(await readBoard(page)), marks, arrows });
  }
  await by(page, "fen-reset").click();
  await hasFen(page, GOOD);
  assert.equal(await by(page, "fen-problem").count(), 0);
  assert.equal(await by(page, "fen").getAttribute("aria-invalid"), "false");
});

visit("accepts a FEN typed key by key", {}, async (page) => {
  const fen = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1";
  await by(page, "fen").fill("");
  await by(page, "fen").pressSequentially(fen);
  await hasFen(page, fen);
  assert.equal(await by(page, "fen-problem").count(), 0);
  assert.deepEqual(await by(page, "finding").locator("b").allTextContents(), ["Nc7+"]);
});

const UNREACHABLE = [
  ["no king", "8/8/8/3N4/8/8/8/8 w - - 0 1", /no king/],
  ["no black king", "8/8/8/3N4/8/8/8/4K3 w - - 0 1", /Black has no king/],
  ["an empty board", "8/8/8/8/8/8/8/8 w - - 0 1", /empty/],
  ["a pawn on the first rank", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", /pawn/],
  ["pieces in hand", "4k3/8/8/3N4/8/8/8/4K3[Qn] w - - 0 1", /Crazyhouse/],
  ["nothing in hand", "4k3/8/8/3N4/8/8/8/4K3[] w - - 0 1", /Crazyhouse/],
  ["a ninth rank of pieces in hand", "4k3/8/8/3N4/8/8/8/4K3/Qn w - - 0 1", /Crazyhouse/],
  ["a piece that was a pawn", "8/8/8/3N~4/8/8/8/4K3 w - - 0 1", /Black has no king/],
];

for (const [name, fen, why] of UNREACHABLE) {
  visit(`draws a position with ${name}, and patterns say why they find nothing`, {}, async (page) => {
    await paste(page, fen);
    await hasFen(page, fen);
    for (const pattern of ["knight-fork", "forking-knight", "smothered-mate", "distant-check", "uncatchable-passer"]) {
      await choose(page, `pattern/${pattern}`);
      assert.match(await by(page, "unplayable").textContent(), why);
      assert.equal(await by(page, "finding").count(), 0);
    }
    // The values agree with the command, if it accepts the position.
    await choose(page, "value/knight_attacks");
    assert.match(await by(page, "unplayable").textContent(), why);
    const hasKnight = /3N~?4/.test(fen);
    const expected = hasKnight ? "0014220022140000" : "0000000000000000";
    await soon(page, async () => assert.deepEqual(await marked(page, "place"), squares(expected)));
    // The page reports only missing kings.
    await choose(page, "value/king_escapes");
    const pieces = Object.values(piecesOf(fen));
    for (const color of ["White", "Black"]) {
      const said = await by(page, "panel").getByText(`There is no ${color} king`).count();
      assert.equal(said, pieces.includes(`${color.toLowerCase()} king`) ? 0 : 1, color);
    }
    // An edit keeps all other pieces.
    await by(page, "board").focus();
    await page.keyboard.press("B");
    const edited = { ...piecesOf(fen), a1: "white bishop" };
    await soon(page, async () => assert.deepEqual((await readBoard(page)).pieces, edited));
  });
}

for (const [name, fen] of [
  ["nine queens", "4k3/8/QQQQQQQQ/Q7/8/8/8/4K3 b - - 0 1"],
  ["nine queens and eight pawns", "k7/8/8/1QQQQQQQ/2QQ4/8/PPPPPPPP/4K3 b - - 0 1"],
]) {
  visit(`draws ${name} and shows the values`, {}, async (page) => {
    await paste(page, fen);
    await hasFen(page, fen);
    await choose(page, "value/king_escapes");
    const [row] = rowsOfPositions("features", [fen]);
    await soon(page, async () => {
      assert.deepEqual(await marked(page, "place"), squares(row.white_king_escapes));
      assert.deepEqual(await marked(page, "target"), squares(row.black_king_escapes));
    });
  });
}
