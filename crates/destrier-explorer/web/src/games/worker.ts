/** A worker that reads a file of games, a few milliseconds at a time, so that requests for a game do not wait long. */

import load, { GameFile } from "../wasm/destrier.js";
import wasm from "../wasm/destrier_bg.wasm?url";
import type { Games, GameView, Miss, Problem } from "../engine.ts";
import { bytesOf, type Decompressed } from "./decompress.ts";

/** Messages from the page. */
export type Request =
  { kind: "open"; file: number; name: string; blob: Blob } | { kind: "game"; file: number; index: number };

/** Messages to the page, with the number that the page gave the file. */
export type Reply =
  /** Bytes decompressed so far. */
  | { kind: "decompressed"; file: number; size: number }
  | { kind: "games"; file: number; size: number; games: Games }
  /** The misses of consecutive games. Sent after all games are read. */
  | { kind: "misses"; file: number; first: number; misses: Miss[][] }
  | { kind: "game"; file: number; index: number; view: GameView }
  /** An error in a requested game, or in the file if `index` is null. Games sent before stay valid. */
  | { kind: "problem"; file: number; index: number | null; problem: string }
  /** The worker has failed. */
  | { kind: "fatal"; file: number; problem: string };

/** Games per call of the library, and milliseconds between messages. */
const BATCH = 8;
const TIME = 10;

const ready = load({ module_or_path: wasm });
/** The last requested file, and the file being read. */
let last = 0;
let current: { file: number; games: GameFile } | null = null;

function reply(message: Reply): void {
  self.postMessage(message);
}

function isProblem(answer: object): answer is Problem {
  return "problem" in answer;
}

/** Lets the worker handle pending messages: a game to open, or another file. */
const pause = () => new Promise((go) => setTimeout(go));

async function open(file: number, name: string, blob: Blob): Promise<void> {
  last = file;
  await ready;
  current?.games.free();
  current = null;
  let decompressed: Decompressed;
  try {
    decompressed = await bytesOf(blob, name, async (size) => {
      if (last === file) reply({ kind: "decompressed", file, size });
      await pause();
      return last === file;
    });
  } catch (error) {
    reply({ kind: "problem", file, index: null, problem: words(error) });
    return;
  }
  if (last !== file) return;
  const size = decompressed.bytes.length;
  const games = new GameFile(decompressed.bytes, name.replace(/\.gz$/i, ""));
  // The library has its own copy.
  decompressed.bytes = new Uint8Array();
  current = { file, games };
  let count = 0;
  while (last === file) {
    const some: Games = { games: [], read: 0, done: false };
    const end = performance.now() + TIME;
    do {
      const more = JSON.parse(games.next(BATCH)) as Games | Problem;
      if (isProblem(more)) {
        reply({ kind: "problem", file, index: null, problem: more.problem });
        return;
      }
      some.games.push(...more.games);
      some.read = more.read;
      some.done = more.done;
    } while (!some.done && performance.now() < end);
    count += some.games.length;
    reply({ kind: "games", file, size, games: some });
    if (some.done) {
      if (decompressed.problem !== null) {
        const rest = count > 0 ? ". The games before the damage are loaded. Get a complete file for the rest." : ". Get a complete file.";
        reply({ kind: "problem", file, index: null, problem: decompressed.problem + rest });
      }
      break;
    }
    await pause();
  }
  await judge(file, games, count);
}

/** Searches all games of a file for misses. */
async function judge(file: number, games: GameFile, count: number): Promise<void> {
  for (let first = 0; last === file && first < count; ) {
    const misses: Miss[][] = [];
    const end = performance.now() + TIME;
    do {
      const some = JSON.parse(games.misses(first + misses.length)) as Miss[] | Problem;
      misses.push(isProblem(some) ? [] : some);
    } while (first + misses.length < count && performance.now() < end);
    reply({ kind: "misses", file, first, misses });
    first += misses.length;
    await pause();
  }
}

async function openGame(file: number, index: number): Promise<void> {
  await ready;
  if (current?.file !== file) return;
  const view = JSON.parse(current.games.game(index)) as GameView | Problem;
  if (isProblem(view)) reply({ kind: "problem", file, index, problem: view.problem });
  else reply({ kind: "game", file, index, view });
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

self.onmessage = ({ data }: MessageEvent<Request>) => {
  const done = data.kind === "open" ? open(data.file, data.name, data.blob) : openGame(data.file, data.index);
  // The library failed to load or crashed. Its state is not reliable.
  done.catch((error: unknown) => reply({ kind: "fatal", file: data.file, problem: words(error) }));
};
