/** A link contains the state of the page. An invalid link shows a message and never breaks the page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { drag, drawnPieces, grab, hasFen, hasPieces, moveTo, readBoard } from "./support/board.mjs";
import { address, by, choose, newVisitor, open, soon, visit } from "./support/explorer.mjs";

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

/** Everything visible: the board, the panel, the controls. */
async function seen(page) {
  return {
    board: await readBoard(page),
    entry: await page.getAttribute(".page", "data-view"),
    panel: await by(page, "panel").innerText(),
    fields: await page.locator("input, select").evaluateAll((all) => all.map(({ value, checked }) => `${value} ${checked}`)),
    flip: await by(page, "flip").getAttribute("aria-pressed"),
    turn: (await by(page, "turn").count()) > 0 ? await by(page, "turn").textContent() : null,
  };
}

/** Copies the link and opens it in a new browser. */
async function travels(page, other) {
  await by(page, "copy-link").click();
  const link = await soon(page, async () => {
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(text.startsWith(address() + "#v"), text);
    return text;
  });
  const there = await open(other, link.slice(address().length));
  const expected = await seen(page);
  await soon(there, async () => assert.deepEqual(await seen(there), expected, link));
  assert.equal(await by(there, "message").count(), 0);
  await there.close();
}

const click = (page, test) => page.locator(`label:has([data-test="${test}"])`).click();

/** Changes to each view, so that its link differs from the default. */
const STATES = [
  [
    "pattern/uncatchable-passer",
    async (page) => {
      await by(page, "fen").fill("8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1");
      await by(page, "turn").click();
      await by(page, "flip").click();
    },
  ],
  [
    "pattern/knight-fork",
    async (page) => {
      await by(page, "fen").fill("r3k2r/8/8/1N1N4/8/8/8/4K3 w kq - 0 1");
      await by(page, "finding").nth(1).click();
      await click(page, "side-white");
    },
  ],
  ["value/king_reach", (page) => click(page, "side-black")],
  [
    "moving/knight-fill",
    async (page) => {
      await page.mouse.click(...(await point(page, "d5")));
      await by(page, "step-on").click();
      await drag(page, "a1", "f3");
    },
  ],
  ["moving/distance-map", async (page) => page.mouse.move(...(await point(page, "b6")))],
  [
    "moving/shortest-paths",
    async (page) => {
      await page.mouse.click(...(await point(page, "c2")));
      await by(page, "step-back").click();
      await click(page, "piece-king");
    },
  ],
  [
    "moving/fork-squares",
    async (page) => {
      await page.mouse.click(...(await point(page, "h2")));
      await click(page, "least-3");
    },
  ],
  [
    "moving/caught-area",
    async (page) => {
      await drag(page, "g5", "b4");
      await click(page, "turn-white");
    },
  ],
  ["moving/open-lines", (page) => click(page, "side-white")],
  [
    "moving/pawn-shield",
    async (page) => {
      await click(page, "wing-queen");
      await page.mouse.click(...(await point(page, "a3")));
    },
  ],
  [
    "moving/flood-fill",
    async (page) => {
      await by(page, "clear-path").click();
      await grab(page, "b2");
      await moveTo(page, "e2");
      await page.mouse.up();
    },
  ],
  [
    "function/king-fill",
    async (page) => {
      await by(page, "arg-set").fill("b2,g7");
      await by(page, "arg-n").fill("3");
      await by(page, "arg-taboo").fill("c3");
    },
  ],
  [
    "function/knight-path",
    async (page) => {
      await by(page, "arg-to").fill("c7");
      await click(page, "part-2");
    },
  ],
];

async function point(page, square) {
  const { x, y, width, height } = await page.locator(`#cell-${square}`).boundingBox();
  return [x + width / 2, y + height / 2];
}

visit("a link reproduces the page", clipboard, async (page, t) => {
  const complaints = [];
  const other = await newVisitor(complaints);
  try {
    for (const [entry, change] of STATES) {
      await t.test(entry, async () => {
        await choose(page, entry);
        const before = await page.evaluate(() => location.hash);
        await change(page);
        await page.waitForFunction((before) => location.hash !== before, before);
        await travels(page, other);
      });
    }
    assert.deepEqual(complaints, []);
  } finally {
    await other.close();
  }
});

visit("the address is the link, and Back and Forward follow the menu", {}, async (page) => {
  await choose(page, "value/passers");
  await choose(page, "moving/caught-area");
  assert.match(page.url(), /#v1\/entry=moving\/caught-area&/);
  await page.goBack();
  await page.waitForSelector('[data-view="value/passers"]');
  await page.goForward();
  await page.waitForSelector('[data-view="moving/caught-area"]');
  await page.goBack();
  await page.goBack();
  await page.waitForSelector('[data-view="pattern/knight-fork"]');
  // A reload keeps the state.
  await by(page, "clear").click();
  await page.waitForFunction(() => location.hash.includes("fen=8/8/8/8/8/8/8/8_w"));
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await hasFen(page, "8/8/8/8/8/8/8/8 w - - 0 1");
});

const FEN = "r3k2r/8/8/1N6/8/8/8/4K3_w_kq_-_0_1";

visit("reads a link of another version as far as possible, with a message", { hash: `#v0/entry=value/knight_attacks&fen=${FEN}` }, async (page) => {
  assert.match(await by(page, "message").textContent(), /version 0/);
  await page.waitForSelector('[data-view="value/knight_attacks"]');
  await hasPieces(page, FEN.replaceAll("_", " "));
});

visit("reads a link without a version", { hash: `#entry=value/passers&fen=${FEN}&flip=yes` }, async (page) => {
  assert.match(await by(page, "message").textContent(), /version/);
  await page.waitForSelector('[data-view="value/passers"]');
  await hasPieces(page, FEN.replaceAll("_", " "));
  assert.equal(await by(page, "flip").getAttribute("aria-pressed"), "true");
});

visit("a link with an unknown entry and an invalid position reports both", { hash: "#v1/entry=pattern/none&fen=8/8/9" }, async (page) => {
  const message = await by(page, "message").textContent();
  assert.match(message, /pattern\/none/);
  assert.match(message, /position/);
  await page.waitForSelector('[data-view="games"]');
});

visit("the message names invalid parameters", { hash: "#v1/entry=moving/fork-squares&least=abc&targets=zz&odd=1" }, async (page) => {
  const message = await by(page, "message").textContent();
  for (const pair of ["least=abc", "targets=zz", "odd=1"]) assert.ok(message.includes(pair), message);
  assert.equal(await by(page, "least-2").isChecked(), true);
});

visit("reads targets in every set notation", {}, async (page) => {
  // The first target is a king, the next a queen. A number lists its squares from a1.
  for (const [targets, pieces] of [
    ["E8,A8", { e8: "bk", a8: "bq" }],
    ["e8%20a8", { e8: "bk", a8: "bq" }],
    ["0x1100000000000000", { a8: "bk", e8: "bq" }],
  ]) {
    await page.goto("about:blank");
    await page.goto(`${address()}#v1/entry=moving/fork-squares&targets=${targets}`);
    await page.waitForSelector("html[data-ready]");
    assert.equal(await by(page, "message").count(), 0, targets);
    assert.deepEqual(await drawnPieces(page), pieces, targets);
  }
});

visit("Back restores changes made just before choosing another entry", {}, async (page) => {
  await choose(page, "value/passers");
  assert.equal(await page.title(), "Passers – Destrier explorer");
  await page.evaluate(() => {
    document.querySelector('[data-test="clear"]').click();
    document.querySelector('[data-test="entry-value/king_reach"]').click();
  });
  await page.waitForSelector('[data-view="value/king_reach"]');
  assert.equal(await page.title(), "King reach – Destrier explorer");
  await by(page, "start").click();
  await page.goBack();
  await page.waitForSelector('[data-view="value/passers"]');
  await hasFen(page, "8/8/8/8/8/8/8/8 w - - 0 1");
});

test("a rendering error gives a message, and the page can start again", { timeout: 60_000 }, async () => {
  const context = await newVisitor([]);
  try {
    const page = await open(context);
    await page.evaluate(() => {
      const usual = Array.prototype.with;
      Array.prototype.with = () => {
        Array.prototype.with = usual;
        throw new Error("on purpose");
      };
    });
    await page.evaluate(() => document.querySelector('[data-test="entry-moving/caught-area"]').click());
    assert.match(await by(page, "broken").textContent(), /on purpose/);
    await by(page, "start-again").click();
    await page.waitForSelector('[data-view="games"]');
    await isAlive(page);
  } finally {
    await context.close();
  }
});

const GARBAGE = [
  "#",
  "##",
  "#v1/",
  "#v1",
  "#v99999999999999999999/entry=games",
  "#v1/entry",
  "#v1/entry=",
  "#v1/entry=__proto__",
  "#v1/entry=constructor&constructor=1&__proto__=2",
  "#v1/entry=%E0%A4%A",
  "#%",
  "#v1/fen=" + "8/".repeat(5000),
  "#v1/fen=",
  "#v1/entry=function/knight-path&arg-from=<b>&arg-to=%00&part=99",
  "#v1/entry=function/knight-fill&arg-set=a1&arg-n=99999999999999999999",
  "#v1/entry=function/knight-fill&arg-set=a1&arg-n=-1&paint=nothing",
  "#v1/entry=moving/knight-fill&knights=zz&taboo=0xfffffffffffffffffff&step=-5",
  "#v1/entry=moving/knight-fill&knights=a1&step=NaN",
  "#v1/entry=moving/knight-fill&knights=0xffffffffffffffff&taboo=0xffffffffffffffff&step=1e9",
  "#v1/entry=moving/shortest-paths&from=a1&to=a1&taboo=a1&step=7.5",
  "#v1/entry=moving/shortest-paths&from=z9&to=&piece=dragon&step=Infinity",
  "#v1/entry=moving/flood-fill&path=none&from=a1&to=a1&step=-1",
  "#v1/entry=moving/flood-fill&path=&step=x",
  "#v1/entry=moving/distance-map&at=e9&piece=",
  "#v1/entry=moving/caught-area&king=&color=red&turn=never",
  "#v1/entry=moving/fork-squares&targets=everything&least=-3",
  "#v1/entry=moving/fork-squares&targets=a8,a8,a8&least=9",
  "#v1/entry=moving/pawn-shield&pawns=0xffffffffffffffff&wing=left",
  "#v1/entry=moving/open-lines&side=both",
  "#v1/entry=pattern/knight-fork&finding=99&side=green",
  "#v1/entry=pattern/knight-fork&finding=-1&fen=k7/8/8/8/8/8/8/K7_w_-_-_0_1",
  "#v1/entry=games&finding=1&ply=5",
  "#<script>alert(1)</script>",
  "#v1/entry=games&<img src=x onerror=alert(1)>",
];

/** Asserts that the page has a working board and a panel with text. */
async function isAlive(page) {
  assert.equal(await page.locator("[data-cell]").count(), 64);
  assert.notEqual((await by(page, "title").textContent()).trim(), "");
  assert.doesNotMatch(await by(page, "panel").textContent(), /NaN|undefined|\[object/);
  const before = await by(page, "flip").getAttribute("aria-pressed");
  await by(page, "flip").click();
  await soon(page, async () => assert.notEqual(await by(page, "flip").getAttribute("aria-pressed"), before));
}

visit("no link breaks the page", {}, async (page, t) => {
  for (const hash of GARBAGE) {
    await t.test(`when it is opened: ${hash.slice(1, 60)}`, async () => {
      await page.goto("about:blank");
      await page.goto(address() + hash);
      await page.waitForSelector("html[data-ready]", { timeout: 5000 });
      await isAlive(page);
    });
  }
  for (const hash of GARBAGE) {
    await t.test(`while the page is open: ${hash.slice(1, 60)}`, async () => {
      await page.evaluate((hash) => (location.hash = hash), hash);
      await isAlive(page);
    });
  }
  await choose(page, "value/king_reach");
  await by(page, "start").click();
  await hasFen(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
});
