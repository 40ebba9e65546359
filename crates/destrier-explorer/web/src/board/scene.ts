/** What a view puts on the board, and what may be done there. */

import type { Pieces } from "../pieces.ts";
import type { Role } from "../engine.ts";
import type { Marks } from "./marks.ts";

/** What marks mean, by their role. */
export type Words = Partial<Record<Role, string>>;

/** What a mark usually means. */
export const MEANINGS: Record<Role, string> = {
  move: "the move, and where it goes",
  target: "what is attacked",
  place: "the squares of the set",
  reason: "why: walls, escapes, lines",
};

export interface Scene {
  pieces: Pieces;
  marks: Marks;
  /** What the marks of each role are here; without words they are what they usually are. */
  words?: Words;
  /** Where in which game it is: from one position of a game to the next pieces glide. */
  place?: { game: object; ply: number };
  /** Where pieces may be moved. */
  edit?: {
    /** Whether pieces may be added, and be taken off. */
    free: boolean;
    /** Whether spare pieces lie beside the board. */
    trays?: boolean;
    /** What is drawn while a piece is dragged: called at each new square. */
    preview(pieces: Pieces): Marks;
    drop(pieces: Pieces): void;
    /** What is placed, for who listens, where it is not the piece itself: `target`. */
    placed?: string;
  };
  /** Where squares are switched on and off by a click or a stroke. */
  paint?: {
    /** What is painted, for who listens: `taboo`. */
    name: string;
    has(square: number): boolean;
    /** `begins` is true for the first square of a stroke. */
    set(square: number, on: boolean, begins: boolean): void;
  };
  /** Where the square under the pointer says what is drawn. */
  point?: {
    preview(square: number): { pieces: Pieces; marks: Marks };
    /** Called when the pointer rests or leaves. */
    settle(square: number): void;
  };
}
