/** Saves screenshots of the views in the folder screenshots: on phone and desktop, light and dark. */

import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drag, grab, middle, moveTo } from "./support/board.mjs";
import { by, choose, frame, ready } from "./support/page.mjs";
import { DESKTOP, PHONE, startBrowser, startServer } from "./support/start.mjs";
import { dropFile, isJudged, isReadWhole, openGame, sample, damaged } from "./support/games.mjs";

const FOLDER = fileURLToPath(new URL("../screenshots", import.meta.url));

const label = (page, test) => page.locator(`label:has([data-test="${test}"])`).click();
const click = async (page, square) => {
  const { x, y } = await middle(page, square);
  await page.mouse.click(x, y);
};
const fen = (text) => (page) => by(page, "fen").fill(text);

/** For each screenshot: its name, the entry, and the actions before it. */
const VIEWS = [
  ["first", "pattern/knight-fork"],
  ["knight-fork", "pattern/knight-fork", fen("r1bqk2r/ppp2ppp/2n2n2/1N1pp3/1b2P3/3P1N2/PPP1BPPP/R1BQK2R w KQkq - 0 1")],
  ["forking-knight", "pattern/forking-knight", fen("r3k2r/2N5/8/8/8/8/8/4K3 b kq - 0 1")],
  ["smothered-mate", "pattern/smothered-mate", fen("2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1")],
  ["distant-check", "pattern/distant-check", fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")],
  ["uncatchable-passer", "pattern/uncatchable-passer", fen("8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1")],
  ["one-finding", "pattern/knight-fork", async (page) => {
    await fen("r3k2r/8/8/1N1N4/8/8/8/4K3 w kq - 0 1")(page);
    await by(page, "finding").first().click();
  }],
  ["no-king", "pattern/knight-fork", fen("8/8/8/3N4/8/8/8/8 w - - 0 1")],
  ["wrong-fen", "pattern/knight-fork", fen("r3k2r/8/8/1N6/8/9/8/4K3 w kq - 0 1")],
  ["knight-fill", "moving/knight-fill", async (page) => {
    await drag(page, "a1", "c3");
    await click(page, "e4");
  }],
  ["distance-map", "moving/distance-map", async (page) => {
    const { x, y } = await middle(page, "c3");
    await page.mouse.move(x, y);
  }],
  ["shortest-paths", "moving/shortest-paths", async (page) => {
    await click(page, "d4");
    await click(page, "c2");
  }],
  ["fork-squares", "moving/fork-squares"],
  ["caught-area", "moving/caught-area"],
  ["dragged-king", "moving/caught-area", async (page) => {
    await grab(page, "g5");
    await moveTo(page, "c4");
  }],
  ["open-lines", "moving/open-lines", fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")],
  ["pawn-shield", "moving/pawn-shield"],
  ["flood-fill", "moving/flood-fill"],
  ["no-games", "games"],
  ["games", "games", async (page) => {
    await dropFile(page, "lichess.pgn", sample());
    await isJudged(page, 60);
    await by(page, "finding").first().waitFor();
  }],
  ["all-findings", "games", async (page) => {
    await dropFile(page, "lichess.pgn", sample());
    await isReadWhole(page, 60);
    await openGame(page, 1);
    await page.keyboard.press("n");
  }],
  ["damaged-games", "games", async (page) => {
    await dropFile(page, "cut-then-more.pgn", damaged("cut-then-more.pgn"));
    await page.waitForSelector('[data-test="damaged-count"]');
    await openGame(page, 1);
  }],
  ["refused-file", "games", (page) => dropFile(page, "games.pgn.bz2", "")],
  ["both-sides", "value/knight_attacks", fen("r1bqk2r/ppp2ppp/2n2n2/1N1pp3/1b2P3/3P1N2/PPP1BPPP/R1BQK2R w KQkq - 0 1")],
  ["king-reach", "value/king_reach", async (page) => {
    await fen("8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1")(page);
    await label(page, "side-black");
  }],
  ["shield-index", "value/shield_index"],
  ["function-path", "function/king-path"],
  ["function-moves", "function/knight-moves"],
  ["function-lines", "function/lines"],
  ["function-stops", "function/knight-stops"],
];

const [server, browser] = await Promise.all([startServer(), startBrowser()]);
const wanted = process.argv.slice(2);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
try {
  for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
      await context.addInitScript({ path: fileURLToPath(new URL("support/reading.js", import.meta.url)) });
      for (const [name, entry, change] of VIEWS) {
        if (wanted.length > 0 && !wanted.includes(name)) continue;
        const page = await context.newPage();
        await page.goto(server.address);
        await ready(page);
        await choose(page, entry);
        await change?.(page);
        await frame(page);
        await frame(page);
        await page.screenshot({ path: `${FOLDER}/${name}-${device}-${colorScheme}.png`, fullPage: name !== "dragged-king" });
        await page.close();
      }
      if (device === "phone") {
        const page = await context.newPage();
        await page.goto(server.address);
        await ready(page);
        await by(page, "menu-button").click();
        await page.screenshot({ path: `${FOLDER}/menu-phone-${colorScheme}.png` });
        await page.close();
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  server.stop();
}
console.log(FOLDER);
