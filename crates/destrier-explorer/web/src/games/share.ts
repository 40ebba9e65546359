/**
 * A game in a link: its moves, its players and the position on the board. The page that opens the link reads the game
 * as a PGN, so that it finds the same as in the file.
 */

import type { GameView, Ply } from "../engine.ts";
import type { Params } from "../state.ts";

/** Longer links break in some programs. */
export const MAX_LENGTH = 2000;

/** The tags in a link, with the names of their parameters. */
const TAGS: readonly (readonly [parameter: string, tag: string])[] = [
  ["white", "White"],
  ["black", "Black"],
  ["white-elo", "WhiteElo"],
  ["black-elo", "BlackElo"],
  ["result", "Result"],
  ["date", "Date"],
  ["opening", "Opening"],
  ["site", "Site"],
];

/** The parameters that hold a game, apart from its tags. */
const OF_GAME = ["moves", "start", "evals"] as const;
/** The parameters that hold the place in it, and the view. */
const OF_PLACE = ["ply", "finding", "show", "pattern"] as const;

const START = /^rnbqkbnr\/p{8}\/8\/8\/8\/8\/P{8}\/RNBQKBNR w KQkq - 0 1$/;
const MOVE = /^[A-Za-z0-9=-]{2,8}$/;
const EVAL = /^(#?-?\d+(\.\d+)?)?$/;

const shared = new WeakMap<GameView, Params>();

/** Returns the parameters of a game. */
export function gameParams(view: GameView): Params {
  const known = shared.get(view);
  if (known !== undefined) return known;
  const params: Record<string, string> = {};
  const tag = (name: string) => view.tags.find(([key]) => key === name)?.[1] ?? "";
  for (const [parameter, name] of TAGS) {
    const value = name === "Site" ? (view.link ?? "") : name === "Date" ? tag("UTCDate") || tag("Date") : tag(name);
    // Half an address is a wrong one.
    if (name === "Site" && value.length > 100) continue;
    if (value !== "" && !/^[?.]+$/.test(value)) params[parameter] = name === "Site" ? value : [...value].slice(0, 60).join("");
  }
  const plies = view.plies.filter((ply) => ply.san !== null);
  params.moves = plies.map(({ san }) => san!.replace(/[+#]/g, "")).join("_");
  const start = view.plies[0]?.fen ?? "";
  if (!START.test(start)) params.start = start.replaceAll(" ", "_");
  const evals = view.plies.map((ply) => (ply.eval?.includes(".") ? ply.eval.replace(/\.?0+$/, "") : (ply.eval ?? "")));
  if (evals.some((text) => text !== "")) params.evals = evals.join("_");
  shortened(params);
  shared.set(view, params);
  return params;
}

/** Removes what a reader misses least until the link is short enough. */
function shortened(params: Record<string, string>): void {
  const length = () => Object.entries(params).reduce((sum, [key, value]) => sum + key.length + 2 + encodeURIComponent(value).length, 0);
  for (const key of ["opening", "date", "evals", "site"]) {
    // The address, the position, the ply and the finding take the rest.
    if (length() > MAX_LENGTH - 300) delete params[key];
  }
}

/** Whether two links hold the same game. */
export function isSameGame(a: Params, b: Params): boolean {
  return a.moves === b.moves && a.start === b.start && a.white === b.white && a.black === b.black;
}

/** Returns the keys of parameters that are not valid. */
export function unreadShared(params: Params): string[] {
  const known: string[] = [...TAGS.map(([parameter]) => parameter), ...OF_GAME, ...OF_PLACE];
  return Object.entries(params)
    .filter(([key, value]) => {
      if (!known.includes(key)) return true;
      if (key === "moves") return value !== "" && !value.split("_").every((move) => MOVE.test(move));
      if (key === "evals") return !value.split("_").every((text) => EVAL.test(text));
      if (key === "ply") return !/^\d{1,4}$/.test(value);
      if (key === "show") return !["missed", "unplayed", "all"].includes(value);
      return false;
    })
    .map(([key]) => key);
}

function tagPair(name: string, value: string): string {
  const plain = value.replace(/[\u0000-\u001f]/g, " ").replace(/[\\"]/g, "\\$&");
  return `[${name} "${plain}"]\n`;
}

/** Returns the game of a link as PGN. Null if the link has none. */
export function pgnOf(params: Params): string | null {
  if (params.moves === undefined) return null;
  const tags = TAGS.flatMap(([parameter, name]) => (params[parameter] === undefined ? [] : [tagPair(name, params[parameter])]));
  if (params.start !== undefined) tags.push(tagPair("SetUp", "1"), tagPair("FEN", params.start.replaceAll("_", " ")));
  const evals = (params.evals ?? "").split("_");
  const note = (ply: number) => (evals[ply] ? ` {[%eval ${evals[ply]}]}` : "");
  const moves = params.moves === "" ? [] : params.moves.split("_");
  const text = note(0) + moves.map((move, i) => ` ${move}${note(i + 1)}`).join("");
  const result = /^(1-0|0-1|1\/2-1\/2)$/.test(params.result ?? "") ? params.result : "*";
  return `${tags.join("")}\n${text.trim()} ${result}\n`;
}

/** Returns an address on Lichess that shows a position of a game: the game itself, or its moves on an analysis board. */
export function lichessAddress(view: GameView, ply: number, flip: boolean): string {
  const color = flip ? "/black" : "";
  const game = /^https:\/\/lichess\.org\/([A-Za-z0-9]{8})(?:[A-Za-z0-9]{4})?(?:[/#]|$)/.exec(view.link ?? "");
  const start = view.plies[0]?.fen ?? "";
  if (START.test(start)) {
    if (game !== null) return `https://lichess.org/${game[1]}${color}#${ply}`;
    const moves = view.plies.flatMap(({ san }) => (san === null ? [] : [san.replace(/[+#]/g, "")]));
    return `https://lichess.org/analysis/pgn/${encodeURIComponent(moves.join("_"))}?color=${flip ? "black" : "white"}#${ply}`;
  }
  return lichessPosition(view.plies[ply]?.fen ?? start, flip);
}

/** Returns the address of a position on Lichess's analysis board. */
export function lichessPosition(fen: string, flip: boolean): string {
  return `https://lichess.org/analysis/standard/${fen.replaceAll(" ", "_")}?color=${flip ? "black" : "white"}`;
}

/** Returns the last move before a position, as UCI. */
export function lastMove(plies: readonly Ply[], ply: number): string | null {
  return ply > 0 ? (plies[ply - 1]?.uci ?? null) : null;
}
