/** A move of a game by its number. */

import type { Chance, GameView } from "../engine.ts";

/** `12. Nf3`, `12… Nf6`: the move that is played in a position; `the end` of the last, `no position` without any. */
export function moveName(view: GameView, ply: number): string {
  const position = view.plies[ply];
  if (!position) return "no position";
  if (position.san === null) return "the end";
  const [, turn, , , , number] = position.fen.split(" ");
  return `${number}${turn === "b" ? "…" : "."} ${position.san}`;
}

/** How long a chance stood: `moves 12–14`; null if that was one move. */
export function movesOf(view: GameView, { first_ply, last_ply }: Chance): string | null {
  const [first, last] = [first_ply, last_ply].map((ply) => view.plies[ply]?.fen.split(" ")[5]);
  return first === last ? null : `moves ${first}–${last}`;
}
