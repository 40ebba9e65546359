/** What users of Lichess expect of a board: keys, wheel, arrows, legal moves, promotion, drop and paste. */

import assert from "node:assert/strict";
import { click, drag, drawnPieces, hasFen, hasPieces, middle } from "./support/board.mjs";
import { by, choose, PHONE, soon, visit } from "./support/explorer.mjs";
import { dropFile, isReadWhole, openGame, sample } from "./support/games.mjs";

const GAME = '[White "Ann"]\n[Black "Bob"]\n[WhiteElo "1500"]\n[Result "1-0"]\n\n1. e4 { [%clk 0:03:00] } e5 { [%clk 0:02:58] } 2. Nf3 Nc6 3. Bb5 1-0\n';
const AFTER = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"];

const ply = async (page) => Number(await by(page, "ply").getAttribute("data-ply"));
const isAt = (page, expected) => soon(page, async () => assert.equal(await ply(page), expected));
const lastSquares = (page) => page.locator(".last[data-square]").evaluateAll((all) => all.map(({ dataset }) => dataset.square).sort());

async function openOne(page) {
  await dropFile(page, "one.pgn", GAME);
  await isReadWhole(page, 1);
  await by(page, "open-game").waitFor();
  await by(page, "first").click();
}

visit("the board shows the position after the highlighted move, and marks its squares", {}, async (page) => {
  await openOne(page);
  await hasPieces(page, AFTER[0]);
  assert.equal(await by(page, "ply").textContent(), "start");
  await by(page, "move").nth(0).click();
  await hasPieces(page, AFTER[1]);
  assert.deepEqual(await lastSquares(page), ["e2", "e4"]);
  const current = page.locator('[data-test="move"][aria-current="true"]');
  assert.equal(await current.textContent(), "1. e4");
  await by(page, "on").click();
  await hasPieces(page, AFTER[2]);
  assert.equal(await current.textContent(), "e5");
  assert.equal(await by(page, "ply").textContent(), "1… e5");
  // Names, ratings, results and clocks are beside the board.
  assert.match(await by(page, "player-w").textContent(), /Ann.*1500.*1.*3:00/);
  assert.match(await by(page, "player-b").textContent(), /Bob.*0.*2:58/);
});

visit("arrow keys, Home and End step wherever the focus is, but not in text fields", {}, async (page) => {
  await openOne(page);
  for (const focus of ["board", "copy-link", "game", "show-all"]) {
    if (focus === "show-all") await page.locator('label:has([data-test="show-all"])').click();
    else await by(page, focus).first().focus();
    await page.keyboard.press("End");
    await isAt(page, 5);
    await page.keyboard.press("ArrowLeft");
    await isAt(page, 4);
    await page.keyboard.press("Home");
    await isAt(page, 0);
    await page.keyboard.press("ArrowRight");
    await isAt(page, 1);
  }
  await by(page, "filter-player").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("f");
  await isAt(page, 1);
  assert.equal(await page.locator(".board-and-trays").getAttribute("data-flip"), "no");
});

visit("Up and Down go through the games, F flips, and the wheel steps", {}, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isReadWhole(page, 60);
  await openGame(page, 1);
  const isOpen = (game) => page.waitForSelector(`[data-test="open-game"][data-game="${game}"]`);
  await isOpen(1);
  await page.keyboard.press("ArrowDown");
  await isOpen(2);
  await page.keyboard.press("ArrowUp");
  await isOpen(1);
  await page.keyboard.press("f");
  await soon(page, async () => assert.equal(await page.locator(".board-and-trays").getAttribute("data-flip"), "yes"));
  const { x, y } = await middle(page, "e4");
  await page.mouse.move(x, y);
  await page.keyboard.press("Home");
  await isAt(page, 0);
  await page.mouse.wheel(0, 100);
  await isAt(page, 1);
  await page.mouse.wheel(0, 100);
  await isAt(page, 2);
  await page.mouse.wheel(0, -100);
  await isAt(page, 1);
});

visit("a line can be tried out from a game and left again", {}, async (page) => {
  await openOne(page);
  // The game's own move steps in the game.
  await drag(page, "e2", "e4");
  await isAt(page, 1);
  assert.equal(await by(page, "tried").count(), 0);
  await click(page, "c7");
  const targets = () => page.locator(".target-square[data-square]").evaluateAll((all) => all.map(({ dataset }) => dataset.square).sort());
  assert.deepEqual(await targets(), ["c5", "c6"]);
  await click(page, "c5");
  await soon(page, async () => assert.equal(await by(page, "tried-moves").textContent(), "1… c5"));
  await drag(page, "g1", "f3");
  await soon(page, async () => assert.equal(await by(page, "tried-moves").textContent(), "1… c5 2. Nf3"));
  assert.deepEqual(await lastSquares(page), ["f3", "g1"]);
  // No move of the game is highlighted, because the board shows another position.
  assert.equal(await by(page, "ply").textContent(), "2. Nf3");
  const current = page.locator('[data-test="move"][aria-current="true"]');
  assert.equal(await current.count(), 0);
  // An illegal move changes nothing.
  await drag(page, "b8", "b6");
  assert.equal((await drawnPieces(page)).b8, "bn");
  await page.keyboard.press("ArrowLeft");
  await soon(page, async () => assert.deepEqual(await lastSquares(page), ["c5", "c7"]));
  await by(page, "leave-line").click();
  await hasPieces(page, AFTER[1]);
  assert.equal(await current.textContent(), "1. e4");
  await by(page, "edit-position").click();
  await hasFen(page, `${AFTER[1]} b KQkq - 0 1`);
});

visit("play mode takes turns and asks for a promotion; edit mode is free", {}, async (page) => {
  await by(page, "fen").fill("7k/P7/8/8/8/8/8/K7 w - - 0 1");
  assert.equal(await by(page, "mode-edit").isChecked(), true);
  await page.locator('label:has([data-test="mode-play"])').click();
  await page.waitForSelector('[data-test="board-area"][data-mode="play"]');
  await drag(page, "h8", "h7");
  await hasFen(page, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
  await drag(page, "a7", "a8");
  await by(page, "promotion").waitFor();
  await page.keyboard.press("Escape");
  await soon(page, async () => assert.equal(await by(page, "promotion").count(), 0));
  await drag(page, "a7", "a8");
  await by(page, "promote-n").click();
  await hasFen(page, "N6k/8/8/8/8/8/8/K7 b - - 0 1");
  await page.waitForFunction(() => location.hash.includes("mode=play"));
  await by(page, "undo").click();
  await hasFen(page, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
  await page.locator('label:has([data-test="mode-edit"])').click();
  await drag(page, "h8", "c3");
  await hasFen(page, "8/P7/8/8/8/2k5/8/K7 w - - 0 1");
});

visit("the right button draws arrows and circles, and a click removes them", {}, async (page) => {
  const right = async (from, to) => {
    const [a, b] = [await middle(page, from), await middle(page, to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(b.x, b.y);
    await page.mouse.up({ button: "right" });
  };
  const shapes = () => page.locator(".shape-drawn").evaluateAll((all) => all.map(({ dataset }) => dataset.shape));
  await right("g1", "f3");
  await right("e4", "e4");
  assert.deepEqual(await shapes(), ["g1f3", "e4"]);
  await right("e4", "e4");
  assert.deepEqual(await shapes(), ["g1f3"]);
  await click(page, "a5");
  assert.deepEqual(await shapes(), []);
});

visit("a FEN or a PGN that is pasted anywhere loads, and ? lists the keys", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  const pasted = async (text) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("Control+v");
  };
  await pasted("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1");
  await hasFen(page, "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1");
  await pasted(GAME);
  await page.waitForSelector('[data-test="file-status"][data-done="yes"][data-games="1"]');
  await pasted("4k3/8/8/3N4/8/8/8/4K3 b - - 0 1");
  await page.waitForSelector('[data-view="pattern/knight-fork"]');
  await hasFen(page, "4k3/8/8/3N4/8/8/8/4K3 b - - 0 1");
  await page.keyboard.press("?");
  await by(page, "help").waitFor();
  await page.keyboard.press("Escape");
  await soon(page, async () => assert.equal(await by(page, "help").isVisible(), false));
  await choose(page, "games");
});

visit("a file shows the misses of the player whose games it holds, and filters change the counts", {}, async (page) => {
  const game = (white, black, result) => `[White "${white}"]\n[Black "${black}"]\n[WhiteElo "1500"]\n[BlackElo "1900"]\n[Result "${result}"]\n[FEN "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 Kd8 ${result}\n\n`;
  await dropFile(page, "mine.pgn", game("Ann", "Bob", "1-0") + game("Ann", "Cid", "0-1") + game("Dan", "Ann", "0-1"));
  const listed = (games, chances) =>
    soon(page, async () =>
      assert.deepEqual(await by(page, "listed").evaluate(({ dataset }) => [Number(dataset.games), Number(dataset.chances)]), [games, chances]),
    );
  // Each game misses a fork for White. Ann has White in two of them.
  await listed(2, 2);
  assert.equal(await by(page, "filter-player").inputValue(), "Ann");
  assert.equal(await by(page, "listed").textContent(), "2 games, 2 missed chances");
  await page.locator('[data-test="more-filters"] > summary').click();
  await by(page, "filter-result").selectOption("lost");
  await listed(1, 1);
  await by(page, "filter-result").selectOption("any");
  await by(page, "filter-side").selectOption("opponent");
  await listed(1, 1);
  await by(page, "filter-side").selectOption("both");
  await listed(3, 3);
  await by(page, "filter-rating-from").fill("1600");
  await by(page, "filter-rating-from").blur();
  await listed(0, 0);
  await by(page, "filter-rating-from").fill("");
  await by(page, "filter-rating-from").blur();
  await by(page, "filter-player").fill("bob");
  await by(page, "filter-player").blur();
  await listed(1, 1);
});

visit("the board stays in sight while the games are chosen", { viewport: { width: 1400, height: 900 } }, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isReadWhole(page, 60);
  for (const index of [1, 9]) {
    await openGame(page, index);
    await page.waitForSelector(`[data-test="open-game"][data-game="${index}"]`);
    const { y, height } = await by(page, "board").boundingBox();
    assert.ok(y >= 0 && y + height <= 900, `from ${y} to ${y + height}`);
    assert.ok(height > 650, `${height} pixels`);
  }
});

visit("on a phone, a tap on a game moves it into view", { viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await isReadWhole(page, 60);
  await by(page, "games").scrollIntoViewIfNeeded();
  const inSight = async () => {
    const { y } = await by(page, "board").boundingBox();
    return y >= 0 && y < 200;
  };
  assert.ok(await inSight(), "the board stays on top");
  await by(page, "game").nth(1).tap();
  await page.waitForSelector('[data-test="open-game"][data-game="1"]');
  await soon(page, async () => assert.equal(await page.evaluate(() => scrollY), 0));
  assert.ok(await inSight());
});

visit("on a phone, Games and Train close the menu", { viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
  for (const place of ["train", "games"]) {
    await by(page, "menu-button").tap();
    assert.ok(await by(page, "menu").isVisible());
    await by(page, `place-${place}`).tap();
    await page.waitForSelector(`[data-view="${place}"]`);
    await soon(page, async () => assert.equal(await by(page, "menu").isVisible(), false, place));
  }
});

visit("Escape closes the menu, and so does a file", { hash: "" }, async (page) => {
  const isClosed = () => soon(page, async () => assert.equal(await by(page, "menu").isVisible(), false));
  await by(page, "menu-button").click();
  await page.keyboard.press("Escape");
  await isClosed();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.test), "menu-button");
  await by(page, "menu-button").click();
  await dropFile(page, "lichess.pgn", sample());
  await isClosed();
});

visit("a name can be typed while the page looks for misses", { hash: "" }, async (page) => {
  await dropFile(page, "lichess.pgn", sample());
  await by(page, "finding").first().waitFor();
  await by(page, "filter-player").pressSequentially("So_sad", { delay: 150 });
  await page.keyboard.press("Enter");
  await soon(page, async () => assert.equal(await by(page, "filter-player").inputValue(), "so_sad"));
  assert.equal(await by(page, "filter-side").inputValue(), "player");
  await by(page, "filter-player").fill("nobody");
  await by(page, "filter-player").blur();
  await soon(page, async () => assert.equal(await by(page, "games").textContent(), "No game matches."));
});
