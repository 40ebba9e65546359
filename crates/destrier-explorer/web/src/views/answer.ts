/** Marks for the answer of a function. */

import { NO_MARKS, type Marks } from "../board/marks.ts";
import type { Words } from "../board/scene.ts";
import { call, isProblem, type Answer } from "../engine.ts";
import { linesOn, namesOfLines } from "../moving/king-lines.ts";
import { EMPTY, SQUARES, has, members, readSet } from "../squares.ts";

/** Numbers each square by the first set that contains it. */
export function numbered(layers: readonly string[]): (number | null)[] {
  return SQUARES.map((_, square) => {
    const layer = layers.findIndex((set) => has(set, square));
    return layer < 0 ? null : layer;
  });
}

/** Returns the marks of a call: its answer, or for a number a drawing that shows it. */
export function callMarks(name: string, args: readonly (string | null)[], answer: Answer, part: number): Marks {
  const piece = /^(king|knight)-distance$/.exec(name)?.[1];
  if (piece) {
    const path = call(`${piece}-path`, [...args.slice(0, 2), null, null]);
    return isProblem(path) ? NO_MARKS : answerMarks(path.formulations[0]!.answer, 0);
  }
  if (name === "king-lines" && answer.kind === "number" && answer.number !== null) {
    const [king = -1] = members(readSet(args[0] ?? "") ?? EMPTY);
    const set = linesOn(king, namesOfLines(answer.number));
    return { ...NO_MARKS, squares: [{ set, role: "place" }] };
  }
  return answerMarks(answer, part);
}

/** Returns the meanings of the marks of a call. */
export function callWords(name: string, answer: Answer): Words {
  switch (answer.kind) {
    case "set":
      return { place: "the answer" };
    case "layers":
      return { place: "on a shortest path, with its move number" };
    case "lines":
      return { place: "the lines" };
    case "moves":
      return { move: "the moves" };
    case "number":
      if (name === "king-lines") return { place: "the lines through the king" };
      return name.endsWith("-distance") ? { place: "on a shortest path, with its move number" } : {};
    case "truth":
      return {};
  }
}

/** Returns the marks of an answer. `part` selects a layer or a line, from 1. Any other number selects all of them. */
function answerMarks(answer: Answer, part: number): Marks {
  switch (answer.kind) {
    case "set":
      return { squares: [{ set: answer.set, role: "place" }], arrows: [] };
    case "layers": {
      const layers = answer.layers ?? [];
      return {
        squares: chosen(layers, part).map((set) => ({ set, role: "place" })),
        arrows: [],
        numbers: numbered(layers),
      };
    }
    case "moves":
      return { squares: [], arrows: answer.moves.map(({ from, to }) => ({ from, to, role: "move" })) };
    case "lines":
      return {
        squares: chosen(answer.lines, part).map(({ set }) => ({ set, role: "place" })),
        arrows: [],
      };
    case "number":
    case "truth":
      return { squares: [], arrows: [] };
  }
}

function chosen<T>(parts: readonly T[], part: number): readonly T[] {
  const one = parts[part - 1];
  return one === undefined ? parts : [one];
}
