/** The squares of the lines through a king. */

import { call, isProblem, type Color, type SetHex } from "../engine.ts";
import type { Pieces } from "../pieces.ts";
import { EMPTY, SQUARES, union } from "../squares.ts";

/** Returns the four lines through a square, with their names. */
function linesOf(square: number): { line: string; set: SetHex }[] {
  const lines = call("lines", [SQUARES[square]!]);
  if (isProblem(lines)) return [];
  const answer = lines.formulations[0]!.answer;
  return answer.kind === "lines" ? answer.lines : [];
}

/** Returns the squares of lines through a side's king. `names` is a `king_lines` value: `rank`, `rank+file`, `all`. */
export function linesThrough(pieces: Pieces, color: Color, names: string): SetHex {
  return linesOn(pieces.indexOf(color === "white" ? "wk" : "bk"), names);
}

/** Returns the squares of the named lines through a square. Empty if the square is off the board. */
export function linesOn(square: number, names: string): SetHex {
  if (square < 0) return EMPTY;
  const named = new Set(names.split("+"));
  return linesOf(square)
    .filter(({ line }) => named.has(line) || named.has("all"))
    .reduce((set, line) => union(set, line.set), EMPTY);
}

/** The names of the lines, lowest bit first, in the library's order. */
const NAMES = ["rank", "file", "diagonal", "anti-diagonal"];

/** Returns the number of a `king_lines` value. */
export function numberOfLines(names: string): number {
  const named = names.split("+");
  return NAMES.reduce((bits, name, i) => bits | (named.includes(name) || named.includes("all") ? 1 << i : 0), 0);
}

/** Returns the names of the lines in such a number. */
export function namesOfLines(bits: number): string {
  if (bits === 0) return "none";
  return bits === 15 ? "all" : NAMES.filter((_, i) => (bits >> i) & 1).join("+");
}

/** Explains `none` and `all`. */
export function meaningOfLines(names: string): string {
  if (names === "none") return "no line covers all escapes";
  return names === "all" ? "the king has no escape" : "";
}
