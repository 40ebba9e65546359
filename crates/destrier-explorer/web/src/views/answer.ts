/** The answer of a function as marks. */

import type { Marks } from "../board/marks.ts";
import type { Answer } from "../engine.ts";
import { EMPTY, SQUARES, has } from "../squares.ts";

/** On each square the number of the first set that has it. */
export function numbered(layers: readonly string[]): (number | null)[] {
  return SQUARES.map((_, square) => {
    const layer = layers.findIndex((set) => has(set, square));
    return layer < 0 ? null : layer;
  });
}

/** `part` chooses a layer or a line, counted from 1; 0 is all of them. */
export function answerMarks(answer: Answer, part: number): Marks {
  switch (answer.kind) {
    case "set":
      return { squares: [{ set: answer.set, role: "place" }], arrows: [] };
    case "layers": {
      const layers = answer.layers ?? [];
      const shown = part > 0 ? [layers[part - 1] ?? EMPTY] : layers;
      return {
        squares: shown.map((set) => ({ set, role: "place" })),
        arrows: [],
        numbers: numbered(layers),
      };
    }
    case "moves":
      return { squares: [], arrows: answer.moves.map(({ from, to }) => ({ from, to, role: "move" })) };
    case "lines":
      return {
        squares: (part > 0 ? answer.lines.slice(part - 1, part) : answer.lines).map(({ set }) => ({
          set,
          role: "place",
        })),
        arrows: [],
      };
    case "number":
    case "truth":
      return { squares: [], arrows: [] };
  }
}
