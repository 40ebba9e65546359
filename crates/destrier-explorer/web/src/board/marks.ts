/** What is drawn over a board: the library's drawings, and numbers on squares. */

import { EMPTY, union } from "../squares.ts";
import type { Drawing } from "../engine.ts";

export interface Marks extends Drawing {
  /** A number on each of the 64 squares, null for none. */
  numbers?: readonly (number | null)[];
  /** Whether the numbers are a map of distances, and shade their squares. */
  shaded?: boolean;
}

export const NO_MARKS: Marks = { squares: [], arrows: [] };

/** Several drawings in one. */
export function together(drawings: readonly Drawing[]): Drawing {
  const sets = new Map<Drawing["squares"][number]["role"], string>();
  for (const { set, role } of drawings.flatMap((drawing) => drawing.squares)) {
    sets.set(role, union(sets.get(role) ?? EMPTY, set));
  }
  return {
    squares: [...sets].map(([role, set]) => ({ role, set })),
    arrows: drawings.flatMap((drawing) => drawing.arrows),
  };
}
