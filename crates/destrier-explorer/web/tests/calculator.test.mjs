/** The function forms give the same answers as `destrier board`. */

import assert from "node:assert/strict";
import { board, destrier, difference, SQUARES, squares, union } from "./support/command.mjs";
import { click, readBoard } from "./support/board.mjs";
import { by, choose, soon, visit } from "./support/explorer.mjs";

/** Calls with options: the text for each field, and the same arguments for the command. */
const CALLS = [
  ["knight-attacks", { set: "b1,g8" }, ["b1,g8"]],
  ["knight-fill", { set: "c3", n: "2", taboo: "d5,e4" }, ["c3", "2", "--taboo", "d5,e4"]],
  ["knight-reach", { set: "h1", n: "3" }, ["h1", "3"]],
  ["knight-distance", { from: "a1", to: "b2" }, ["a1", "b2"]],
  ["knight-path", { from: "a1", to: "h8", taboo: "b3" }, ["a1", "h8", "--taboo", "b3"]],
  ["knight-moves", { set: "b1,g1", own: "d2,e2,f3" }, ["b1,g1", "d2,e2,f3"]],
  ["forks", { set: "a8,e8,h8,d4", k: "2" }, ["a8,e8,h8,d4", "--at-least", "2"]],
  ["knight-stops", { knights: "f3", color: "black" }, ["f3", "--turn", "black"]],
  ["knight-stops", { knights: "f3", pawn: "a6", color: "white" }, ["f3", "a6", "--turn", "white"]],
  ["king-attacks", { set: "a1,h5" }, ["a1,h5"]],
  ["king-fill", { set: "e1", n: "3", taboo: "d2,e2,f2" }, ["e1", "3", "--taboo", "d2,e2,f2"]],
  ["king-distance", { from: "a1", to: "h5" }, ["a1", "h5"]],
  ["king-path", { from: "b2", to: "g5", taboo: "d3,d4" }, ["b2", "g5", "--taboo", "d3,d4"]],
  ["connected", { from: "a1", to: "a3", path: "a1,b2,a3" }, ["a1", "a3", "a1,b2,a3"]],
  ["connected", { from: "a1", to: "h3", path: "a1,b2,a3,h3" }, ["a1", "h3", "a1,b2,a3,h3"]],
  ["king-lines", { king: "g8", escapes: "f8,h8" }, ["g8", "f8,h8"]],
  ["pawn-shield", { pawns: "a2,b3,c2", wing: "queen", color: "white" }, ["a2,b3,c2", "queen", "--color", "white"]],
  ["caught-area", { king: "c6", "king-color": "white", color: "black" }, ["c6", "--king-color", "white", "--turn", "black"]],
  ["lines", { square: "d4" }, ["d4"]],
];

/** Fills the form, and clears all other fields. */
async function fill(page, values) {
  for (const field of await page.locator("form.arguments input[type=text]").all()) {
    const name = (await field.getAttribute("data-test")).replace("arg-", "");
    await field.fill(values[name] ?? "");
  }
  for (const [name, value] of Object.entries(values)) {
    const choice = page.locator(`label:has([data-test="arg-${name}-${value}"])`);
    if ((await choice.count()) > 0) await choice.click();
    else assert.equal(await by(page, `arg-${name}`).inputValue(), value, `there is no argument ${name}`);
  }
}

async function shown(page) {
  const [answer, sets] = await Promise.all([
    page.locator('[data-test="answer"]').allTextContents(),
    page.locator('[data-test="set"]').evaluateAll((sets) => sets.map((set) => set.dataset.set)),
  ]);
  return { answer: answer.join(), sets };
}

/** Sets that differ from the first arguments of the page. */
const SETS = ["b2,d4,e5,g6", "c3,f7", "a1,e4,h8"];

/** Reads the form. Returns for each argument its text, and another valid text. */
async function readForm(page, { arguments: all }) {
  const fields = [];
  for (const [i, { name }] of all.entries()) {
    const key = name.toLowerCase().replaceAll("_", "-");
    const field = by(page, `arg-${key}`);
    const choices = await field.locator("input[type=radio]").evaluateAll((all) => all.map(({ value, checked }) => ({ value, checked })));
    if (choices.length > 0) {
      fields.push({ key, first: choices.find(({ checked }) => checked)?.value ?? "", other: choices.findLast(({ checked }) => !checked).value });
      continue;
    }
    const { first, kind } = await field.evaluate(({ value, inputMode, placeholder }) => ({ first: value, kind: inputMode === "numeric" ? "number" : placeholder }));
    fields.push({ key, first, other: kind === "number" ? "3" : kind === "e4" ? "d5" : SETS[i % SETS.length] });
  }
  return fields;
}

/** Returns the command's arguments. */
function commandArguments({ arguments: all }, texts) {
  return all.flatMap(({ flag, required }, i) => {
    if (texts[i] === "") return required ? ["empty"] : [];
    return flag === undefined ? [texts[i]] : [`--${flag}`, texts[i]];
  });
}

visit("every function of the registry answers like the command, for its first arguments and for others", {}, async (page, t) => {
  const { functions } = JSON.parse(destrier("list", "--json"));
  const entries = await page.locator('[data-test^="entry-function/"]').evaluateAll((all) => all.map(({ dataset }) => dataset.test));
  assert.deepEqual(entries, functions.map(({ name }) => `entry-function/${name}`));
  for (const entry of functions) {
    await t.test(entry.name, async () => {
      await choose(page, `function/${entry.name}`);
      const fields = await readForm(page, entry);
      await answers(page, entry.name, commandArguments(entry, fields.map(({ first }) => first)));
      await fill(page, Object.fromEntries(fields.map(({ key, other }) => [key, other])));
      await answers(page, entry.name, commandArguments(entry, fields.map(({ other }) => other)));
    });
  }
});

visit("functions with options answer like the command", {}, async (page, t) => {
  for (const [name, values, args] of CALLS) {
    await t.test(`${name} ${args.join(" ")}`, async () => {
      await choose(page, `function/${name}`);
      await fill(page, values);
      await answers(page, name, args);
    });
  }
});

async function answers(page, name, args) {
  const lines = board(name, ...args);
  await soon(page, async () => {
    const { answer, sets } = await shown(page);
    const { marks, numbers } = await readBoard(page);
    if (lines[0] === "none") {
      assert.equal(answer, "none");
    } else if (name.endsWith("-path")) {
      assert.equal(answer, `${lines.length - 1} moves. Choose a move number to see its squares as a set.`);
      lines.forEach((layer, n) => {
        for (const square of squares(layer)) assert.equal(numbers[square], n, square);
      });
      assert.equal(Object.keys(numbers).length, union(...lines).length);
    } else if (name === "lines") {
      assert.deepEqual(sets, lines);
    } else if (name === "knight-moves") {
      assert.deepEqual(moves(answer), destrier("board", name, ...args).trim().split("\n").sort());
    } else if (/^[0-9a-f]{16}$/.test(lines[0])) {
      assert.deepEqual(sets, lines);
      assert.deepEqual(marks.place, squares(lines[0]));
    } else {
      const words = { true: "yes", false: "no" };
      assert.equal(answer, words[lines[0]] ?? lines[0]);
    }
  });
  assert.match(await by(page, "panel").textContent(), /One formulation gives this answer|They agree/);
}

/** Reads the moves from the page's text: `b1–a3 noNoWe, …`. */
const moves = (text) => [...text.matchAll(/([a-h][1-8])–([a-h][1-8]) (\w+)/g)].map(([, from, to, way]) => `${way} ${from} ${to}`).sort();

visit("shows each layer of a path as a set", {}, async (page) => {
  await choose(page, "function/knight-path");
  await fill(page, { from: "a1", to: "h8" });
  const layers = board("knight-path", "a1", "h8");
  for (const [n, layer] of layers.entries()) {
    await page.locator(`label:has([data-test="part-${n + 1}"])`).click();
    await soon(page, async () => {
      assert.deepEqual((await shown(page)).sets, [layer]);
      assert.deepEqual((await readBoard(page)).marks.place, squares(layer));
    });
  }
});

visit("a link to a missing part shows all parts", {}, async (page) => {
  for (const [name, args] of [["king-path", "arg-from=a1&arg-to=c5"], ["lines", "arg-square=d4"]]) {
    const marks = [];
    for (const part of ["", "&part=9", "&part=99"]) {
      await page.evaluate((hash) => void (location.hash = hash), `v1/entry=function/${name}&${args}${part}`);
      await page.waitForSelector(`[data-view="function/${name}"]`);
      await soon(page, async () => {
        assert.equal(await by(page, "part-0").isChecked(), true);
        marks.push((await readBoard(page)).marks.place);
        assert.ok(marks.at(-1).length > 0);
      });
      assert.deepEqual(marks.at(-1), marks[0], `${name}${part}`);
    }
  }
});

visit("a set edited on the board appears in every notation", {}, async (page) => {
  await choose(page, "function/forks");
  await fill(page, { set: "" });
  for (const square of ["a8", "e8", "e4"]) await click(page, square);
  const [hex] = board("forks", "a8,e8,e4");
  assert.ok(squares(hex).length > 2);
  await soon(page, async () => {
    assert.equal(await by(page, "arg-set").inputValue(), "e4,a8,e8");
    assert.deepEqual((await shown(page)).sets, [hex]);
  });
  assert.deepEqual((await by(page, "set-squares").textContent()).split(/, ?/), squares(hex));
  const rows = (await by(page, "set-board").textContent()).trim().split("\n");
  const crosses = rows.flatMap((row, i) =>
    [...row.replaceAll(" ", "")].flatMap((sign, file) => (sign === "X" ? ["abcdefgh"[file] + (8 - i)] : [])),
  );
  assert.deepEqual(crosses.sort(), squares(hex).sort());
  const numbers = await by(page, "set-hex").allTextContents();
  assert.equal(numbers.length, 4);
  assert.equal(BigInt(numbers[0].startsWith("0x") ? numbers[0] : "0x" + numbers[0]), BigInt("0x" + hex));
  // The four mappings have the same number of squares.
  assert.equal(new Set(numbers).size, 4);
  assert.deepEqual(await by(page, "literal").evaluateAll((all) => all.map(({ dataset }) => dataset.language)), [
    "Rust",
    "C",
    "Python",
  ]);
});

visit("draws sets as the library reads them, as squares and as numbers", {}, async (page) => {
  await choose(page, "function/knight-attacks");
  for (const [text, expected] of [
    ["full", SQUARES],
    ["empty", []],
    ["0X81", ["a1", "h1"]],
    ["full", SQUARES],
  ]) {
    await fill(page, { set: text });
    await soon(page, async () => {
      const { pieces, marks } = await readBoard(page);
      assert.deepEqual(pieces, Object.fromEntries(expected.map((square) => [square, "white knight"])), text);
      assert.deepEqual(marks.target, expected, text);
    });
    await answers(page, "knight-attacks", [text]);
  }
  // Every notation draws the same set that the library receives.
  for (const [text, expected] of [
    ["e4 d5", ["e4", "d5"]],
    [" FULL", SQUARES],
    [" 0x81 ", ["a1", "h1"]],
    ["none", []],
  ]) {
    await fill(page, { set: text });
    await soon(page, async () => {
      assert.deepEqual((await readBoard(page)).marks.target, expected, text);
      assert.deepEqual((await shown(page)).sets, board("knight-attacks", expected.join() || "empty"), text);
    });
  }
  await fill(page, { set: "full" });
  // Editing works from every notation.
  await click(page, "a1");
  await soon(page, async () => assert.equal(await by(page, "arg-set").inputValue(), "0xfffffffffffffffe"));

  for (const piece of ["king", "knight"]) {
    await choose(page, `function/${piece}-distance`);
    for (const [from, known] of [
      ["a1 b1", "a1,b1"],
      [" 0x81 ", "a1,h1"],
    ]) {
      await fill(page, { from: known, to: "c5" });
      await soon(page, async () => assert.ok((await readBoard(page)).marks.place.length > 2, known));
      const { marks, numbers } = await readBoard(page);
      await fill(page, { from: "h8", to: "c5" });
      await soon(page, async () => assert.notDeepEqual((await readBoard(page)).numbers, numbers));
      await fill(page, { from, to: "c5" });
      await soon(page, async () => {
        const board = await readBoard(page);
        assert.deepEqual([board.marks, board.numbers], [marks, numbers], from);
      });
    }
  }

  await choose(page, "function/king-lines");
  for (const [king, escapes, square] of [
    ["g1", "f1,h1", "g1"],
    ["0x4000", "f2,h2", "g2"],
    ["G1", "f1,h1", "g1"],
  ]) {
    await fill(page, { king, escapes });
    const [rank] = board("lines", square);
    await soon(page, async () => assert.deepEqual((await readBoard(page)).marks.place, squares(rank), king));
  }

  await choose(page, "function/connected");
  for (const [path, off] of [
    ["a1,h8", SQUARES.filter((square) => square !== "a1" && square !== "h8")],
    ["", SQUARES],
    ["full", []],
    ["empty", SQUARES],
  ]) {
    await fill(page, { from: "a1", to: "h8", path });
    await soon(page, async () => assert.deepEqual((await readBoard(page)).marks.reason, off, path));
    const legend = await by(page, "legend").allTextContents();
    assert.equal(legend.join().includes("not on the path"), off.length > 0, path);
  }
});

visit("an invalid argument gives a message and no answer", {}, async (page) => {
  await choose(page, "function/knight-fill");
  for (const [field, wrong] of [["set", "i9"], ["n", "many"], ["taboo", "0xg"]]) {
    const before = await by(page, `arg-${field}`).inputValue();
    await by(page, `arg-${field}`).fill(wrong);
    await soon(page, async () => {
      assert.equal(await by(page, `arg-${field}`).getAttribute("aria-invalid"), "true");
      assert.equal(await by(page, "call-problem").count(), 1);
    });
    assert.notEqual((await by(page, "call-problem").textContent()).trim(), "");
    assert.equal((await shown(page)).sets.length, 0);
    await by(page, `arg-${field}`).fill(before);
    await soon(page, async () => assert.equal(await by(page, "call-problem").count(), 0));
  }
});

for (const piece of ["knight", "king"]) {
  visit(`the map of ${piece} distances agrees with the command, from three squares`, {}, async (page) => {
    await choose(page, "moving/distance-map");
    if (piece === "king") await page.locator('label:has([data-test="piece-king"])').click();
    for (const from of ["a1", "d5", "h8"]) {
      const { x, y, width, height } = await page.locator(`#cell-${from}`).boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2);
      // The distance is n if the piece arrives within n moves but not within n - 1.
      const within = [`0x${(1n << BigInt(SQUARES.indexOf(from))).toString(16).padStart(16, "0")}`];
      for (let n = 1; squares(within.at(-1)).length < 64; n++) within.push("0x" + board(`${piece}-fill`, from, String(n))[0]);
      const expected = { [from]: 0 };
      within.slice(1).forEach((set, i) => {
        for (const square of difference(set, within[i])) expected[square] = i + 1;
      });
      await soon(page, async () => {
        const { numbers } = await readBoard(page);
        assert.equal(Object.keys(numbers).length, 64);
        for (const square of SQUARES) assert.equal(numbers[square], expected[square], `${from} to ${square}`);
      });
      const [last] = board(`${piece}-distance`, from, "h1");
      assert.equal((await readBoard(page)).numbers.h1, Number(last));
    }
  });
}
