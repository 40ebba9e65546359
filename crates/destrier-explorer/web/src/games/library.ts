/**
 * The games of a file, as they come from the worker: which are read, which are wanted, which one is open and where in it.
 * None of it is in a link but the position.
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

/** A row of a summary's findings. */
export type Row = GameSummary["findings"][number];

/** A game, and which of its findings were missed, by their places; null until that is known. */
export interface ListedGame extends GameSummary {
  missed: ReadonlyMap<number, Missed> | null;
}

export interface Missed {
  /** 1 inaccuracy, 2 mistake, 3 blunder. */
  grade: number;
  /** Pawns. */
  by: number;
}

/** The least grade that counts as missed where no grade is named. */
const MISTAKE = 2;

/** The moves that were missed, those that were not played, or all findings. */
export type Shows = "missed" | "unplayed" | "all";

export interface Filter {
  shows: Shows;
  /** Index of the pattern; null for all. */
  pattern: number | null;
  /** 1 check, 2 royal, 3 family, each with those above it; 0 for all. */
  level: number;
  /** Whether games without a finding are hidden. */
  found: boolean;
  /** Whether games that are whole are hidden. */
  damaged: boolean;
}

export interface Library {
  name: string;
  /** Bytes of the file, unpacked as soon as that is known. */
  size: number;
  /** Bytes unpacked up to now; null where nothing is unpacked. */
  unpacked: number | null;
  read: number;
  done: boolean;
  /** Whether it could not be read to its end. */
  failed: boolean;
  games: readonly ListedGame[];
  /** Places in `games` of those that the filter leaves; the gravest misses first, where these are shown. */
  shown: readonly number[];
  damaged: number;
  chances: number;
  /** Games that were searched for misses, and the chances that were missed by a mistake or more. */
  judged: number;
  missed: number;
  filter: Filter;
  open: Open | null;
}

/** The open game, and where in it the board is. */
export interface Open {
  index: number;
  view: GameView;
  ply: number;
  finding: number | null;
  /** The finding that was chosen last, from which the next one is gone to. */
  last: number | null;
  /** Whether it was come to from another game, which the list may not have in sight. */
  stepped: boolean;
}

/** Where to go in a game: to the first or the last finding that the filter leaves, or to its start if there is none. */
type Place = "first" | "last";

const NO_FILTER: Filter = { shows: "missed", pattern: null, level: 0, found: false, damaged: false };
/** Leaves all chances. */
export const ALL: Filter = { ...NO_FILTER, shows: "all" };

let library: Library | null = null;
/** Grow in place while a file is read; the library is a new object at each change. */
let games: ListedGame[] = [];
let shown: number[] = [];
let worker: Worker | null = null;
let file = 0;
/** The game that was asked for. */
let wanted: { index: number; place: Place; stepped: boolean } | null = null;
/** Whether a hand chose what is shown of the file: a game, a place in it, or a filter. */
let touched = false;
const listeners = new Set<() => void>();

let drawing: number | null = null;

function put(next: Library | null): void {
  library = next;
  for (const listener of [...listeners]) listener();
}

/** As `put`, but who listens is told once a frame: games come faster than they can be seen. */
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

/** A part of the library; what does not change it draws nothing. */
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

/** Whether the filter leaves a finding of a game, given by its place. */
export function isWanted(filter: Filter, game: ListedGame, at: number): boolean {
  const [, pattern, , level, played, chance] = game.findings[at]!;
  if ((filter.pattern !== null && filter.pattern !== pattern) || level < filter.level) return false;
  if (filter.shows === "missed") return (game.missed?.get(at)?.grade ?? 0) >= MISTAKE;
  return filter.shows === "all" || (played === 0 && !game.findings.some((row) => row[5] === chance && row[4] === 1));
}

/** How grave it was not to play a finding's move; 0 where it was not missed. */
function gravity(game: ListedGame, at: number): number {
  const missed = game.missed?.get(at);
  return missed === undefined ? 0 : 1000 * missed.grade + missed.by;
}

/**
 * The chances that the filter leaves, each given by the place of one finding: its gravest miss, or its first finding if it
 * was not missed. They are in the order of the game, or where misses are shown the gravest first.
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

/** How many chances a game has. Their numbers begin with 1. */
function chancesOf({ findings }: GameSummary): number {
  return Math.max(0, ...findings.map((row) => row[5]));
}

/** Findings of a game, the gravest misses first. */
export function gravestFirst(game: ListedGame, places: readonly number[]): number[] {
  return places.toSorted((a, b) => gravity(game, b) - gravity(game, a));
}

function isShown(filter: Filter, game: ListedGame): boolean {
  if (filter.damaged && game.damage === null) return false;
  return !filter.found || game.findings.some((_, at) => isWanted(filter, game, at));
}

/** Whether all games were searched for misses: before that they are in the order of the file. */
export function isJudged({ done, judged, games }: Library): boolean {
  return done && judged === games.length;
}

/** The library with the games that its filter leaves, in their order. */
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
  // A chosen finding that is not wanted any more is no longer drawn.
  const gone = open !== null && open.finding !== null && !isWanted(filter, games[open.index]!, open.finding);
  put(arranged({ ...library, open: gone ? { ...open, finding: null, last: null } : open }));
}

/** Opens a text that was pasted. */
export function openText(text: string): void {
  begin("pasted.pgn", new Blob([text]));
}

/** Opens a file that was dropped or chosen; whether it is taken. */
export function openFile(chosen: File): boolean {
  const refused = refusal(chosen.name, chosen.size);
  if (refused === null) begin(chosen.name, chosen);
  else tell(refused);
  return refused === null;
}

function begin(name: string, blob: Blob): void {
  tell(null);
  // Worth takes long in some positions, and nobody waits for that of another file.
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
    unpacked: null,
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

/** Gives up a worker that broke. The next file gets a new one. */
function end(why: string): void {
  worker?.terminate();
  worker = null;
  wanted = null;
  tell(`The games cannot be read: ${why}. Open the file again to try once more.`);
  // A file that was read whole stays so.
  if (library !== null) {
    const failed = library.failed || !library.done;
    filtered({ ...library, done: true, failed, unpacked: null, judged: games.length });
  }
}

function take(reply: Exclude<Reply, { kind: "fatal" }>): void {
  if (library === null) return;
  if (reply.kind === "unpacked") {
    putSoon({ ...library, unpacked: reply.size });
  } else if (reply.kind === "problem") {
    // A game that cannot be opened does not end the reading of the others.
    if (reply.index !== null) {
      tell(`Game ${reply.index + 1} of ${library.name} cannot be opened: ${reply.problem}`);
      wanted = null;
    } else {
      const how = library.games.length > 0 ? "cannot be read to its end" : "cannot be read";
      tell(`${library.name} ${how}: ${reply.problem}`);
      put({ ...library, done: true, failed: true, unpacked: null });
    }
  } else if (reply.kind === "games") {
    const { games, read, done } = reply.games;
    add({ ...library, size: reply.size, unpacked: null }, games, read, done);
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

/** What was missed in an opened game. */
function missedOf(view: GameView): Map<number, Missed> {
  const grade = ({ missed }: FindingView) => (missed === null ? 0 : 1 + GRADES.indexOf(missed));
  const all = view.findings.map(({ finding }, at) => [at, { grade: grade(finding), by: finding.missed_by ?? 0 }] as const);
  return new Map(all.filter(([, { grade }]) => grade > 0));
}

/** Takes the misses of some games that follow each other. */
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
  say(missed > 0 ? `${counted(missed, "chance")} missed.` : "No chance was missed.");
  // Of games in which nothing was missed all is shown.
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
  if (done) say(`${counted(games.length, "game")} read, ${counted(chances, "chance")}, ${counted(damaged, "game")} damaged.`);
  if (first === 0 && shown.length > 0) openGame(shown[0]!, "first");
}

/** Goes to a game that was chosen. */
export function chooseGame(index: number): void {
  touched = true;
  openGame(index, "first");
}

/** Goes to a game, when it comes: it is asked for unless it is the open one. */
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

/** The position of the open game; of a game without any that can be read the board is empty. */
export function fenOf({ view, ply }: Open): string {
  return view.plies[ply]?.fen ?? EMPTY_FEN;
}

// In Games the position is that of the open game, whatever was edited elsewhere.
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

/** Goes to a finding of the open game, by its place among them. */
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

/** Goes to the next or the previous chance that the filter leaves, in this game or in another. */
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
  // A game that the filter hides has no place in the list but by its number.
  const later = place < 0 ? shown.filter((index) => index > from) : shown.slice(place + 1);
  const earlier = place < 0 ? shown.filter((index) => index < from) : shown.slice(0, place);
  const next = (by > 0 ? later : earlier.reverse()).find((index) => wantedOf(filter, games[index]!).length > 0);
  if (next !== undefined) {
    openGame(next, by > 0 ? "first" : "last", true);
    return;
  }
  say(by > 0 ? "There is no further finding." : "There is no earlier finding.");
}

/** The next or the previous chance within the open game. */
function stepWithin(open: Open, filter: Filter, by: 1 | -1): number | undefined {
  const game = games[open.index]!;
  const wanted = wantedOf(filter, game);
  // Misses are gone through by their gravity, wherever the board is in the meantime.
  const from = open.finding ?? (filter.shows === "missed" ? open.last : null);
  const chance = (at: number) => game.findings[at]![5];
  if (from !== null) return wanted[wanted.findIndex((at) => chance(at) === chance(from)) + by];
  // From a place between findings on: those of later positions are next, those of earlier ones previous.
  const ply = (at: number) => game.findings[at]![0];
  return by > 0 ? wanted.find((at) => ply(at) > open.ply) : wanted.findLast((at) => ply(at) < open.ply);
}
