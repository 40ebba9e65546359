/** Links to games, pictures, saved lists, and the page on a host of its own. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drag, hasPieces, readBoard } from "./support/board.mjs";
import { DIST, by, newVisitor, open, ready, soon, startServer, visit } from "./support/explorer.mjs";
import { dropFile, isJudged, isRead, isReadWhole, openGame, sample } from "./support/games.mjs";
import { rows } from "./support/command.mjs";

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

visit("a link shows a friend the same game, ply, finding and view", clipboard, async (page, t) => {
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  const first = await readBoard(page);
  await by(page, "next-finding").click();
  await soon(page, async () => assert.notDeepEqual(await readBoard(page), first));
  await page.keyboard.press("f");
  await soon(page, async () => assert.equal(await page.locator(".board-and-trays").getAttribute("data-flip"), "yes"));
  await by(page, "share-link").click();
  await soon(page, async () => assert.match(await copied(page), /ply=/));
  const link = await copied(page);
  assert.ok(link.length < 2000, link);
  const seen = async (page) => ({
    board: await readBoard(page),
    title: await by(page, "open-game").locator("h2").textContent(),
    ply: await by(page, "ply").getAttribute("data-ply"),
    moves: await by(page, "move").allTextContents(),
    words: await by(page, "words").allTextContents(),
    chosen: await page.locator('[data-test="finding"][aria-pressed="true"] b').textContent(),
    facts: await by(page, "game-facts").textContent(),
    flip: await page.locator(".board-and-trays").getAttribute("data-flip"),
  });
  const mine = await seen(page);
  const complaints = [];
  const friend = await newVisitor(complaints);
  try {
    const theirs = await open(friend, link.slice(link.indexOf("#")));
    await isJudged(theirs, 1);
    await soon(theirs, async () => assert.deepEqual((await seen(theirs)).board, mine.board));
    const shown = await seen(theirs);
    assert.deepEqual({ ...shown, facts: null }, { ...mine, facts: null });
    assert.match(shown.facts, /lichess\.org/);
    assert.equal(await by(theirs, "message").count(), 0);
    assert.deepEqual(complaints, []);
  } finally {
    await friend.close();
  }
  t.diagnostic(`${link.length} characters`);
});

visit("links to all sample games are short", clipboard, async (page, t) => {
  await dropFile(page, "lichess.pgn", sample());
  await isRead(page, 60);
  await isReadWhole(page, 60);
  await openGame(page, 0);
  let longest = 0;
  for (let game = 0; game < 60; game++) {
    await page.waitForSelector(`[data-test="open-game"][data-game="${game}"]`);
    await page.keyboard.press("End");
    await soon(page, async () => assert.notEqual(await by(page, "ply").getAttribute("data-ply"), "0"));
    await by(page, "share-link").click();
    const link = await copied(page);
    longest = Math.max(longest, link.length);
    await page.keyboard.press("ArrowDown");
  }
  assert.ok(longest > 300 && longest < 2000, `${longest}`);
  t.diagnostic(`the longest has ${longest} characters`);
});

visit("a link with evaluations agrees with the game about what was missed", {}, async (page) => {
  const game = '[FEN "r3k2r/8/8/1N6/8/8/8/R3K3 b kq - 0 1"]\n\n1... Rg8 { [%eval 3.0] } 2. Ra2 { [%eval 2.9] } *\n';
  await dropFile(page, "eval.pgn", game);
  await isJudged(page, 1);
  await page.waitForFunction(() => location.hash.includes("evals="));
  assert.equal(await by(page, "file-status").getAttribute("data-missed"), "0");
  // The page reads the link again.
  await page.reload();
  await ready(page);
  await isJudged(page, 1);
  assert.equal(await by(page, "file-status").getAttribute("data-missed"), "0");
});

visit("copies FEN and image, and opens Lichess at this ply", clipboard, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  const fen = () => page.evaluate(() => decodeURIComponent(/finding=/.test(location.hash) && /fen=([^&]*)/.exec(location.hash)[1]).replaceAll("_", " "));
  await by(page, "share-fen").click();
  await soon(page, async () => assert.equal(await copied(page), await fen()));
  await by(page, "copy-image").click();
  await soon(page, async () => assert.equal(await by(page, "copy-image").textContent(), "Copied"));
  const { type, width } = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const blob = await item.getType("image/png");
    return { type: blob.type, width: (await createImageBitmap(blob)).width };
  });
  assert.deepEqual([type, width], ["image/png", 720]);
  const ply = await by(page, "ply").getAttribute("data-ply");
  const lichess = () => by(page, "lichess").getAttribute("href");
  assert.match(await lichess(), new RegExp(`^https://lichess\\.org/[A-Za-z0-9]{8}#${ply}$`));
  await by(page, "first").click();
  await drag(page, "a2", "a3");
  await drag(page, "a7", "a6");
  await soon(page, async () => assert.match(await lichess(), /^https:\/\/lichess\.org\/analysis\/standard\/rnbqkbnr\/1ppppppp\/p7\//));
});

visit("saves what is listed as PGN, study and EPD", {}, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isJudged(page, 60);
  await by(page, "filter-pattern").selectOption("0");
  await soon(page, async () => assert.ok(Number(await by(page, "listed").getAttribute("data-chances")) > 0));
  const { games, chances } = await by(page, "listed").evaluate(({ dataset }) => ({ ...dataset }));
  const saved = async (format) => {
    await by(page, "save").locator("summary").click();
    const [file] = await Promise.all([page.waitForEvent("download"), by(page, `save-${format}`).click()]);
    return readFileSync(await file.path(), "utf8");
  };
  const pgn = await saved("pgn");
  assert.equal(pgn.match(/^\[White "/gm).length, Number(games));
  const study = await saved("study");
  assert.equal(study.match(/^\[ChapterName "/gm).length, Number(chances));
  const epd = await saved("epd");
  const lines = epd.trim().split("\n");
  const forks = rows("scan", "--missed", "-p", "knight-fork", "-f", "jsonl", "samples/lichess.pgn");
  for (const line of lines) {
    const fen = line.split(" ").slice(0, 4).join(" ");
    assert.ok(forks.some((row) => row.fen.startsWith(fen) && line.includes(row.san)), line);
  }
  assert.ok(lines.length > 3);
});

test("static files in any folder of any host are the whole page", { timeout: 60_000 }, async () => {
  const server = await startServer(DIST, { path: "/some/folder/chess/" });
  const complaints = [];
  const context = await newVisitor([], {});
  try {
    const page = await context.newPage();
    page.on("response", (answer) => answer.status() >= 400 && complaints.push(answer.url()));
    await page.goto(server.address);
    await ready(page);
    await by(page, "sample").click();
    await isJudged(page, 24);
    assert.notEqual(await by(page, "file-status").getAttribute("data-missed"), "0");
    await page.waitForFunction(() => location.hash.includes("moves="));
    // A link opens there, too.
    const link = await page.evaluate(() => location.href);
    const other = await context.newPage();
    await other.goto(link);
    await ready(other);
    await isRead(other, 1);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
    await server.stop();
  }
});

visit("a link to a game with a move that is not legal shows the game up to there", { hash: "#v1/entry=games&moves=e4_e5_Qh7&white=Ann&ply=2" }, async (page) => {
  await isRead(page, 1);
  await by(page, "damage").waitFor();
  await hasPieces(page, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
});

const OF_TRAINING = "#v1/entry=games&moves=&start=r3k3/8/8/1N6/8/8/8/4K3_w_-_-_0_1&ply=0&show=all&finding=";

for (const [age, finding] of [["a", "knight-fork.b5c7"], ["an older", "0.b5c7"]]) {
  visit(`${age} link of a training position chooses its finding`, { hash: OF_TRAINING + finding }, async (page) => {
    await page.waitForSelector('[data-test="finding"][aria-pressed="true"]');
    await page.waitForFunction(() => location.hash.includes("finding=knight-fork.b5c7"));
  });
}
