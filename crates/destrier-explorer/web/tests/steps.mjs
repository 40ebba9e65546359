/** Saves a screenshot of every step: games to a shared link, a training session, a puzzle file. On desktop and phone.
 * With --docs, saves those of the guide in docs/pictures instead. */

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drag } from "./support/board.mjs";
import { PUZZLES, ROOT, SAMPLE } from "./support/command.mjs";
import { dropFile, isJudged, isRead } from "./support/games.mjs";
import { by, choose, frame, ready } from "./support/page.mjs";
import { PHONE, startBrowser, startServer } from "./support/start.mjs";

const LAPTOP = { width: 1400, height: 900 };
const docs = process.argv.includes("--docs");
const FOLDER = docs ? join(ROOT, "docs/pictures") : fileURLToPath(new URL("../screenshots", import.meta.url));
/** The pictures of the guide, by device and step. */
const OF_GUIDE = {
  "desktop-first": "explorer-first",
  "desktop-worst-miss": "explorer-games",
  "desktop-forks": "explorer-forks",
  "desktop-tried": "explorer-line",
  "desktop-write": "explorer-write",
  "phone-shared": "explorer-shared-phone",
  "phone-train-start": "explorer-train-phone",
  "desktop-wrong-move": "explorer-train",
  "desktop-second-hint": "explorer-hints",
  "desktop-solution": "explorer-solution",
  "desktop-result": "explorer-result",
  "desktop-puzzles": "explorer-puzzles",
  "desktop-puzzle-goes-on": "explorer-puzzle",
};

const waiting = (page) => page.waitForSelector('[data-test="question"][data-state="waiting"]');

/** Each step: its name, and the actions before it. A `friend` opens the link of the page in another browser. */
const ROUNDS = [
  [
    ["first", () => {}],
    [
      "worst-miss",
      async (page) => {
        await dropFile(page, "lichess.pgn", readFileSync(SAMPLE));
        await isJudged(page, 60);
      },
    ],
    [
      "forks",
      async (page) => {
        await by(page, "filter-pattern").selectOption("0");
        await page.waitForTimeout(500);
        await by(page, "winning-line").waitFor();
      },
    ],
    [
      "tried",
      async (page) => {
        // A pawn move that misses the fork.
        const side = await page.locator(".player.turn-now").evaluate(({ dataset }) => dataset.test.at(-1));
        const pawns = await page.locator(`[data-piece="${side}p"][data-square]`).evaluateAll((all) => all.map(({ dataset }) => dataset.square));
        for (const pawn of pawns) {
          await drag(page, pawn, pawn[0] + (Number(pawn[1]) + (side === "w" ? 1 : -1)));
          await page.waitForTimeout(700);
          if ((await by(page, "tried").count()) > 0) break;
        }
        await by(page, "verdict").waitFor();
      },
    ],
    ["left", (page) => by(page, "leave-line").click()],
    [
      "write",
      async (page) => {
        await choose(page, "write");
        await by(page, "pattern-start").selectOption("0");
        await page.waitForSelector('[data-test="pattern-count"][data-games="60"]');
      },
    ],
    ["games-again", (page) => by(page, "place-games").click()],
    ["list", (page) => by(page, "games").scrollIntoViewIfNeeded()],
    [
      "next",
      async (page) => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await by(page, "next-finding").click();
        await page.waitForFunction(() => location.hash.includes("finding="));
      },
    ],
    ["shared", async () => {}, true],
  ],
  [
    [
      "train-start",
      async (page) => {
        await dropFile(page, "lichess.pgn", readFileSync(SAMPLE));
        await isJudged(page, 60);
        await by(page, "filter-pattern").selectOption("0");
        await by(page, "train").click();
        await waiting(page);
      },
    ],
    [
      "wrong-move",
      async (page) => {
        // A legal move that is not the answer.
        const turn = (await by(page, "task").textContent()).startsWith("Black") ? "bp" : "wp";
        const pawns = await page.locator(`[data-piece="${turn}"][data-square]`).evaluateAll((all) => all.map(({ dataset }) => dataset.square));
        for (const pawn of pawns) {
          const to = pawn[0] + (Number(pawn[1]) + (turn === "wp" ? 1 : -1));
          await drag(page, pawn, to);
          await page.waitForTimeout(900);
          if ((await by(page, "said").count()) > 0) break;
        }
      },
    ],
    ["hint", (page) => by(page, "hint").click()],
    ["second-hint", (page) => by(page, "hint").click()],
    ["solution", (page) => by(page, "hint").click()],
    [
      "result",
      async (page) => {
        for (;;) {
          await by(page, "next-puzzle").click();
          await page.waitForTimeout(100);
          if ((await by(page, "result").count()) > 0) break;
          await by(page, "solution").click();
        }
      },
    ],
    ["deck", (page) => by(page, "end-training").click()],
  ],
  [
    [
      "puzzles",
      async (page) => {
        await dropFile(page, "puzzles.csv", readFileSync(PUZZLES));
        await isRead(page, 80);
      },
    ],
    [
      "puzzle",
      async (page) => {
        await by(page, "train").click();
        await waiting(page);
      },
    ],
    [
      "puzzle-goes-on",
      async (page) => {
        await drag(page, "c3", "c2");
        await page.waitForTimeout(700);
        await waiting(page);
      },
    ],
    [
      "promotion",
      async (page) => {
        await drag(page, "c2", "c1");
        await by(page, "promotion").waitFor();
      },
    ],
    [
      "solved",
      async (page) => {
        await by(page, "promote-q").click();
        await page.waitForSelector('[data-test="question"][data-state="done"]');
      },
    ],
  ],
];

if (!docs) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const [server, browser] = await Promise.all([startServer(), startBrowser()]);
try {
  for (const [device, options] of Object.entries({
    // Small files for the repository.
    desktop: { viewport: LAPTOP, deviceScaleFactor: docs ? 0.7 : 1 },
    phone: { viewport: PHONE, hasTouch: true, isMobile: true },
  })) {
    for (const round of ROUNDS) {
      const newPage = async () => (await browser.newContext({ ...options, reducedMotion: "reduce", colorScheme: "light" })).newPage();
      const page = await newPage();
      await page.goto(server.address);
      await ready(page);
      for (const [name, act, friend] of round) {
        await act(page);
        let seen = page;
        if (friend) {
          seen = await newPage();
          await seen.goto(await page.evaluate(() => location.href));
          await ready(seen);
          await isJudged(seen, 1);
        }
        await frame(seen);
        await seen.waitForTimeout(150);
        const file = docs ? OF_GUIDE[`${device}-${name}`] : `${device}-${name}`;
        if (file) {
          const type = docs ? { type: "jpeg", quality: 70 } : { type: "png" };
          await seen.screenshot({ path: join(FOLDER, `${file}.${docs ? "jpg" : "png"}`), ...type });
        }
        if (friend) await seen.context().close();
      }
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  server.stop();
}
console.log(FOLDER);
