/** How the board shows an argument of a function: as a piece and a mark. */

import type { ArgumentEntry, Role } from "../engine.ts";
import type { Piece } from "../pieces.ts";

/** Returns the piece that represents an argument, or null. `colorOf` returns the text of an argument by its name. */
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
      // The knights fight the passed pawn alone.
      return colorOf("PAWN_COLOR") === "black" ? "wn" : "bn";
    case "SET":
    case "FROM":
      if (called.startsWith("knight-")) return "wn";
      return called.startsWith("king-") || called === "connected" ? "wk" : null;
    default:
      return null;
  }
}

/** Returns the role of an argument: hatching for forbidden squares, frames for all others. */
export function roleOf({ name }: ArgumentEntry): Role {
  return name === "TABOO" || name === "PATH" || name === "OWN" ? "reason" : "target";
}
