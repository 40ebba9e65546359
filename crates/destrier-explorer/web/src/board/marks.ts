/** The library's drawings, and numbers on squares. */

import { EMPTY, union } from "../squares.ts";
import type { Drawing } from "../engine.ts";

export interface Marks extends Drawing {
  /** A number or null for each of the 64 squares. */
  numbers?: readonly (number | null)[];
  /** Whether to shade the squares by their numbers, as in a distance map. */
  shaded?: boolean;
}

export const NO_MARKS: Marks = { squares: [], arrows: [] };

/** Merges drawings. */
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
