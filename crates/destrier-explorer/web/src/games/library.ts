/**
 * The games of a file, as the worker reads them, with the filter and the open game. A link contains only the position
 * on the board.
 */

import { useEffect, useState } from "preact/hooks";
import { GRADES, type FindingView, type GameSummary, type GameView, type Miss } from "../engine.ts";
import { say, tell } from "../messages.ts";
import { EMPTY_FEN } from "../pieces.ts";
import { getState, show, subscribe } from "../state.ts";
import { counted } from "../words.ts";
import { refusal } from "./limits.ts";
import { moveName } from "./move-name.ts";
import type { Reply, Request } from "./worker.ts";

/** A finding in a summary. */
export type Row = GameSummary["findings"][number];

/** A game and its missed findings, by index. Null until they are known. */
export interface ListedGame extends GameSummary {
  missed: ReadonlyMap<number, Missed> | null;
}

export interface Missed {
  /** 1 inaccuracy, 2 mistake, 3 blunder. */
  grade: number;
  /** Pawns. */
  by: number;
}

/** The lowest grade that counts as missed. */
const MISTAKE = 2;

/** Shows missed moves, moves not played, or all findings. */
export type Shows = "missed" | "unplayed" | "all";

export interface Filter {
  shows: Shows;
  /** Index of the pattern. Null for all. */
  pattern: number | null;
  /** The minimum class: 1 check, 2 royal, 3 family. 0 for all. */
  level: number;
  /** Whether to hide games without findings. */
  found: boolean;
  /** Whether to hide undamaged games. */
  damaged: boolean;
}

export interface Library {
  name: string;
  /** Bytes of the file, decompressed once that size is known. */
  size: number;
  /** Bytes decompressed so far. Null if nothing is being decompressed. */
  decompressed: number | null;
  read: number;
  done: boolean;
  /** Whether an error stopped the reading. */
  failed: boolean;
  games: readonly ListedGame[];
  /** Indices of the games that match the filter. With missed moves shown, the worst misses come first. */
  shown: readonly number[];
  damaged: number;
  chances: number;
  /** The number of games searched for misses, and the number of chances missed by a mistake or a blunder. */
  judged: number;
  missed: number;
  filter: Filter;
  open: Open | null;
}

/** The open game, and the position on the board. */
export interface Open {
  index: number;
  view: GameView;
  ply: number;
  finding: number | null;
  /** The last chosen finding. The step to the next finding starts here. */
  last: number | null;
  /** Whether the user stepped here from another game. The list then scrolls to it. */
  stepped: boolean;
}

/** Where to open a game: at the first or the last finding that matches the filter, or at its start if none does. */
type Place = "first" | "last";

const NO_FILTER: Filter = { shows: "missed", pattern: null, level: 0, found: false, damaged: false };
/** Matches all chances. */
export const ALL: Filter = { ...NO_FILTER, shows: "all" };

let library: Library | null = null;
/** Grow in place during reading, while the library is a new object at each change. */
let games: ListedGame[] = [];
let shown: number[] = [];
let worker: Worker | null = null;
let file = 0;
/** The requested game. */
let wanted: { index: number; place: Place; stepped: boolean } | null = null;
/** Whether the user has chosen a game, a position or a filter. */
let touched = false;
const listeners = new Set<() => void>();

let drawing: number | null = null;

function put(next: Library | null): void {
  library = next;
  for (const listener of [...listeners]) listener();
}

/** Like `put`, but notifies listeners once a frame, because games arrive faster than that. */
function putSoon(next: Library): void {
  library = next;
  drawing ??= requestAnimationFrame(() => {
    drawing = null;
    put(library);
  });
}

export function getLibrary(): Library | null {
  return library;
}

/** Returns a part of the library. The component renders only if this part changes. */
export function useLibrary<T>(part: (library: Library | null) => T): T {
  const [seen, see] = useState(() => part(library));
  useEffect(() => {
    const listener = () => see(() => part(library));
    listener();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return seen;
}

/** Whether a finding, given by its index, matches the filter. */
export function isWanted(filter: Filter, game: ListedGame, at: number): boolean {
  const [, pattern, , level, played, chance] = game.findings[at]!;
  if ((filter.pattern !== null && filter.pattern !== pattern) || level < filter.level) return false;
  if (filter.shows === "missed") return (game.missed?.get(at)?.grade ?? 0) >= MISTAKE;
  return filter.shows === "all" || (played === 0 && !game.findings.some((row) => row[5] === chance && row[4] === 1));
}

/** Ranks a miss, first by grade, then by pawns. 0 if the move was not missed. */
function gravity(game: ListedGame, at: number): number {
  const missed = game.missed?.get(at);
  return missed === undefined ? 0 : 1000 * missed.grade + missed.by;
}

/**
 * Returns the chances that match the filter, each as the index of one finding: its worst miss, or its first finding if
 * it was not missed. They are in the order of the game. With missed moves shown, the worst come first.
 */
export function wantedOf(filter: Filter, game: ListedGame): number[] {
  const places = new Map<number, number>();
  game.findings.forEach(([, , , , , chance], at) => {
    if (!isWanted(filter, game, at)) return;
    const other = places.get(chance);
    if (other === undefined || gravity(game, at) > gravity(game, other)) places.set(chance, at);
  });
  const all = [...places.values()].sort((a, b) => a - b);
  return filter.shows === "missed" ? gravestFirst(game, all) : all;
}

/** Returns the number of chances in a game. */
function chancesOf({ findings }: GameSummary): number {
  return Math.max(0, ...findings.map((row) => row[5]));
}

/** Sorts findings of a game, worst misses first. */
export function gravestFirst(game: ListedGame, places: readonly number[]): number[] {
  return places.toSorted((a, b) => gravity(game, b) - gravity(game, a));
}

function isShown(filter: Filter, game: ListedGame): boolean {
  if (filter.damaged && game.damage === null) return false;
  return !filter.found || game.findings.some((_, at) => isWanted(filter, game, at));
}

/** Whether the search for misses is complete. Until then the games keep the order of the file. */
export function isJudged({ done, judged, games }: Library): boolean {
  return done && judged === games.length;
}

/** Filters and sorts the games. */
function arranged(library: Library): Library {
  const { filter } = library;
  shown = games.flatMap((game, i) => (isShown(filter, game) ? [i] : []));
  if (filter.shows === "missed" && isJudged(library)) {
    const gravest = games.map((game) => {
      const at = wantedOf(filter, game)[0];
      return at === undefined ? 0 : gravity(game, at);
    });
    shown.sort((a, b) => gravest[b]! - gravest[a]!);
  }
  return { ...library, shown };
}

export function setFilter(change: Partial<Filter>): void {
  if (library === null) return;
  touched = true;
  filtered({ ...library, filter: { ...library.filter, ...change } });
}

function filtered(library: Library): void {
  const { open, filter } = library;
  // Deselect a finding that no longer matches the filter.
  const gone = open !== null && open.finding !== null && !isWanted(filter, games[open.index]!, open.finding);
  put(arranged({ ...library, open: gone ? { ...open, finding: null, last: null } : open }));
}

/** Opens a pasted or dropped text. */
export function openText(text: string): void {
  begin("pasted.pgn", new Blob([text]));
}

/** Opens a file. Returns false if the page refuses it. */
export function openFile(chosen: File): boolean {
  const refused = refusal(chosen.name, chosen.size);
  if (refused === null) begin(chosen.name, chosen);
  else tell(refused);
  return refused === null;
}

function begin(name: string, blob: Blob): void {
  tell(null);
  // Do not wait for a long search in the previous file.
  if (library !== null && (wanted !== null || !isJudged(library))) {
    worker?.terminate();
    worker = null;
  }
  worker ??= start();
  file += 1;
  games = [];
  shown = [];
  wanted = null;
  touched = false;
  put({
    name,
    size: blob.size,
    decompressed: null,
    read: 0,
    done: false,
    failed: false,
    games,
    shown,
    damaged: 0,
    chances: 0,
    judged: 0,
    missed: 0,
    filter: NO_FILTER,
    open: null,
  });
  ask({ kind: "open", file, name, blob });
}

function ask(request: Request): void {
  worker?.postMessage(request);
}

function start(): Worker {
  const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data }: MessageEvent<Reply>) => {
    if (started !== worker) return;
    if (data.kind === "fatal") end(data.problem);
    else if (data.file === file) take(data);
  };
  started.onerror = (event) => {
    if (started === worker) end(event.message || "the worker did not start");
  };
  return started;
}

/** Ends a failed worker. The next file starts a new one. */
function end(why: string): void {
  worker?.terminate();
  worker = null;
  wanted = null;
  tell(`The games cannot be read: ${why}. Load the file again.`);
  // A file that was already complete did not fail.
  if (library !== null) {
    const failed = library.failed || !library.done;
    filtered({ ...library, done: true, failed, decompressed: null, judged: games.length });
  }
}

function take(reply: Exclude<Reply, { kind: "fatal" }>): void {
  if (library === null) return;
  if (reply.kind === "decompressed") {
    putSoon({ ...library, decompressed: reply.size });
  } else if (reply.kind === "problem") {
    // If one game cannot be opened, the worker still reads the others.
    if (reply.index !== null) {
      tell(`Game ${reply.index + 1} of ${library.name} cannot be opened: ${reply.problem}`);
      wanted = null;
    } else {
      const how = library.games.length > 0 ? "is only partly readable" : "cannot be read";
      tell(`${library.name} ${how}: ${reply.problem}`);
      put({ ...library, done: true, failed: true, decompressed: null });
    }
  } else if (reply.kind === "games") {
    const { games, read, done } = reply.games;
    add({ ...library, size: reply.size, decompressed: null }, games, read, done);
  } else if (reply.kind === "misses") {
    judge(library, reply.first, reply.misses);
  } else if (wanted?.index === reply.index) {
    const { index, view } = reply;
    const { place, stepped } = wanted;
    wanted = null;
    games[index]!.missed ??= missedOf(view);
    put({ ...library, open: { index, view, ply: 0, finding: null, last: null, stepped } });
    goTo(index, place);
  }
}

/** Returns the misses of an opened game. */
function missedOf(view: GameView): Map<number, Missed> {
  const grade = ({ missed }: FindingView) => (missed === null ? 0 : 1 + GRADES.indexOf(missed));
  const all = view.findings.map(({ finding }, at) => [at, { grade: grade(finding), by: finding.missed_by ?? 0 }] as const);
  return new Map(all.filter(([, { grade }]) => grade > 0));
}

/** Adds the misses of consecutive games. */
function judge(before: Library, first: number, misses: readonly Miss[][]): void {
  misses.forEach((some, i) => {
    games[first + i]!.missed = new Map(some.map(([at, grade, by]) => [at, { grade, by }]));
  });
  const chances = misses.map((some) => new Set(some.filter(([, grade]) => grade >= MISTAKE).map((miss) => miss[3])).size);
  const missed = chances.reduce((sum, count) => sum + count, before.missed);
  const after = { ...before, judged: first + misses.length, missed };
  if (!isJudged(after)) {
    putSoon(after);
    return;
  }
  say(missed > 0 ? `${counted(missed, "missed chance")}.` : "No missed chances.");
  // If nothing was missed, show all findings.
  const shows = missed === 0 && !touched ? "all" : after.filter.shows;
  filtered({ ...after, filter: { ...after.filter, shows } });
  if (!touched && shown.length > 0) openGame(shown[0]!, "first");
}

function add(before: Library, more: readonly GameSummary[], read: number, done: boolean): void {
  const first = games.length;
  games.push(...more.map((game) => ({ ...game, missed: null })));
  more.forEach((_, i) => {
    if (isShown(before.filter, games[first + i]!)) shown.push(first + i);
  });
  const damaged = before.damaged + more.filter(({ damage }) => damage !== null).length;
  const chances = more.reduce((sum, game) => sum + chancesOf(game), before.chances);
  putSoon({ ...before, games, shown, read, done, damaged, chances });
  if (done) say(`${counted(games.length, "game")} loaded, ${counted(chances, "chance")}, ${counted(damaged, "damaged game")}.`);
  if (first === 0 && shown.length > 0) openGame(shown[0]!, "first");
}

/** Opens the game that the user chose. */
export function chooseGame(index: number): void {
  touched = true;
  openGame(index, "first");
}

/** Goes to a game. Requests it from the worker unless it is open. */
function openGame(index: number, place: Place, stepped = false): void {
  wanted = null;
  if (library?.open?.index === index) {
    goTo(index, place);
    return;
  }
  wanted = { index, place, stepped };
  ask({ kind: "game", file, index });
}

function goTo(index: number, place: Place): void {
  const at = wantedOf(library!.filter, games[index]!).at(place === "first" ? 0 : -1);
  if (at !== undefined) moveToFinding(at);
  else moveToPly(0);
}

/** Returns the position of the open game, or an empty board if the game has no readable position. */
export function fenOf({ view, ply }: Open): string {
  return view.plies[ply]?.fen ?? EMPTY_FEN;
}

// Games always shows the position of the open game, even after edits in other entries.
subscribe(() => {
  if (!library?.open || getState().entry !== "games") return;
  const fen = fenOf(library.open);
  if (getState().fen !== fen) show({ fen });
});

export function goToPly(ply: number): void {
  touched = true;
  moveToPly(ply);
}

function moveToPly(ply: number): void {
  const open = library?.open;
  if (!library || !open) return;
  const last = open.view.plies.length - 1;
  const there = { ...open, ply: Math.max(0, Math.min(last, ply)), finding: null };
  put({ ...library, open: there });
  if (getState().entry === "games") show({ fen: fenOf(there) });
}

/** Goes to a finding of the open game, given by its index. */
export function goToFinding(finding: number): void {
  touched = true;
  moveToFinding(finding);
}

function moveToFinding(finding: number): void {
  const open = library?.open;
  const found = open?.view.findings[finding];
  if (!library || !open || !found) return;
  moveToPly(found.ply);
  put({ ...library, open: { ...library.open!, finding, last: finding } });
  say(`${moveName(open.view, found.ply)}: ${found.finding.words}`);
}

/** Goes to the next or the previous chance that matches the filter, in this game or in another. */
export function step(by: 1 | -1): void {
  if (library === null) return;
  touched = true;
  const { open, filter } = library;
  if (open) {
    const at = stepWithin(open, filter, by);
    if (at !== undefined) {
      moveToFinding(at);
      return;
    }
  }
  const from = open?.index ?? -1;
  const place = shown.indexOf(from);
  // A hidden game is not in the list. Go by its number.
  const later = place < 0 ? shown.filter((index) => index > from) : shown.slice(place + 1);
  const earlier = place < 0 ? shown.filter((index) => index < from) : shown.slice(0, place);
  const next = (by > 0 ? later : earlier.reverse()).find((index) => wantedOf(filter, games[index]!).length > 0);
  if (next !== undefined) {
    openGame(next, by > 0 ? "first" : "last", true);
    return;
  }
  say(by > 0 ? "No more findings." : "No earlier findings.");
}

/** Returns the next or the previous chance in the open game. */
function stepWithin(open: Open, filter: Filter, by: 1 | -1): number | undefined {
  const game = games[open.index]!;
  const wanted = wantedOf(filter, game);
  // Step through misses from the worst on, even if the board has moved.
  const from = open.finding ?? (filter.shows === "missed" ? open.last : null);
  const chance = (at: number) => game.findings[at]![5];
  if (from !== null) return wanted[wanted.findIndex((at) => chance(at) === chance(from)) + by];
  // Without a chosen finding, step by ply.
  const ply = (at: number) => game.findings[at]![0];
  return by > 0 ? wanted.find((at) => ply(at) > open.ply) : wanted.findLast((at) => ply(at) < open.ply);
}
