/** Loads files of games in the page. */

import { readFileSync } from "node:fs";
import { DAMAGED, rows, SAMPLE } from "./command.mjs";
import { by } from "./page.mjs";

export const sample = () => readFileSync(SAMPLE);
export const damaged = (name) => readFileSync(`${DAMAGED}/${name}`);

/** The grades of misses. Answers rank first, then the misses that cost most. */
export const GRADES = ["inaccuracy", "mistake", "blunder"];
export const gravity = ({ missed, answer, lost }) => (missed ? (answer ? 10_000 : 0) + Math.round(1000 * lost) : 0);

/**
 * Returns the command's findings in the sample. `chance_played` is true if the move of the chance was played on any
 * turn. Of the findings of a missed turn, only the one that represents it is missed.
 */
export function sampleFindings() {
  const found = rows("scan", "--worth", "-f", "jsonl", SAMPLE);
  const placeOf = ({ game, ply, pattern, move }) => `${game} ${ply} ${pattern} ${move}`;
  const turns = new Set(rows("scan", "--missed=inaccuracy", "--one-per", "chance", "-f", "jsonl", SAMPLE).map(placeOf));
  const played = new Map();
  for (const row of found) {
    const key = keyOf(row);
    played.set(key, row.played || played.get(key) || (row.played ?? played.get(key) ?? null));
  }
  return found.map((row) => ({
    ...row,
    chance_played: played.get(keyOf(row)),
    ...(!turns.has(placeOf(row)) && { missed: null }),
  }));
}

const keyOf = ({ game, chance }) => `${game} ${chance}`;

/** Returns one finding for each chance, in order: its worst miss, or its first finding if it was not missed. */
export function onePerChance(found) {
  const places = new Map();
  for (const row of found) {
    const key = keyOf(row);
    if (!places.has(key) || gravity(row) > gravity(places.get(key))) places.set(key, row);
  }
  return found.filter((row) => places.get(keyOf(row)) === row);
}

/** Chooses a file with the button. */
export async function chooseFile(page, name, content) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), by(page, "choose-file").click()]);
  await chooser.setFiles({ name, mimeType: "application/x-chess-pgn", buffer: Buffer.from(content) });
}

/** Drops a file on the page, with all events of a real drop. */
export async function dropFile(page, name, content) {
  await page.evaluate(
    ([name, text]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name));
      for (const type of ["dragenter", "dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
      }
    },
    [name, Buffer.from(content).toString("base64")],
  );
}

/** Waits until a file is read completely. */
export async function isRead(page, games) {
  await page.waitForSelector(`[data-test="file-status"][data-done="yes"][data-games="${games}"]`, { timeout: 60_000 });
}

/** Waits until a file is read and searched for missed moves. */
export async function isJudged(page, games) {
  await isRead(page, games);
  await page.waitForSelector(`[data-test="file-status"][data-judged="${games}"]`, { timeout: 60_000 });
}

/** Shows missed moves, moves not played, or all findings: `missed`, `unplayed`, `all`. */
export async function show(page, what) {
  await page.locator(`label:has([data-test="show-${what}"])`).click();
}

/** Waits until a file is read, and shows all findings, with the games in the order of the file. */
export async function isReadWhole(page, games) {
  await isRead(page, games);
  await show(page, "all");
  await page.waitForSelector(`[data-test="listed"][data-games="${games}"]`);
}

/** Opens a game of the list, which must be in the order of the file. Scrolls to the game first, because the document
 * contains only the visible rows. */
export async function openGame(page, index) {
  const list = by(page, "games");
  const row = list.locator(`[data-game="${index}"]`);
  await list.evaluate((box, index) => {
    const all = box.querySelector(".rows");
    const count = Number(all.querySelector("li")?.getAttribute("aria-setsize"));
    box.scrollTop = (index * all.clientHeight) / count;
  }, index);
  await row.click();
  await page.waitForSelector(`[data-test="open-game"][data-game="${index}"]`);
}
