/** Light and dark: the system's, until one is chosen. */

import assert from "node:assert/strict";
import { by, soon, visit } from "./support/explorer.mjs";

visit("the theme is the system's until one is chosen, and is kept", { colorScheme: "light" }, async (page) => {
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
  // A page in another folder of the host has its own.
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ["destrier / theme"]);
});
