/** The page agrees with the command in a hundred positions of real games. */

import assert from "node:assert/strict";
import { board, hundredPositions, piecesOf, rowsOfPositions, SQUARES, squares, union } from "./support/command.mjs";
import { by, choose, soon, visit } from "./support/explorer.mjs";

const PATTERNS = ["knight-fork", "forking-knight", "smothered-mate", "distant-check", "uncatchable-passer"];
const SETS = ["knight_attacks", "fork_squares", "forking_knights", "king_escapes", "passers", "uncatchable", "king_reach"];
const TEXTS = ["king_lines", "shield_wing", "shield_index"];
const SIDES = ["white", "black"];
const LINES = ["rank", "file", "diagonal", "anti-diagonal"];

const sample = hundredPositions();
assert.equal(sample.length, 100);
const findings = rowsOfPositions(
  "scan",
  sample.map(({ fen }) => fen),
);

/** Pastes positions and returns what the page shows for each. */
async function show(page, rows) {
  const positions = rows.map(({ fen, white_to_move: white }) => ({
    fen,
    pieces: piecesOf(fen),
    turn: white ? "white" : "black",
  }));
  const seen = await page.evaluate((positions) => reading.each(positions), positions);
  return rows.map((row, i) => [row, seen[i]]);
}

/** Returns the names of the lines in the command's number. */
function linesOf(number) {
  return number === 15 ? "all" : LINES.filter((_, i) => (number >> i) & 1).join("+") || "none";
}

const inOrder = (all) => all.map((one) => JSON.stringify(one)).sort();

for (const pattern of PATTERNS) {
  visit(`${pattern} in a hundred positions`, {}, async (page, t) => {
    await choose(page, `pattern/${pattern}`);
    let count = 0;
    for (const [{ fen }, seen] of await show(page, sample)) {
      const expected = findings.filter((found) => found.fen === fen && found.pattern === pattern);
      assert.deepEqual(
        inOrder(seen.findings.map(({ where, side, classes }) => [where, side, classes])),
        inOrder(expected.map(({ san, square, side, classes }) => [san ?? square, side, classes ?? []])),
        fen,
      );
      const places = expected.map(({ square }) => square);
      assert.deepEqual(squares(seen.sets[0]), SQUARES.filter((square) => places.includes(square)));
      // The board draws each finding: marks on its square and its targets, and an arrow for its move.
      const drawn = new Set(Object.values(seen.marks).flat());
      for (const { square, move, targets } of expected) {
        assert.ok(drawn.has(square), `${fen}: no mark on ${square}`);
        for (const target of targets ?? []) assert.ok(seen.marks.target.includes(target), `${fen}: ${target}`);
        if (move) assert.ok(seen.arrows.includes(`${move.slice(0, 2)}-${move.slice(2, 4)} move`), `${fen}: ${move}`);
      }
      if (expected.length === 0) assert.equal(drawn.size + seen.arrows.length, 0, fen);
      for (const { words } of seen.findings) assert.ok(words.length > 10, fen);
      count += expected.length;
    }
    assert.ok(count >= 15);
    t.diagnostic(`${count} findings`);
  });
}

for (const value of SETS) {
  visit(`${value} in a hundred positions`, {}, async (page, t) => {
    await choose(page, `value/${value}`);
    let count = 0;
    for (const [row, { marks, arrows, sets }] of await show(page, sample)) {
      const [white, black] = SIDES.map((side) => row[`${side}_${value}`]);
      // With both sides shown, White's squares have discs and Black's have frames.
      assert.deepEqual(marks, { place: squares(white), target: squares(black), move: [], reason: [] }, row.fen);
      assert.deepEqual(arrows, []);
      assert.deepEqual(sets, [white, black], row.fen);
      count += squares(white).length + squares(black).length;
    }
    assert.ok(count > 0);
    t.diagnostic(`${count} squares`);
    for (const side of SIDES) {
      await page.locator(`label:has([data-test="side-${side}"])`).click();
      for (const [row, { marks, sets }] of await show(page, sample.slice(70, 80))) {
        const set = row[`${side}_${value}`];
        assert.deepEqual(marks, { place: squares(set), target: [], move: [], reason: [] }, row.fen);
        assert.deepEqual(sets, [set]);
      }
    }
  });
}

for (const value of TEXTS) {
  visit(`${value} in a hundred positions`, {}, async (page) => {
    await choose(page, `value/${value}`);
    const said = new Set();
    for (const [row, seen] of await show(page, sample)) {
      for (const side of SIDES) {
        const number = row[`${side}_${value}`];
        const expected = value === "king_lines" ? linesOf(number) : String(number ?? "none");
        assert.equal(seen[side], expected, `${side} in ${row.fen}`);
        said.add(expected);
      }
    }
    assert.ok(said.size > 1, [...said].join());
  });
}

visit("draws the lines through a king", {}, async (page) => {
  await choose(page, "value/king_lines");
  await page.locator('label:has([data-test="side-black"])').click();
  for (const [row, { marks }] of await show(page, sample.filter((_, i) => i % 4 === 0))) {
    const [king] = Object.entries(piecesOf(row.fen)).find(([, piece]) => piece === "black king");
    const lines = board("lines", king).filter((_, i) => (row.black_king_lines >> i) & 1);
    assert.deepEqual(marks.reason, union(...lines), row.fen);
  }
});

/** Returns the distances in pixels between the centers of drawn elements and of their squares. */
function apart(page, things, shape) {
  return page.evaluate(
    ([things, shape]) =>
      [...document.querySelectorAll(things)].map((thing) => {
        const a = (shape ? thing.querySelector(shape) : thing).getBoundingClientRect();
        const b = document.getElementById(`cell-${thing.dataset.square}`).getBoundingClientRect();
        return Math.hypot((a.left + a.right - b.left - b.right) / 2, (a.top + a.bottom - b.top - b.bottom) / 2);
      }),
    [things, shape],
  );
}

visit("marks and pieces are on their squares in both orientations", {}, async (page) => {
  await choose(page, "value/knight_attacks");
  const [position] = sample.filter((row) => squares(row.white_knight_attacks).length > 8);
  await show(page, [position]);
  for (const flip of [false, true]) {
    if (flip) await by(page, "flip").click();
    await soon(page, async () => {
      const marks = await apart(page, ".overlay .mark[data-role]", ".shape");
      assert.ok(marks.length > 8);
      for (const distance of marks) assert.ok(distance < 2, `a mark is ${distance} pixels away`);
      const pieces = await apart(page, ".pieces-board [data-piece][data-square]");
      assert.equal(pieces.length, Object.keys(piecesOf(position.fen)).length);
      for (const distance of pieces) assert.ok(distance < 12, `a piece is ${distance} pixels away`);
    });
    const [a1, h8] = await Promise.all(["a1", "h8"].map((square) => page.locator(`#cell-${square}`).boundingBox()));
    assert.equal(a1.y > h8.y && a1.x < h8.x, !flip);
  }
});
