/** What a view puts on the board, and what may be done there. */

import type { Pieces } from "../pieces.ts";
import type { Marks } from "./marks.ts";

export interface Scene {
  pieces: Pieces;
  marks: Marks;
  /** Where in which game it is: from one position of a game to the next pieces glide. */
  place?: { game: object; ply: number };
  /** Where pieces may be moved. */
  edit?: {
    /** Whether pieces may be added, and be taken off. */
    free: boolean;
    /** Whether spare pieces lie beside the board. */
    trays?: boolean;
    /** What is drawn while a piece is dragged: called within a frame. */
    preview(pieces: Pieces): Marks;
    drop(pieces: Pieces): void;
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
