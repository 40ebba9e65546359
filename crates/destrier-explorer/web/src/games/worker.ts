/** Reads a file of games away from the page: some games at a time, so that a game that is asked for is not kept waiting. */

import load, { GameFile } from "../wasm/destrier.js";
import wasm from "../wasm/destrier_bg.wasm?url";
import type { Games, GameView, Problem } from "../engine.ts";

/** What the page sends. */
export type Request =
  { kind: "open"; file: number; name: string; bytes: ArrayBuffer } | { kind: "game"; file: number; index: number };

/** What comes back, with the number that the page gave the file. */
export type Reply =
  | { kind: "games"; file: number; games: Games }
  | { kind: "game"; file: number; index: number; view: GameView }
  | { kind: "problem"; file: number; problem: string };

const BATCH = 200;

const ready = load({ module_or_path: wasm });
let current: { file: number; games: GameFile } | null = null;

function reply(message: Reply): void {
  self.postMessage(message);
}

function isProblem(answer: object): answer is Problem {
  return "problem" in answer;
}

async function open(file: number, name: string, bytes: ArrayBuffer): Promise<void> {
  await ready;
  current?.games.free();
  const games = new GameFile(new Uint8Array(bytes), name);
  current = { file, games };
  for (;;) {
    const some = JSON.parse(games.next(BATCH)) as Games | Problem;
    if (isProblem(some)) {
      reply({ kind: "problem", file, problem: some.problem });
      return;
    }
    reply({ kind: "games", file, games: some });
    if (some.done) return;
    // Messages that came in the meantime are taken now: a game to open, or another file.
    await new Promise((go) => setTimeout(go));
    if (current?.file !== file) return;
  }
}

async function openGame(file: number, index: number): Promise<void> {
  await ready;
  if (current?.file !== file) return;
  const view = JSON.parse(current.games.game(index)) as GameView | Problem;
  if (isProblem(view)) reply({ kind: "problem", file, problem: view.problem });
  else reply({ kind: "game", file, index, view });
}

self.onmessage = ({ data }: MessageEvent<Request>) => {
  const done = data.kind === "open" ? open(data.file, data.name, data.bytes) : openGame(data.file, data.index);
  done.catch((error: unknown) => {
    reply({ kind: "problem", file: data.file, problem: error instanceof Error ? error.message : String(error) });
  });
};
