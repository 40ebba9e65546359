/**
 * The games of a file, as they come from the worker: which are read, which are wanted, which one is open and where in it.
 * None of it is in a link but the position.
 */

import { useEffect, useState } from "preact/hooks";
import type { GameSummary, GameView } from "../engine.ts";
import { say, tell } from "../messages.ts";
import { EMPTY_FEN } from "../pieces.ts";
import { getState, show, subscribe } from "../state.ts";
import { counted } from "../words.ts";
import { refusal } from "./limits.ts";
import { moveName } from "./move-name.ts";
import type { Reply, Request } from "./worker.ts";

/** A row of a summary's findings. */
export type Row = GameSummary["findings"][number];

export interface Filter {
  /** Index of the pattern; null for all. */
  pattern: number | null;
  /** 1 check, 2 royal, 3 family, each with those above it; 0 for all. */
  level: number;
  /** Only those that were not played. */
  missed: boolean;
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
  games: readonly GameSummary[];
  /** Places in `games` of those that the filter leaves. */
  shown: readonly number[];
  damaged: number;
  findings: number;
  filter: Filter;
  open: Open | null;
}

/** The open game, and where in it the board is. */
export interface Open {
  index: number;
  view: GameView;
  ply: number;
  finding: number | null;
  /** Whether it was come to from another game, which the list may not have in sight. */
  stepped: boolean;
}

/** Where to go in a game: to the first or the last finding that the filter leaves, or to its start if there is none. */
type Place = "first" | "last";

const NO_FILTER: Filter = { pattern: null, level: 0, missed: false, found: false, damaged: false };

let library: Library | null = null;
/** Grow in place while a file is read; the library is a new object at each change. */
let games: GameSummary[] = [];
let shown: number[] = [];
let worker: Worker | null = null;
let file = 0;
/** The game that was asked for. */
let wanted: { index: number; place: Place; stepped: boolean } | null = null;
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

/** Whether the filter leaves a finding. */
export function isWanted(filter: Filter, [, pattern, , level, played]: Row): boolean {
  return (
    (filter.pattern === null || filter.pattern === pattern) && level >= filter.level && !(filter.missed && played !== 0)
  );
}

function isShown(filter: Filter, game: GameSummary): boolean {
  if (filter.damaged && game.damage === null) return false;
  return !filter.found || game.findings.some((row) => isWanted(filter, row));
}

export function setFilter(change: Partial<Filter>): void {
  if (library === null) return;
  const filter = { ...library.filter, ...change };
  shown = games.flatMap((game, i) => (isShown(filter, game) ? [i] : []));
  const { open } = library;
  const chosen = open && open.finding !== null ? games[open.index]!.findings[open.finding] : undefined;
  // A chosen finding that is not wanted any more is no longer drawn.
  const gone = open !== null && chosen !== undefined && !isWanted(filter, chosen);
  put({ ...library, filter, shown, open: gone ? { ...open, finding: null } : open });
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
  worker ??= start();
  file += 1;
  games = [];
  shown = [];
  wanted = null;
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
    findings: 0,
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
  if (library !== null) put({ ...library, done: true, failed: library.failed || !library.done, unpacked: null });
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
  } else if (wanted?.index === reply.index) {
    const { index, view } = reply;
    const { place, stepped } = wanted;
    wanted = null;
    put({ ...library, open: { index, view, ply: 0, finding: null, stepped } });
    goTo(index, place);
  }
}

function add(before: Library, more: readonly GameSummary[], read: number, done: boolean): void {
  const first = games.length;
  games.push(...more);
  more.forEach((game, i) => {
    if (isShown(before.filter, game)) shown.push(first + i);
  });
  const damaged = before.damaged + more.filter(({ damage }) => damage !== null).length;
  const findings = before.findings + more.reduce((sum, game) => sum + game.findings.length, 0);
  putSoon({ ...before, games, shown, read, done, damaged, findings });
  if (done) say(`${counted(games.length, "game")} read, ${counted(findings, "finding")}, ${counted(damaged, "game")} damaged.`);
  if (first === 0 && shown.length > 0) openGame(shown[0]!, "first");
}

/** Goes to a game, when it comes: it is asked for unless it is the open one. */
export function openGame(index: number, place: Place, stepped = false): void {
  wanted = null;
  if (library?.open?.index === index) {
    goTo(index, place);
    return;
  }
  wanted = { index, place, stepped };
  ask({ kind: "game", file, index });
}

function goTo(index: number, place: Place): void {
  const rows = games[index]!.findings;
  const at = place === "first" ? nextRow(rows, -1) : previousRow(rows, rows.length);
  if (at !== null) goToFinding(at);
  else goToPly(0);
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
  const open = library?.open;
  if (!library || !open) return;
  const last = open.view.plies.length - 1;
  const there = { ...open, ply: Math.max(0, Math.min(last, ply)), finding: null };
  put({ ...library, open: there });
  if (getState().entry === "games") show({ fen: fenOf(there) });
}

/** Goes to a finding of the open game, by its place among them. */
export function goToFinding(finding: number): void {
  const open = library?.open;
  const found = open?.view.findings[finding];
  if (!library || !open || !found) return;
  goToPly(found.ply);
  put({ ...library, open: { ...library.open!, finding } });
  say(`${moveName(open.view, found.ply)}: ${found.finding.words}`);
}

function nextRow(rows: readonly Row[], after: number): number | null {
  const next = rows.findIndex((row, i) => i > after && isWanted(library!.filter, row));
  return next < 0 ? null : next;
}

function previousRow(rows: readonly Row[], before: number): number | null {
  const last = rows.findLastIndex((row, i) => i < before && isWanted(library!.filter, row));
  return last < 0 ? null : last;
}

/** Goes to the next or the previous finding that the filter leaves, in this game or in another. */
export function step(by: 1 | -1): void {
  if (library === null) return;
  const open = library.open;
  if (open) {
    const rows = games[open.index]!.findings;
    // From a place between findings on: those of later positions are next, those of earlier ones previous.
    const from =
      open.finding ??
      (by > 0 ? rows.findLastIndex(([ply]) => ply <= open.ply) : rows.findIndex(([ply]) => ply >= open.ply));
    const at = by > 0 ? nextRow(rows, from) : previousRow(rows, open.finding === null && from < 0 ? rows.length : from);
    if (at !== null) {
      goToFinding(at);
      return;
    }
  }
  const filter = library.filter;
  const has = (game: GameSummary | undefined) => game?.findings.some((row) => isWanted(filter, row)) ?? false;
  const from = open?.index ?? -1;
  const next =
    by > 0
      ? shown.find((index) => index > from && has(games[index]))
      : shown.findLast((index) => index < from && has(games[index]));
  if (next !== undefined) {
    openGame(next, by > 0 ? "first" : "last", true);
    return;
  }
  say(by > 0 ? "There is no further finding." : "There is no earlier finding.");
}
