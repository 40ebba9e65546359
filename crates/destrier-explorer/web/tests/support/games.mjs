/** Files of games, as they come to the page. */

import { readFileSync } from "node:fs";
import { DAMAGED, SAMPLE } from "./command.mjs";
import { by } from "./page.mjs";

export const sample = () => readFileSync(SAMPLE);
export const damaged = (name) => readFileSync(`${DAMAGED}/${name}`);

/** Chooses a file with the button that is there for it. */
export async function chooseFile(page, name, content) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), by(page, "choose-file").click()]);
  await chooser.setFiles({ name, mimeType: "application/x-chess-pgn", buffer: Buffer.from(content) });
}

/** Drops a file on the page: as a browser does, with all that comes before. */
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

/** Waits until a file is read to its end. */
export async function isRead(page, games) {
  await page.waitForSelector(`[data-test="file-status"][data-done="yes"][data-games="${games}"]`, { timeout: 60_000 });
}

/** Waits until a file is read and searched for missed moves. */
export async function isJudged(page, games) {
  await isRead(page, games);
  await page.waitForSelector(`[data-test="file-status"][data-judged="${games}"]`, { timeout: 60_000 });
}

/** Shows missed moves, those not played, or all findings: `missed`, `unplayed`, `all`. */
export async function show(page, what) {
  await page.locator(`label:has([data-test="show-${what}"])`).click();
}

/** Waits until a file is read, and shows all its findings: the games are in the order of the file. */
export async function isReadWhole(page, games) {
  await isRead(page, games);
  await show(page, "all");
}

/** Opens a game of the list, which is in the order of the file: scrolls to it as a hand would, as only rows in
 * sight are there. */
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
