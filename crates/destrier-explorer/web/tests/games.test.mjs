/** Files of games: the findings agree with the command, and the page reports damage. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { constants, deflateRawSync, gunzipSync, gzipSync } from "node:zlib";
import { DAMAGED, errorsOf, PUZZLES, rows, SAMPLE } from "./support/command.mjs";
import { hasPieces, readBoard } from "./support/board.mjs";
import { by, choose, soon, visit } from "./support/explorer.mjs";
import {
  chooseFile,
  damaged,
  dropFile,
  GRADES,
  gravity,
  isJudged,
  isRead,
  isReadWhole,
  onePerChance,
  openGame,
  sample,
  sampleFindings,
  show,
} from "./support/games.mjs";

const found = sampleFindings();
const chances = onePerChance(found);

/** A chance as text, from the timeline and from the command. */
const ofCommand = ({ ply, pattern, side, chance_played, missed }) => `${ply} ${pattern} ${side} ${chance_played} ${missed}`;

function readMarks(marks) {
  return marks.evaluateAll((marks) =>
    marks.map(
      ({ dataset: { ply, pattern, played, missed }, className }) => `${ply} ${pattern} ${className} ${played} ${missed ?? null}`,
    ),
  );
}

const readTimeLine = (page) => readMarks(by(page, "mark"));

const isMissed = ({ missed }) => missed === "mistake" || missed === "blunder";

/** Sorts chances in the order of the keys: the game with the worst miss first, and each game's worst miss first. */
function gravestFirst(rows) {
  const most = (game) => Math.max(...rows.filter((row) => row.game === game).map(gravity));
  return rows.toSorted((a, b) => most(b.game) - most(a.game) || a.game - b.game || gravity(b) - gravity(a));
}

const ply = async (page) => Number(await by(page, "ply").getAttribute("data-ply"));

visit("the chances in a dropped file agree with the command, game by game", {}, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isReadWhole(page, 60);
  assert.equal(await page.getAttribute(".page", "data-view"), "games");
  assert.equal(await by(page, "file-status").getAttribute("data-damaged"), "0");
  assert.match(await by(page, "file-status").textContent(), new RegExp(`60 games, ${chances.length.toLocaleString("en")} chances`));
  for (let game = 0; game < 60; game++) {
    await openGame(page, game);
    const expected = chances.filter((row) => row.game === game + 1);
    await soon(page, async () => assert.deepEqual((await readTimeLine(page)).sort(), expected.map(ofCommand).sort(), `game ${game + 1}`));
    if (expected.length === 0) continue;
    // A game opens at its first chance.
    assert.equal(await ply(page), expected[0].ply);
    await hasPieces(page, expected[0].fen);
  }
});

visit("a click on the timeline goes to the chance", {}, async (page) => {
  await choose(page, "games");
  await chooseFile(page, "lichess.pgn", sample());
  await isReadWhole(page, 60);
  const game = [...Array(60).keys()].sort(
    (a, b) => chances.filter((row) => row.game === b + 1).length - chances.filter((row) => row.game === a + 1).length,
  )[0];
  await openGame(page, game);
  const expected = chances.filter((row) => row.game === game + 1);
  const marks = by(page, "mark");
  await soon(page, async () => assert.equal(await marks.count(), expected.length));
  for (const i of [expected.length - 1, 0, Math.floor(expected.length / 2)]) {
    const { ply: at, fen, pattern, side, move } = expected[i];
    const same = found.filter((row) => row.game === game + 1 && row.ply === at && row.pattern === pattern && row.side === side);
    const mark = page.locator(`[data-test="mark"][data-ply="${at}"][data-pattern="${pattern}"].${side}`).first();
    // Marks can overlap, so dispatch the click on the mark itself.
    await mark.dispatchEvent("click");
    await soon(page, async () => assert.equal(await ply(page), at));
    await hasPieces(page, fen);
    assert.equal(await mark.getAttribute("aria-current"), "true");
    const words = await by(page, "finding").locator("b").allTextContents();
    for (const { san, square } of same) assert.ok(words.includes(san ?? square), `${words} without ${san ?? square}`);
    if (move) {
      const { arrows } = await readBoard(page);
      assert.ok(same.some(({ move }) => arrows.includes(`${move.slice(0, 2)}-${move.slice(2, 4)} move`)), fen);
    }
  }
});

visit("the keys for next and previous step through all chances, from game to game", {}, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isReadWhole(page, 60);
  await openGame(page, 0);
  const place = async () => [Number(await by(page, "open-game").getAttribute("data-game")) + 1, await ply(page)];
  const first = chances.slice(0, 25).map(({ game, ply }) => [game, ply]);
  assert.ok(first.at(-1)[0] > 1, "more than a game");
  await soon(page, async () => assert.deepEqual(await place(), first[0]));
  for (const [i, at] of first.slice(1).entries()) {
    await page.keyboard.press("njNJ"[i % 4]);
    await soon(page, async () => assert.deepEqual(await place(), at));
  }
  for (const [i, at] of first.slice(0, -1).reverse().entries()) {
    await page.keyboard.press("pkPK"[i % 4]);
    await soon(page, async () => assert.deepEqual(await place(), at));
  }
  // Arrow keys step by one move. Buttons go to the first and last position.
  const start = first[0][1];
  await page.keyboard.press("ArrowRight");
  await soon(page, async () => assert.equal(await ply(page), start + 1));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await soon(page, async () => assert.equal(await ply(page), start - 1));
  await by(page, "first").click();
  await hasPieces(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  await by(page, "last").click();
  const positions = rows("features", "-f", "jsonl", "--fen", SAMPLE).filter(({ game }) => game === 1);
  await hasPieces(page, positions.at(-1).fen);
  await by(page, "scrubber").fill("20");
  await hasPieces(page, positions[20].fen);
});

visit("the list keeps its scroll position, except for a game that the user steps to", {}, async (page) => {
  // Delay opening the first game until the list has been scrolled.
  await page.evaluate(() => {
    const held = [];
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
      if (message.kind === "game") held.push(() => send.call(this, message));
      else send.call(this, message);
    };
    globalThis.letGo = () => {
      Worker.prototype.postMessage = send;
      for (const go of held) go();
    };
    // Show all findings first, so that the page does not open the game with the worst miss.
    new MutationObserver((_, observer) => {
      const all = document.querySelector('[data-test="show-all"]');
      if (all === null) return;
      observer.disconnect();
      all.click();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await dropFile(page, "lichess.pgn", sample());
  await isRead(page, 60);
  const list = by(page, "games");
  await list.evaluate((box) => (box.scrollTop = box.scrollHeight));
  const bottom = await list.evaluate((box) => box.scrollTop);
  assert.ok(bottom > 1000, `${bottom}`);
  await page.evaluate(() => letGo());
  await page.waitForSelector('[data-test="open-game"][data-game="0"]');
  await hasPieces(page, chances[0].fen);
  assert.equal(await list.evaluate((box) => box.scrollTop), bottom);
  const later = chances.findIndex(({ game }) => game > 1);
  for (let i = 0; i < later; i++) await page.keyboard.press("n");
  const reached = chances[later].game - 1;
  await page.waitForSelector(`[data-test="open-game"][data-game="${reached}"]`);
  await list.locator(`[data-game="${reached}"][aria-current="true"]`).waitFor({ state: "visible" });
});

visit("filters chances by pattern, class and whether they were missed", {}, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  /** Asserts that the list contains the games with such chances, and that the first game's marks match the filter. */
  const isLeft = async (name, wanted, inOrder = (rows) => rows) => {
    const rows = inOrder(onePerChance(found.filter(wanted)));
    const { game } = rows[0];
    await soon(page, async () => {
      const shown = await by(page, "games").locator("li").first().getAttribute("aria-setsize");
      assert.equal(Number(shown), new Set(rows.map(({ game }) => game)).size, name);
    });
    await by(page, "games").evaluate((box) => (box.scrollTop = 0));
    await by(page, "games").locator("li").first().locator("button").click();
    await page.waitForSelector(`[data-test="open-game"][data-game="${game - 1}"]`);
    await soon(page, async () => {
      const left = await readMarks(page.locator('[data-test="mark"]:not(:disabled)'));
      const expected = rows.filter((row) => row.game === game);
      assert.deepEqual(left.sort(), expected.map(ofCommand).sort(), name);
    });
  };
  await page.locator('[data-test="more-filters"] > summary').click();
  await isLeft("missed", isMissed, gravestFirst);
  const isFork = ({ pattern }) => pattern === "knight-fork";
  await by(page, "filter-pattern").selectOption(await optionOf(page, "knight-fork"));
  await isLeft("missed forks", (row) => isFork(row) && isMissed(row), gravestFirst);
  await show(page, "all");
  for (const pattern of ["knight-fork", "forking-knight", "distant-check", "uncatchable-passer"]) {
    await by(page, "filter-pattern").selectOption(await optionOf(page, pattern));
    await isLeft(pattern, (row) => row.pattern === pattern);
  }
  await by(page, "filter-pattern").selectOption("");
  for (const [level, name] of [
    ["1", "check"],
    ["2", "royal"],
  ]) {
    await by(page, "filter-class").selectOption(level);
    await isLeft(name, ({ classes }) => classes?.includes(name));
  }
  await by(page, "filter-class").selectOption("0");
  await show(page, "unplayed");
  const isNotPlayed = ({ played, chance_played }) => played === false && !chance_played;
  await isLeft("not played", isNotPlayed);
  // The board does not draw a chosen finding that the filter hides.
  const { marks, arrows } = await readBoard(page);
  assert.ok(arrows.length + Object.values(marks).flat().length > 0);
  await by(page, "filter-pattern").selectOption(await optionOf(page, "smothered-mate"));
  assert.ok(!found.some((row) => row.pattern === "smothered-mate" && isNotPlayed(row)));
  await soon(page, async () => {
    const { marks, arrows } = await readBoard(page);
    assert.deepEqual([arrows, Object.values(marks).flat()], [[], []]);
  });
  // Without a chosen finding, the board draws all findings of the position that match the filter.
  const drawn = async () => {
    const { marks, arrows } = await readBoard(page);
    return arrows.length + Object.values(marks).flat().length;
  };
  const filter = async (name) => by(page, "filter-pattern").selectOption(name && (await optionOf(page, name)));
  await filter("");
  await soon(page, async () => assert.ok((await drawn()) > 0));
  await filter("smothered-mate");
  await soon(page, async () => assert.equal(await drawn(), 0));
  // The keys skip hidden findings.
  await by(page, "filter-pattern").selectOption(await optionOf(page, "knight-fork"));
  const wanted = onePerChance(found.filter((row) => row.pattern === "knight-fork" && isNotPlayed(row)));
  await by(page, "games").evaluate((box) => (box.scrollTop = 0));
  await by(page, "games").locator("li").first().locator("button").click();
  await soon(page, async () => assert.equal(await ply(page), wanted[0].ply));
  await by(page, "next-finding").click();
  const next = wanted[1];
  await page.waitForSelector(`[data-test="open-game"][data-game="${next.game - 1}"]`);
  await soon(page, async () => assert.equal(await ply(page), next.ply));
});

visit("shows missed chances first, the worst at the top", {}, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  const missed = gravestFirst(chances.filter(isMissed));
  assert.ok(missed.length > 5);
  assert.equal(await by(page, "file-status").getAttribute("data-missed"), String(missed.length));
  assert.match(await by(page, "file-status").textContent(), new RegExp(`, ${missed.length} missed`));
  // The list contains the games with misses, the worst first, and the number of misses of each grade.
  const listed = await by(page, "game").evaluateAll((rows) =>
    rows.map((row) => [
      Number(row.dataset.game) + 1,
      [...row.querySelectorAll('[data-test="misses"]')].map(({ dataset, textContent }) => [dataset.missed, parseInt(textContent, 10)]),
    ]),
  );
  const games = [...new Set(missed.map(({ game }) => game))];
  const tally = (game) =>
    GRADES.toReversed()
      .map((grade) => [grade, missed.filter((row) => row.game === game && row.missed === grade).length])
      .filter(([, count]) => count > 0);
  assert.deepEqual(listed.slice(0, games.length), games.map((game) => [game, tally(game)]).slice(0, listed.length));
  const size = await by(page, "games").locator("li").first().getAttribute("aria-setsize");
  assert.equal(Number(size), games.length);
  assert.equal(await by(page, "listed").textContent(), `${games.length} games, ${missed.length} missed chances`);
  // The page opens the worst miss. The keys step through the others, even from another position.
  const place = async () => [Number(await by(page, "open-game").getAttribute("data-game")) + 1, await ply(page)];
  const isAt = ({ game, ply }) => soon(page, async () => assert.deepEqual(await place(), [game, ply]));
  await isAt(missed[0]);
  for (const row of missed.slice(1)) {
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("n");
    await isAt(row);
  }
  for (const row of missed.slice(0, -1).reverse()) {
    await page.keyboard.press("p");
    await isAt(row);
  }
});

visit("shows a missed fork with its grade and what it wins", {}, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  await by(page, "filter-pattern").selectOption(await optionOf(page, "knight-fork"));
  const forks = gravestFirst(chances.filter((row) => row.pattern === "knight-fork" && isMissed(row)));
  const words = { 1: "a pawn", 3: "a piece", 5: "a rook", 9: "a queen" };
  const fork = forks.slice(0, 8).find(({ wins }) => wins in words);
  await by(page, "games").locator(`[data-game="${fork.game - 1}"]`).click();
  await by(page, "mark").and(page.locator(`[data-ply="${fork.ply}"]:not(:disabled)`)).first().dispatchEvent("click");
  const card = by(page, "finding").filter({ has: page.locator("b", { hasText: fork.san }) });
  await soon(page, async () => assert.equal(await card.count(), 1));
  assert.equal(await card.locator(".tag[data-missed]").textContent(), `missed (${fork.missed})`);
  const said = await card.locator('[data-test="words"]').textContent();
  assert.ok(said.includes(`It wins ${words[fork.wins]}. Missed, a ${fork.missed}: the game's move`), said);
  const mark = page.locator(`[data-test="mark"][data-ply="${fork.ply}"][data-missed="${fork.missed}"]`).first();
  assert.match(await mark.getAttribute("aria-label"), new RegExp(`, missed \\(${fork.missed}\\)$`));
});

visit("a move that was not played is not always missed", {}, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isReadWhole(page, 60);
  const other = chances.find((row) => row.pattern === "knight-fork" && row.chance_played === false && !row.missed);
  await openGame(page, other.game - 1);
  const mark = page.locator(`[data-test="mark"][data-ply="${other.ply}"][data-pattern="knight-fork"]:not([data-missed])`).first();
  await mark.dispatchEvent("click");
  assert.match(await mark.getAttribute("aria-label"), /, not played$/);
  const card = by(page, "finding").filter({ has: page.locator("b", { hasText: other.san }) }).first();
  await soon(page, async () => assert.equal(await card.locator(".tag").last().textContent(), "not played"));
  assert.doesNotMatch(await card.textContent(), /missed/i);
});

visit("shows all findings if nothing was missed", {}, async (page) => {
  await dropFile(page, "a.epd", "8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1\n");
  await isJudged(page, 1);
  await soon(page, async () => assert.equal(await by(page, "show-all").isChecked(), true));
  assert.match(await by(page, "file-status").textContent(), /1 chance, none missed/);
  await soon(page, async () => assert.deepEqual(await by(page, "finding").locator("b").allTextContents(), ["a2"]));
});

visit("a position's card says what its move wins", {}, async (page) => {
  await by(page, "fen").fill("r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1");
  const isSaid = (words) => soon(page, async () => assert.deepEqual(await by(page, "words").allTextContents(), [words]));
  await isSaid("Nc7+ forks king e8 and rook a8. No black piece can capture the knight. It wins a rook.");
  // With many queens the search takes long. Another position does not wait for it.
  await by(page, "fen").fill("q1q1k2q/2q3q1/q4q2/1N4q1/2Q3Q1/Q4Q2/1Q3Q2/Q3K2Q w - - 0 1");
  await soon(page, async () => assert.equal(await by(page, "words").count(), 2));
  await by(page, "fen").fill("r2qk2r/8/8/1N6/8/8/8/4K3 w kq - 0 1");
  await soon(page, async () => assert.match(await by(page, "words").first().textContent(), /Black can capture it.* It loses a piece\.$/));
});

/** White can fork with Nc7+ on three turns. */
const FORK = '[FEN "r3k2r/8/8/1N6/8/8/8/R3K3 w kq - 0 1"]\n\n1. Ra2 Rg8 2. Ra1 Rh8 ';

visit("the same move on several turns is one chance, shown at its worst miss", {}, async (page) => {
  await dropFile(page, "fork.pgn", `${FORK}3. Ra2 *\n`);
  await isJudged(page, 1);
  await by(page, "filter-pattern").selectOption(await optionOf(page, "knight-fork"));
  assert.equal(await by(page, "file-status").getAttribute("data-missed"), "1");
  assert.equal(await by(page, "misses").textContent(), "1?? missed (blunder)");
  const mark = by(page, "mark").and(page.locator('[data-pattern="knight-fork"]'));
  await soon(page, async () => assert.equal(await mark.count(), 1));
  assert.match(await mark.getAttribute("aria-label"), /: knight-fork, White, moves 1–3, missed \(blunder\)$/);
  // The list of moves has the sign of the blunder.
  const signs = await by(page, "move").evaluateAll((all) => all.map((move) => getComputedStyle(move, "::after").content));
  assert.equal(signs[0], '"??"');
  const first = Number(await mark.getAttribute("data-ply"));
  await by(page, "last").click();
  await mark.click();
  await soon(page, async () => assert.equal(await ply(page), first));
  // It has a card on each turn. All of them belong to the same mark.
  await show(page, "all");
  for (const at of [0, 2, 4]) {
    await by(page, "scrubber").fill(String(at));
    const card = by(page, "finding").filter({ hasText: "Nc7+" });
    await soon(page, async () => assert.equal(await card.locator('[data-test="moves"]').textContent(), "moves 1–3"));
    await card.click();
    await soon(page, async () => assert.equal(await mark.getAttribute("aria-current"), "true"));
    assert.equal(await ply(page), at);
  }
});

visit("a move played later was not missed", {}, async (page) => {
  await dropFile(page, "fork.pgn", `${FORK}3. Nc7+ *\n`);
  await isJudged(page, 1);
  await show(page, "all");
  await by(page, "filter-pattern").selectOption(await optionOf(page, "knight-fork"));
  assert.match(await by(page, "file-status").textContent(), /, none missed/);
  const mark = by(page, "mark").and(page.locator('[data-pattern="knight-fork"]'));
  await soon(page, async () => assert.match(await mark.getAttribute("aria-label"), /moves 1–3, played$/));
  await mark.click();
  await soon(page, async () => assert.equal(await ply(page), 0));
  const card = by(page, "finding").filter({ hasText: "Nc7+" });
  assert.deepEqual(await card.locator(".tag").allTextContents(), ["moves 1–3", "check", "played later"]);
  assert.doesNotMatch(await card.textContent(), /missed/i);
  // It does not count as a move that was not played.
  await show(page, "unplayed");
  await soon(page, async () => assert.equal(await mark.isDisabled(), true));
});

/** Returns the value of a pattern in the filter. Its text has the number of misses. */
async function optionOf(page, pattern) {
  const options = await by(page, "filter-pattern").locator("option").evaluateAll((all) => all.map(({ value, text }) => [value, text]));
  const plain = (text) => text.replace(/ \(\d+\)$/, "").toLowerCase().replaceAll(" ", "-");
  return options.find(([, text]) => plain(text) === pattern)[0];
}

for (const name of ["cut-then-more.pgn", "illegal-castling.pgn", "brackets-among-moves.pgn"]) {
  visit(`shows the readable part of ${name}, and reports the damage`, {}, async (page) => {
    await dropFile(page, name, damaged(name));
    await page.waitForSelector('[data-test="file-status"][data-done="yes"]');
    const said = errorsOf(`${DAMAGED}/${name}`);
    const positions = rows("features", "-f", "jsonl", `${DAMAGED}/${name}`);
    assert.ok(said.length > 1);
    assert.equal(await by(page, "file-status").getAttribute("data-damaged"), String(said.length));
    assert.equal(Number(await by(page, "damaged-count").textContent().then((text) => parseInt(text, 10))), said.length);
    for (const { game, offset, token, reason } of said) {
      await openGame(page, game - 1);
      await soon(page, async () => {
        const damage = await by(page, "damage").textContent();
        for (const word of [`byte ${offset}`, token, reason]) assert.ok(damage.includes(word), `${damage} does not say ${word}`);
      });
      const row = await by(page, "games").locator(`[data-game="${game - 1}"]`).textContent();
      assert.ok(row.includes("Damaged") && row.includes(reason), row);
      // The moves before the damage agree with the command.
      const moves = positions.filter((row) => row.game === game && row.san !== null).map(({ san }) => san);
      const shown = await by(page, "move").allTextContents();
      assert.deepEqual(shown.map((text) => text.trim().replace(/^\d+\. /, "")), moves);
    }
    // Undamaged games have no message.
    const games = Number(await by(page, "file-status").getAttribute("data-games"));
    assert.ok(games > said.length);
    await openGame(page, 0);
    await soon(page, async () => assert.equal(await by(page, "damage").count(), 0));
  });
}

visit("a game without a readable position does not show another game's position", {}, async (page) => {
  const games = ['[White "Ann"]\n\n1. e4 e5 2. Nf3 *\n\n', '[White "Cid"]\n[Variant "Atomic"]\n\n1. d4 d5 *\n'];
  await dropFile(page, "two.pgn", games.join(""));
  await isRead(page, 2);
  await by(page, "last").click();
  await soon(page, async () => assert.equal(await ply(page), 3));
  assert.equal(await by(page, "scrubber").getAttribute("max"), "3");
  await openGame(page, 1);
  await hasPieces(page, "8/8/8/8/8/8/8/8");
  assert.equal(await by(page, "scrubber").getAttribute("max"), "0");
  assert.equal(await by(page, "scrubber").getAttribute("aria-valuetext"), "no position");
  assert.match(await by(page, "damage").textContent(), /variant Atomic is not supported\.\s*$/);
  await page.waitForFunction(() => location.hash.includes("fen=8/8/8/8/8/8/8/8_w"));
  // This is also true after a visit to another entry.
  await choose(page, "value/passers");
  await by(page, "start").click();
  await choose(page, "games");
  await hasPieces(page, "8/8/8/8/8/8/8/8");
  await openGame(page, 0);
  await hasPieces(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
});

const REFUSED = [
  ["games.pgn.bz2", ["Extract the file first", "destrier scan games.pgn.bz2"]],
  ["my games.pgn.bz2", ["destrier scan 'my games.pgn.bz2'"]],
  ["-x.pgn.bz2", ["destrier scan ./-x.pgn.bz2"]],
  ["-my games.pgn.bz2", ["destrier scan './-my games.pgn.bz2'"]],
  ["games.7z", ["Extract the file first"]],
];

visit("refuses unsupported files, and shows the command that reads them", {}, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isRead(page, 60);
  for (const [name, words] of REFUSED) {
    await page.evaluate(
      (name) => {
        const data = new DataTransfer();
        data.items.add(new File(["x"], name));
        document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
      },
      name,
    );
    await soon(page, async () => {
      const message = await by(page, "message").textContent();
      for (const word of words) assert.ok(message.includes(word), `${message} does not say ${word}`);
    });
    // The previous games are still open.
    assert.equal(await by(page, "file-status").getAttribute("data-games"), "60");
    await by(page, "close-message").click();
    await soon(page, async () => assert.equal(await by(page, "message").count(), 0));
  }
});

visit("reads a gzip file and pasted games", {}, async (page) => {
  await dropFile(page, "lichess.pgn.gz", gzipSync(sample()));
  await isRead(page, 60);
  await page.locator("details:has(#pgn) summary").click();
  await by(page, "pgn").fill('[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 *\n');
  await by(page, "read-pgn").click();
  await isRead(page, 1);
  assert.match(await by(page, "games").textContent(), /Ann – Bob/);
  // Decompression stops at what grows too much.
  await dropFile(page, "a bomb.pgn.gz", gzipSync(Buffer.alloc(65 * 1024 * 1024)));
  await soon(page, async () => assert.match(await by(page, "message").textContent(), /^a bomb\.pgn\.gz cannot be read: it grows to more than 100 times/), 20_000);
  // A file that is not gzip gives an error, not an empty list.
  await dropFile(page, "not.pgn.gz", Buffer.from("1. e4 e5 *"));
  await isRefused(page, "not.pgn.gz");
  await dropFile(page, "empty.pgn.gz", gzipSync(""));
  await soon(page, async () => assert.match(await by(page, "file-status").textContent(), /empty\.pgn\.gz: The file contains no games\./));
});

/** Asserts that the page cannot read a compressed file. */
async function isRefused(page, name) {
  await soon(page, async () => {
    assert.ok((await by(page, "message").textContent()).startsWith(`${name} cannot be read: `));
    assert.equal(await by(page, "file-status").textContent(), `${name}: The file could not be read.`);
  });
}

/** Asserts that the page reads a compressed file up to the damage and reports this. */
async function isTorn(page, name, least, most) {
  const said = `${name} is only partly readable: its gzip data is cut off or damaged. The games before the damage are loaded.`;
  await soon(page, async () => assert.ok((await by(page, "message").textContent()).startsWith(said)));
  const status = by(page, "file-status");
  assert.ok((await status.textContent()).includes("; only partly read"));
  const games = Number(await status.getAttribute("data-games"));
  assert.ok(least <= games && games <= most, `${name}: ${games} games`);
}

visit("reads the part of a gzip file before the damage", {}, async (page) => {
  const compressed = gzipSync(sample());
  // One compressed block can expand to many games.
  const short = gzipSync('[Event "A"]\n\n1. e4 *\n\n'.repeat(20_000));
  for (const torn of [short.subarray(0, -9), ...[9, compressed.length >> 1, compressed.length - 3000].map((end) => compressed.subarray(0, -end))]) {
    const text = gunzipSync(torn, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    const games = text.split(/^\[Event /m).length - 1;
    await dropFile(page, `torn-${torn.length}.pgn.gz`, torn);
    await isTorn(page, `torn-${torn.length}.pgn.gz`, games, games);
  }
  // The page searches these games like those of a complete file. The next file is read completely.
  await show(page, "all");
  await openGame(page, 2);
  const third = chances.filter((row) => row.game === 3);
  await soon(page, async () => assert.deepEqual((await readTimeLine(page)).sort(), third.map(ofCommand).sort()));
  // Without a game before the damage, the file cannot be read.
  await dropFile(page, "header.csv.gz", gzipSync("PuzzleId,FEN,Moves\n").subarray(0, -9));
  await isRefused(page, "header.csv.gz");
  await dropFile(page, "lichess.pgn.gz", compressed);
  await isRead(page, 60);
  assert.ok(!(await by(page, "file-status").textContent()).includes("only partly read"));
  assert.equal(await by(page, "message").count(), 0);
});

visit("reads a gzip file with several members", {}, async (page) => {
  const all = sample();
  // An uncompressed block that contains the bytes of a member's start.
  const looksLikeOne = Buffer.from('[White "Ann"]\n\n1. e4 { \x1f\x8b\x08 } e5 *\n\n', "latin1");
  const parts = [gzipSync(looksLikeOne, { level: 0 }), gzipSync(""), gzipSync(all), gzipSync(all, { level: 0 })];
  await dropFile(page, "parts.pgn.gz", Buffer.concat(parts));
  await isRead(page, 121);
  assert.equal(await by(page, "file-status").getAttribute("data-damaged"), "0");
  assert.match(await by(page, "file-status").textContent(), new RegExp(`${(2 * chances.length).toLocaleString("en")} chances`));
  // If a member is damaged, cut off or followed by other bytes, the page reads everything before the damage except the
  // data decompressed together with it. It always reports the damage.
  const [first, , second] = parts;
  const wrongSum = Buffer.from(second);
  wrongSum[wrongSum.length - 8] ^= 1;
  for (const [name, content, least, most] of [
    ["cut-first", [second.subarray(0, -9), first], 60, 61],
    ["cut-last", [first, second.subarray(0, -9)], 61, 61],
    ["wrong-sum-first", [wrongSum, first], 50, 60],
    ["wrong-sum-last", [first, wrongSum], 51, 61],
    ["more-behind", [first, second, Buffer.from("more")], 51, 61],
    ["start-behind", [first, Buffer.from([0x1f, 0x8b, 8])], 1, 1],
  ]) {
    await dropFile(page, `${name}.pgn.gz`, Buffer.concat(content));
    await isTorn(page, `${name}.pgn.gz`, least, most);
  }
  // The limit applies to all members together.
  const half = gzipSync(Buffer.alloc(33 * 1024 * 1024));
  await dropFile(page, "bombs.pgn.gz", Buffer.concat([half, half]));
  await soon(page, async () => assert.match(await by(page, "message").textContent(), /^bombs\.pgn\.gz cannot be read: it grows/), 20_000);
});

visit("reads zstd files, and the part before the damage", {}, async (page) => {
  // Two games in one frame.
  const frame = readFileSync(new URL("data/two-games.pgn.zst", import.meta.url));
  await dropFile(page, "six.pgn.zst", Buffer.concat([frame, frame, frame]));
  await isRead(page, 6);
  assert.equal(await by(page, "message").count(), 0);
  await dropFile(page, "torn.pgn.zst", Buffer.concat([frame, frame, frame.subarray(0, -9)]));
  const said = "torn.pgn.zst is only partly readable: its zstd data is cut off or damaged.";
  await soon(page, async () => assert.ok((await by(page, "message").textContent()).startsWith(said)));
  assert.equal(await by(page, "file-status").getAttribute("data-games"), "4");
  await dropFile(page, "not.pgn.zst", Buffer.from("1. e4 e5 *"));
  await isRefused(page, "not.pgn.zst");
});

/** Writes a zip archive. Files are deflated unless their names are in `plain`. The page does not look at checksums. */
function zip(files, { plain = [], flags = 0 } = {}) {
  const parts = [];
  const list = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const stored = plain.includes(name) ? Buffer.from(content) : deflateRawSync(content);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(flags, 2);
    header.writeUInt16LE(plain.includes(name) ? 0 : 8, 4);
    header.writeUInt32LE(stored.length, 14);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from("PK\x03\x04"), header, Buffer.from(name), stored);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    list.push(Buffer.from("PK\x01\x02\x14\0"), header, place, Buffer.from(name));
    offset += 30 + name.length + stored.length;
  }
  const index = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, Buffer.from("PK\x05\x06"), end]);
}

visit("reads the games in a zip archive, like the command", {}, async (page) => {
  const one = '[White "Ann"]\n\n1. e4 e5 *';
  const files = { "twic/b.pgn": one, "twic/a.pgn": sample(), "readme.txt": "1. d4", ".hidden.pgn": one, "z.csv": "FEN,Moves\n" };
  await dropFile(page, "twic.zip", zip(files, { plain: ["twic/b.pgn"] }));
  await isRead(page, 61);
  assert.equal(await by(page, "message").count(), 0);
  await show(page, "all");
  await openGame(page, 59);
  const last = chances.filter((row) => row.game === 60);
  await soon(page, async () => assert.deepEqual((await readTimeLine(page)).sort(), last.map(ofCommand).sort()));
  // The name of the file in the archive tells the format.
  await dropFile(page, "puzzles.zip", zip({ "puzzles.csv": readFileSync(PUZZLES) }));
  await soon(page, async () => assert.match(await by(page, "file-status").textContent(), /puzzles\.zip: \d+ puzzles/));
  const damaged = zip({ "a.pgn": one, "b.pgn": sample() });
  damaged.fill(0xff, 20_000, 20_100);
  await dropFile(page, "damaged.zip", damaged);
  const partly = "damaged.zip is only partly readable: its zip data is cut off or damaged.";
  await soon(page, async () => assert.ok((await by(page, "message").textContent()).startsWith(partly)));
  assert.ok(Number(await by(page, "file-status").getAttribute("data-games")) >= 1);
  for (const [name, content, words] of [
    ["cut.zip", zip({ "a.pgn": sample() }).subarray(0, -300), "its zip data is cut off or damaged"],
    ["text.zip", zip({ "readme.txt": "hello" }), "it contains no file of games"],
    ["secret.zip", zip({ "a.pgn": one }, { flags: 1 }), "a.pgn is encrypted. Extract it first"],
    ["bomb.zip", zip({ "a.pgn": Buffer.alloc(65 * 1024 * 1024) }), "it grows to more than 100 times"],
  ]) {
    await dropFile(page, name, content);
    await soon(page, async () => assert.ok((await by(page, "message").textContent()).startsWith(`${name} cannot be read: ${words}`)), 20_000);
  }
});

visit("several workers find the same, and a computer with more cores uses more of them", {}, async (page) => {
  await page.evaluate(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 }));
  // The page itself has no access to the workers that its worker starts.
  const client = await page.context().browser().newBrowserCDPSession();
  const workers = async () => (await client.send("Target.getTargets")).targetInfos.filter(({ type, url }) => type === "worker" && url.includes("/worker")).length;
  assert.equal(await workers(), 0);
  await dropFile(page, "many.pgn", Array(10).fill(sample()).join("\n"));
  await isRead(page, 600);
  await soon(page, async () => assert.equal(await workers(), 3));
  await isJudged(page, 600);
  const missed = chances.filter(isMissed).length;
  assert.equal(await by(page, "file-status").getAttribute("data-missed"), String(10 * missed));
  await soon(page, async () => assert.equal(await by(page, "listed").getAttribute("data-chances"), String(10 * missed)));
  // Another file does not wait for them.
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  assert.equal(await by(page, "file-status").getAttribute("data-missed"), String(missed));
});
