/** Training: from games, from puzzles, hints, reasons, and what comes back. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { click, drag, hasPieces, readBoard, tap } from "./support/board.mjs";
import { PUZZLES, SAMPLE, rows } from "./support/command.mjs";
import { by, choose, PHONE, soon, visit } from "./support/explorer.mjs";
import { dropFile, isJudged, isRead } from "./support/games.mjs";

/** White can fork with Nc7+, and plays something else. */
const FORK = '[White "Ann"]\n[Black "Bob"]\n[FEN "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 Kd8 *\n';

const state = (page, name) => page.waitForSelector(`[data-test="question"][data-state="${name}"]`);
const deck = async (page) => {
  const { cards, due } = await by(page, "deck").evaluate(({ dataset }) => ({ ...dataset }));
  return [Number(cards), Number(due)];
};

visit("from a file to a training session in three clicks", { hash: "" }, async (page) => {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), by(page, "choose-file").click()]);
  await chooser.setFiles(SAMPLE);
  await isJudged(page, 60);
  await by(page, "train").click();
  await state(page, "waiting");
  const missed = rows("scan", "--missed", "-f", "jsonl", SAMPLE);
  const { fen } = await page.evaluate(() => ({ fen: decodeURIComponent(/fen=([^&]*)/.exec(location.hash)?.[1] ?? "").replaceAll("_", " ") }));
  await soon(page, async () => assert.match(await by(page, "score").textContent(), /Position 1 of \d+ /));
  await page.waitForFunction(() => /entry=train&fen=/.test(location.hash));
  assert.ok(fen === "" || missed.some((row) => row.fen === fen), fen);
});

/** Opens a link like a friend: the finding is there, with its line. */
async function isFoundByFriend(page, link) {
  const friend = await page.context().newPage();
  await friend.goto(link);
  await soon(friend, async () => assert.equal(await by(friend, "winning-line").textContent(), "1. Nc7+ Kd7 2. Nxa8"));
  await friend.close();
}

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

visit("a wrong move is answered by why, hints come in steps, and missed positions come back", clipboard, async (page) => {
  await dropFile(page, "fork.pgn", FORK);
  await isJudged(page, 1);
  await by(page, "train").click();
  await state(page, "waiting");
  await hasPieces(page, "q3k3/8/8/1N6/8/8/8/4K3");
  await drag(page, "b5", "a3");
  await soon(page, async () => assert.match(await by(page, "said").textContent(), /Na3 loses a piece \(1\. Na3 Qxa3\)/));
  await hasPieces(page, "q3k3/8/8/1N6/8/8/8/4K3");
  await state(page, "waiting");
  await by(page, "hint").click();
  assert.match(await by(page, "hint-pattern").textContent(), /Knight fork/);
  await by(page, "hint").click();
  assert.equal(await by(page, "hint-piece").textContent(), "Move the white knight on b5.");
  await by(page, "hint").click();
  await state(page, "done");
  await soon(page, async () => assert.equal(await by(page, "solution-moves").textContent(), "1. Nc7+ Kd7 2. Nxa8"));
  assert.match(await by(page, "why").textContent(), /forks king e8 and queen a8/);
  await hasPieces(page, "q3k3/2N5/8/8/8/8/8/4K3");
  // The board shows the fork. The link shows it to a friend.
  assert.deepEqual((await readBoard(page)).marks.target, ["a8", "e8"]);
  await by(page, "share-link").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#v1\/entry=games&fen=q3k3\/8\/8\/1N6\/.*finding=knight-fork\.b5c7/);
  await isFoundByFriend(page, link);
  await page.keyboard.press("ArrowLeft");
  await hasPieces(page, "q3k3/8/8/1N6/8/8/8/4K3");
  assert.equal(await by(page, "score").getAttribute("data-wrong"), "1");
  await page.keyboard.press("n");
  await soon(page, async () => assert.equal(await by(page, "result").getAttribute("data-wrong"), "1"));
  await by(page, "end-training").click();
  assert.deepEqual(await deck(page), [1, 1]);
  // It is kept in the browser.
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.deepEqual(await deck(page), [1, 1]);
  const [file] = await Promise.all([page.waitForEvent("download"), by(page, "export-deck").click()]);
  const exported = readFileSync(await file.path(), "utf8");
  await by(page, "train-due").click();
  await drag(page, "b5", "c7");
  await state(page, "done");
  assert.match(await by(page, "said").textContent(), /Nc7\+ is right/);
  await page.keyboard.press("Enter");
  await by(page, "end-training").click();
  // Solved, it comes back tomorrow.
  assert.deepEqual(await deck(page), [1, 0]);
  page.once("dialog", (dialog) => dialog.accept());
  await by(page, "forget-deck").click();
  await soon(page, async () => assert.deepEqual(await deck(page), [0, 0]));
  await by(page, "deck-file").setInputFiles({ name: "deck.json", mimeType: "application/json", buffer: Buffer.from(exported) });
  await soon(page, async () => assert.deepEqual(await deck(page), [1, 1]));
  await by(page, "deck-file").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await soon(page, async () => assert.match(await by(page, "message").textContent(), /no training/));
});

visit("a right move is shown as right, even after a wrong one", {}, async (page) => {
  await dropFile(page, "fork.pgn", FORK);
  await isJudged(page, 1);
  await by(page, "train").click();
  await state(page, "waiting");
  await drag(page, "b5", "a3");
  await soon(page, async () => assert.equal(await by(page, "said").getAttribute("class"), "said wrong"));
  await drag(page, "b5", "c7");
  await state(page, "done");
  assert.equal(await by(page, "said").textContent(), "✓ Nc7+ is right.");
  assert.equal(await by(page, "said").getAttribute("class"), "said right");
  assert.equal(await by(page, "score").getAttribute("data-wrong"), "1");
});

visit("a move that is as good as the best one ends a puzzle, at first and later", {}, async (page) => {
  const puzzle = async (row) => {
    await dropFile(page, "one.csv", `PuzzleId,FEN,Moves\n${row}\n`);
    await isRead(page, 1);
    await by(page, "train").click();
    await state(page, "waiting");
  };
  const said = (words) => soon(page, async () => assert.match(await by(page, "said").textContent(), words));
  await puzzle("abcde,8/8/8/8/8/k1K5/8/1R6 b - - 0 1,a3a2 b1b8 a2a1 b8a8");
  await drag(page, "b1", "b7");
  await said(/^✓ Rb7 is right, too: it forces mate\.$/);
  await puzzle("fghij,q4k2/8/8/1N5q/8/8/8/4K2R b - - 0 1,f8e8 b5c7 e8d7 c7a8");
  await drag(page, "b5", "c7");
  await said(/Go on/);
  await state(page, "waiting");
  await drag(page, "h1", "h5");
  await said(/^✓ Rxh5 is right, too: it wins material worth 6 pawns\.$/);
});

visit("a puzzle file asks for the whole solution, and replies", {}, async (page) => {
  await dropFile(page, "puzzles.csv", readFileSync(PUZZLES));
  const count = readFileSync(PUZZLES, "utf8").trim().split("\n").length - 1;
  await isRead(page, count);
  await by(page, "train").click();
  await state(page, "waiting");
  // JydUg: the opponent's b3a2 comes first, then c3c2 a2b3 c2c1q.
  assert.match(await by(page, "task").textContent(), /Black to move/);
  await by(page, "typed-move").fill("c2");
  await page.keyboard.press("Enter");
  await soon(page, async () => assert.match(await by(page, "said").textContent(), /c2 is right\. Go on\./));
  await state(page, "waiting");
  await click(page, "c2");
  await click(page, "c1");
  await by(page, "promote-q").click();
  await state(page, "done");
  assert.equal(await by(page, "score").getAttribute("data-right"), "1");
  assert.match(await by(page, "task").textContent(), /Puzzle JydUg/);
  await by(page, "typed-move").count().then((fields) => assert.equal(fields, 0));
});

visit("a worksheet in the form of a study asks for its lines", {}, async (page) => {
  const study = '[Event "Sheet"]\n[ChapterName "No. 1"]\n[Orientation "white"]\n[SetUp "1"]\n[FEN "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"]\n\n1. Nc7+ Kd7 2. Nxa8 *\n';
  await dropFile(page, "sheet.pgn", study);
  await isJudged(page, 1);
  await page.locator('label:has([data-test="show-all"])').click();
  await by(page, "train").click();
  await state(page, "waiting");
  await drag(page, "b5", "c7");
  await soon(page, async () => assert.match(await by(page, "said").textContent(), /Go on/));
  await state(page, "waiting");
  await drag(page, "c7", "a8");
  await state(page, "done");
  assert.equal(await by(page, "task").textContent(), "No. 1");
});

visit("training works by touch on a phone, where the board stays on top", { viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
  await dropFile(page, "fork.pgn", FORK);
  await isJudged(page, 1);
  await by(page, "train").click();
  await state(page, "waiting");
  await page.evaluate(() => window.scrollTo(0, 10_000));
  const { y } = await by(page, "board").boundingBox();
  assert.ok(y >= 0 && y < 60, `the board is at ${y}`);
  await tap(page, "b5");
  await tap(page, "c7");
  await state(page, "done");
  assert.equal(await by(page, "score").getAttribute("data-right"), "1");
  assert.equal(await by(page, "keys").isVisible(), false);
  await choose(page, "games");
});
