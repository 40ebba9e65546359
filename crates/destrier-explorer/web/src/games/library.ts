/** The games of a file, with the filter and the open game. `loading.ts` fills them. */

import { useEffect, useState } from "preact/hooks";
import type { GameView, LegalMove } from "../engine.ts";
import { MISTAKE, admits, admitsSide, isWanted as isWantedAmong, wantedOf as wantedAmong, type Filter, type ListedGame } from "./filter.ts";
import { Findings } from "./findings.ts";

export interface Library {
  name: string;
  /** The name or the text of the pattern that the games are searched for. Empty for the built-in ones. */
  patterns: string;
  /** The name of the file's format, once it is known. */
  format: string;
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
  /** The number of chances in these games that match the filter. */
  wanted: number;
  damaged: number;
  chances: number;
  /** The number of games searched for misses, and the number of turns missed by a mistake or a blunder. */
  judged: number;
  missed: number;
  filter: Filter;
  open: Open | null;
  /** The chances of a pattern that the user writes, in the first games. */
  counted: { pattern: string; games: number; chances: number } | null;
  /** The number of games in which the misses of the pattern book are counted. */
  booked: number;
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
  /** Moves that the user tries out from the position at `ply`, and how many of them are on the board. */
  line: { moves: readonly LegalMove[]; at: number } | null;
}

let library: Library | null = null;

/** Grow in place during reading, while the library is a new object at each change. */
export let games: ListedGame[] = [];
export let findings = new Findings();
export let shown: number[] = [];
/** How many games each player has, by name. */
export let players = new Map<string, number>();
/** The misses of the pattern book in each game; see `GameFile.book_misses`. */
export let bookMisses: (readonly number[])[] = [];

/** Whether the user has chosen a game, a position or a filter. */
export let touched = false;
/** Whether the user has used the page since the file was opened. From then on, the board shows no other game unasked. */
export let looked = false;
for (const kind of ["pointerdown", "keydown", "wheel"]) {
  addEventListener(kind, () => (looked = true), { capture: true, passive: true });
}

export function touch(): void {
  touched = true;
}

export function setShown(next: number[]): void {
  shown = next;
}

/** Forgets the file before. */
export function clear(): void {
  games = [];
  findings = new Findings();
  shown = [];
  players = new Map();
  bookMisses = [];
  touched = looked = false;
}

const listeners = new Set<() => void>();

let drawing: number | null = null;

export function put(next: Library | null): void {
  library = next;
  for (const listener of [...listeners]) listener();
}

/** Like `put`, but notifies listeners once a frame, because games arrive faster than that. */
export function putSoon(next: Library): void {
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

/** Whether a finding of a listed game, given by its index in the game, matches the filter. */
export function isWanted(filter: Filter, game: ListedGame, at: number): boolean {
  return isWantedAmong(filter, game, findings, at);
}

/** Returns the chances of a listed game that match the filter, each as the index of one finding. */
export function wantedOf(filter: Filter, game: ListedGame): number[] {
  return wantedAmong(filter, game, findings);
}

/** Returns the pattern of a finding of a listed game. */
export function patternOf(game: ListedGame, at: number): number {
  return findings.pattern(game.first + at);
}

/** Returns the names of the players with the most games, at most `count`. */
export function mostPlayers(count: number): string[] {
  // A large file has tens of thousands of players. Sort only those that are returned.
  const least = Uint32Array.from(players.values()).sort().at(-count) ?? 0;
  const most = [...players].filter(([, games]) => games > least).sort(([, x], [, y]) => y - x);
  const others = [...players].filter(([, games]) => games === least).slice(0, count - most.length);
  return [...most, ...others].map(([name]) => name);
}

/** Whether the search for misses is complete. Until then the games keep the order of the file. */
export function isJudged({ done, judged, games }: Library): boolean {
  return done && judged === games.length;
}

/** Returns the number of misses of each pattern in the games that match the filter. */
export function missesByPattern(): Map<number, number> {
  const { filter } = library!;
  const counts = new Map<number, number>();
  const add = (pattern: number, side: 0 | 1, game: ListedGame) => {
    if (admitsSide(filter, game, side)) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  };
  games.forEach((game, i) => {
    if (!admits(filter, game)) return;
    for (const [at, { grade }] of game.missed ?? []) {
      if (grade >= MISTAKE) add(findings.pattern(game.first + at), findings.side(game.first + at), game);
    }
    for (const miss of bookMisses[i] ?? []) add(miss >> 1, (miss & 1) as 0 | 1, game);
  });
  return counts;
}
