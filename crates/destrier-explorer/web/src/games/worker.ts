/**
 * A worker that reads a file of games, a few milliseconds at a time, so that requests for a game do not wait long. It
 * keeps an index of the games, not their text.
 */

import load, { GameFile } from "../wasm/destrier.js";
import wasm from "../wasm/destrier_bg.wasm?url";
import type { Games, GameSummary, GameView, Miss, Problem } from "../engine.ts";
import { decompressed, type Decompressed } from "./decompress.ts";
import { pack } from "./findings.ts";

/** The formats in which the listed games can be saved. */
export type Saves = "pgn" | "study" | "epd";

/** Messages from the page. The last one is from the worker that has read the file. */
export type Request =
  /** `patterns` is the name or the text of a pattern, or empty for the built-in ones. `helpers` is the number of other
   * workers to start. */
  | { kind: "open"; file: number; name: string; blob: Blob; patterns: string; helpers: number }
  | { kind: "game"; file: number; index: number }
  /** The games to search for missed moves before all others, in this order. */
  | { kind: "first"; file: number; games: Uint32Array<ArrayBuffer> }
  /** Writes games, each with some of its findings: the game's index, the number of findings, their indices. */
  | { kind: "save"; file: number; format: Saves; games: Uint32Array<ArrayBuffer> }
  /** Counts the chances of a pattern, given by its name or its text, in all games. Null counts none. */
  | { kind: "count"; file: number; pattern: string | null }
  /** Counts the misses of the pattern book in all games, after everything else. */
  | { kind: "count book"; file: number }
  /** Searches games of a decompressed file for missed moves. */
  | { kind: "search"; file: number; name: string; blob: Blob; patterns: string; games: [index: number, place: Float64Array][] };

/** Messages to the page, with the number that the page gave the file. */
export type Reply =
  /** Bytes decompressed so far. */
  | { kind: "decompressed"; file: number; size: number }
  | {
      kind: "games";
      file: number;
      size: number;
      read: number;
      done: boolean;
      format: string;
      player: string | null;
      games: Omit<GameSummary, "findings">[];
      /** The findings, packed, and how many each game has. */
      words: Uint32Array<ArrayBuffer>;
      counts: number[];
    }
  /** The misses of some games. */
  | { kind: "misses"; file: number; games: [index: number, misses: Miss[]][] }
  | { kind: "game"; file: number; index: number; view: GameView }
  /** The chances of a pattern in the first games. */
  | { kind: "counted"; file: number; pattern: string; games: number; chances: number }
  /** The misses of the pattern book in some games; see `GameFile.book_misses`. */
  | { kind: "book"; file: number; games: [index: number, misses: number[]][] }
  | { kind: "saved"; file: number; format: Saves; blob: Blob }
  /** An error in a requested game, or in the file if `index` is null. Games sent before stay valid. */
  | { kind: "problem"; file: number; index: number | null; problem: string }
  /** The worker has failed. */
  | { kind: "fatal"; file: number; problem: string };

/** Games per call of the library, and milliseconds between messages. */
const BATCH = 8;
const TIME = 10;
/** Games to search while the file is still being read. */
const EARLY = 100;
/** The most games in which the misses of the pattern book are counted, a tenth of a second each. */
const MAX_BOOKED = 1000;
/** Games per message to a helper. */
const SHARE = 16;

/** Reads a blob synchronously, which only workers can do. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A blob as the library reads it. */
class Slices {
  readonly size: number;
  private readonly blob: Blob;
  private readonly reader = new FileReaderSync();

  constructor(blob: Blob) {
    this.blob = blob;
    this.size = blob.size;
  }

  read(from: number, length: number): Uint8Array {
    return new Uint8Array(this.reader.readAsArrayBuffer(this.blob.slice(from, from + length)));
  }
}

interface Current {
  file: number;
  games: GameFile;
  /** The decompressed file. */
  name: string;
  blob: Blob;
  patterns: string;
  /** The number of games read so far. */
  count: number;
  /** The games to search next, from the end, and the next of all others. */
  first: number[];
  next: number;
  /** The games that have been searched. */
  judged: Set<number>;
}

const ready = load({ module_or_path: wasm });
/** The pattern to count. */
let counted: string | null = null;
/** The last requested file, and the file being read. */
let last = 0;
let current: Current | null = null;
/** Workers that search games, too. They run this module. */
const helpers: Worker[] = [];

function reply(message: Reply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function isProblem(answer: object): answer is Problem {
  return "problem" in answer;
}

/** Lets the worker handle pending messages: a game to open, or another file. */
const pause = () => new Promise((go) => setTimeout(go));

async function open({ file, name: opened, blob: compressed, patterns, helpers: help }: Request & { kind: "open" }): Promise<void> {
  last = file;
  await ready;
  current?.games.free();
  current = null;
  let content: Decompressed;
  try {
    content = await decompressed(compressed, opened, async (size) => {
      if (last === file) reply({ kind: "decompressed", file, size });
      await pause();
      return last === file;
    });
  } catch (error) {
    reply({ kind: "problem", file, index: null, problem: words(error) });
    return;
  }
  if (last !== file) return;
  const { name, blob } = content;
  const { size } = blob;
  const games = new GameFile(new Slices(blob), name, patterns);
  const reading: Current = { file, games, name, blob, patterns, count: 0, first: [], next: 0, judged: new Set() };
  current = reading;
  read: while (last === file) {
    const some: Games = { games: [], read: 0, done: false, format: "", player: null };
    const end = performance.now() + TIME;
    do {
      const more = JSON.parse(games.next(BATCH)) as Games | Problem;
      if (isProblem(more)) {
        if (some.games.length > 0) send(reading, size, some);
        reply({ kind: "problem", file, index: null, problem: more.problem });
        break read;
      }
      some.games.push(...more.games);
      Object.assign(some, { read: more.read, done: more.done, format: more.format, player: more.player });
    } while (!some.done && performance.now() < end);
    send(reading, size, some);
    if (some.done) {
      if (content.problem !== null) {
        const rest =
          reading.count > 0 ? ". The games before the damage are loaded. Get a complete file for the rest." : ". Get a complete file.";
        reply({ kind: "problem", file, index: null, problem: content.problem + rest });
      }
      break;
    }
    // While the file is read, search only some games for a first miss, and what the user looks at.
    judge(reading, reading.next >= EARLY);
    await pause();
  }
  const own = async () => {
    while (last === file && judge(reading, false)) await pause();
  };
  while (helpers.length < help) helpers.push(new Worker(self.location.href, { type: "module" }));
  await Promise.all([own(), ...helpers.map((helper) => search(reading, helper))]);
  // If a helper failed, its games are left.
  await own();
}

/** Has a helper search games until none is left. */
async function search(reading: Current, helper: Worker): Promise<void> {
  const { file, name, blob, patterns } = reading;
  while (last === file) {
    const games: [number, Float64Array][] = [];
    while (games.length < SHARE) {
      const index = nextOf(reading, false);
      if (index === undefined) break;
      games.push([index, reading.games.place(index)]);
    }
    if (games.length === 0) return;
    const answer = await new Promise<Reply | null>((take) => {
      helper.onmessage = ({ data }: MessageEvent<Reply>) => take(data);
      helper.onerror = () => take(null);
      helper.postMessage({ kind: "search", file, name, blob, patterns, games } satisfies Request);
    });
    if (answer?.kind !== "misses") {
      helpers.splice(helpers.indexOf(helper), 1);
      helper.terminate();
      for (const [index] of games) {
        reading.judged.delete(index);
        reading.first.push(index);
      }
      return;
    }
    if (last === file) reply(answer);
  }
}

/** Searches games for the worker that has read them. */
async function assist({ file, name, blob, patterns, games }: Request & { kind: "search" }): Promise<void> {
  await ready;
  if (current?.file !== file) {
    current?.games.free();
    current = { file, games: new GameFile(new Slices(blob), name, patterns), name, blob, patterns, count: 0, first: [], next: 0, judged: new Set() };
  }
  const own = current.games;
  reply({ kind: "misses", file, games: games.map(([index, place]) => [index, missesIn(own.misses_at(place))]) });
}

function missesIn(json: string): Miss[] {
  const misses = JSON.parse(json) as Miss[] | Problem;
  return isProblem(misses) ? [] : misses;
}

/** Returns the next game to search: the user looks at the first ones, or at their list. */
function nextOf(reading: Current, onlyFirst: boolean): number | undefined {
  for (;;) {
    const index = reading.first.pop() ?? (onlyFirst || reading.next >= reading.count ? undefined : reading.next++);
    if (index !== undefined && (index >= reading.count || reading.judged.has(index))) continue;
    if (index !== undefined) reading.judged.add(index);
    return index;
  }
}

function send(reading: Current, size: number, { games, read, done, format, player }: Games): void {
  reading.count += games.length;
  const packed = pack(games);
  const summaries = games.map(({ findings: _, ...summary }) => summary);
  reply({ kind: "games", file: reading.file, size, read, done, format, player, games: summaries, ...packed }, [packed.words.buffer]);
}

/** Searches games for misses for some milliseconds. Returns false if none is left. */
function judge(reading: Current, onlyFirst: boolean): boolean {
  const games: [number, Miss[]][] = [];
  const end = performance.now() + TIME;
  do {
    const index = nextOf(reading, onlyFirst);
    if (index === undefined) break;
    games.push([index, missesIn(reading.games.misses(index))]);
  } while (performance.now() < end);
  if (games.length > 0) reply({ kind: "misses", file: reading.file, games });
  return reading.first.length > 0 || reading.next < reading.count;
}

async function openGame(file: number, index: number): Promise<void> {
  await ready;
  if (current?.file !== file) return;
  const view = JSON.parse(current.games.game(index)) as GameView | Problem;
  if (isProblem(view)) reply({ kind: "problem", file, index, problem: view.problem });
  else reply({ kind: "game", file, index, view });
}

/** Counts the chances of a pattern, some games at a time. */
async function count(file: number, pattern: string | null): Promise<void> {
  counted = pattern;
  let chances = 0;
  let index = 0;
  while (pattern !== null && counted === pattern && current?.file === file) {
    const end = performance.now() + 3 * TIME;
    for (; index < current.count && performance.now() < end; index++) {
      const more = JSON.parse(current.games.count(index, pattern)) as number | Problem;
      if (typeof more === "number") chances += more;
    }
    reply({ kind: "counted", file, pattern, games: index, chances });
    if (index >= current.count) return;
    await pause();
  }
}

/** Counts the misses of the pattern book in the first games, some at a time. */
async function countBook(file: number): Promise<void> {
  for (let index = 0; current?.file === file && index < Math.min(MAX_BOOKED, current.count); ) {
    const games: [number, number[]][] = [];
    const end = performance.now() + TIME;
    do {
      const misses = JSON.parse(current.games.book_misses(index)) as number[] | Problem;
      games.push([index++, isProblem(misses) ? [] : misses]);
    } while (index < Math.min(MAX_BOOKED, current.count) && performance.now() < end);
    reply({ kind: "book", file, games });
    await pause();
  }
}

/** Writes games in a format, some at a time. */
async function save(file: number, format: Saves, chosen: Uint32Array): Promise<void> {
  const parts: BlobPart[] = [];
  let end = performance.now() + TIME;
  for (let at = 0; at < chosen.length; at += 2 + chosen[at + 1]!) {
    const index = chosen[at]!;
    const findings = chosen.subarray(at + 2, at + 2 + chosen[at + 1]!);
    if (current?.file !== file) return;
    const { games } = current;
    if (format === "pgn") {
      const text = games.text(index) as Uint8Array<ArrayBuffer>;
      if (text.length === 0) {
        reply({ kind: "problem", file, index, problem: "the file cannot be read; if it has changed, load it again" });
        return;
      }
      // The record of the last game may lack the line ends.
      parts.push(text, "\n\n");
    } else {
      const text = JSON.parse(games[format](index, findings)) as string | Problem;
      if (typeof text !== "string") {
        reply({ kind: "problem", file, index, problem: text.problem });
        return;
      }
      parts.push(text);
    }
    if (performance.now() < end) continue;
    await pause();
    end = performance.now() + TIME;
  }
  reply({ kind: "saved", file, format, blob: new Blob(parts) });
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function handle(data: Request): Promise<void> {
  if (data.kind === "open") await open(data);
  else if (data.kind === "search") await assist(data);
  else if (data.kind === "count") await count(data.file, data.pattern);
  else if (data.kind === "count book") await countBook(data.file);
  else if (data.kind === "game") await openGame(data.file, data.index);
  else if (data.kind === "save") await save(data.file, data.format, data.games);
  else if (current?.file === data.file) current.first = [...data.games].reverse();
}

self.onmessage = ({ data }: MessageEvent<Request>) => {
  // The library failed to load or crashed. Its state is not reliable.
  handle(data).catch((error: unknown) => reply({ kind: "fatal", file: data.file, problem: words(error) }));
};
