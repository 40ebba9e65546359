/** The six squares in front of a castled king, in the library's order. */

import { call, type Color, type SetHex } from "../engine.ts";
import { SQUARES, setOf } from "../squares.ts";
import { numberAnswer } from "./ask.ts";

export type Wing = "king" | "queen";

/** Returns the shield index of pawns, from 0 to 63. */
export function shieldIndex(wing: Wing, color: Color, pawns: SetHex): number {
  return numberAnswer(call("pawn-shield", ["0x" + pawns, wing, color])) ?? 0;
}

const kept = new Map<string, readonly (number | null)[]>();

/** Returns what a pawn on each square adds to the index. Null for squares outside the shield. */
export function shieldWeights(wing: Wing, color: Color): readonly (number | null)[] {
  const key = `${wing} ${color}`;
  let weights = kept.get(key);
  if (weights === undefined) {
    weights = SQUARES.map((_, square) => shieldIndex(wing, color, setOf([square])) || null);
    kept.set(key, weights);
  }
  return weights;
}

/** Returns the six squares. */
export function shieldSquares(wing: Wing, color: Color): SetHex {
  return setOf(shieldWeights(wing, color).flatMap((weight, square) => (weight === null ? [] : [square])));
}
