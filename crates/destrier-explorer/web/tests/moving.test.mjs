/** The interactive boards agree with `destrier board`. */

import assert from "node:assert/strict";
import { board, difference, rowsOfPositions, SQUARES, squares, union } from "./support/command.mjs";
import { click, drag, drawnPieces, grab, hasPieces, marked, moveTo, paste, readBoard } from "./support/board.mjs";
import { by, choose, soon, visit } from "./support/explorer.mjs";

visit("a knight fill advances step by step around forbidden squares", { reducedMotion: "no-preference" }, async (page) => {
  await choose(page, "moving/knight-fill");
  const fill = (from, n, taboo = []) => board("knight-fill", from, String(n), ...(taboo.length ? ["--taboo", taboo.join()] : []))[0];
  const isShown = (from, n, taboo) =>
    soon(page, async () => {
      const { marks, numbers } = await readBoard(page);
      assert.deepEqual(marks.place, squares(fill(from, n, taboo)));
      if (n > 0) assert.deepEqual(marks.move, difference(fill(from, n, taboo), fill(from, n - 1, taboo)));
      assert.deepEqual(marks.reason, taboo ?? []);
      for (const square of squares(fill(from, n, taboo))) assert.ok(numbers[square] <= n);
    });
  while (await by(page, "step-back").isEnabled()) await by(page, "step-back").click();
  await soon(page, async () => assert.deepEqual(await marked(page, "place"), ["a1"]));
  for (let n = 1; n <= 6; n++) {
    await by(page, "step-on").click();
    await isShown("a1", n);
  }
  assert.equal((await marked(page, "place")).length, 64);
  assert.equal(await by(page, "step-on").isDisabled(), true);
  await by(page, "step-slider").fill("2");
  await isShown("a1", 2);
  // Forbid one of the knight's two moves out of the corner.
  await click(page, "b3");
  await isShown("a1", 2, ["b3"]);
  await by(page, "clear-taboo").click();
  await drag(page, "a1", "d4");
  await isShown("d4", 2);
  // Play runs to the end.
  await by(page, "play").click();
  await soon(page, async () => assert.equal((await marked(page, "place")).length, 64), 15_000);
});

visit("shortest paths change with forbidden squares", {}, async (page) => {
  await choose(page, "moving/shortest-paths");
  const isShown = (piece, from, to, ...taboo) =>
    soon(page, async () => {
      const layers = board(`${piece}-path`, from, to, ...(taboo.length ? ["--taboo", taboo.join()] : []));
      const { marks, numbers, arrows } = await readBoard(page);
      if (layers[0] === "none") {
        assert.equal(await by(page, "answer").textContent(), "There is no path.");
        assert.deepEqual(marks.place, []);
        return;
      }
      assert.deepEqual(marks.place, union(...layers));
      assert.deepEqual(marks.reason, taboo.toSorted((a, b) => a.charCodeAt(1) - b.charCodeAt(1) || a.charCodeAt(0) - b.charCodeAt(0)));
      layers.forEach((layer, n) => {
        for (const square of squares(layer)) assert.equal(numbers[square], n);
      });
      // The arrows are exactly the moves from each layer to the next.
      const moves = layers.slice(1).flatMap((layer, n) =>
        squares(layers[n]).flatMap((from) => {
          const attacked = squares(attacks(piece, from));
          return squares(layer).filter((to) => attacked.includes(to)).map((to) => `${from}-${to} move`);
        }),
      );
      assert.deepEqual(arrows, moves.sort());
      const said = await by(page, "answer").textContent();
      assert.match(said, new RegExp(`^${layers.length - 1} moves?, ${paths(layers, moves)} paths`));
    });
  await isShown("knight", "a1", "h8");
  const before = (await readBoard(page)).arrows.length;
  await click(page, "d4");
  await isShown("knight", "a1", "h8", "d4");
  await click(page, "e5");
  await isShown("knight", "a1", "h8", "d4", "e5");
  assert.notEqual((await readBoard(page)).arrows.length, before);
  await click(page, "b3");
  await click(page, "c2");
  await isShown("knight", "a1", "h8", "d4", "e5", "b3", "c2");
  await by(page, "clear-taboo").click();
  await drag(page, "h8", "f5");
  await isShown("knight", "a1", "f5");
  await page.locator('label:has([data-test="piece-king"])').click();
  await isShown("king", "a1", "f5");
  await click(page, "c3");
  await isShown("king", "a1", "f5", "c3");
  // The paths change during the drag.
  await grab(page, "a1");
  await moveTo(page, "b6");
  await soon(page, async () => assert.deepEqual(await marked(page, "place"), union(...board("king-path", "b6", "f5", "--taboo", "c3"))));
  await page.mouse.up();
});

const known = new Map();
function attacks(piece, from) {
  if (!known.has(piece + from)) known.set(piece + from, board(`${piece}-attacks`, from)[0]);
  return known.get(piece + from);
}

/** Counts the paths along moves from the first layer to the last. */
function paths(layers, moves) {
  let ways = new Map(squares(layers[0]).map((square) => [square, 1]));
  for (const layer of layers.slice(1)) {
    ways = new Map(
      squares(layer).map((to) => [
        to,
        [...ways].reduce((sum, [from, count]) => sum + (moves.includes(`${from}-${to} move`) ? count : 0), 0),
      ]),
    );
  }
  return [...ways.values()].reduce((sum, count) => sum + count, 0);
}

visit("fork squares appear as soon as targets are placed", {}, async (page) => {
  await choose(page, "moving/fork-squares");
  await by(page, "clear-targets").click();
  await soon(page, async () => assert.deepEqual(await drawnPieces(page), {}));
  const targets = [];
  const isShown = (least = "2") =>
    soon(page, async () => {
      const { marks, arrows } = await readBoard(page);
      const [hex] = board("forks", targets.join(), "--at-least", least);
      assert.deepEqual(marks.place, squares(hex));
      assert.deepEqual(marks.target.toSorted(), targets.toSorted());
      assert.ok(arrows.length >= Number(least) * squares(hex).length);
    });
  for (const square of ["e8", "a8", "e4", "h7", "c5"]) {
    await click(page, square);
    targets.push(square);
    await isShown();
  }
  for (const least of ["1", "3", "2"]) {
    await page.locator(`label:has([data-test="least-${least}"])`).click();
    await isShown(least);
  }
  await drag(page, "h7", "g5");
  targets.splice(targets.indexOf("h7"), 1, "g5");
  await isShown();
  await click(page, "a8");
  targets.splice(targets.indexOf("a8"), 1);
  await isShown();
  await page.keyboard.press("Control+z");
  targets.push("a8");
  await isShown();
});

visit("a flood fill follows a painted path", {}, async (page) => {
  await choose(page, "moving/flood-fill");
  await by(page, "clear-path").click();
  // Both ends are always on the path.
  await soon(page, async () => assert.equal(await by(page, "answer").textContent(), "Not connected"));
  await click(page, "b2");
  // A stroke paints all squares under it.
  await grab(page, "c3");
  await moveTo(page, "f3");
  await moveTo(page, "f6");
  await page.mouse.up();
  await click(page, "g7");
  const path = ["a1", "b2", "c3", "d3", "e3", "f3", "f4", "f5", "f6", "g7", "h8"];
  const others = (path) => SQUARES.filter((square) => !path.includes(square)).join();
  const isShown = (path, n) =>
    soon(page, async () => {
      const fills = Array.from({ length: n + 1 }, (_, n) => board("king-fill", "a1", String(n), "--taboo", others(path))[0]);
      const { marks, numbers } = await readBoard(page);
      assert.deepEqual(marks.place, squares(fills[n]));
      assert.deepEqual(marks.reason, SQUARES.filter((square) => path.includes(square) && !marks.place.includes(square)));
      fills.forEach((fill, n) => {
        for (const square of squares(fill)) assert.ok(numbers[square] <= n, square);
      });
    });
  assert.equal(board("connected", "a1", "h8", path.join())[0], "true");
  await isShown(path, 9);
  assert.match(await by(page, "answer").textContent(), /^Connected: 9 moves/);
  for (let n = 8; n > 3; n--) {
    await by(page, "step-back").click();
    await isShown(path, n);
  }
  await click(page, "e3");
  const broken = path.filter((square) => square !== "e3");
  assert.equal(board("connected", "a1", "h8", broken.join())[0], "false");
  await isShown(broken, 9);
  assert.equal(await by(page, "answer").textContent(), "Not connected");
  await by(page, "fill-path").click();
  await soon(page, async () => assert.match(await by(page, "answer").textContent(), /^Connected: 7 moves/));
  // The preview during a drag equals the result. The old square leaves the path unless it is painted.
  await by(page, "clear-path").click();
  await soon(page, async () => assert.deepEqual(await marked(page, "place"), ["a1"]));
  await grab(page, "a1");
  await moveTo(page, "b2");
  await soon(page, async () => assert.deepEqual(await marked(page, "place"), ["b2"]));
  await page.mouse.up();
  await soon(page, async () => assert.deepEqual(await drawnPieces(page), { b2: "wk", h8: "bp" }));
  assert.deepEqual(await marked(page, "place"), ["b2"]);
  await by(page, "undo").click();
  await by(page, "fill-path").click();
  await soon(page, async () => assert.match(await by(page, "answer").textContent(), /^Connected: 7 moves/));
  // A click on an end picks it up and does not change the path. Its square stays painted.
  await click(page, "a1");
  await soon(page, async () => assert.equal(await page.getAttribute("#cell-a1", "aria-selected"), "true"));
  await click(page, "b2");
  await soon(page, async () => assert.deepEqual(await drawnPieces(page), { b2: "wk", h8: "bp" }));
  await soon(page, async () => assert.equal((await marked(page, "place")).length, 64));
  await click(page, "h8");
  await soon(page, async () => assert.equal(await page.getAttribute("#cell-h8", "aria-selected"), "true"));
  // The click is not an undo step.
  await by(page, "undo").click();
  await soon(page, async () => assert.deepEqual(await drawnPieces(page), { a1: "wk", h8: "bp" }));
});

visit("open lines and escapes follow the king", {}, async (page) => {
  await choose(page, "moving/open-lines");
  const fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
  await paste(page, fen);
  await hasPieces(page, fen);
  const isShown = (fen, lines) =>
    soon(page, async () => {
      const [row] = rowsOfPositions("features", [fen]);
      const { marks } = await readBoard(page);
      assert.deepEqual(marks.place, squares(row.black_king_escapes));
      if (lines !== undefined) assert.equal(await by(page, "value-black").textContent(), lines);
    });
  await isShown(fen, "rank");
  assert.deepEqual(await marked(page, "reason"), squares(board("lines", "g8")[0]));
  await grab(page, "g8");
  await moveTo(page, "e4");
  await isShown("8/5ppp/8/8/4k3/8/5PPP/R5K1 w - - 0 1");
  await moveTo(page, "h8");
  await isShown("7k/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  await page.mouse.up();
  await isShown("7k/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "rank");
  await page.locator('label:has([data-test="side-white"])').click();
  await soon(page, async () => {
    const [row] = rowsOfPositions("features", ["7k/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]);
    assert.deepEqual(await marked(page, "place"), squares(row.white_king_escapes));
  });
});

visit("the shield index follows the pawns", {}, async (page) => {
  await choose(page, "moving/pawn-shield");
  const pawns = new Set(["f2", "g3", "h2"]);
  const isShown = (wing, color) =>
    soon(page, async () => {
      const set = [...pawns].join() || "empty";
      assert.equal(await by(page, "answer").textContent(), board("pawn-shield", set, wing, "--color", color)[0]);
      assert.deepEqual((await marked(page, "place")).toSorted(), [...pawns].sort());
    });
  await isShown("king", "white");
  for (const square of ["g2", "f2", "h3", "g3", "h2", "g2", "h3"]) {
    await click(page, square);
    if (!pawns.delete(square)) pawns.add(square);
    await isShown("king", "white");
  }
  // A click outside the shield changes nothing.
  await click(page, "c6");
  await isShown("king", "white");
  await page.locator('label:has([data-test="wing-queen"])').click();
  await page.locator('label:has([data-test="color-black"])').click();
  await soon(page, async () => assert.notDeepEqual(await marked(page, "place"), []));
  pawns.clear();
  for (const square of await marked(page, "place")) pawns.add(square);
  await isShown("queen", "black");
  await click(page, "a6");
  if (!pawns.delete("a6")) pawns.add("a6");
  await isShown("queen", "black");
});

visit("the distance map follows the arrow keys", {}, async (page) => {
  await choose(page, "moving/distance-map");
  await by(page, "board").focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowLeft");
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await soon(page, async () => {
    assert.equal(await by(page, "at").textContent(), "b1");
    const { numbers } = await readBoard(page);
    for (const square of ["a3", "h8", "b2", "d4"]) {
      assert.equal(numbers[square], Number(board("knight-distance", "b1", square)[0]), square);
    }
  });
});
