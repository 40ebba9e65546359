/** The lines through a king that the library names, as squares. */

import { call, isProblem, type Color, type SetHex } from "../engine.ts";
import type { Pieces } from "../pieces.ts";
import { EMPTY, SQUARES, union } from "../squares.ts";

/** The four lines of a square, by name. */
function linesOf(square: number): { line: string; set: SetHex }[] {
  const lines = call("lines", [SQUARES[square]!]);
  if (isProblem(lines)) return [];
  const answer = lines.ways[0]!.answer;
  return answer.kind === "lines" ? answer.lines : [];
}

/** The squares of the lines through a king of a side that the value `king_lines` names: `rank`, `rank+file`, `all`. */
export function linesThrough(pieces: Pieces, color: Color, names: string): SetHex {
  return linesOn(pieces.indexOf(color === "white" ? "wk" : "bk"), names);
}

/** The squares of the named lines of a square; none where it is not on the board. */
export function linesOn(square: number, names: string): SetHex {
  if (square < 0) return EMPTY;
  const named = new Set(names.split("+"));
  return linesOf(square)
    .filter(({ line }) => named.has(line) || named.has("all"))
    .reduce((set, line) => union(set, line.set), EMPTY);
}

/** The names of the lines, lowest bit first: the library's own order. */
const NAMES = ["rank", "file", "diagonal", "anti-diagonal"];

/** The number that `king_lines` is for the lines that it names. */
export function numberOfLines(names: string): number {
  const named = names.split("+");
  return NAMES.reduce((bits, name, i) => bits | (named.includes(name) || named.includes("all") ? 1 << i : 0), 0);
}

/** The lines of such a number, as the library names them. */
export function namesOfLines(bits: number): string {
  if (bits === 0) return "none";
  return bits === 15 ? "all" : NAMES.filter((_, i) => (bits >> i) & 1).join("+");
}

/** What the names mean, where that is not plain. */
export function meaningOfLines(names: string): string {
  if (names === "none") return "no line holds all escapes";
  return names === "all" ? "there is no escape" : "";
}
