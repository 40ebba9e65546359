/** Firefox by WebDriver BiDi, because Playwright starts only its own builds. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Opens an address in Firefox, and returns the value of an expression there. A promise is awaited. */
export async function inFirefox(program, address, expression) {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const options = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const firefox = spawn(program, options, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((done) => firefox.on("close", done));
  try {
    const bidi = await new Promise((found, failed) => {
      let said = "";
      firefox.stderr.setEncoding("utf8").on("data", (text) => {
        said += text;
        const match = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
        if (match) found(match[1]);
      });
      firefox.on("error", failed);
      firefox.on("exit", () => failed(new Error(said)));
    });
    const socket = new WebSocket(`${bidi}/session`);
    await new Promise((open, failed) => Object.assign(socket, { onopen: open, onerror: failed }));
    let last = 0;
    const call = (method, params) =>
      new Promise((done, failed) => {
        const id = ++last;
        socket.addEventListener("message", ({ data }) => {
          const answer = JSON.parse(data);
          if (answer.id === id) answer.type === "error" ? failed(new Error(answer.message)) : done(answer.result);
        });
        socket.send(JSON.stringify({ id, method, params }));
      });
    await call("session.new", { capabilities: {} });
    const { context } = await call("browsingContext.create", { type: "tab" });
    await call("browsingContext.navigate", { context, url: address, wait: "complete" });
    const { result, exceptionDetails } = await call("script.evaluate", { expression, target: { context }, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  } finally {
    firefox.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  }
}
