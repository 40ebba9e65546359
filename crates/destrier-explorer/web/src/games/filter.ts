/** The filter of games and findings. */

import type { Findings } from "./findings.ts";

/** A game of the list. */
export interface ListedGame {
  white: string;
  black: string;
  ratings: readonly [number | null, number | null];
  result: string;
  date: string;
  plies: number;
  damage: string | null;
  /** Its findings in the list of all findings: the first, and how many. */
  first: number;
  count: number;
  /** The missed findings by their index in the game. Null until they are known. */
  missed: ReadonlyMap<number, Missed> | null;
}

export interface Missed {
  /** 1 inaccuracy, 2 mistake, 3 blunder. */
  grade: number;
  /** The winning chances lost, in thousandths. */
  lost: number;
  /** Whether the move may be shown as the move to find. */
  answer: boolean;
}

/** The lowest grade that counts as missed, unless the user chooses another. */
export const MISTAKE = 2;

/** Shows missed moves, moves not played, or all findings. */
export type Shows = "missed" | "unplayed" | "all";

/** The side whose chances are shown. The last two need a player. */
export type Side = "both" | "white" | "black" | "player" | "opponent";

/** A result: that of a color or, with a player, of that player. */
export type Result = "any" | "white" | "black" | "draw" | "won" | "lost";

export interface Filter {
  shows: Shows;
  /** Index of the pattern. Null for all. */
  pattern: number | null;
  /** The minimum class: 1 check, 2 royal, 3 family. 0 for all. */
  level: number;
  /** The minimum grade of missed moves. */
  grade: number;
  /** The whole name of a player, in any case. Empty for all games. */
  player: string;
  side: Side;
  result: Result;
  /** The least and the greatest rating of the side with the chance. */
  rating: readonly [number | null, number | null];
  /** Whether to hide undamaged games. */
  damaged: boolean;
}

export const NO_FILTER: Filter = {
  shows: "missed",
  pattern: null,
  level: 0,
  grade: MISTAKE,
  player: "",
  side: "both",
  result: "any",
  rating: [null, null],
  damaged: false,
};

/** Matches all chances. */
export const ALL: Filter = { ...NO_FILTER, shows: "all" };

/** The color of the filter's player in a game. Null without one. */
export function colorOf({ player }: Filter, game: ListedGame): 0 | 1 | null {
  if (player === "") return null;
  const isPlayer = (name: string) => name === player || name.toLowerCase() === player.toLowerCase();
  return isPlayer(game.white) ? 0 : isPlayer(game.black) ? 1 : null;
}

/** Whether a game matches, apart from its findings. */
export function admits(filter: Filter, game: ListedGame): boolean {
  if (filter.damaged && game.damage === null) return false;
  const color = colorOf(filter, game);
  if (filter.player !== "" && color === null) return false;
  const { result } = game;
  const winner = result === "1-0" ? 0 : result === "0-1" ? 1 : null;
  switch (filter.result) {
    case "any":
      return true;
    case "draw":
      return result === "1/2-1/2";
    case "white":
    case "black":
      return winner === (filter.result === "white" ? 0 : 1);
    default:
      return winner !== null && color !== null && (winner === color) === (filter.result === "won");
  }
}

/** Whether a side of a game matches. */
export function admitsSide(filter: Filter, game: ListedGame, side: 0 | 1): boolean {
  const [least, most] = filter.rating;
  if (least !== null || most !== null) {
    const rating = game.ratings[side];
    if (rating === null || rating < (least ?? 0) || rating > (most ?? Infinity)) return false;
  }
  switch (filter.side) {
    case "both":
      return true;
    case "white":
    case "black":
      return side === (filter.side === "white" ? 0 : 1);
    default: {
      const color = colorOf(filter, game);
      return color === null || (side === color) === (filter.side === "player");
    }
  }
}

/** Whether the filter is about findings, so that games without a match are hidden. */
function choosesFindings({ shows, pattern, level, side, rating }: Filter): boolean {
  return shows !== "all" || pattern !== null || level > 0 || side !== "both" || rating.some((limit) => limit !== null);
}

/** Whether a finding, given by its index in the game, matches the filter. */
export function isWanted(filter: Filter, game: ListedGame, all: Findings, at: number): boolean {
  const i = game.first + at;
  if ((filter.pattern !== null && filter.pattern !== all.pattern(i)) || all.level(i) < filter.level) return false;
  if (!admitsSide(filter, game, all.side(i))) return false;
  if (filter.shows === "missed") return (game.missed?.get(at)?.grade ?? 0) >= filter.grade;
  if (filter.shows === "all") return true;
  if (all.played(i) !== false) return false;
  for (let other = game.first; other < game.first + game.count; other++) {
    if (all.chance(other) === all.chance(i) && all.played(other)) return false;
  }
  return true;
}

/** Ranks a miss: answers first, then by the winning chances lost. 0 if the move was not missed. */
export function gravity(game: ListedGame, at: number): number {
  const missed = game.missed?.get(at);
  return missed === undefined ? 0 : (missed.answer ? 10_000 : 0) + missed.lost;
}

/** Sorts findings of a game, worst misses first. */
export function gravestFirst(game: ListedGame, places: readonly number[]): number[] {
  return places.toSorted((a, b) => gravity(game, b) - gravity(game, a));
}

/**
 * Returns the chances that match the filter, each as the index of one finding: its worst miss, or its first finding if
 * it was not missed. They are in the order of the game. With missed moves shown, the worst come first.
 */
export function wantedOf(filter: Filter, game: ListedGame, all: Findings): number[] {
  // Most games of a large file have no misses.
  if (filter.shows === "missed" && !game.missed?.size) return [];
  const places = new Map<number, number>();
  for (let at = 0; at < game.count; at++) {
    if (!isWanted(filter, game, all, at)) continue;
    const chance = all.chance(game.first + at);
    const other = places.get(chance);
    if (other === undefined || gravity(game, at) > gravity(game, other)) places.set(chance, at);
  }
  const chosen = [...places.values()].sort((a, b) => a - b);
  return filter.shows === "missed" ? gravestFirst(game, chosen) : chosen;
}

/** Whether the list shows a game. `wanted` are its chances that match. */
export function isShown(filter: Filter, wanted: readonly number[]): boolean {
  return wanted.length > 0 || !choosesFindings(filter);
}
