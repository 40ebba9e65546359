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

/** The squares of the lines that the value `king_lines` names: `rank`, `rank+file`, `all`. */
export function linesThrough(pieces: Pieces, color: Color, names: string): SetHex {
  const king = pieces.indexOf(color === "white" ? "wk" : "bk");
  if (king < 0) return EMPTY;
  const named = new Set(names.split("+"));
  return linesOf(king)
    .filter(({ line }) => named.has(line) || named.has("all"))
    .reduce((set, line) => union(set, line.set), EMPTY);
}
