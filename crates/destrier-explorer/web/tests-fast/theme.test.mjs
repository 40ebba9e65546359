/** Light and dark themes. */

import assert from "node:assert/strict";
import { by, soon, visit } from "./support/explorer.mjs";

visit("uses the system's theme until the user chooses one, and keeps the choice", { colorScheme: "light" }, async (page) => {
  const says = (next) => soon(page, async () => assert.equal(await by(page, "theme").getAttribute("aria-label"), `Switch to the ${next} theme`));
  await says("dark");
  await page.emulateMedia({ colorScheme: "dark" });
  await says("light");
  await by(page, "theme").click();
  await says("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.emulateMedia({ colorScheme: "dark" });
  await says("dark");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await says("dark");
  // Each folder of a host has its own key.
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ["destrier / theme"]);
});
