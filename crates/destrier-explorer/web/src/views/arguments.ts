/** What an argument of a function is on the board: a piece, and a mark. */

import type { ArgumentEntry, Role } from "../engine.ts";
import type { Piece } from "../pieces.ts";

/** The piece that stands for an argument; null where there is none. `colorOf` has the argument of a name, as text. */
export function pieceOf(
  called: string,
  argument: string,
  colorOf: (argument: string) => string | undefined,
): Piece | null {
  const of = (color: string, kind: "k" | "n" | "p") => `${colorOf(color) === "black" ? "b" : "w"}${kind}` as const;
  switch (argument) {
    case "KING":
      return of("KING_COLOR", "k");
    case "PAWN":
      return of("PAWN_COLOR", "p");
    case "PAWNS":
      return of("COLOR", "p");
    case "KNIGHTS":
      // They are alone against the passer.
      return colorOf("PAWN_COLOR") === "black" ? "wn" : "bn";
    case "SET":
    case "FROM":
      if (called.startsWith("knight-")) return "wn";
      return called.startsWith("king-") || called === "connected" ? "wk" : null;
    default:
      return null;
  }
}

/** Hatched is what is not to be entered; anything else that is given has a frame. */
export function roleOf({ name }: ArgumentEntry): Role {
  return name === "TABOO" || name === "PATH" || name === "OWN" ? "reason" : "target";
}
