/** The contents of the board, and the actions it allows. */

import type { Pieces } from "../pieces.ts";
import type { LegalMove, Role } from "../engine.ts";
import type { Marks } from "./marks.ts";

/** The meanings of marks, by role. */
export type Words = Partial<Record<Role, string>>;

/** The default meanings. */
export const MEANINGS: Record<Role, string> = {
  move: "the move",
  target: "attacked",
  place: "the pattern’s squares",
  reason: "why: blocked squares, escapes, lines",
};

export interface Scene {
  pieces: Pieces;
  marks: Marks;
  /** The meanings of the marks, if they differ from the default. */
  words?: Words;
  /** The game and the ply. The board animates the moves of a game. */
  place?: { game: object; ply: number };
  /** The last move, as UCI. The board marks its squares. */
  last?: string | null;
  /** Set if the user can play legal moves. */
  play?: {
    moves: readonly LegalMove[];
    play(move: LegalMove): void;
  };
  /** Set if the user can move pieces freely. */
  edit?: {
    /** Whether the user can add and remove pieces. */
    free: boolean;
    /** Whether to show spare pieces next to the board. */
    trays?: boolean;
    /** Returns the marks during a drag. Called for each new square. */
    preview(pieces: Pieces): Marks;
    drop(pieces: Pieces): void;
    /** What a placed piece represents, for screen readers, such as `target`. Omitted for plain pieces. */
    placed?: string;
  };
  /** Set if a click or a stroke switches squares on and off. */
  paint?: {
    /** What a painted square is, for screen readers, such as `forbidden`. */
    name: string;
    has(square: number): boolean;
    /** `begins` is true for the first square of a stroke. */
    set(square: number, on: boolean, begins: boolean): void;
  };
  /** Set if the drawing depends on the square under the pointer. */
  point?: {
    preview(square: number): { pieces: Pieces; marks: Marks };
    /** Called when the pointer rests or leaves. */
    settle(square: number): void;
  };
}
